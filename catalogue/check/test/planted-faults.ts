// Examples and courses with planted faults, and sound ones, for the self-test of the check.

export type Planted = {
  readonly name: string;
  readonly language: string;
  readonly code: string;
  /** The output in the course file; none if it is undefined. */
  readonly output?: string;
  readonly description?: string;
  /** One of the faults must match this. When it is undefined, there must be none. */
  readonly expect?: RegExp;
  readonly frame?: string;
  /** Files beside it. */
  readonly fixture?: Readonly<Record<string, string>>;
};

export const fixtureSql = `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price NUMERIC(8, 2));
INSERT INTO item VALUES (1, 'pen', 1.50), (2, 'Pad', 3.00), (3, 'cup', NULL);
`;

export const planted: readonly Planted[] = [
  {
    name: "sound JavaScript",
    language: "javascript",
    code: 'const word = "tab";\nconsole.log(word);',
    output: "tab",
  },
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
    expect: /a different text each time/,
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
    output: "3",
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
    output: "8",
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
    expect: /a different text each time/,
  },
  {
    name: "sound SQL",
    language: "sql",
    code: "SELECT name, price\nFROM item\nWHERE price IS NOT NULL\nORDER BY price;",
    output: "name  price\n----  -----\npen   1.5\nPad   3",
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
    expect: /engines return different rows/,
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
  {
    name: "sound Bash",
    language: "bash",
    code: 'name="tab stop"\necho "Hello, $name"',
    output: "Hello, tab stop",
  },
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
  { name: "chance in Bash", language: "bash", code: 'echo "$RANDOM"', expect: /a different text each time/ },
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
  { name: "an unclosed tag", language: "html", code: "<p>Some <em>text</p>", expect: /^syntax: line 1: / },
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
    output: "4",
    fixture: { "shapes.js": "export const area = (side) => side * side;\n" },
  },
  {
    name: "TypeScript with a module of its fixture",
    language: "typescript",
    code: 'import { area } from "./shapes.js";\nconsole.log(area(2).toFixed());',
    output: "4",
    fixture: { "shapes.ts": "export const area = (side: number) => side * side;\n" },
  },
  {
    name: "Python with a module and a file of its fixture",
    language: "python",
    code: 'from shapes import area\n\nwith open("sides.txt") as file:\n    print(area(int(file.read())))',
    output: "4",
    fixture: { "shapes.py": "def area(side):\n    return side * side\n", "sides.txt": "2\n" },
  },
  {
    name: "Bash with a file of its fixture",
    language: "bash",
    code: 'while read -r line; do\n  echo "$line"\ndone <words.txt',
    output: "one\ntwo",
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
    output: "list",
  },
  {
    name: "an output that differs by one character",
    language: "javascript",
    code: 'console.log("Tea");',
    output: "tea",
    expect: /^output: .*line 1: the file has "tea", the run printed "Tea"/,
  },
  {
    name: "an output with a line end too many",
    language: "python",
    code: 'print("tea")',
    output: "tea\n",
    expect: /^output: .*line 2: the file has "", the run printed no line/,
  },
  {
    name: "an output without the blank line at its end",
    language: "bash",
    code: 'printf "tea\\n\\n"',
    output: "tea",
    expect: /^output: .*line 2: the file has no line, the run printed ""/,
  },
  {
    name: "a blank line at the end of an output",
    language: "bash",
    code: 'printf "tea\\n\\n"',
    output: "tea\n",
  },
  { name: "printed text without a line end", language: "bash", code: 'printf "tea"', output: "tea" },
  {
    name: "an output that is missing",
    language: "typescript",
    code: 'const word: string = "tea";\nconsole.log(word);',
    expect: /^output: .*has no output/,
  },
  {
    name: "an output where nothing is printed",
    language: "typescript",
    code: 'export const word: string = "tea";',
    output: "tea",
    expect: /^output: .*prints nothing/,
  },
  {
    name: "TypeScript that prints nothing",
    language: "typescript",
    code: 'export const word: string = "tea";',
  },
  {
    name: "an output longer than a file can hold",
    language: "python",
    code: 'print("tea " * 501)',
    output: "tea",
    expect: /^output: .*At most 2,000 characters and 100 lines/,
  },
  {
    name: "colours for a terminal",
    language: "bash",
    code: 'printf "\\033[1mtea\\n"',
    output: "tea",
    expect: /^output: .*U\+001B/,
  },
  {
    name: "the folder in which it runs",
    language: "bash",
    code: "pwd",
    expect: /a different text each time/,
  },
  {
    name: "an output beside another fault",
    language: "python",
    code: "print( 1 )",
    output: "2",
    expect: /^output: /,
  },
  {
    name: "an output of SQL with another row",
    language: "sql",
    code: "SELECT name\nFROM item\nWHERE id = 1;",
    output: "name\n----\nPad",
    expect: /^output: .*line 3: the file has "Pad", the run printed "pen"/,
  },
  {
    name: "an output of SQL that is missing",
    language: "sql",
    code: "SELECT COUNT(*) AS items\nFROM item;",
    expect: /^output: .*has no output/,
  },
  {
    name: "an output of SQL that returns nothing",
    language: "sql",
    code: "UPDATE item\nSET price = 1;",
    output: "price",
    expect: /^output: .*prints nothing/,
  },
  {
    name: "SQL that returns twice",
    language: "sql",
    code: "UPDATE item\nSET price = 2\nWHERE id = 3\nRETURNING id, name;\n\nSELECT COUNT(*)\nFROM item\nWHERE name IS NULL;",
    output: "id  name\n--  ----\n3   cup\n\nCOUNT(*)\n--------\n0",
  },
  {
    name: "SQL that returns NULL",
    language: "sql",
    code: "SELECT price, name\nFROM item\nWHERE id = 3;",
    output: "price  name\n-----  ----\nNULL   cup",
  },
  ...(["html", "css", "json"] as const).map((language) => ({
    name: "an output where nothing runs",
    language,
    code: { html: "<p>Tea</p>", css: "p {\n  color: #333;\n}", json: '{ "tea": 1 }' }[language],
    output: "Tea",
    expect: /^output: nothing runs/,
  })),
  {
    name: "an output of a pattern",
    language: "regex",
    code: "^a$",
    description: 'Matches "a".',
    output: "a",
    expect: /^output: nothing runs/,
  },
  {
    name: "a language without a check",
    language: "cobol",
    code: "STOP RUN.",
    expect: /no check for "cobol"/,
  },
];

