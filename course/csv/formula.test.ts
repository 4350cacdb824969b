import fc from "fast-check";
import { expect, test } from "vitest";
import { disarm, needsApostrophe, rearm } from "./formula.ts";

test("formulas are disarmed, also in full-width characters and after spaces", () => {
  for (const cell of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "  =1",
    "\u00a0=1",
    "\tx",
    "\nx",
    "-- SQL",
    "@decorator",
    "- yaml",
  ]) {
    expect([cell, disarm(cell)]).toEqual([cell, `'${cell}`]);
  }
});

test("a cell that a spreadsheet would convert is disarmed", () => {
  const retyped =
    "1|001|3.10|1E5|1,000.5|10%|$5|5 €|(5)|1/2|1 1/2|−5|1'000|٣|2024-01-01|1.2.2024|1-2|Jan 1, 2024|May 2024|1 mai 2024|24-Dec|3. März 2024|10:30|10:30 PM|5 p|2024-01-01T10:00:00Z|true|FALSE|Wahr| 7 |12\n";
  for (const cell of retyped.split("|")) expect([cell, needsApostrophe(cell)]).toEqual([cell, true]);
});

test("ordinary titles and code stay as they are", () => {
  const plain =
    "|Unions|Lesson 1|A typed function|May|v1.2|console.log(1)|let x = 1;|x = 1|'-'.join(x)|'=' * 20|'|\"=1\"|SELECT 1|a-b|1st example|it's|C++|// comment|1 + x|1\n2";
  for (const cell of plain.split("|")) expect([cell, disarm(cell)]).toEqual([cell, cell]);
});

test("rearming restores every cell that was disarmed", () => {
  const cell = fc.array(
    fc.constantFrom("'", "=", "-", "1", " ", "\t", "\n", "x", ".", "true", "May ", "＝"),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(
      cell.map((parts) => parts.join("")),
      (text) => {
        const safe = disarm(text);
        expect(safe === text ? text : rearm(safe)).toBe(text);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("an apostrophe that a spreadsheet removed, or that protects nothing, does no harm", () => {
  expect([rearm("=1"), rearm("'x"), rearm("''=1"), rearm("")]).toEqual(["=1", "'x", "''=1", ""]);
});
