// What an example prints, in both formats: where it may stand, how it is written, and what refuses it.

import { describe, expect, test } from "vitest";
import type { Course } from "./course.ts";
import { courseCharacters } from "./course-size.ts";
import { parseCourseCsv, parseLessonsCsv } from "./csv/parse-csv.ts";
import { printCourseCsv } from "./csv/print-csv.ts";
import { readLanguage, readOutput } from "./fields.ts";
import { parseCourse, parseLesson } from "./markdown/parse-markdown.ts";
import { printCourse } from "./markdown/print-markdown.ts";
import type { Problem, Warning } from "./problems.ts";

/** A course file with the headings of one example in lines 5 to 7. */
const example = (...lines: string[]) =>
  ["---", "title: T", "difficulty_level: beginner", "---", "# L", "## C", "### E", ...lines].join("\n");
/** In lines 8 to 10 of such a file. */
const code = ["```js", "x", "```"];

type Result =
  | { ok: true; course: Course; warnings: readonly Warning[] }
  | { ok: false; problems: readonly Problem[]; warnings: readonly Warning[] };

function courseOf(result: Result): Course {
  if (!result.ok) throw new RangeError(result.problems.map((problem) => problem.message).join("\n"));
  return result.course;
}

const examplesOf = (course: Course) =>
  course.lessons.flatMap((lesson) => lesson.chapters.flatMap((chapter) => chapter.examples));
const outputsIn = (result: Result) => examplesOf(courseOf(result)).map(({ output }) => output);
const outputIn = (...lines: string[]) => outputsIn(parseCourse(example(...code, ...lines)))[0];

/** The faults as "7 CODE_MISSING", or in a sheet as "2/2 output CODE". */
function wrong(result: Result): string[] {
  if (result.ok) return ["accepted"];
  return result.problems.map(({ line, row, column, code: name }) =>
    row === undefined ? `${line} ${name}` : `${line}/${row} ${column} ${name}`,
  );
}
const wrongIn = (...lines: string[]) => wrong(parseCourse(example(...lines)));
const messageOf = (...lines: string[]) => {
  const result = parseCourse(example(...lines));
  return result.ok ? "accepted" : result.problems.map((problem) => problem.message).join("\n");
};

