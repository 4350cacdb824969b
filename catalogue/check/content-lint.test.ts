import { describe, expect, test } from "vitest";
import type { CatalogueExample } from "../course-files.ts";
import { lintCourse, lintCatalogue, lintExample } from "./content-lint.ts";
import { madeCourse, madeExample } from "./test/made-course.ts";

test("a sound example has no fault", () => {
  expect(allFaults({})).toEqual([]);
});

describe("characters that cannot be typed", () => {
  test("a tab", () =>
    expect(faults({ code: "if (a) {\n\tb();\n}" })).toContain("characters: line 2 contains a tab"));
  test("a curly quote", () => expect(faults({ code: "let a = “b”;" }).join()).toContain("U+201C"));
  test("a no-break space", () => expect(faults({ code: "let a\u00a0= 1;" }).join()).toContain("U+00A0"));
  test("an emoji", () => expect(faults({ code: 'let a = "😀";' }).join()).toContain("U+1F600"));

  test("73 characters in a line, while 72 are allowed", () => {
    const line = (length: number) => `const a = "${"x".repeat(length - 13)}";`;
    expect(line(73)).toHaveLength(73);
    expect(faults({ code: `${line(73)}\nlet b;\nlet c;` })).toEqual([
      "line length: line 1 has 73 characters, at most 72",
    ]);
    expect(faults({ code: `${line(72)}\nlet b;\nlet c;` })).toEqual([]);
  });

  test("61 columns in a course whose plan allows 60, with two for a tab", () => {
    const lengths = (code: string, language = "java") =>
      lintExample(example({ code, language }), { name: "own.md", lessonCount: 1 }, { lineLength: 60 })
        .filter(({ rule }) => rule === "line length")
        .map(({ message }) => message);
    const line = (length: number) => `int a = ${"1".repeat(length - 9)};`;
    expect(lengths(`${line(60)}\n${line(61)}`)).toEqual(["line 2 has 61 characters, at most 60"]);
    expect(lengths(`\t${line(58)}\n\t${line(59)}`, "go")).toEqual(["line 2 has 61 characters, at most 60"]);
  });

  test("a tab only indents, and only in Go", () => {
    expect(rules({ language: "go", code: "if a {\n\tb()\n}" })).not.toContain("characters");
    expect(rules({ language: "go", code: "a :=\t1\nb()\nc()" })).toContain("characters");
    expect(rules({ language: "c", code: "if (a) {\n\tb();\n}" })).toContain("characters");
  });

  for (const [what, code] of [
    ["a blank at the end of a line", "let a; \nlet b;\nlet c;"],
    ["a blank first line", "\nlet a;\nlet b;\nlet c;"],
    ["a final line feed", "let a;\nlet b;\nlet c;\n"],
    ["two blank lines", "let a;\n\n\nlet b;\nlet c;"],
  ] as const) {
    test(what, () => expect(rules({ code: code })).toContain("ends"));
  }

  test("an indent of three spaces, except before the stars of a comment", () => {
    expect(rules({ code: "if (a) {\n   b();\n}" })).toContain("indent");
    expect(rules({ code: "/*\n * a\n */\nlet b;" })).not.toContain("indent");
  });

  test("Python is indented by four", () => {
    expect(rules({ language: "python", code: "if a:\n  b()" })).toContain("indent");
    expect(rules({ language: "python", code: "if a:\n    b()" })).not.toContain("indent");
  });

  test("only the definitions at Python's top level have two blank lines", () => {
    const python = (code: string) => rules({ language: "python", code });
    expect(python("def double(n):\n    return 2 * n\n\n\nprint(double(4), double(5))")).toEqual([]);
    expect(python("size = 4\n\n\ndef double(n):\n    return 2 * n * size")).toEqual([]);
    expect(python("size = 4\n\n\nwidth = 8\nprint(size, width, size * width)")).toEqual(["ends"]);
    expect(python("def double(n):\n    return 2 * n\n\n\n\nprint(double(4))")).toEqual(["ends"]);
  });
});

