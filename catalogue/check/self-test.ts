// tsx catalogue/check/self-test.ts
// Does the check find what it is for? Plants faults in every language and expects each to be found by the right step, and
// expects well-made examples to pass, with and without a fixture. Needs the language tools, so it is no part of `npm test`.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkExamples } from "./check-examples.ts";
import { recurrenceOf } from "./recurrence.ts";
import { findTools, onPath } from "./languages/tools.ts";
import type { CourseFile, Example } from "../course-files.ts";

type Planted = {
  readonly name: string;
  readonly language: string;
  readonly code: string;
  readonly description?: string;
  /** What one of the faults must say; undefined: there must be none. */
  readonly expect?: RegExp;
  readonly frame?: string;
  /** Files that stand beside it. */
  readonly fixture?: Readonly<Record<string, string>>;
};

const fixtureSql = `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price NUMERIC(8, 2));
INSERT INTO item VALUES (1, 'pen', 1.50), (2, 'Pad', 3.00), (3, 'cup', NULL);
`;

const planted: readonly Planted[] = [
  { name: "sound JavaScript", language: "javascript", code: 'const word = "tab";\nconsole.log(word);' },
  {
    name: "unformatted JavaScript",
    language: "javascript",
    code: "const a = 1\nconsole.log(a)",
    expect: /^format: /,
  },
  { name: "JavaScript that does not parse", language: "javascript", code: "const = 1;", expect: /^syntax: / },
  {
    name: "JavaScript that throws",
    language: "javascript",
    code: 'throw new Error("no");',
    expect: /^run: .*Error/s,
  },
  {
    name: "unused JavaScript",
    language: "javascript",
    code: "const a = 1;\nconsole.log(2);",
    expect: /^lint: .*unused/,
  },
  { name: "var", language: "javascript", code: "var a = 1;\nconsole.log(a);", expect: /^lint: .*no-var/ },
  {
    name: "JavaScript without an end",
    language: "javascript",
    code: "for (;;) {}",
    expect: /still running after 5 s/,
  },
  {
    name: "JavaScript that reads the clock",
    language: "javascript",
    code: "console.log(performance.now());",
    expect: /something else each time/,
  },
  {
    name: "JavaScript that writes to stderr",
    language: "javascript",
    code: 'console.error("oops");',
    expect: /wrote to stderr/,
  },
  {
    name: "sound TypeScript",
    language: "typescript",
    code: 'const words: string[] = ["tab"];\nconsole.log(words[0]?.length);',
  },
  {
    name: "wrong types",
    language: "typescript",
    code: 'const count: number = "3";\nconsole.log(count);',
    expect: /^types: line 1: TS2322/,
  },
  {
    name: "an index that may be missing",
    language: "typescript",
    code: 'const words: string[] = ["tab"];\nconsole.log(words[1].length);',
    expect: /^types: line 2: TS2532/,
  },
  {
    name: "sound Python",
    language: "python",
    code: "def double(n: int) -> int:\n    return 2 * n\n\n\nprint(double(4))",
  },
  { name: "failing Python", language: "python", code: 'print("3" + 4)', expect: /^run: .*TypeError/s },
  {
    name: "Python that warns",
    language: "python",
    code: 'print("\\d")',
    expect: /^syntax: .*invalid escape/s,
  },
  {
    name: "unformatted Python",
    language: "python",
    code: "words = ['a',  'b']\nprint(words)",
    expect: /^format: black writes/,
  },
  {
    name: "unused Python import",
    language: "python",
    code: 'import json\n\nprint("a")',
    expect: /^lint: line 1: F401/,
  },
  {
    name: "Python in the order of a set",
    language: "python",
    code: 'print(list({"a", "b", "c", "d", "e", "f", "g", "h"}))',
    expect: /something else each time/,
  },
  {
    name: "sound SQL",
    language: "sql",
    code: "SELECT name, price\nFROM item\nWHERE price IS NOT NULL\nORDER BY price;",
  },
  {
    name: "SQL that only SQLite knows",
    language: "sql",
    code: "INSERT OR REPLACE INTO item (id, name)\nVALUES (1, 'ink');",
    expect: /^run: PostgreSQL: /,
  },
  {
    name: "SQL that only PostgreSQL knows",
    language: "sql",
    code: "SELECT name\nFROM item\nWHERE name ILIKE 'p%'\nORDER BY id;",
    expect: /^run: SQLite: /,
  },
  {
    name: "SQL with two answers",
    language: "sql",
    code: "SELECT name\nFROM item\nWHERE name LIKE 'p%'\nORDER BY id;",
    expect: /engines answer differently/,
  },
  {
    name: "SQL that leaves other tables behind",
    language: "sql",
    code: "CREATE TABLE stock (id INTEGER PRIMARY KEY, amount INTEGER);\nINSERT INTO stock (id, amount)\nVALUES (1, 7 * 1.5);",
    expect: /afterwards in stock: /,
  },
  {
    name: "SQL that changes tables alike",
    language: "sql",
    code: "BEGIN;\nDELETE FROM item\nWHERE id = 2;\nUPDATE item\nSET price = price * 2;\nDROP TABLE IF EXISTS gone;\nCOMMIT;",
  },
  {
    name: "SQL in no order",
    language: "sql",
    code: "SELECT name\nFROM item\nUNION\nSELECT 'ink'\nUNION\nSELECT 'wax';",
    expect: /ORDER BY is missing/,
  },
  { name: "sound Bash", language: "bash", code: 'name="tab stop"\necho "Hello, $name"' },
  {
    name: "an unquoted variable",
    language: "bash",
    code: 'name="a b"\necho $name',
    expect: /^lint: .*SC2086/,
  },
  {
    name: "Bash that does not parse",
    language: "bash",
    code: "if true; then\n  echo a",
    expect: /^syntax: /,
  },
  {
    name: "unformatted Bash",
    language: "bash",
    code: 'if true; then\n    echo "a"\nfi',
    expect: /^format: shfmt writes/,
  },
  { name: "an unset variable", language: "bash", code: 'echo "$1"', expect: /^run: .*unbound variable/s },
  { name: "a failing command", language: "bash", code: 'false\necho "a"', expect: /^run: ended with code 1/ },
  { name: "chance in Bash", language: "bash", code: 'echo "$RANDOM"', expect: /something else each time/ },
  {
    name: "a sound fragment",
    language: "html",
    code: "<h1>Garden</h1>\n<p>A <em>green</em> place.</p>",
    frame: "body",
  },
  { name: "a sound head", language: "html", code: '<meta name="robots" content="noindex" />', frame: "head" },
  {
    name: "a sound document",
    language: "html",
    code: '<!doctype html>\n<html lang="en">\n  <head>\n    <title>Tea</title>\n  </head>\n  <body>\n    <p>Hello</p>\n  </body>\n</html>',
  },
  { name: "a tag left open", language: "html", code: "<p>Some <em>text</p>", expect: /^syntax: line 1: / },
  {
    name: "an image without a text",
    language: "html",
    code: '<p><img src="a.png" /></p>',
    expect: /^syntax: .*alt/,
  },
  {
    name: "unformatted HTML",
    language: "html",
    code: "<ul><li>a</li>\n<li>b</li></ul>",
    expect: /^format: /,
  },
  { name: "sound CSS", language: "css", code: ".card {\n  color: #333;\n  padding: 1rem;\n}" },
  {
    name: "an unknown property",
    language: "css",
    code: ".card {\n  colour: red;\n}",
    expect: /^lint: line 2: /,
  },
  { name: "unformatted CSS", language: "css", code: ".card { color: red }", expect: /^format: / },
  { name: "sound JSON", language: "json", code: '{ "name": "tab", "keys": [1, 2] }' },
  { name: "JSON with a comma too many", language: "json", code: '{ "name": "tab", }', expect: /^syntax: / },
  { name: "a key twice", language: "json", code: '{ "a": 1, "a": 2 }', expect: /same key twice/ },
  {
    name: "a sound pattern",
    language: "regex",
    code: "^\\d{2}:\\d{2}$",
    description: 'Matches "10:45", but not "9:5" or "10:456".',
  },
  {
    name: "a pattern that is none",
    language: "regex",
    code: "(a",
    description: 'Matches "a".',
    expect: /^syntax: /,
  },
  {
    name: "a pattern that misses",
    language: "regex",
    code: "^b$",
    description: 'Matches "a".',
    expect: /does not match/,
  },
  {
    name: "a pattern that takes too much",
    language: "regex",
    code: "a+",
    description: 'Matches "aa", not "ba".',
    expect: /which the description says it does not/,
  },
  {
    name: "JavaScript with a module of its fixture",
    language: "javascript",
    code: 'import { area } from "./shapes.js";\nconsole.log(area(2));',
    fixture: { "shapes.js": "export const area = (side) => side * side;\n" },
  },
  {
    name: "TypeScript with a module of its fixture",
    language: "typescript",
    code: 'import { area } from "./shapes.js";\nconsole.log(area(2).toFixed());',
    fixture: { "shapes.ts": "export const area = (side: number) => side * side;\n" },
  },
  {
    name: "Python with a module and a file of its fixture",
    language: "python",
    code: 'from shapes import area\n\nwith open("sides.txt") as file:\n    print(area(int(file.read())))',
    fixture: { "shapes.py": "def area(side):\n    return side * side\n", "sides.txt": "2\n" },
  },
  {
    name: "Bash with a file of its fixture",
    language: "bash",
    code: 'while read -r line; do\n  echo "$line"\ndone <words.txt',
    fixture: { "words.txt": "one\ntwo\n" },
  },
  {
    name: "a module that no fixture holds",
    language: "javascript",
    code: 'import { area } from "./shapes.js";\nconsole.log(area(2));',
    expect: /^run: .*ERR_MODULE_NOT_FOUND/s,
  },
  {
    name: "a folder that is there only in the first run",
    language: "bash",
    code: 'mkdir notes\necho "a" >notes/list\nls notes',
  },
  {
    name: "a language without a check",
    language: "cobol",
    code: "STOP RUN.",
    expect: /no check for "cobol"/,
  },
];