describe("in Markdown", () => {
  test("it is a second code block, whose info string is output", () => {
    expect(outputIn("```output", "1", "```")).toBe("1");
    expect(outputIn("", " \t", "", "```output", "1", "", " 2 ", "```")).toBe("1\n\n 2 ");
    expect(outputIn("~~~~ output \t", "```", "~~~", "~~~~~ ")).toBe("```\n~~~");
    expect(outputIn("<!-- of the first run -->", "```output", "# 1", "---", "\\# 2", "```")).toBe(
      "# 1\n---\n\\# 2",
    );
    expect(outputIn("```output", "```")).toBe("");
    expect(outputIn("```output", "", "```")).toBe("");
    expect(outputIn("```output", "", "", "```")).toBe("\n");
    expect(outputIn()).toBe("");
  });

  test("each example of a file has its own", () => {
    const output = (text: string) => ["```output", text, "```"];
    const text = example(...code, ...output("1"), "### F", ...code, "### G", ...code, ...output("3"));
    expect(outputsIn(parseCourse(text))).toEqual(["1", "", "3"]);
    const lesson = parseLesson(text, "L");
    expect(lesson.ok && lesson.lesson.chapters[0]?.examples.map(({ output: of }) => of)).toEqual([
      "1",
      "",
      "3",
    ]);
  });

  test("only an output can follow the code, once, and nothing can follow the output", () => {
    const output = ["```output", "1", "```"];
    expect(wrongIn(...code, ...output, ...output)).toEqual(["14 SECOND_CODE_BLOCK"]);
    expect(wrongIn(...code, ...output, ...code, ...output)).toEqual([
      "14 SECOND_CODE_BLOCK",
      "17 SECOND_CODE_BLOCK",
    ]);
    expect(wrongIn(...code, ...code, ...output)).toEqual(["11 SECOND_CODE_BLOCK"]);
    expect(wrongIn(...code, ...output, "text")).toEqual(["14 TEXT_AFTER_CODE"]);
    expect(wrongIn(...code, "text", ...output)).toEqual(["11 TEXT_AFTER_CODE"]);
    expect(wrongIn(...code, "```output", "```", ...output)).toEqual(["13 SECOND_CODE_BLOCK"]);
  });

  test("without code above it, it is out of place, and that is reported once", () => {
    const output = ["```output", "1", "```"];
    expect(wrongIn(...output)).toEqual(["8 CODE_OUTSIDE_EXAMPLE"]);
    expect(wrongIn(...output, ...code)).toEqual(["8 CODE_OUTSIDE_EXAMPLE"]);
    expect(wrongIn(...output, ...output)).toEqual(["8 CODE_OUTSIDE_EXAMPLE"]);
    expect(wrongIn(...code, "## D", ...output)).toEqual(["12 CODE_OUTSIDE_EXAMPLE"]);
    expect(
      wrong(parseCourse(`---\ntitle: T\ndifficulty_level: beginner\n---\n${output.join("\n")}`)),
    ).toEqual(["5 CODE_OUTSIDE_EXAMPLE"]);
    expect(messageOf(...output)).toContain("Put it after the example's code block. If it is the code, write");
  });

  test("code that could not be read is not reported a second time", () => {
    const output = ["```output", "1", "```"];
    expect(wrongIn(" ```js", "x", "```", ...output)).toEqual(["8 MARKER_INDENTED"]);
    expect(wrongIn("```js x```", ...output)).toEqual(["8 LANGUAGE_INVALID"]);
    expect(wrongIn("```", "x", "```", ...output)).toEqual(["8 LANGUAGE_MISSING"]);
    expect(wrongIn(...code, " ```output", "1", "```")).toEqual(["11 MARKER_INDENTED"]);
    expect(wrongIn(...code, "###\u00a0F", ...output)).toEqual(["11 CHARACTER_UNSEEN"]);
  });

  test("its fences follow the rules of code", () => {
    expect(wrongIn(...code, "```output", "1")).toEqual(["11 FENCE_UNCLOSED"]);
    expect(wrongIn(...code, "````output", "1", "```")).toEqual(["11 FENCE_UNCLOSED"]);
    // As in the name of a language, an unseen character changes nothing.
    expect(wrongIn(...code, "```\u00a0out\u200bput\u00a0", "1", "```")).toEqual(["accepted"]);
    expect(wrongIn(...code, "```output", "1", "```\u00a0")).toEqual(["13 CHARACTER_UNSEEN"]);
    expect(wrongIn(...code, "```output```")).toEqual(["11 LANGUAGE_INVALID"]);
  });

  test("another info string is a second code block, with advice where an output may be meant", () => {
    for (const info of ["Output", "OUTPUT", "output 1", "output: 2", "{output}", ".output", "output`"]) {
      expect([info, wrongIn(...code, `\`\`\`${info}`, "1", "```")]).toEqual([info, ["11 SECOND_CODE_BLOCK"]]);
      expect(messageOf(...code, `\`\`\`${info}`, "1", "```")).toContain(
        "write exactly output after its fence",
      );
    }
    for (const info of ["outputs", "text", "stdout", "", "js output"]) {
      expect(messageOf(...code, `\`\`\`${info}`, "1", "```")).toContain("Put a ### heading above this one.");
    }
  });

  test("its faults and warnings stand at their lines", () => {
    expect(wrongIn(...code, "```output", "1", "\u0007", "\u0007", "```")).toEqual([
      "13 CHARACTER_FORBIDDEN",
      "14 CHARACTER_FORBIDDEN",
    ]);
    expect(wrongIn(...code, "```output", ..."1".repeat(101), "```")).toEqual(["11 OUTPUT_TOO_LONG"]);
    const { warnings } = parseCourse(example(...code, "```output", "1", "a\u200bb", "\ufffd", "```"));
    expect(warnings.map(({ line, code: name }) => `${line} ${name}`)).toEqual([
      "13 OUTPUT_UNSEEN",
      "14 TEXT_REPLACEMENT",
    ]);
  });

  test("it is printed after the code, in a fence longer than any in it, and an empty one not at all", () => {
    const printed = (output: string) => {
      const course = courseOf(parseCourse(example(...code)));
      const [lesson] = course.lessons;
      const [chapter] = lesson?.chapters ?? [];
      const [only] = chapter?.examples ?? [];
      if (!lesson || !chapter || !only) throw new RangeError("no example");
      const examples = [{ ...only, output }];
      const text = printCourse({ ...course, lessons: [{ ...lesson, chapters: [{ ...chapter, examples }] }] });
      return text.slice(text.indexOf("### E\n"));
    };
    const above = "### E\n\n```javascript\nx\n```\n";
    expect(printed("")).toBe(above);
    expect(printed("1\n2")).toBe(`${above}\n\`\`\`output\n1\n2\n\`\`\`\n`);
    expect(printed("````\n")).toBe(`${above}\n\`\`\`\`\`output\n\`\`\`\`\n\n\`\`\`\`\`\n`);
    expect(printed(" ")).toBe(`${above}\n\`\`\`output\n \n\`\`\`\n`);
  });
});