describe("size", () => {
  const course = { name: "own.md", lessonCount: 3 };
  const ofLength = (length: number, lessonIndex: number) =>
    lintExample(
      example({ code: `${"let aa;\n".repeat(5)}//${"x".repeat(length - 42)}`, lessonIndex }),
      course,
    )
      .filter(({ rule }) => rule === "size")
      .map(({ message }) => message);

  for (const [lesson, from, to, part] of [
    [0, 50, 91, "first"],
    [1, 100, 113, "middle"],
    [2, 150, 151, "last"],
  ] as const) {
    test(`lesson ${lesson + 1} of 3 is a ${part} lesson`, () => {
      expect(ofLength(from, lesson)).toEqual([]);
      expect(ofLength(to, lesson)).toEqual([]);
      expect(ofLength(900, lesson).join()).toContain(`${part} lesson`);
    });
  }

  test("the second of two written lessons does not count as the last when six are planned", () => {
    const code = "x".repeat(60);
    const second = example({ lessonIndex: 1, code: `${code}\n${code}` });
    const says = (name: string) =>
      lintExample(second, { name, lessonCount: 2 }).map(({ message }) => message);
    expect(says("python-essentials.md").join()).not.toContain("lesson");
    expect(says("own.md").join()).toContain("150 to 360 in a course's last lesson");
  });

  test("more than 360 characters need a reason, and more than 400 are too many with it", () => {
    const ofSize = (length: number, long = {}) =>
      lintExample(
        example({ code: `${`${"x".repeat(50)}\n`.repeat(6)}${"x".repeat(length - 306)}`, lessonIndex: 1 }),
        { name: "own.md", lessonCount: 2 },
        { long },
      )
        .filter(({ rule }) => rule === "size")
        .map(({ message }) => message);
    const reason = { const: "a whole page needs its head and its body" };
    expect(ofSize(360)).toEqual([]);
    expect(ofSize(361)).toEqual(["361 characters, 150 to 360 in a course's last lesson"]);
    expect(ofSize(375, reason)).toEqual([]);
    expect(ofSize(370, { other: "a reason for another one" })).toHaveLength(1);
    expect(ofSize(401, reason)).toEqual(["401 characters, 150 to 400 in a course's last lesson"]);
  });

  test("two lines are too few, 21 too many, and a pattern may be one line", () => {
    expect(sizes({ code: `let a = 1;\nlet ${"b".repeat(40)};` })).toEqual(["lines: 2 lines, at least 3"]);
    expect(sizes({ code: Array(21).fill("let a;").join("\n") })).toEqual(["lines: 21 lines, at most 20"]);
    expect(sizes({ language: "regex", code: "^a+$" })).toEqual([]);
  });
});

describe("comments", () => {
  test("one short line is allowed, two are too much", () => {
    expect(rules({ code: "// the width\nlet a = 1;" })).toEqual([]);
    expect(rules({ code: "// the width\n// of a page\nlet a = 1;" })).toEqual(["comments"]);
    expect(rules({ code: `let a = 1; // ${"x".repeat(48)}` })).toEqual(["comments"]);
  });

  test("several comments are allowed where comments are the topic", () => {
    expect(rules({ title: "Line comments", code: "// one\n// two\nlet a;" })).toEqual([]);
  });

  test("text that only looks like a comment is not a comment", () => {
    const bash = 'echo "${#name}" "$#" a#b "# no" \'# no\'';
    expect(rules({ language: "bash", code: bash })).toEqual([]);
    expect(rules({ code: 'let a = "// no";\nlet b = "/* no */";\nlet c = /[/]//;' })).toEqual([]);
    expect(rules({ language: "python", code: 'a = "# no"\nb = "# no"' })).toEqual([]);
  });

  for (const line of [
    "# shellcheck disable=SC2086",
    "# noqa",
    "// eslint-disable-next-line",
    "// @ts-ignore",
  ]) {
    test(`${line} silences a tool`, () => {
      expect(faults({ code: `let a;\n${line}` }).join()).toContain("silences a tool");
    });
  }
});

