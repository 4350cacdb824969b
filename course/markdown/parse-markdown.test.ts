import { describe, expect, test } from "vitest";
import type { Course, Example, Lesson } from "../course.ts";
import { parseCourse, parseLesson } from "./parse-markdown.ts";
import type { Problem, Warning } from "../problems.ts";

/** A course file whose body begins in line 5. */
const file = (...body: string[]) =>
  ["---", "title: T", "difficulty_level: beginner", "---", ...body].join("\n");
const chapter = (...lines: string[]) => file("# L", "## C", ...lines);
/** An example from line 7 on. */
const example = (...lines: string[]) => chapter("### E", ...lines);
const code = ["```js", "x", "```"];

type Result = { ok: true; warnings: readonly Warning[] } | { ok: false; problems: readonly Problem[] };

/** The faults as "7 CODE_MISSING". */
function wrong(text: string): string[] {
  return drawProblems(parseCourse(text));
}

function wrongLesson(text: string, title = "T"): string[] {
  return drawProblems(parseLesson(text, title));
}

function drawProblems(result: Result): string[] {
  return result.ok ? ["accepted"] : result.problems.map(({ line, code: name }) => `${line ?? "-"} ${name}`);
}

function warned(text: string): string[] {
  return parseCourse(text).warnings.map((warning) => `${warning.line ?? "-"} ${warning.code}`);
}

function courseOf(text: string): Course {
  const result = parseCourse(text);
  if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
  return result.course;
}

function lessonOf(text: string, title = ""): Lesson {
  const result = parseLesson(text, title);
  if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
  return result.lesson;
}

function firstExample(text: string): Example {
  const found = courseOf(text).lessons[0]?.chapters[0]?.examples[0];
  if (found === undefined) throw new RangeError("no example");
  return found;
}

const descriptionOf = (...lines: string[]) => firstExample(example(...lines, ...code)).description;