/** Courses of at least three examples, in which a core is used again as often as required, or too seldom. */
export const plantedCourses: readonly {
  readonly name: string;
  readonly language: string;
  readonly codes: readonly string[];
  readonly core: readonly string[];
  readonly expect?: RegExp;
}[] = [
  {
    name: "all comes back twice",
    language: "bash",
    codes: ["ls -a", "ls -a", "ls -a"],
    core: ["ls", "ls -a"],
  },
  { name: "what is not in the core comes back once", language: "bash", codes: ["ls -a", "ls -a"], core: [] },
  {
    name: "a method that comes back once",
    language: "javascript",
    codes: ["a.at(1);", "a.at(2);", "a(3);", "a(4);"],
    core: [".at()"],
    expect: /^recurrence: \.at\(\) is used again in 1 later example, at least 2$/,
  },
  {
    name: "an option that never comes back",
    language: "bash",
    codes: ["ls -a", "ls", "ls"],
    core: ["ls -a"],
    expect: /^recurrence: ls -a is used again in 0 later examples/,
  },
  {
    name: "a keyword that only comes back as a word of a text",
    language: "python",
    codes: ['print("a" in b)', 'print("in")', 'print("in")'],
    core: ["in"],
    expect: /^recurrence: in is used again in 0/,
  },
  {
    name: "an attribute that only comes back as a word",
    language: "html",
    codes: ["<p hidden>a</p>", "<p>hidden</p>", "<p>hidden</p>"],
    core: ["[hidden]"],
    expect: /^recurrence: \[hidden\] is used again in 0/,
  },
  {
    name: "a property that never comes back",
    language: "css",
    codes: ["a {\n  color: red;\n}", "a {\n  --color: red;\n}", "a {\n  --a: red;\n}"],
    core: ["color"],
    expect: /^recurrence: color is used again in 0/,
  },
  {
    name: "a clause that never comes back",
    language: "sql",
    codes: ["SELECT DISTINCT a FROM b;", "SELECT a FROM b;", "SELECT a FROM b;"],
    core: ["DISTINCT"],
    expect: /^recurrence: DISTINCT is used again in 0/,
  },
  {
    name: "a core construct that is nowhere",
    language: "bash",
    codes: ["ls", "ls", "ls"],
    core: ["cd"],
    expect: /^core: no example introduces cd/,
  },
];