describe("words", () => {
  for (const [what, line] of [
    ["a brand", 'let a = "Netflix";'],
    ["a person", 'let a = "Turing";'],
    ["a secret", 'let apiKey = "a8f3kd93kd0";'],
    ["a real address", 'let a = "https://acme.com/b";'],
    ["a real mail address", 'let a = "kim@acme.com";'],
  ] as const) {
    test(what, () => expect(rules({ code: `${line}` })).toEqual(["words"]));
  }

  test("addresses that are reserved for examples are allowed", () => {
    const code =
      'let a = "https://api.example.org/b?c=1";\nlet b = "kim@example.com";\nlet c = `https://${a}/b`;';
    expect(rules({ code: code })).toEqual([]);
  });
});

describe("behaviour", () => {
  for (const [language, line] of [
    ["javascript", "let a = Math.random();"],
    ["typescript", "let a: Date = new Date();"],
    ["javascript", "let a = await fetch(b);"],
    ["python", "import random"],
    ["python", 'name = input("Name: ")'],
    ["bash", 'echo "$RANDOM"'],
    ["bash", "date +%s"],
    ["bash", 'echo "a" >/etc/hosts'],
    ["bash", "git log --date=relative"],
    ["bash", "git log --format='%h %ar'"],
    ["java", "var now = LocalDate.now();"],
    ["java", "var in = new Scanner(System.in);"],
    ["c", "int roll = rand() % 6;"],
    ["cpp", "std::cin >> name;"],
    ["go", "start := time.Now()"],
    ["go", "n := rand.Intn(6)"],
    ["rust", "let start = Instant::now();"],
    ["php", "$roll = random_int(1, 6);"],
    ["php", "$today = new DateTimeImmutable();"],
    ["ruby", "roll = rand(6)"],
    ["ruby", "name = gets"],
  ] as const) {
    test(`${language}: ${line}`, () => expect(rules({ language, code: `${line}` })).toEqual(["behaviour"]));
  }

  test("a word in a text is not a function call", () => {
    expect(rules({ code: 'let a = "Math.random()";' })).toEqual([]);
    expect(rules({ language: "php", code: "$a = $b->time();\n$c = $a;\n$d = $c;" })).toEqual([]);
    expect(rules({ language: "ruby", code: "a = b.rand\nc = targets\nd = c" })).toEqual([]);
    expect(rules({ language: "bash", code: 'git log --date=short --format="%h %ad"\nls\nls' })).toEqual([]);
    expect(rules({ language: "bash", code: 'cd /dev\nls 2>/dev/null\nupdate="a"' })).toEqual([]);
  });
});

describe("SQL", () => {
  const sql = (code: string) => rules({ language: "sql", code: code });
  test("keywords are upper case; names and texts need not be", () => {
    expect(sql("SELECT name\nfrom product\nWHERE name = 'select';")).toEqual(["SQL keywords"]);
    expect(sql("SELECT first_name, date\nFROM product\nWHERE name = 'select';")).toEqual([]);
    expect(sql("CREATE TABLE note (\n  id INTEGER,\n  body text\n);")).toEqual(["SQL keywords"]);
  });
  test("functions are upper case too", () => {
    expect(sql("SELECT count(*)\nFROM product;")).toEqual(["SQL keywords"]);
    expect(sql("SELECT COUNT(*) AS count\nFROM product;")).toEqual([]);
  });
  test("a statement ends with a semicolon", () =>
    expect(sql("SELECT name\nFROM product")).toEqual(["SQL keywords"]));
  test("LIMIT needs an order", () =>
    expect(sql("SELECT name\nFROM product\nLIMIT 3;")).toEqual(["behaviour"]));
});