describe("front matter", () => {
  const fields = (...lines: string[]) => ["---", ...lines, "---", "# L", "## C", "### E", ...code].join("\n");

  test("only title and difficulty_level are required", () => {
    expect(courseOf(file("# L"))).toEqual({
      title: "T",
      description: "",
      difficulty_level: "beginner",
      order_index: null,
      lessons: [{ title: "L", description: "", chapters: [] }],
    });
  });

  test("every value is read as the text that is written, whatever YAML would make of it", () => {
    for (const title of [
      "no",
      "1e3",
      "2024-01-01",
      "0x1F",
      "null",
      "~",
      "true",
      ".inf",
      "1_000",
      "C# & C++",
    ]) {
      expect(courseOf(fields(`title: ${title}`, "difficulty_level: Advanced")).title).toBe(title);
    }
  });

  test("every way of writing a text in YAML is understood", () => {
    const { title, description, order_index } = courseOf(
      fields(
        "# a comment",
        "'title' : 'it''s' # and another",
        "",
        "description: >-",
        "  folded",
        "  lines",
        "",
        "  # no comment",
        '"order_index": "007"',
        "? difficulty_level",
        ": beginner",
      ),
    );
    expect([title, description, order_index]).toEqual(["it's", "folded lines\n# no comment", 7]);
  });

  test("a quoted value may run over lines and hold escapes", () => {
    const { title, description } = courseOf(
      fields(
        'title: "\\u0041 \\',
        '  b"',
        'description: "a\\nb\\tc',
        '  d \\uD83D\\uDE00"',
        "difficulty_level: beginner",
      ),
    );
    expect([title, description]).toEqual(["A b", "a\nb\tc d 😀"]);
  });

  test("blank lines and a byte order mark before front matter are allowed, and spaces after ---", () => {
    expect(wrong(`\ufeff\n \n--- \ntitle: T\ndifficulty_level: beginner\n---\t\n# L`)).toEqual(["accepted"]);
  });

  test("--- after a comment, a longer rule or an indented one does not start front matter", () => {
    expect(wrong(`<!-- c -->\n${file("# L")}`)).toEqual(["1 FRONT_MATTER_MISSING"]);
    expect(wrong("----\ntitle: T\n----\n# L")).toEqual(["1 FRONT_MATTER_MISSING"]);
    expect(wrong(" ---\ntitle: T\n---\n# L")).toEqual(["1 FRONT_MATTER_MISSING"]);
  });

  test("when it is missing, the text before the first heading is not reported too, but the rest is judged", () => {
    expect(wrong("title: T\ndifficulty_level: beginner\n\n# L\n## C\n### E\n```\nx\n```")).toEqual([
      "1 FRONT_MATTER_MISSING",
      "7 LANGUAGE_MISSING",
    ]);
    expect(wrong("")).toEqual(["1 FRONT_MATTER_MISSING"]);
    expect(wrong("\n\nSome text\n\n    code\n")).toEqual(["3 FRONT_MATTER_MISSING"]);
  });

  test("front matter that never ends is reported where it starts, and nothing else is reported", () => {
    expect(wrong("\n---\ntitle: T\n# L\n### E")).toEqual(["2 FRONT_MATTER_UNCLOSED"]);
  });

  test("front matter is recognised only at the top of the file", () => {
    expect(descriptionOf("---", "title: U", "---")).toBe("---\ntitle: U\n---");
  });

  test("missing fields are reported at the first line of the front matter", () => {
    expect(wrong("\n---\n---\n# L")).toEqual(["2 FIELD_MISSING", "2 FIELD_MISSING"]);
    expect(wrong("---\n# title: T\ntitle: T\n---\n# L")).toEqual(["1 FIELD_MISSING"]);
  });

  test("unknown names are errors, each at its line", () => {
    expect(wrong(fields("Title: T", "title: T", "lang: js", "difficulty_level: beginner", "'': x"))).toEqual([
      "2 FRONT_MATTER_KEY",
      "4 FRONT_MATTER_KEY",
      "6 FRONT_MATTER_KEY",
    ]);
  });

  test("a repeated name is an error where it occurs the second time", () => {
    expect(wrong(fields("title: T", "difficulty_level: beginner", "title: U", "title: V"))).toEqual([
      "4 FRONT_MATTER_YAML",
      "5 FRONT_MATTER_YAML",
    ]);
  });

  test("lists, maps, anchors, aliases and tags are errors, since they are not text", () => {
    const values = [
      "[a, b]",
      "{a: b}",
      "\n  - a",
      "\n- a",
      "\n  a: b",
      "&x a",
      "!!str a",
      "! a",
      "!x a",
      "*x",
    ];
    for (const value of values) {
      expect([value, ...wrong(fields(`title: ${value}`, "difficulty_level: beginner"))]).toEqual([
        value,
        "2 FRONT_MATTER_VALUE",
      ]);
    }
    expect(wrong(fields("&x title: T", "difficulty_level: *x"))).toEqual([
      "2 FRONT_MATTER_VALUE",
      "3 FRONT_MATTER_VALUE",
    ]);
    expect(wrong(fields("!!map", "title: T", "difficulty_level: beginner"))).toEqual([
      "3 FRONT_MATTER_VALUE",
    ]);
  });

  test("invalid YAML is reported where its entry begins, and the other entries are still read", () => {
    expect(wrong(fields("title: a: b", "levels: 3", "description: c: d", "difficulty_level: easy"))).toEqual([
      "2 FRONT_MATTER_YAML",
      "3 FRONT_MATTER_KEY",
      "4 FRONT_MATTER_YAML",
      "5 DIFFICULTY_INVALID",
    ]);
    expect(wrong(fields('title: "open', "difficulty_level: beginner", "order_index: x"))).toEqual([
      "2 FRONT_MATTER_YAML",
      "4 ORDER_INVALID",
    ]);
  });

  test("lines that are not entries are reported once each", () => {
    expect(wrong(fields("title: T", "no entry", "difficulty_level: beginner"))).toEqual([
      "3 FRONT_MATTER_YAML",
    ]);
    expect(wrong(fields("title:T"))).toEqual(["2 FRONT_MATTER_YAML"]);
    expect(wrong(fields("- title: T"))).toEqual(["2 FRONT_MATTER_YAML"]);
    expect(wrong(fields("title: @x", "difficulty_level: `y`"))).toEqual([
      "2 FRONT_MATTER_YAML",
      "3 FRONT_MATTER_YAML",
    ]);
    expect(wrong(fields("\ttitle: T"))).toEqual(["2 FRONT_MATTER_YAML"]);
    expect(wrong(fields("[a]: b", "title: T", "difficulty_level: beginner"))).toEqual([
      "2 FRONT_MATTER_YAML",
    ]);
  });

  test("a second YAML document is not dropped silently", () => {
    expect(wrong(fields("title: T", "difficulty_level: beginner", "...", "description: lost"))).toEqual([
      "4 FRONT_MATTER_YAML",
    ]);
  });

  test("front matter of thousands of lines or brackets is refused quickly", () => {
    expect(wrong(fields(`title: ${"[".repeat(50_000)}`))).toContain("2 FRONT_MATTER_YAML");
    expect(wrong(fields(`title: ${"a: ".repeat(20_000)}`, "difficulty_level: beginner"))).toEqual([
      "2 FRONT_MATTER_YAML",
    ]);
    expect(wrong(fields(`title: "${"x".repeat(300_000)}"`))).toEqual(["2 FRONT_MATTER_YAML"]);
    const many = parseCourse(fields(...Array.from({ length: 20_000 }, (_, at) => `k${at}: v`)));
    expect(many).toMatchObject({ ok: false, errorCount: 20_002 });
    expect(wrong(fields(...Array.from({ length: 20_000 }, () => "a: b: c"))).slice(0, 2)).toEqual([
      "2 FRONT_MATTER_YAML",
      "3 FRONT_MATTER_YAML",
    ]);
  });

  test("the values are judged by the same rules as in other files", () => {
    expect(
      wrong(
        fields("format: tabstop-course/2", "title: |", "  a", "  b", "difficulty_level:", "order_index: -1"),
      ),
    ).toEqual(["2 FORMAT_UNKNOWN", "3 TITLE_LINE_BREAK", "6 DIFFICULTY_INVALID", "7 ORDER_INVALID"]);
    expect(
      wrong(fields("title:", 'description: "\\u0007 \\uD83D"', "difficulty_level: beginner", "order_index:")),
    ).toEqual(["2 TITLE_EMPTY", "3 CHARACTER_FORBIDDEN", "5 ORDER_INVALID"]);
  });

  test("a refusal has the course title if it could be read", () => {
    expect(parseCourse(file("text"))).toMatchObject({ ok: false, title: "T" });
    expect(parseCourse(fields("title: a: b", "difficulty_level: beginner"))).toMatchObject({
      ok: false,
      title: null,
    });
    expect(parseCourse("# L")).toMatchObject({ ok: false, title: null });
  });
});

