import fc from "fast-check";
import { expect, test } from "vitest";
import { fitOf } from "@tabstop/engine/fit";
import { findUntypable } from "@tabstop/course/typability/find-untypable";
import { changeBetween, lintGroupsOf, lintSummary, repairGroup } from "./lint-groups.ts";

const described = (code: string) =>
  lintGroupsOf(code).map(({ places, finding }) => `${places}: ${finding.sentence}`);

test("the same finding in several lines is one group", () => {
  expect(described("a’\nb’\nc’’\n“")).toEqual([
    "Lines 1, 2 and 3: ’ is hard to type. Learners may type ' instead.",
    'Line 4: “ is hard to type. Learners may type " instead.',
  ]);
  expect(described("–\n".repeat(7).trimEnd())).toEqual([
    "Lines 1, 2, 3, 4, 5 and 2 more: – is hard to type. Learners may type - instead.",
  ]);
});

test("repairing one group leaves the others unchanged", () => {
  const code = "a’ “b”\nc’";
  const [first] = lintGroupsOf(code);
  expect(first && repairGroup(code, first)).toBe("a' “b”\nc'");
});

test("the summary for screen readers counts the groups", () => {
  expect([lintSummary([]), lintSummary(lintGroupsOf("→")), lintSummary(lintGroupsOf("→ ’"))]).toEqual([
    "Nothing is hard to type.",
    "1 remark on the code.",
    "2 remarks on the code.",
  ]);
});

test("code far too long for an example is not checked", () => {
  expect(lintGroupsOf("’".repeat(1_000_000))).toEqual([]);
});

test("a change is only the part of the text that differs", () => {
  expect(changeBetween("a’b", "a'b")).toEqual({ start: 1, end: 2, text: "'" });
  expect(changeBetween("aa", "aaa")).toEqual({ start: 2, end: 2, text: "a" });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b") }),
      fc.string({ unit: fc.constantFrom("a", "b") }),
      (a, b) => {
        const { start, end, text } = changeBetween(a, b);
        expect(a.slice(0, start) + text + a.slice(end)).toBe(b);
      },
    ),
  );
});

test("for every character, the engine accepts the key that the form names as a substitute", () => {
  let checked = 0;
  for (let point = 0; point <= 0xffff; point += 1) {
    const character = String.fromCharCode(point);
    for (const { sentence, edit } of findUntypable(`a${character}b`)) {
      if (!sentence.includes("Learners may type")) continue;
      checked += 1;
      let typed = "";
      for (const key of edit?.text ?? "") {
        const fit = fitOf(character, typed, key);
        typed += key;
        expect([point.toString(16), fit]).toEqual([
          point.toString(16),
          typed === edit?.text ? "whole" : "part",
        ]);
      }
    }
  }
  expect(checked).toBeGreaterThan(30);
});