describe("in CSV", () => {
  const head = "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content";
  const sheet = (...rows: string[]) => [`${head},output`, ...rows].join("\n");
  const outputOf = (cell: string) => outputsIn(parseCourseCsv(sheet(`T,beginner,L,C,E,js,x,${cell}`)))[0];

  test("it is a cell of the column output, which is never trimmed", () => {
    expect(outputOf("1")).toBe("1");
    expect(outputOf('" \n1\t\n\n"')).toBe(" \n1\t\n\n");
    expect(outputOf("  ")).toBe("  ");
    expect(outputOf("")).toBe("");
    expect(outputOf("'1")).toBe("'1");
    expect(outputsIn(parseCourseCsv(`${head}\nT,beginner,L,C,E,js,x`))).toEqual([""]);
    expect(
      outputsIn(parseCourseCsv(` OUTPUT ;${head.replaceAll(",", ";")}\n1;T;beginner;L;C;E;js;x`)),
    ).toEqual(["1"]);
  });

  test("a sheet of lessons has it too", () => {
    const result = parseLessonsCsv(
      "lesson_title,chapter_title,example_title,language,code_content,output\nL,C,E,js,x,1",
    );
    expect(result).toMatchObject({ ok: true, lessons: [{ chapters: [{ examples: [{ output: "1" }] }] }] });
  });

  test("its faults and warnings stand at their lines", () => {
    const row = (cell: string) => sheet(`T,beginner,L,C,E,js,"x\ny",${cell}`);
    expect(wrong(parseCourseCsv(row('"\n\u0007"')))).toEqual(["4/2 output CHARACTER_FORBIDDEN"]);
    expect(wrong(parseCourseCsv(row(`"${"1\n".repeat(100)}"`)))).toEqual(["3/2 output OUTPUT_TOO_LONG"]);
    const { warnings } = parseCourseCsv(row("#REF!"));
    expect(warnings.map(({ line, column, code: name }) => [line, column, name])).toEqual([
      [3, "output", "SPREADSHEET_ERROR"],
    ]);
  });

  test("under an empty title it is an error, and it does not make a lesson or chapter empty", () => {
    const first = "T,beginner,L,C,E,js,x,1";
    expect(wrong(parseCourseCsv(sheet(first, "T,,L,C,,,,2")))).toEqual(["3/3 example_title TITLE_EMPTY"]);
    expect(wrong(parseCourseCsv(sheet(first, "T,,,,,,,2")))).toEqual(["3/3 lesson_title TITLE_EMPTY"]);
    expect(wrong(parseCourseCsv(sheet(first, "T,,L,C,F,,,2")))).toEqual([
      "3/3 language LANGUAGE_MISSING",
      "3/3 code_content CODE_EMPTY",
    ]);
    const result = parseCourseCsv(sheet(first, "T,,L,C,,,,2"));
    expect(result.ok ? "" : result.problems[0]?.found).toBe("empty, though output is filled");
  });

  test("the column is printed after code_content when any example has an output, and else not at all", () => {
    const withOutputs = printCourseCsv(
      courseOf(parseCourseCsv(sheet("T,beginner,L,C,E,js,x,=1", "T,,L,C,F,js,y,"))),
    );
    const [header, ...rows] = withOutputs.slice(1).split("\r\n");
    expect(header).toMatch(/,language,code_content,output,escaped$/);
    expect(rows[0]).toMatch(/,"javascript","x","'=1","output"$/);
    expect(rows[1]).toMatch(/,"javascript","y",,$/);
    const without = printCourseCsv(courseOf(parseCourseCsv(sheet("T,beginner,L,C,E,js,x,"))));
    expect(without).toMatch(/,language,code_content,escaped\r\n/);
    expect(without).toMatch(/,"javascript","x",\r\n$/);
  });
});