describe("headings", () => {
  test("a title is the rest of the line, trimmed and literal", () => {
    for (const title of [
      "C #",
      "# x",
      "## x ##",
      "\\# x",
      "a: 'b' \"c\"",
      "`code`",
      "*a* <b>",
      "---",
      "a \u00a0 b",
    ]) {
      expect(courseOf(file(`#  ${title} \t`)).lessons[0]?.title).toBe(title);
      expect(firstExample(chapter(`### ${title}`, ...code)).title).toBe(title);
    }
  });

  test("# with only spaces after it is an empty title", () => {
    expect(wrong(file("# ", "##  \t", "### \u3000", ...code))).toEqual([
      "5 TITLE_EMPTY",
      "6 TITLE_EMPTY",
      "7 TITLE_EMPTY",
    ]);
  });

  test("# without a space after it is text, with a warning", () => {
    for (const line of ["#x", "#", "##\tx", "###", "#!/bin/sh", "#\u200bx"]) {
      expect(courseOf(file("# L", line)).lessons[0]?.description).toBe(line);
      expect(warned(file("# L", line, "## C", "### E", ...code))).toEqual(["6 HASH_IS_TEXT"]);
    }
  });

  test("four to six # are text, without a warning", () => {
    const lines = ["#### a", "##### b", "###### c", "####### d", "####"];
    expect(descriptionOf(...lines)).toBe(lines.join("\n"));
    expect(warned(example(...lines, ...code))).toEqual([]);
  });

  test("a line of hyphens or equals signs under a text does not make it a heading", () => {
    expect(descriptionOf("Text", "===", "more", "----", "=", "--", "- - -", "***", "--- x")).toBe(
      "Text\n===\nmore\n----\n=\n--\n- - -\n***\n--- x",
    );
    expect(warned(example("Text", "=== \t", "----", "=", ...code))).toEqual([
      "9 RULE_IS_TEXT",
      "10 RULE_IS_TEXT",
    ]);
  });

  test("a title that is too long, or has forbidden characters or tabs, is reported at its line", () => {
    const bad = (title: string) => wrong(file("# L", `## ${title}`, "### E", ...code));
    expect(bad("x".repeat(201))).toEqual(["6 TITLE_TOO_LONG"]);
    expect(bad("😀".repeat(200))).toEqual(["accepted"]);
    expect(bad("a\tb")).toEqual(["6 TITLE_LINE_BREAK"]);
    expect(bad("a\0b")).toEqual(["6 CHARACTER_FORBIDDEN"]);
    expect(bad("a\u2028b")).toEqual(["6 CHARACTER_FORBIDDEN"]);
    expect(bad("a\ud83d")).toEqual(["6 CHARACTER_FORBIDDEN"]);
  });

  test("equal titles of siblings are a warning at the second, equal titles elsewhere are not", () => {
    const text = file(
      "# A",
      "## A",
      "### A",
      ...code,
      "### A",
      ...code,
      "## A",
      "# A",
      "## A",
      "### A",
      ...code,
    );
    expect(warned(text)).toEqual(
      ["11 TITLE_DUPLICATE", "15 TITLE_DUPLICATE", "15 CHAPTER_EMPTY", "16 TITLE_DUPLICATE"].sort(
        (a, b) => Number.parseInt(a) - Number.parseInt(b),
      ),
    );
  });

  test("empty courses, lessons and chapters are accepted with a warning", () => {
    expect(warned(file())).toEqual(["1 COURSE_EMPTY"]);
    expect(warned(file("# L", "# M", "## C"))).toEqual(["5 LESSON_EMPTY", "7 CHAPTER_EMPTY"]);
  });
});