/** Courses of three and more examples: what must come back does, or it is missed. */
const plantedCourses: readonly {
  readonly name: string;
  readonly language: string;
  readonly codes: readonly string[];
  readonly seldom?: Readonly<Record<string, string>>;
  readonly expect?: RegExp;
}[] = [
  { name: "all comes back twice", language: "bash", codes: ["ls -a", "ls -a", "ls -a"] },
  {
    name: "a method that comes back once",
    language: "javascript",
    codes: ["a.at(1);", "a.at(2);", "a(3);", "a(4);"],
    expect: /^recurrence: \.at\(\) comes back in 1 later example, at least 2$/,
  },
  {
    name: "an option that never comes back",
    language: "bash",
    codes: ["ls -a", "ls", "ls"],
    expect: /^recurrence: ls -a comes back in 0 later examples/,
  },
  {
    name: "a keyword that only comes back as a word of a text",
    language: "python",
    codes: ['print("a" in b)', 'print("in")', 'print("in")'],
    expect: /^recurrence: in comes back in 0/,
  },
  {
    name: "an attribute that only comes back as a word",
    language: "html",
    codes: ["<p hidden>a</p>", "<p>hidden</p>", "<p>hidden</p>"],
    expect: /^recurrence: \[hidden\] comes back in 0/,
  },
  {
    name: "a property that never comes back",
    language: "css",
    codes: ["a {\n  color: red;\n}", "a {\n  --color: red;\n}", "a {\n  --a: red;\n}"],
    expect: /^recurrence: color comes back in 0/,
  },
  {
    name: "a clause that never comes back",
    language: "sql",
    codes: ["SELECT DISTINCT a FROM b;", "SELECT a FROM b;", "SELECT a FROM b;"],
    expect: /^recurrence: DISTINCT comes back in 0/,
  },
  {
    name: "an exception that nothing needs",
    language: "bash",
    codes: ["ls", "ls", "ls"],
    seldom: { ls: "planted" },
    expect: /^recurrence: the plan excepts ls, which comes back in 2/,
  },
];

