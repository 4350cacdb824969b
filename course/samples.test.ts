import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeBytes } from "./decode-bytes.ts";
import { parseCourseCsv, parseLessonsCsv } from "./csv/parse-csv.ts";
import { parseCourse, parseLesson } from "./markdown/parse-markdown.ts";
import { printCourseCsv } from "./csv/print-csv.ts";
import { printCourse } from "./markdown/print-markdown.ts";
import type { Lesson } from "./course.ts";
import type { Problem } from "./problems.ts";
import { templateCsv, templateMarkdown, templateNames } from "./templates.ts";

const bytesOf = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

function textOf(name: string): string {
  const decoded = decodeBytes(bytesOf(name));
  if (!decoded.ok) throw new RangeError(decoded.problem.message);
  return decoded.text;
}

function accepted<T extends { ok: boolean; problems?: readonly Problem[] }>(result: T): T & { ok: true } {
  if (!result.ok) throw new RangeError(result.problems?.map((problem) => problem.message).join("\n"));
  return result as T & { ok: true };
}

for (const name of ["sql-first-queries", "typescript-first-types"]) {
  test(`${name}.md imports without a warning and exports as ${name}.exported.md and ${name}.csv, byte for byte`, () => {
    const { course, warnings } = accepted(parseCourse(textOf(`${name}.md`)));
    expect(warnings).toEqual([]);
    expect(Buffer.from(printCourse(course))).toEqual(bytesOf(`${name}.exported.md`));
    expect(Buffer.from(printCourseCsv(course))).toEqual(bytesOf(`${name}.csv`));
  });

  test(`${name}.exported.md and ${name}.csv are the same course`, () => {
    const fromMarkdown = accepted(parseCourse(textOf(`${name}.exported.md`)));
    const fromCsv = accepted(parseCourseCsv(textOf(`${name}.csv`)));
    expect(fromCsv.course).toEqual(fromMarkdown.course);
    expect([fromMarkdown.warnings, fromCsv.warnings]).toEqual([[], []]);
  });
}

test("sql-first-queries.md is read as the course that it describes", () => {
  const { course } = accepted(parseCourse(textOf("sql-first-queries.md")));
  expect(course.title).toBe("SQL: First Queries");
  expect(course.difficulty_level).toBe("beginner");
  expect(course.order_index).toBe(9);
  expect(course.lessons.map((lesson) => lesson.title)).toEqual(["Reading rows", "Changing data"]);
  expect(course.lessons[0]?.chapters[0]?.examples[1]).toEqual({
    title: "Filter with AND and BETWEEN",
    description: "",
    language: "sql",
    code_content:
      "SELECT title, price\nFROM book\nWHERE price BETWEEN 10 AND 30\n  AND pages > 200\nORDER BY price DESC;",
    output: "",
  });
});

test("lesson-narrowing.md is one lesson with the given title", () => {
  const { lesson, warnings } = accepted(parseLesson(textOf("lesson-narrowing.md"), "Narrowing"));
  expect(warnings).toEqual([]);
  expect(lesson.title).toBe("Narrowing");
  expect(lesson.description).toMatch(/^How to tell the members of a union apart\.[^]*from lessonTitle\.$/);
  expect(lesson.chapters.map(({ title, examples }) => [title, examples.length])).toEqual([
    ["Type guards", 1],
  ]);
});

test("lessons.csv, with semicolons, CRLF and empty course columns, is two lessons", () => {
  const { lessons, warnings } = accepted(parseLessonsCsv(textOf("lessons.csv")));
  expect(warnings).toEqual([]);
  expect(lessons.map((lesson) => [lesson.title, lesson.chapters[0]?.examples.length])).toEqual([
    ["Sorting", 2],
    ["Sets", 1],
  ]);
  expect(lessons[0]?.chapters[0]?.examples[0]).toEqual({
    title: "Two sort keys",
    description: "Semicolons as delimiter; BOM and CRLF as written by Excel in much of Europe.",
    language: "sql",
    code_content: "SELECT name, country\nFROM author\nORDER BY country, name DESC;",
    output: "",
  });
});