describe("structure", () => {
  test("text before the first lesson is reported once", () => {
    expect(wrong(file("", "a", "b", "", "c", "# L"))).toEqual(["6 TEXT_BEFORE_LESSON"]);
    expect(wrong(file("\\# x", "# L"))).toEqual(["5 TEXT_BEFORE_LESSON"]);
  });

  test("a missing parent is reported once", () => {
    expect(wrong(file("## C", "### E", ...code, "## D", "# L", "## E"))).toEqual([
      "5 CHAPTER_OUTSIDE_LESSON",
    ]);
    expect(wrong(file("# L", "### E", ...code, "### F", ...code, "# M", "### G", ...code))).toEqual([
      "6 EXAMPLE_OUTSIDE_CHAPTER",
      "15 EXAMPLE_OUTSIDE_CHAPTER",
    ]);
    expect(wrong(file("### E", ...code, "### F", ...code))).toEqual(["5 EXAMPLE_OUTSIDE_CHAPTER"]);
  });

  test("the contents of a misplaced example are judged too", () => {
    expect(wrong(file("# L", "### E", "```", "x", "```"))).toEqual([
      "6 EXAMPLE_OUTSIDE_CHAPTER",
      "7 LANGUAGE_MISSING",
    ]);
    expect(wrong(file("## C", "a\0", "### E"))).toEqual([
      "5 CHAPTER_OUTSIDE_LESSON",
      "6 CHARACTER_FORBIDDEN",
      "7 CODE_MISSING",
    ]);
  });

  test("an example without code is reported at its heading, wherever it ends", () => {
    expect(wrong(chapter("### E", "### F", "text", "## D", "### G", "# M", "## N", "### H"))).toEqual([
      "7 CODE_MISSING",
      "8 CODE_MISSING",
      "11 CODE_MISSING",
      "14 CODE_MISSING",
    ]);
  });

  test("code outside an example is reported for each block", () => {
    expect(wrong(file(...code, "# L", ...code, "## C", "text", "", ...code, "### E", ...code))).toEqual([
      "5 CODE_OUTSIDE_EXAMPLE",
      "9 CODE_OUTSIDE_EXAMPLE",
      "15 CODE_OUTSIDE_EXAMPLE",
    ]);
  });

  test("each further code block is reported, and its own faults are not", () => {
    expect(wrong(example(...code, "", "```", "", "```", "~~~", "~~~"))).toEqual([
      "12 SECOND_CODE_BLOCK",
      "15 SECOND_CODE_BLOCK",
    ]);
  });

  test("text after the code is reported once per example", () => {
    expect(wrong(example(...code, "", "a", "", "---", "#x", "### F", ...code, "\\# b"))).toEqual([
      "12 TEXT_AFTER_CODE",
      "20 TEXT_AFTER_CODE",
    ]);
    expect(warned(example(...code, "---"))).toEqual([]);
  });

  test("blank lines and comments are allowed anywhere", () => {
    expect(
      wrong(
        file(
          "<!-- a -->",
          " \t",
          "# L",
          "<!--",
          "### x",
          "-->",
          "## C",
          "### E",
          ...code,
          "\u3000",
          "<!-- b -->",
        ),
      ),
    ).toEqual(["accepted"]);
  });

  test("too many children are reported once, at the first one over the limit", () => {
    const repeat = (times: number, ...lines: string[]) => Array.from({ length: times }, () => lines).flat();
    expect(wrong(file(...repeat(103, "# L")))).toEqual(["105 TOO_MANY"]);
    expect(wrong(file(...repeat(100, "# L")))).toEqual(["accepted"]);
    expect(wrong(file("# L", ...repeat(102, "## C"), "# L", ...repeat(101, "## C")))).toEqual([
      "106 TOO_MANY",
      "209 TOO_MANY",
    ]);
    const examples = (times: number) => repeat(times, "### E", ...code);
    expect(wrong(chapter(...examples(200)))).toEqual(["accepted"]);
    expect(wrong(chapter(...examples(202)))).toEqual([`${7 + 4 * 200} TOO_MANY`]);
    expect(wrong(file("# L", ...repeat(10, "## C", ...examples(200))))).toEqual(["accepted"]);
    expect(wrong(file("# L", ...repeat(10, "## C", ...examples(200)), "## D", ...examples(2)))).toEqual([
      `${6 + 10 * 801 + 1} TOO_MANY`,
    ]);
    expect(wrong(chapter(...examples(2_001)))).toEqual([
      `${7 + 4 * 200} TOO_MANY`,
      `${7 + 4 * 2_000} TOO_MANY`,
    ]);
  });

  test("a course of more than two million characters is refused at its first line", () => {
    const line = "x".repeat(499);
    const big = ["### E", "```js", ...Array.from({ length: 20 }, () => line), "```"];
    const full = Array.from({ length: 199 }, () => big).flat();
    expect(wrong(file("# L", "## C", ...full))).toEqual(["accepted"]);
    expect(wrong(file("# L", "## C", ...full, "## D", ...big, ...big))).toEqual(["1 COURSE_TOO_LARGE"]);
  });

  test("a file of more than eight million UTF-16 units is not read at all", () => {
    expect(wrong("x".repeat(8_000_001))).toEqual(["1 FILE_TOO_LARGE"]);
    expect(wrongLesson("x".repeat(8_000_001))).toEqual(["1 FILE_TOO_LARGE"]);
  });

  test("at most 200 problems are listed, the first by line, and all are counted", () => {
    const result = parseCourse(file(...Array.from({ length: 1_000 }, () => ["# L", "### E"]).flat()));
    expect(result).toMatchObject({ ok: false, errorCount: 2_001 });
    if (result.ok) return;
    expect(result.problems).toHaveLength(200);
    expect(result.problems[0]).toMatchObject({ line: 6, code: "EXAMPLE_OUTSIDE_CHAPTER" });
    const lines = result.problems.map((problem) => problem.line ?? 0);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect(lines.at(-1)).toBeLessThan(210);
  });
});