process.exitCode = await main();

async function main(): Promise<number> {
  const fixtures = await mkdtemp(join(tmpdir(), "tabstop-planted-"));
  try {
    return await judge(
      await Promise.all(planted.map((plant, index) => asExample(plant, join(fixtures, `${index}`)))),
    );
  } finally {
    await rm(fixtures, { recursive: true });
  }
}

async function judge(examples: readonly Example[]): Promise<number> {
  const checks = await checkExamples(examples);
  if ("missing" in checks) {
    for (const tool of checks.missing) console.error(`${tool.name} is missing: ${tool.get}`);
    return 1;
  }
  const wrong: string[] = [];
  for (const [index, plant] of planted.entries()) {
    const verdict = checks.verdicts.get(examples[index] as Example);
    const faults = verdict?.faults ?? ["was not judged at all"];
    const isRight =
      plant.expect === undefined
        ? faults.length === 0 && verdict?.frame === plant.frame
        : faults.some((fault) => plant.expect?.test(fault));
    const said =
      faults.length === 0 ? `passes${verdict?.frame ? ` in ${verdict.frame}` : ""}` : faults.join(" / ");
    const line = `${isRight ? "ok  " : "NOT "} ${plant.language}: ${plant.name}: ${said.replaceAll("\n", " ").slice(0, 160)}`;
    console.log(line);
    if (!isRight) wrong.push(plant.name);
  }
  for (const course of plantedCourses) {
    const faults = recurrenceOf(asCourse(course), { lessons: [], seldom: course.seldom ?? {} }).faults.map(
      ({ rule, message }) => `${rule}: ${message}`,
    );
    const { expect } = course;
    const isRight = expect === undefined ? faults.length === 0 : faults.some((fault) => expect.test(fault));
    console.log(
      `${isRight ? "ok  " : "NOT "} recurrence: ${course.name}: ${faults.length === 0 ? "passes" : faults.join(" / ").slice(0, 160)}`,
    );
    if (!isRight) wrong.push(course.name);
  }
  if (!(await missingToolIsNamed())) wrong.push("a missing tool");
  const all = [...planted, ...plantedCourses];
  const faulty = all.filter(({ expect }) => expect !== undefined).length;
  console.log(
    `${faulty} planted faults and ${all.length - faulty} sound examples and courses, ${wrong.length} judged wrongly`,
  );
  return wrong.length === 0 ? 0 : 1;
}