test("the templates are the sample files and those of the web app, and import without a warning", () => {
  expect(Buffer.from(templateMarkdown)).toEqual(bytesOf("template.md"));
  expect(Buffer.from(templateCsv)).toEqual(Buffer.concat([Buffer.from("\ufeff"), bytesOf("template.csv")]));
  const ofWeb = (name: string) => readFileSync(new URL(`../web/public/templates/${name}`, import.meta.url));
  expect(Buffer.from(templateMarkdown)).toEqual(ofWeb(templateNames.markdown));
  expect(Buffer.from(templateCsv)).toEqual(ofWeb(templateNames.csv));
  const fromMarkdown = accepted(parseCourse(templateMarkdown));
  expect(fromMarkdown.warnings).toEqual([]);
  expect(fromMarkdown.course.lessons[0]?.description).toContain("\n# or with a code fence");
  const fromCsv = accepted(parseCourseCsv(templateCsv));
  expect(fromCsv.warnings).toEqual([]);
  expect(fromCsv.course.lessons[0]?.chapters[0]?.examples.map((example) => example.code_content)).toEqual([
    "const answer = 6 * 7;\nconsole.log(answer);",
    'console.log("a, b");',
  ]);
});

test("both templates and each kind of sample file have an example with an output", () => {
  const outputs = (lessons: readonly Lesson[]) =>
    lessons
      .flatMap(({ chapters }) => chapters)
      .flatMap(({ examples }) => examples)
      .map(({ output }) => output)
      .filter((output) => output !== "");
  const first = accepted(parseCourse(textOf("typescript-first-types.md"))).course.lessons;
  expect(outputs(first)).toEqual(["12", "```ts\nlet x = 1;\n```"]);
  expect(outputs(accepted(parseCourse(templateMarkdown)).course.lessons)).toEqual(["42"]);
  expect(outputs(accepted(parseCourseCsv(templateCsv)).course.lessons)).toEqual(["42"]);
  const { lesson } = accepted(parseLesson(textOf("lesson-narrowing.md"), "Narrowing"));
  expect(outputs([lesson])).toEqual(["3.00 x"]);
  const { lessons } = accepted(parseLessonsCsv(textOf("lessons.csv")));
  expect(outputs(lessons)).toEqual([
    "name\n------------------\nAna Prieto\nJon Okafor\nMara Lind\nNight Trains\nSalt Roads\nThe Quiet Compiler",
  ]);
});

type Row = { code: string; line: number; row?: number; column?: string };

/** The table of EXPECTED.md. A row without a file name belongs to the file above it. */
function expectedProblems(): Map<string, Row[]> {
  const table = new Map<string, Row[]>();
  let file = "";
  for (const line of textOf("invalid/EXPECTED.md").split("\n")) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, name = "", code = "", number = "", place = ""] = cells;
    if (!/^[A-Z_]+$/.test(code)) continue;
    if (name !== "") file = name;
    const [row = "", column = ""] = place.split("/").map((part) => part.trim());
    const rows = table.get(file) ?? [];
    rows.push({
      code,
      line: Number(number),
      ...(row === "" ? {} : { row: Number(row) }),
      ...(column === "" ? {} : { column }),
    });
    table.set(file, rows);
  }
  return table;
}

function problemsOf(name: string): readonly Problem[] {
  const decoded = decodeBytes(bytesOf(name));
  if (!decoded.ok) return [decoded.problem];
  const result = name.endsWith(".csv") ? parseCourseCsv(decoded.text) : parseCourse(decoded.text);
  return result.ok ? [] : result.problems;
}

const expected = expectedProblems();

test("EXPECTED.md lists every faulty sample", () => {
  const files = readdirSync(new URL("./fixtures/invalid", import.meta.url)).filter(
    (name) => name !== "EXPECTED.md",
  );
  expect([...expected.keys()].sort()).toEqual(files.sort());
  expect(files).toHaveLength(14);
});

for (const [name, rows] of expected) {
  test(`${name} has exactly the faults ${rows.map((row) => `${row.code} in line ${row.line}`).join(", ")}`, () => {
    const problems = problemsOf(`invalid/${name}`);
    expect(problems.map(({ code, line, row, column }) => ({ code, line, row, column }))).toEqual(rows);
    for (const problem of problems) {
      expect(problem.message).toMatch(new RegExp(`^Line ${problem.line}: .+[.]`));
      expect(problem.found).not.toBe("");
      expect(problem.expected).not.toBe("");
    }
  });
}