describe("descriptions", () => {
  test("an escaped marker loses one backslash", () => {
    expect(
      descriptionOf("\\# a", "\\\\# b", "  \\### c", "\\```", "\\~~~~ d", "\\<!-- e", "\\---", "   \\=== "),
    ).toBe("# a\n\\# b\n  ### c\n```\n~~~~ d\n<!-- e\n---\n   ===");
    expect(warned(example("\\# a", "\\---", "\\#b", ...code))).toEqual([]);
  });

  test("all other backslashes are literal", () => {
    const lines = [
      "\\",
      "\\a",
      "\\\\",
      "\\#### x",
      "    \\# x",
      "\t\\# x",
      "a \\# b",
      "\\--",
      "\\--- x",
      "\\``",
      "\\<!-",
    ];
    expect(descriptionOf("x", ...lines)).toBe(`x\n${lines.join("\n")}`);
  });

  test("blank lines around a description are dropped; those inside it and trailing spaces stay", () => {
    expect(descriptionOf("", " ", "a  ", "", "  b", "", "")).toBe("a  \n\n  b");
    expect(descriptionOf("    indented first line", "    second")).toBe("indented first line\n    second");
  });

  test("a comment in a description removes its own lines and nothing else", () => {
    expect(descriptionOf("a", "<!-- x", "```", "--> ", "b", "", "<!---->", "c")).toBe("a\nb\n\nc");
    expect(descriptionOf("a <!-- no comment", " x <!-- -->")).toBe("a <!-- no comment\n x <!-- -->");
  });

  test("<!--> and <!---> are complete comments", () => {
    expect(descriptionOf("<!-->", "a", "<!--->", "b")).toBe("a\nb");
  });

  test("a marker indented by four spaces or a tab is text", () => {
    const lines = ["x", "    # a", "\t# b", " \t# c", "    ```", "     <!--", "    ---"];
    expect(descriptionOf(...lines)).toBe(lines.join("\n"));
    expect(warned(example(...lines, ...code))).toEqual([]);
  });

  test("its faults are reported at their lines", () => {
    expect(wrong(example("", "a", "<!-- c -->", "b\u0007", "c", "d\ufeffe", ...code))).toEqual([
      "11 CHARACTER_FORBIDDEN",
      "13 CHARACTER_FORBIDDEN",
    ]);
    expect(wrong(example("", "", "x".repeat(5_001), ...code))).toEqual(["10 DESCRIPTION_TOO_LONG"]);
    expect(wrong(example("", "😀".repeat(5_000), ...code))).toEqual(["accepted"]);
    expect(wrong(file("# L", "a", ...Array.from({ length: 5_000 }, () => ""), "b"))).toEqual([
      "6 DESCRIPTION_TOO_LONG",
    ]);
    expect(wrong(file("# L", ...Array.from({ length: 3_000 }, () => "ab")))).toEqual([
      "6 DESCRIPTION_TOO_LONG",
    ]);
    expect(wrong(file("# L", "a", ...Array.from({ length: 9_000 }, () => "  ")))).toEqual(["accepted"]);
  });

  test("the exact length of one that is too long is reported, however long it is", () => {
    for (const lines of [2_501, 30_000]) {
      const result = parseCourse(file("# L", ...Array.from({ length: lines }, () => "x")));
      expect(result).toMatchObject({ ok: false });
      if (!result.ok) expect(result.problems[0]?.found.replace(",", "")).toBe(`${2 * lines - 1} characters`);
    }
  });
});