describe("titles and descriptions", () => {
  for (const [what, description] of [
    ["none", ""],
    ["three sentences", "One. Two. Three."],
    ["no full stop", "A name for a value"],
    ["filler", "In this example a name is assigned."],
    ["a list", "Two things:\n\n- one\n- two."],
  ] as const) {
    test(`a description: ${what}`, () => expect(rules({ description })).toContain("description"));
  }

  test("dots inside code and quotes do not end a sentence", () => {
    expect(rules({ description: '`a. b` and "c. d" are text. `.` ends it.' })).toEqual([]);
  });

  for (const title of ["x".repeat(51), "Example 1", "1. Names", "Ends with a stop.", "The `let` word"]) {
    test(`a title: ${title.slice(0, 20)}`, () => expect(rules({ title })).toEqual(["title"]));
  }

  test("a title may occur once in a chapter, and again in another chapter", () => {
    const twice = [example({}), example({ code: "let a = 1;\nlet b = 2;\nconsole.log(a + b, a - b);" })];
    expect(courseRules(twice)).toEqual(["title"]);
    expect(courseRules([twice[0] as CatalogueExample, example({ ...twice[1], chapterIndex: 1 })])).toEqual(
      [],
    );
  });
});

test("a statement that occurs four times in a course is boilerplate, a brace is not", () => {
  const four = [1, 2, 3, 4].map((n) =>
    example({ title: `Number ${n}`, code: `if (a) {\n  const size = ${n} * ${n};\n  console.log(size);\n}` }),
  );
  expect(courseRules(four)).toEqual(["boilerplate"]);
  expect(courseRules(four.slice(1))).toEqual([]);
});

test("a near duplicate is found across courses, also with other names and numbers", () => {
  const first = example({
    code: 'const words = ["a", "b"];\nfor (const word of words) {\n  console.log(word.length * 2);\n}',
  });
  const renamed = example({
    file: "other.md",
    title: "Another",
    code: 'const cities = ["c", "d"];\nfor (const city of cities) {\n  console.log(city.length * 7);\n}',
  });
  const different = example({
    title: "Different",
    code: 'const words = ["a", "b"];\nlet index = 0;\nwhile (index < 2) {\n  index += 1;\n}\nconsole.log(index);',
  });
  const other = madeCourse([renamed]);
  const files = [
    madeCourse([first, different]),
    { ...other, name: "other.md", course: { ...other.course, order_index: 2 } },
  ];
  expect(lintCatalogue(files).map(({ at, rule }) => `${rule}: ${at}`)).toEqual([
    "near duplicate: other.md: Lesson > Chapter > Another",
  ]);
});

test("a course has its place in the list, and no other course has the same", () => {
  const own = madeCourse([]);
  const nowhere = { ...own, course: { ...own.course, order_index: null } };
  expect(lintCourse(nowhere).map(({ rule }) => rule)).toEqual(["order"]);
  expect(lintCatalogue([own, { ...own, name: "other.md" }]).map(({ at, rule }) => `${rule}: ${at}`)).toEqual([
    "order: other.md",
  ]);
});

function example(fields: Partial<CatalogueExample>): CatalogueExample {
  return madeExample({
    code: "const width = 6;\nconst height = 4;\nconsole.log(width * height);",
    ...fields,
  });
}

/** The faults except those about size, so that a test needs only the code that it is about. */
function faults(fields: Partial<CatalogueExample>): string[] {
  return allFaults(fields).filter((fault) => !/^(?:size|lines): /.test(fault));
}

function sizes(fields: Partial<CatalogueExample>): string[] {
  return allFaults(fields).filter((fault) => /^(?:size|lines): /.test(fault));
}

function allFaults(fields: Partial<CatalogueExample>): string[] {
  return lintExample(example(fields), { name: "own.md", lessonCount: 1 }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}

function rules(fields: Partial<CatalogueExample>): string[] {
  return faults(fields).map((fault) => fault.slice(0, fault.indexOf(":")));
}

function courseRules(examples: readonly CatalogueExample[]): string[] {
  return lintCourse(madeCourse(examples)).map(({ rule }) => rule);
}
