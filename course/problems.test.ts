import { describe, expect, test } from "vitest";
import { decodeBytes } from "./decode-bytes.ts";
import { parseCourseCsv, parseLessonsCsv } from "./csv/parse-csv.ts";
import { parseCourse, parseLesson } from "./markdown/parse-markdown.ts";
import {
  excerpt,
  Findings,
  problemAt,
  type ProblemCode,
  problemCodes,
  type WarningCode,
  warningCodes,
} from "./problems.ts";

/** The codes that section 4 of the format's specification lists. */
const listed = {
  markdown:
    "FRONT_MATTER_MISSING FRONT_MATTER_UNCLOSED FRONT_MATTER_YAML FRONT_MATTER_KEY FRONT_MATTER_VALUE FIELD_MISSING FORMAT_UNKNOWN TEXT_BEFORE_LESSON CHAPTER_OUTSIDE_LESSON EXAMPLE_OUTSIDE_CHAPTER SECOND_LESSON CODE_MISSING CODE_OUTSIDE_EXAMPLE SECOND_CODE_BLOCK TEXT_AFTER_CODE FENCE_UNCLOSED MARKER_INDENTED COMMENT_UNCLOSED COMMENT_TEXT_AFTER",
  csv: "CSV_HEADER_MISSING CSV_COLUMN_MISSING CSV_COLUMN_UNKNOWN CSV_COLUMN_TWICE CSV_COLUMN_UNNAMED CSV_CELL_COUNT CSV_QUOTE_UNCLOSED CSV_TEXT_AFTER_QUOTE CSV_SPACE_BEFORE_QUOTE CSV_CONFLICT ORDER_MISSING ORDER_DUPLICATE",
  both: "ENCODING FILE_TOO_LARGE TITLE_EMPTY TITLE_TOO_LONG TITLE_LINE_BREAK DESCRIPTION_TOO_LONG CODE_EMPTY CODE_TOO_LONG CODE_LINE_TOO_LONG OUTPUT_TOO_LONG LANGUAGE_MISSING LANGUAGE_INVALID DIFFICULTY_INVALID ORDER_INVALID CHARACTER_FORBIDDEN CHARACTER_UNSEEN TOO_MANY COURSE_TOO_LARGE",
  warnings:
    "LANGUAGE_UNKNOWN INFO_IGNORED RULE_IS_TEXT HASH_IS_TEXT FRONT_MATTER_IGNORED COURSE_COLUMNS_IGNORED LESSON_TITLE_DIFFERS TITLE_DUPLICATE TITLE_SPELLINGS TITLE_UNSEEN COURSE_EMPTY LESSON_EMPTY CHAPTER_EMPTY CODE_LINE_LONG CODE_TRAILING_SPACE CODE_HARD_TO_TYPE OUTPUT_UNSEEN TEXT_REPLACEMENT SPREADSHEET_ERROR",
};

test("the codes are exactly those of the format's specification", () => {
  expect([...problemCodes]).toEqual([listed.markdown, listed.csv, listed.both].join(" ").split(" "));
  expect([...warningCodes]).toEqual(listed.warnings.split(" "));
});

const file = (...body: string[]) =>
  ["---", "title: T", "difficulty_level: beginner", "---", ...body].join("\n");
const md = (...body: string[]) => parseCourse(file(...body));
const example = (...lines: string[]) => md("# L", "## C", "### E", ...lines);
const code = ["```js", "x", "```"];
const head = "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content";
const csv = (...rows: string[]) => parseCourseCsv([head, ...rows].join("\n"));
const printed = (...rows: string[]) => parseCourseCsv([`${head},output`, ...rows].join("\n"));
const ordered = (...rows: string[]) => parseCourseCsv([`${head},example_order_index`, ...rows].join("\n"));
const good = "T,beginner,L,C,E,js,x";
const long = "x".repeat(5_001);
const bytes = () => decodeBytes(Uint8Array.of(0xfc));
const decoded = () => {
  const result = bytes();
  return { ok: result.ok, problems: result.ok ? [] : [result.problem] };
};
const largeLines = Array.from({ length: 19 }, () => "x".repeat(500));
const large = `"${largeLines.join("\n")}"`;
const numbers = (length: number, lines: (at: number) => string[]) =>
  Array.from({ length }, (_, at) => lines(at)).flat();