async function missingToolIsNamed(): Promise<boolean> {
  const { missing } = await findTools([onPath("shellcheck", "apt-get install -y shellcheck", "/nowhere")]);
  return missing[0]?.get === "apt-get install -y shellcheck";
}

async function asExample(plant: Planted, fixtureFolder: string): Promise<Example> {
  const files = Object.entries(plant.fixture ?? {});
  if (files.length > 0) await mkdir(fixtureFolder);
  for (const [name, text] of files) await writeFile(join(fixtureFolder, name), text);
  return {
    file: "planted.md",
    lesson: "Planted",
    chapter: plant.language,
    title: plant.name,
    description: plant.description ?? "",
    language: plant.language,
    code: plant.code,
    lessonIndex: 0,
    chapterIndex: 0,
    fixtureSql: plant.language === "sql" ? fixtureSql : "",
    fixtureHash: "",
    ...(files.length > 0 ? { fixtureFolder } : {}),
  };
}

function asCourse({ language, codes }: (typeof plantedCourses)[number]): CourseFile {
  const examples = codes.map((code, index) => ({
    file: "planted.md",
    lesson: "Planted",
    chapter: language,
    title: `Example ${index + 1}`,
    description: "",
    language,
    code,
    lessonIndex: 0,
    chapterIndex: 0,
    fixtureSql: "",
    fixtureHash: "",
  }));
  const course = { title: "Planted", description: "", lessons: [] } as unknown as CourseFile["course"];
  return { name: "planted.md", course, lessonCount: 1, chapterCount: 1, examples };
}