describe("code", () => {
  const codeOf = (...lines: string[]) => firstExample(example(...lines)).code_content;

  test("is every line between the fences, joined by LF", () => {
    expect(codeOf("```js", "x", "```")).toBe("x");
    expect(codeOf("```js", "x", "", "```")).toBe("x\n");
    expect(codeOf("```js", "", "\tx  ", " ", "```")).toBe("\n\tx  \n ");
  });

  test("inside a block, markers have no meaning", () => {
    const lines = [
      "# a",
      "---",
      "<!--",
      "\\# b",
      "~~~",
      "``",
      " ## c",
      "title: x",
      "    ```",
      "\t```",
      "```x",
      "-->",
    ];
    expect(codeOf("```js", ...lines, "```")).toBe(lines.join("\n"));
  });

  test("a fence closes with the same character, at least as long, indented by three at most, with only spaces after it", () => {
    expect(codeOf("````js", "```", "~~~~", "```` x", "`````")).toBe("```\n~~~~\n```` x");
    expect(codeOf("~~~js", "```", "~~", "   ~~~~ \t")).toBe("```\n~~");
  });

  test("the first word after the opening fence is the language", () => {
    const languageOf = (fence: string) => firstExample(example(fence, "x", fence.slice(0, 3))).language;
    expect(["```ts", "~~~ PY", "```\tC++", "``` c#  ", "```no-such"].map(languageOf)).toEqual([
      "typescript",
      "python",
      "cpp",
      "csharp",
      "no-such",
    ]);
    expect(warned(example("```no-such", "x", "```"))).toEqual(["8 LANGUAGE_UNKNOWN"]);
  });

  test("further words after the language are ignored with a warning", () => {
    expect(warned(example("```js title=x", "x", "```"))).toEqual(["8 INFO_IGNORED"]);
    expect(warned(example("```js {1,2}\t ", "x", "```"))).toEqual(["8 INFO_IGNORED"]);
    expect(warned(example("```js \t", "x", "```"))).toEqual([]);
  });

  test("a missing word, an invalid word or a backtick is an error at the fence", () => {
    expect(wrong(example("```", "x", "```"))).toEqual(["8 LANGUAGE_MISSING"]);
    expect(wrong(example("~~~ \t", "x", "~~~"))).toEqual(["8 LANGUAGE_MISSING"]);
    expect(wrong(example("```{js}", "x", "```"))).toEqual(["8 LANGUAGE_INVALID"]);
    expect(wrong(example(`\`\`\`${"x".repeat(41)}`, "x", "```"))).toEqual(["8 LANGUAGE_INVALID"]);
    expect(wrong(example("```js a`b", "x", "```"))).toEqual(["8 LANGUAGE_INVALID"]);
    expect(wrong(example("~~~js `a`", "x", "~~~"))).toEqual(["8 LANGUAGE_INVALID"]);
  });

  test("inline code between fences on one line is an error, and the lines after it are still read", () => {
    expect(wrong(example("```x```", ...code, "### F", ...code))).toEqual(["8 LANGUAGE_INVALID"]);
    expect(wrong(example("```` x ````", "### F", ...code))).toEqual(["8 LANGUAGE_INVALID"]);
  });

  test("a fence that is never closed is reported where it opens, and the rest is not judged", () => {
    expect(wrong(example("a", "", "```js", "x", "### F", "~~~", "  # G"))).toEqual(["10 FENCE_UNCLOSED"]);
    expect(wrong(file("text", "# L", "```"))).toEqual(["5 TEXT_BEFORE_LESSON", "7 FENCE_UNCLOSED"]);
    expect(wrong(example(...code, "```"))).toEqual(["11 FENCE_UNCLOSED"]);
  });

  test("the message about a fence that is never closed names the line that looks like its end", () => {
    const found = (...lines: string[]) => {
      const result = parseCourse(example(...lines));
      return result.ok ? "" : result.problems[0]?.found;
    };
    expect(found("````js", "x", "```", "~~~~")).toBe("````js never closed (the ``` of line 10 is shorter)");
    expect(found("~~~js", "x", "```")).toBe("~~~js never closed (the ``` of line 10 is of the other kind)");
    expect(found("```js", "x", "``` x")).toBe("```js never closed");
  });

  test("its faults and warnings are reported at their lines", () => {
    expect(wrong(example("```js", "```"))).toEqual(["8 CODE_EMPTY"]);
    expect(wrong(example("```js", " ", "\u200b\u2060", "```"))).toEqual(["8 CODE_EMPTY"]);
    expect(wrong(example("```js", "a", "x".repeat(501), "b\0", "```"))).toEqual([
      "10 CODE_LINE_TOO_LONG",
      "11 CHARACTER_FORBIDDEN",
    ]);
    expect(wrong(example("```js", ...Array.from({ length: 501 }, () => "x"), "```"))).toEqual([
      "8 CODE_TOO_LONG",
    ]);
    expect(wrong(example("```js", ...Array.from({ length: 500 }, () => "x"), "```"))).toEqual(["accepted"]);
    expect(wrong(example("```js", ...Array.from({ length: 30 }, () => "x".repeat(334)), "```"))).toEqual([
      "8 CODE_TOO_LONG",
    ]);
    expect(warned(example("```js", "x".repeat(101), "b ", "c\u00a0d", "\t", "\ufffd", "```"))).toEqual([
      "9 CODE_LINE_LONG",
      "10 CODE_TRAILING_SPACE",
      "11 CODE_HARD_TO_TYPE",
      "12 CODE_TRAILING_SPACE",
      "13 TEXT_REPLACEMENT",
    ]);
  });

  test("U+FFFD is a warning in every field", () => {
    const text = file("# L\ufffd", "a\ufffd", "## C\ufffd", "### E\ufffd", ...code).replace(
      "title: T",
      "title: T\ufffd",
    );
    expect(warned(text)).toEqual([2, 5, 6, 7, 8].map((line) => `${line} TEXT_REPLACEMENT`));
  });
});