type Outcome = {
  ok: boolean;
  problems?: readonly { code: string }[];
  warnings?: readonly { code: string }[];
};

/** For each code, a file that causes it: in Markdown, in CSV, or in both. */
const givingProblem: Record<ProblemCode, (() => Outcome)[]> = {
  FRONT_MATTER_MISSING: [() => parseCourse("# L")],
  FRONT_MATTER_UNCLOSED: [() => parseCourse("---\ntitle: T"), () => parseLesson("---\nx", "T")],
  FRONT_MATTER_YAML: [() => parseCourse("---\ntitle: 'T\ndifficulty_level: beginner\n---")],
  FRONT_MATTER_KEY: [() => parseCourse("---\ntitle: T\ndifficulty_level: beginner\nlevel: 3\n---")],
  FRONT_MATTER_VALUE: [() => parseCourse("---\ntitle: T\ndifficulty_level: [beginner]\n---")],
  FIELD_MISSING: [() => parseCourse("---\ntitle: T\n---")],
  FORMAT_UNKNOWN: [() => parseCourse("---\nformat: 1\ntitle: T\ndifficulty_level: beginner\n---")],
  TEXT_BEFORE_LESSON: [() => md("x"), () => parseLesson("x\n# L", "")],
  CHAPTER_OUTSIDE_LESSON: [() => md("## C"), () => parseLesson("## C\n# L", "")],
  EXAMPLE_OUTSIDE_CHAPTER: [() => md("# L", "### E", ...code)],
  SECOND_LESSON: [() => parseLesson("# L\n# M", "")],
  CODE_MISSING: [() => example("text")],
  CODE_OUTSIDE_EXAMPLE: [() => md("# L", ...code)],
  SECOND_CODE_BLOCK: [() => example(...code, ...code)],
  TEXT_AFTER_CODE: [() => example(...code, "x")],
  FENCE_UNCLOSED: [() => example("```js")],
  MARKER_INDENTED: [() => md(" # L")],
  COMMENT_UNCLOSED: [() => md("<!--")],
  COMMENT_TEXT_AFTER: [() => md("<!-- --> x")],
  CSV_HEADER_MISSING: [() => parseCourseCsv("a,b"), () => parseLessonsCsv("")],
  CSV_COLUMN_MISSING: [() => parseCourseCsv("lesson_title")],
  CSV_COLUMN_UNKNOWN: [() => parseCourseCsv(`${head},x`)],
  CSV_COLUMN_TWICE: [() => parseCourseCsv(`${head},language`)],
  CSV_COLUMN_UNNAMED: [() => parseCourseCsv(`${head},\n${good},x`)],
  CSV_CELL_COUNT: [() => csv(`${good},x`)],
  CSV_QUOTE_UNCLOSED: [() => csv(`${good}\nT,"`)],
  CSV_TEXT_AFTER_QUOTE: [() => csv('"T"x,beginner,L,C,E,js,x')],
  CSV_SPACE_BEFORE_QUOTE: [() => csv(' "T",beginner,L,C,E,js,x')],
  CSV_CONFLICT: [() => csv(good, "U,,L,C,F,js,x")],
  ORDER_MISSING: [() => ordered(`${good},1`, "T,,L,C,F,js,x,")],
  ORDER_DUPLICATE: [() => ordered(`${good},1`, "T,,L,C,F,js,x,1")],
  ENCODING: [decoded],
  FILE_TOO_LARGE: [() => parseCourse("x".repeat(8_000_001)), () => parseCourseCsv("x".repeat(8_000_001))],
  TITLE_EMPTY: [() => md("# "), () => csv(",beginner,L,C,E,js,x")],
  TITLE_TOO_LONG: [() => md(`# ${"x".repeat(201)}`), () => csv(`${"x".repeat(201)},beginner,,,,,`)],
  TITLE_LINE_BREAK: [() => md("# a\tb"), () => csv('"a\nb",beginner,,,,,')],
  DESCRIPTION_TOO_LONG: [
    () => md("# L", long),
    () => parseCourseCsv(`${head},lesson_description\n${good},${long}`),
  ],
  CODE_EMPTY: [() => example("```js", "```"), () => csv("T,beginner,L,C,E,js,")],
  CODE_TOO_LONG: [
    () => example("```js", ..."x".repeat(501), "```"),
    () => csv(`T,beginner,L,C,E,js,"${"x\n".repeat(501)}"`),
  ],
  CODE_LINE_TOO_LONG: [
    () => example("```js", "x".repeat(501), "```"),
    () => csv(`T,beginner,L,C,E,js,${"x".repeat(501)}`),
  ],
  OUTPUT_TOO_LONG: [
    () => example(...code, "```output", "x".repeat(2_001), "```"),
    () => printed(`${good},"${"x\n".repeat(100)}"`),
  ],
  LANGUAGE_MISSING: [() => example("```", "x", "```"), () => csv("T,beginner,L,C,E,,x")],
  LANGUAGE_INVALID: [() => example("```-", "x", "```"), () => csv("T,beginner,L,C,E,-,x")],
  DIFFICULTY_INVALID: [
    () => parseCourse("---\ntitle: T\ndifficulty_level: x\n---"),
    () => csv("T,x,L,C,E,js,x"),
  ],
  ORDER_INVALID: [
    () => parseCourse("---\ntitle: T\ndifficulty_level: beginner\norder_index: x\n---"),
    () => ordered(`${good},x`),
  ],
  CHARACTER_FORBIDDEN: [() => md("# \0x"), () => csv("T\0x,beginner,L,C,E,js,x")],
  CHARACTER_UNSEEN: [() => md("#\u00a0L"), () => csv('\u00a0"T",beginner,L,C,E,js,x')],
  TOO_MANY: [
    () => md(...Array.from({ length: 101 }, () => "# L")),
    () => csv(...Array.from({ length: 101 }, (_, at) => `T,beginner,L${at},,,,`)),
  ],
  COURSE_TOO_LARGE: [
    () =>
      md(
        ...numbers(11, (at) => [
          `# L${at}`,
          "## C",
          ...numbers(20, () => ["### E", "```js", ...largeLines, "```"]),
        ]),
      ),
    () => csv(...Array.from({ length: 220 }, (_, at) => `T,beginner,L,C${at % 50},E,js,${large}`)),
  ],
};

