import { expect, test } from "vitest";
import { parseCourse } from "./parse-markdown.ts";

const findings = (...lines: string[]) => {
  const reading = parseCourse(
    ["---", "title: T", ...lines, "difficulty_level: beginner", "---", "# L"].join("\n"),
  );
  const all = [...(reading.ok ? [] : reading.problems), ...reading.warnings];
  return all.filter(({ code }) => code !== "LESSON_EMPTY").map(({ code, line }) => `${code} ${line}`);
};

/** The ways of YAML to write a value of several lines, with `\0` in the third and the fifth line of the file. */
const values: Record<string, readonly string[]> = {
  literal: ["description: |", "  on\0e", "  two", "  th\0ree"],
  folded: ["description: >-", "  on\0e", "  two", "  th\0ree"],
  plain: ["description:", "  on\0e", "", "  th\0ree"],
  "single quotes": ["description: '", "  on\0e", "  two", "  th\0ree'"],
  "double quotes": ['description: "', "  on\0e", "  two", '  th\0ree"'],
  "escapes in double quotes": ['description: "', "  on\\0e", "  t\\\\0wo", '  th\\u0007ree"'],
};

for (const [name, lines] of Object.entries(values)) {
  test(`faults in a front matter value carry their own lines, each once: ${name}`, () => {
    expect(findings(...lines)).toEqual(["CHARACTER_FORBIDDEN 4", "CHARACTER_FORBIDDEN 6"]);
  });
}

test("so do warnings, and a value with another fault beside it", () => {
  expect(findings("description: >", "  one", "  two \ufffd")).toEqual(["TEXT_REPLACEMENT 5"]);
  expect(findings("description: >", "  one", "  two \0", "order_index: x")).toEqual([
    "CHARACTER_FORBIDDEN 5",
    "ORDER_INVALID 6",
  ]);
  expect(findings("lessons: 3", "description: |", "  a", "  b\0", 'format: "x')).toContain(
    "CHARACTER_FORBIDDEN 6",
  );
});