describe("indented markers", () => {
  test("are errors, whatever their kind", () => {
    for (const line of [" # a", "  ## b", "   ### c", " #d", " ---", "  ===", " <!-- e -->", "   ~~~"]) {
      expect([line, ...wrong(chapter("text", line, ...(line === "   ~~~" ? ["~~~"] : [])))]).toEqual([
        line,
        "8 MARKER_INDENTED",
      ]);
    }
  });

  test("an indented fence hides its block, and the missing code of its example is not reported too", () => {
    expect(wrong(example("  ```js", "# x", "  ```", "text", "### F", ...code))).toEqual([
      "8 MARKER_INDENTED",
    ]);
    expect(wrong(example(" ```", "x", "```", ...code, "### F"))).toEqual([
      "8 MARKER_INDENTED",
      "14 CODE_MISSING",
    ]);
    expect(wrong(example(...code, " ```", "x", "```", "text"))).toEqual(["11 MARKER_INDENTED"]);
  });

  test("a fence or comment that never closes hides the rest", () => {
    expect(wrong(example(" ```js", "# x", "  # y"))).toEqual(["8 MARKER_INDENTED"]);
    expect(wrong(example(" <!-- x", "# x", "  # y"))).toEqual(["8 MARKER_INDENTED"]);
  });

  test("an indented heading may be meant as text: the lines under it are not judged", () => {
    expect(wrong(file(" # L", "text", "## C", "### E", ...code))).toEqual(["5 MARKER_INDENTED"]);
    expect(wrong(file("# L", " ## C", "### E", ...code, "### F"))).toEqual([
      "6 MARKER_INDENTED",
      "11 CODE_MISSING",
    ]);
    expect(wrong(chapter("### E", " ### F", ...code, "text"))).toEqual(["8 MARKER_INDENTED"]);
    expect(wrong(example(" # not a lesson", ...code, "### F", ...code))).toEqual(["8 MARKER_INDENTED"]);
    expect(wrong(file("# L", " ### E", ...code))).toEqual(["6 MARKER_INDENTED"]);
  });

  test("the code under an indented heading is judged for itself", () => {
    expect(wrong(chapter(" ### E", "```", "x", "```"))).toEqual(["7 MARKER_INDENTED", "8 LANGUAGE_MISSING"]);
  });
});

describe("comments", () => {
  test("text after the end of a comment is an error, spaces are not", () => {
    expect(wrong(file("<!-- a --> b", "# L", "<!--", "--> # M"))).toEqual([
      "5 COMMENT_TEXT_AFTER",
      "8 COMMENT_TEXT_AFTER",
    ]);
    expect(wrong(file("<!-- a --> \t", "# L"))).toEqual(["accepted"]);
    expect(wrong(file("<!-- a --> -->"))).toEqual(["5 COMMENT_TEXT_AFTER"]);
  });

  test("a comment that is never closed is reported where it begins, and the rest is not judged", () => {
    expect(wrong(example("<!-- x", "-- >", "  # y"))).toEqual(["8 COMMENT_UNCLOSED"]);
  });

  test("forbidden characters in a comment are not imported, so not judged", () => {
    expect(wrong(file("<!-- \0 \ufeff -->", "# L"))).toEqual(["accepted"]);
  });
});