const givingWarning: Record<WarningCode, (() => Outcome)[]> = {
  LANGUAGE_UNKNOWN: [() => example("```nope", "x", "```"), () => csv("T,beginner,L,C,E,nope,x")],
  INFO_IGNORED: [() => example("```js x", "x", "```")],
  RULE_IS_TEXT: [() => example("---", ...code)],
  HASH_IS_TEXT: [() => example("#x", ...code)],
  FRONT_MATTER_IGNORED: [() => parseLesson("---\n---", "T")],
  COURSE_COLUMNS_IGNORED: [() => parseLessonsCsv(`${head}\n${good}`)],
  LESSON_TITLE_DIFFERS: [() => parseLesson("# L", "M")],
  TITLE_DUPLICATE: [() => md("# L", "# L"), () => csv(good, good)],
  TITLE_SPELLINGS: [() => csv("T,beginner,L\u00e9,C,E,js,x", "T,,Le\u0301,C,F,js,x")],
  TITLE_UNSEEN: [() => md("# L\u200bM"), () => csv("T,beginner,L,C,E\u202eF,js,x")],
  COURSE_EMPTY: [() => md(), () => csv("T,beginner,,,,,")],
  LESSON_EMPTY: [() => md("# L"), () => csv("T,beginner,L,,,,"), () => parseLesson("", "L")],
  CHAPTER_EMPTY: [() => md("# L", "## C"), () => csv("T,beginner,L,C,,,")],
  CODE_LINE_LONG: [
    () => example("```js", "x".repeat(101), "```"),
    () => csv(`T,beginner,L,C,E,js,${"x".repeat(101)}`),
  ],
  CODE_TRAILING_SPACE: [() => example("```js", "x ", "```"), () => csv("T,beginner,L,C,E,js,x ")],
  CODE_HARD_TO_TYPE: [() => example("```js", "“x”", "```"), () => csv("T,beginner,L,C,E,js,“x”")],
  OUTPUT_UNSEEN: [() => example(...code, "```output", "1\u200b", "```"), () => printed(`${good},1\u202e`)],
  SPREADSHEET_ERROR: [() => csv("T,beginner,L,C,E,js,#NAME?")],
  TEXT_REPLACEMENT: [() => md("# \ufffd"), () => csv("\ufffd,beginner,L,C,E,js,x")],
};