describe("its value", () => {
  const draw = (raw: string) => {
    const reading = readOutput(raw);
    return reading.ok ? reading.value : reading.faults.map((fault) => fault.code).join(" ");
  };

  test("changes only in its line ends", () => {
    expect(draw("\r\n\ta \r\nb\rc\n\n")).toBe("\n\ta \nb\nc\n\n");
    expect(draw("")).toBe("");
    expect(draw(" \n\u00a0")).toBe(" \n\u00a0");
  });

  test("has at most 2,000 code points and 100 lines", () => {
    expect(draw("😀".repeat(2_000))).toBe("😀".repeat(2_000));
    expect(draw("x".repeat(2_001))).toBe("OUTPUT_TOO_LONG");
    expect(draw("x\r\n".repeat(99))).toBe("x\n".repeat(99));
    expect(draw("x\n".repeat(100))).toBe("OUTPUT_TOO_LONG");
    const tooLong = readOutput(`\0${"\r\n".repeat(2_000)}`);
    expect(tooLong.ok ? [] : tooLong.faults.map((fault) => fault.sentence)).toEqual([
      "The output has 2,001 characters in 2,001 lines. At most 2,000 characters and 100 lines are allowed.",
      "The output contains a character that cannot be stored: U+0000 NUL.",
    ]);
  });

  test("is not judged further when it is far too long", () => {
    expect(draw("\0".repeat(1_000_000))).toBe("OUTPUT_TOO_LONG");
  });

  test("may have spaces and direction marks of every kind; what else is invisible is a warning", () => {
    expect(readOutput("1\u00a0234,5\u202f€ \u200f \t").remarks).toEqual([]);
    expect(readOutput("👩‍👩‍👧").remarks).toEqual([]);
    expect(readOutput("a\nb\u00adc\u2060").remarks).toMatchObject([
      { code: "OUTPUT_UNSEEN", line: 2, found: "U+00AD soft hyphen, U+2060 word joiner" },
    ]);
  });

  test("counts among the characters of a course", () => {
    const course = (output: string) => courseOf(parseCourse(example(...code, "```output", output, "```")));
    expect(courseCharacters(course("😀\n2")) - courseCharacters(course(""))).toBe(3);
    const lines = Array.from({ length: 20 }, () => "x".repeat(499));
    const chapter = (output: string[]) => [
      "## C",
      ...Array.from({ length: 98 }, () => ["### E", "```js", ...lines, "```", ...output]).flat(),
    ];
    const large = (...output: string[]) =>
      wrong(parseCourse(example(...code, ...chapter(output), ...chapter(output))));
    expect(large()).toEqual(["accepted"]);
    expect(large("```output", "x".repeat(300), "```")).toEqual(["1 COURSE_TOO_LARGE"]);
  });
});

test("output is the language of no example, in any spelling, and the fault says what it is", () => {
  for (const raw of ["output", " Output\n", "OUTPUT", "out\u200bput"]) {
    const reading = readLanguage(raw);
    expect([raw, reading.ok ? [] : reading.faults]).toMatchObject([
      raw,
      [{ code: "LANGUAGE_INVALID", found: "output", expected: "a language such as javascript" }],
    ]);
    expect(reading.ok ? "" : reading.faults[0]?.sentence).toContain("it marks what an example prints");
  }
  for (const raw of ["outputs", "output1", "text"]) expect(readLanguage(raw).ok).toBe(true);
  expect(wrongIn("```output 1", "x", "```")).toEqual(["8 LANGUAGE_INVALID"]);
  expect(wrongIn("```Output", "x", "```")).toEqual(["8 LANGUAGE_INVALID"]);
  const sheet =
    "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content";
  expect(wrong(parseCourseCsv(`${sheet}\nT,beginner,L,C,E,Output,x`))).toEqual([
    "2/2 language LANGUAGE_INVALID",
  ]);
});
