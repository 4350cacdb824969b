// The dates in docs/learning.md are what the server works out.

import { readFileSync } from "node:fs";
import type { Grade } from "@tabstop/contract/vocabulary";
import { expect, test } from "vitest";
import type { History } from "../../server/learning/memory/card.ts";
import { gradeCard } from "../../server/learning/memory/fold.ts";
import { readPracticeCourse } from "./course.ts";

const grades: Readonly<Record<string, Grade>> = {
  shown: "again",
  "slipped, then found": "hard",
  "came back": "good",
};
const firstMet = dayOf("1 December 2026");

const document = readFileSync(new URL("../../docs/learning.md", import.meta.url), "utf8");

test("docs/learning.md has the course of the simulated learners as it is", () => {
  const { examples, constructs } = readPracticeCourse("javascript-essentials.md");
  expect(document).toContain(`${examples.length} examples with ${constructs.length} constructs`);
  // Each is found, and each example has some.
  expect(examples.filter((example) => example.constructs.length < 3)).toEqual([]);
});

test("each table of graded days in docs/learning.md leads to the days that it names", () => {
  const tables = document.split("| day | what happened | due next |\n|---|---|---|\n").slice(1);
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    let history: History | null = null;
    for (const line of table.slice(0, table.indexOf("\n\n")).split("\n")) {
      const [, day = "", what = "", next = ""] = line.split("|").map((cell) => cell.trim());
      const grade = grades[what];
      if (grade === undefined) throw new RangeError(`no grade in ${line}`);
      const graded = gradeCard(firstMet, history, { day: dayOf(day), grade });
      history = graded.history;
      expect([line, graded.state.dueDay]).toEqual([line, dayOf(next)]);
    }
  }
});

function dayOf(date: string): number {
  const day = Date.parse(`${date} UTC`) / 86_400_000;
  if (!Number.isInteger(day)) throw new RangeError(`${date} is no day`);
  return day;
}