test("the problems' `found` and `expected` are those of EXPECTED.md", () => {
  const facts = [...expected.keys()].flatMap((name) =>
    problemsOf(`invalid/${name}`).map(
      ({ found, expected: wanted }) => `${name.slice(0, 2)} ${found} | ${wanted}`,
    ),
  );
  expect(facts).toMatchInlineSnapshot(`
    [
      "01 # First lesson | --- and the course fields",
      "02 easy | beginner, intermediate, advanced",
      "03 unquoted SQL: Joins | a quoted value",
      "04 \`\`\`\`python never closed (the \`\`\` of line 14 is shorter) | a closing line of at least 4 backticks",
      "05 no language | a language such as javascript",
      "06 ### Example without a chapter | ## Chapter before it",
      "07 a second code block: \`\`\`rust | one code block per example",
      "08 "" | 1-200 characters",
      "08 levels | format, title, description, difficulty_level, order_index",
      "08 Text before the first lesson. | # Lesson",
      "08 ##  | 1-200 characters",
      "08 no code block in "Example without code" | one code block",
      "08   \`\`\`ruby | column 1, or \\ before it",
      "08 This sentence is lost if nobody complains. | the description before the code",
      "09 code | one of course_title, course_description, difficulty_level, course_order_index, lesson_order_index, lesson_title, lesson_description, chapter_order_index, chapter_title, chapter_description, example_order_index, example_title, example_description, language, code_content, output, escaped",
      "09 no code_content | code_content",
      "10 a cell that starts with "if (a) {⏎  b();⏎}⏎Faulty;;Lesson;Chapter;Third;javascript;let c⏎ and never ends | a closing "",
      "11 9 cells | 8 cells",
      "11 Another text | One text or an empty cell",
      "11 empty, though example_title is filled | the chapter title",
      "11 advanced | beginner or an empty cell",
      "11 only whitespace: "⏎" | code to type",
      "12 byte 0xFC is not UTF-8 | a file saved as UTF-8 ("CSV UTF-8" in a spreadsheet)",
      "13 \`\`\`output | a code block before it",
      "13 \`\`\`output | a code block before it",
      "13 a second output: \`\`\`output | one output per example",
      "13 a second code block: \`\`\`Output | one code block per example",
      "13 output | a language such as javascript",
      "13 \`\`\`output never closed | a closing line of at least 3 backticks",
      "14 output | a language such as javascript",
      "14 empty, though output is filled | the example title",
      "14 101 lines | at most 2,000 characters and 100 lines",
    ]
  `);
});

/** The same text as other programs would save it. */
const spellings: Record<string, (text: string) => Buffer> = {
  "with CRLF": (text) => Buffer.from(text.replaceAll("\n", "\r\n")),
  "with lone CR": (text) => Buffer.from(text.replaceAll("\n", "\r")),
  "with a byte order mark": (text) => Buffer.from(`\ufeff${text}`),
  "without a final line end": (text) => Buffer.from(text.replace(/\n$/, "")),
  "with blank lines at the end": (text) => Buffer.from(`${text}\n\n\n`),
  "as UTF-16 LE": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "as UTF-16 BE": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "as UTF-16 LE without a mark": (text) => Buffer.from(text, "utf16le"),
  "as UTF-16 BE without a mark, with lone CR": (text) =>
    Buffer.from(text.replaceAll("\n", "\r"), "utf16le").swap16(),
};
const courseFiles = ["", "invalid/"].flatMap((folder) =>
  readdirSync(new URL(`./fixtures/${folder}`, import.meta.url))
    .filter((name) => /\.(md|csv)$/.test(name) && name !== "EXPECTED.md" && !name.startsWith("12-"))
    .map((name) => folder + name),
);

/** The course, or its faults with their places. */
function judged(name: string, bytes: Uint8Array): unknown {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) return decoded.problem;
  const result = name.endsWith(".csv") ? parseCourseCsv(decoded.text) : parseCourse(decoded.text);
  return result.ok
    ? result.course
    : result.problems.map(({ code, line, row, column }) => ({ code, line, row, column }));
}

for (const [how, spell] of Object.entries(spellings))
  test(`every sample, good or faulty, is judged the same way ${how}`, () => {
    expect(courseFiles.length).toBeGreaterThan(18);
    for (const name of courseFiles) {
      const text = textOf(name).replaceAll("\r\n", "\n");
      expect([name, judged(name, spell(text))]).toEqual([name, judged(name, bytesOf(name))]);
    }
  });
