import { expect, test } from "vitest";
import { parseCourseCsv } from "../csv/parse-csv.ts";
import { parseCourse, parseLesson } from "./parse-markdown.ts";

const body = "# L\n\n## C\n\n### E\n\n```js\nx\n```\n";
const level = "difficulty_level: beginner\n";

test.each([
  ["an unclosed comment at the top", `<!-- note\n---\ntitle: T\n${level}---\n${body}`, "1 COMMENT_UNCLOSED"],
  ["an unclosed code block at the top", `~~~\n---\ntitle: T\n${level}---\n${body}`, "1 FENCE_UNCLOSED"],
  ["an unclosed comment below", `---\ntitle: T\n${level}---\n<!-- note\n${body}`, "5 COMMENT_UNCLOSED"],
  ["a misspelled field", `---\ntitel: T\n${level}---\n${body}`, "2 FRONT_MATTER_KEY"],
  ["a field in capitals", `---\nTitle: T\n${level}---\n${body}`, "2 FRONT_MATTER_KEY"],
  ["an open quote", `---\ntitle: "T\nsecond line\n"\n${level}---\n${body}`, "2 FRONT_MATTER_YAML"],
  ["a line without a colon", `---\ntitle T\n${level}---\n${body}`, "2 FRONT_MATTER_YAML"],
  ["a list", `---\n- title\n- T\n---\n${body}`, "2 FRONT_MATTER_YAML"],
  ["no second ---", `---\ntitle: T\n${level}\n${body}`, "1 FRONT_MATTER_UNCLOSED"],
  [
    "no second --- but a rule",
    `---\ntitle: T\n${level}\n# L\n\nText.\n\n---\n\n## C\n`,
    "1 FRONT_MATTER_UNCLOSED",
  ],
])("%s is one fault", (_name, text, fault) => {
  const reading = parseCourse(text);
  expect(reading.ok ? [] : reading.problems.map(({ line, code }) => `${line} ${code}`)).toEqual([fault]);
});

test("a lesson whose title may be in what could not be read has no second fault", () => {
  for (const text of ["<!-- note\n# L\n", "```js\n# L\n"]) {
    const reading = parseLesson(text, "");
    expect(reading.ok ? 0 : reading.errorCount).toBe(1);
  }
});

test("a first line sep= is read with and without quotes, spaces and empty cells behind it", () => {
  const rows =
    "course_title;difficulty_level;lesson_title;chapter_title;example_title;language;code_content\nT;beginner;L;C;E;js;x";
  for (const first of ["sep=;", '"sep=;"', "SEP=;", '"sep=;";;;', "sep=; ", '\ufeff"sep=;"'])
    expect(parseCourseCsv(`${first}\r\n${rows}`), first).toMatchObject({ ok: true, warnings: [] });
});