describe("each code is caused by a file", () => {
  for (const [name, files] of Object.entries(givingProblem)) {
    test(name, () => {
      for (const outcome of files.map((parse) => parse())) {
        expect(outcome.ok).toBe(false);
        expect(outcome.problems?.map((problem) => problem.code)).toContain(name);
      }
    });
  }
  for (const [name, files] of Object.entries(givingWarning)) {
    test(name, () => {
      for (const outcome of files.map((parse) => parse())) {
        expect(outcome.ok).toBe(true);
        expect(outcome.warnings?.map((warning) => warning.code)).toContain(name);
      }
    });
  }
});

describe("a message", () => {
  const fault = { code: "CODE_EMPTY", found: "f", expected: "e", sentence: "Something is wrong." } as const;

  test("begins with the line, followed by row and column where there are any", () => {
    expect(problemAt(fault, { line: 12 }).message).toBe("Line 12: Something is wrong.");
    expect(problemAt(fault, { line: 6, row: 5 }).message).toBe("Line 6: Row 5: Something is wrong.");
    expect(problemAt(fault, { line: 6, row: 5, column: "code_content" })).toEqual({
      code: "CODE_EMPTY",
      line: 6,
      row: 5,
      column: "code_content",
      found: "f",
      expected: "e",
      message: "Line 6: Row 5, code_content: Something is wrong.",
    });
    expect(problemAt(fault, {}).message).toBe("Something is wrong.");
  });

  test("quotes no more than 80 characters, on one line", () => {
    expect(excerpt("a\nb")).toBe("a⏎b");
    expect(excerpt("a\0\u0007\tb\u202e\u2028\ud83d\u0085")).toBe("a␀␇\tb⟨U+202E⟩⟨U+2028⟩\ufffd⟨U+0085⟩");
    expect(excerpt("x".repeat(80))).toBe("x".repeat(80));
    expect(excerpt("😀".repeat(300))).toBe(`${"😀".repeat(80)}…`);
  });
});

test("findings are sorted by line, and within a line in the order in which they were added", () => {
  const findings = new Findings();
  const add = (found: string, line?: number) =>
    findings.addProblem(
      { code: "CODE_EMPTY", found, expected: "e", sentence: "s" },
      line === undefined ? {} : { line },
    );
  add("a", 3);
  add("b", 1);
  add("c", 3);
  add("d");
  expect(findings.refusal().problems.map((problem) => problem.found)).toEqual(["d", "b", "a", "c"]);
});

test("of more than 200 findings the first 200 by line are kept, in whatever order they are added", () => {
  const findings = new Findings();
  for (let line = 50_000; line > 0; line -= 1) {
    findings.addProblem({ code: "CODE_EMPTY", found: "f", expected: "e", sentence: "s" }, { line });
    findings.addWarning({ code: "CODE_LINE_LONG", found: "f", sentence: "s" }, { line });
  }
  const { problems, warnings, errorCount } = findings.refusal();
  expect(errorCount).toBe(50_000);
  expect(problems.map((problem) => problem.line)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(warnings.map((warning) => warning.line)).toEqual(problems.map((problem) => problem.line));
});