describe("a lesson file", () => {
  const body = ["## C", "### E", ...code];

  test("without a # Title it has only the lesson's description and chapters", () => {
    expect(lessonOf(["Text", "", ...body].join("\n"), " Given ")).toEqual({
      title: "Given",
      description: "Text",
      chapters: [
        {
          title: "C",
          description: "",
          examples: [{ title: "E", description: "", language: "javascript", code_content: "x", output: "" }],
        },
      ],
    });
  });

  test("escaped markers in its description lose one backslash", () => {
    expect(lessonOf("\\# a\n\\---\n", "T").description).toBe("# a\n---");
  });

  test("the given title wins over # Title, with a warning if they differ", () => {
    const text = ["# Heading", "Text", ...body].join("\n");
    expect(lessonOf(text)).toMatchObject({ title: "Heading", description: "Text" });
    expect(lessonOf(text, "Given").title).toBe("Given");
    expect(parseLesson(text, "Given").warnings).toMatchObject([
      { line: 1, code: "LESSON_TITLE_DIFFERS", found: "Heading" },
    ]);
    expect(parseLesson(text, " Heading ").warnings).toEqual([]);
    expect(parseLesson(["#  ", ...body].join("\n"), "Given")).toMatchObject({ ok: true, warnings: [] });
  });

  test("a lesson without any title is an error; a fault in the given title has no line", () => {
    expect(wrongLesson(body.join("\n"), " ")).toEqual(["1 TITLE_EMPTY"]);
    expect(wrongLesson(["", "# ", ...body].join("\n"), "")).toEqual(["2 TITLE_EMPTY"]);
    expect(wrongLesson(["# Heading", ...body, "x"].join("\n"), "x".repeat(201))).toEqual([
      "- TITLE_TOO_LONG",
      "7 TEXT_AFTER_CODE",
    ]);
    expect(wrongLesson([`# ${"x".repeat(201)}`, ...body].join("\n"), "")).toEqual(["1 TITLE_TOO_LONG"]);
    const result = parseLesson(body.join("\n"), "x".repeat(201));
    expect(result.ok ? "" : result.problems[0]?.message).toMatch(/^The lesson title has 201 characters/);
  });

  test("front matter is ignored with a warning, even if it could not be read", () => {
    const text = ["", "---", "title: a: b", "---", "Text", ...body].join("\n");
    expect(lessonOf(text, "T").description).toBe("Text");
    expect(parseLesson(text, "T").warnings).toMatchObject([{ line: 2, code: "FRONT_MATTER_IGNORED" }]);
    expect(wrongLesson(["---", "text", ...body].join("\n"))).toEqual(["1 FRONT_MATTER_UNCLOSED"]);
  });

  test("a second # Title is an error", () => {
    expect(wrongLesson(["# A", ...body, "# B", ...body, "# C"].join("\n"))).toEqual([
      "7 SECOND_LESSON",
      "13 SECOND_LESSON",
    ]);
  });

  test("text before a # Title is an error", () => {
    expect(wrongLesson(["Text", "more", "# A", ...body].join("\n"))).toEqual(["1 TEXT_BEFORE_LESSON"]);
    expect(wrongLesson(["Text", ...body, ...body, "# A"].join("\n"))).toEqual([
      "1 TEXT_BEFORE_LESSON",
      "2 CHAPTER_OUTSIDE_LESSON",
    ]);
    expect(wrongLesson(["", "<!-- c -->", "# A", ...body].join("\n"))).toEqual(["accepted"]);
  });

  test("the other rules are those of a course file", () => {
    expect(wrongLesson(["### E", ...code, "```js", "x", "```"].join("\n"))).toEqual([
      "1 EXAMPLE_OUTSIDE_CHAPTER",
      "5 SECOND_CODE_BLOCK",
    ]);
    expect(wrongLesson(code.join("\n"))).toEqual(["1 CODE_OUTSIDE_EXAMPLE"]);
    expect(parseLesson("", "T")).toMatchObject({ ok: true, warnings: [{ line: 1, code: "LESSON_EMPTY" }] });
    expect(wrongLesson(Array.from({ length: 101 }, () => "## C").join("\n"))).toEqual(["101 TOO_MANY"]);
  });

  test("a refusal has the lesson's title", () => {
    expect(parseLesson(["# A", "### E"].join("\n"), "")).toMatchObject({ ok: false, title: "A" });
    expect(parseLesson("### E", "Given")).toMatchObject({ ok: false, title: "Given" });
    expect(parseLesson("### E", "")).toMatchObject({ ok: false, title: null });
  });
});

describe("line ends", () => {
  test("CRLF and CR count as one line end, U+2028 and U+0085 as none", () => {
    expect(wrong(example("a", "b\u0085c").replaceAll("\n", "\r\n"))).toEqual([
      "7 CODE_MISSING",
      "9 CHARACTER_FORBIDDEN",
    ]);
    expect(wrong(example("a", "b\u2028# c").replaceAll("\n", "\r"))).toEqual([
      "7 CODE_MISSING",
      "9 CHARACTER_FORBIDDEN",
    ]);
  });

  test("all byte order marks at the start are removed, since joined files have several", () => {
    for (const marks of ["\ufeff", "\ufeff\ufeff", "\ufeff\ufeff\ufeff"])
      expect(wrong(`${marks}${file("# L")}`)).toEqual(["accepted"]);
  });
});

test("advice about a line of the front matter names a field only if the line has one", () => {
  const messagesOf = (lines: string) => {
    const result = parseCourse(`---\ntitle: T\ndifficulty_level: beginner\n${lines}\n---\n`);
    return result.ok ? [] : result.problems.map(({ message }) => message);
  };
  expect(messagesOf("%YAML 1.1")[0]).toContain(
    'Each line is a name, a colon, a space and a value, for example title: "SQL: Joins".',
  );
  expect(messagesOf("description: a: b")[0]).toContain('for example description: "SQL: Joins".');
  expect(messagesOf('"": x')).toEqual([
    'Line 4: The front matter has no field "". Its fields are format, title, description, difficulty_level, order_index.',
  ]);
});
