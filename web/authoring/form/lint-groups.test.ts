import fc from "fast-check";
import { expect, test } from "vitest";
import { fitOf } from "@tabstop/engine/fit";
import { findUntypable } from "@tabstop/course/typability";
import { changeBetween, mattersOf, mattersSummary, repairMatter } from "./lint-groups.ts";

const told = (code: string) => mattersOf(code).map(({ places, finding }) => `${places}: ${finding.sentence}`);

test("the same thing in several lines is one matter", () => {
  expect(told("a’\nb’\nc’’\n“")).toEqual([
    "Lines 1, 2 and 3: ’ is hard to type. Learners may type ' instead.",
    'Line 4: “ is hard to type. Learners may type " instead.',
  ]);
  expect(told("–\n".repeat(7).trimEnd())).toEqual([
    "Lines 1, 2, 3, 4, 5 and 2 more: – is hard to type. Learners may type - instead.",
  ]);
});

test("one matter is repaired, the others stay", () => {
  const code = "a’ “b”\nc’";
  const [first] = mattersOf(code);
  expect(first && repairMatter(code, first)).toBe("a' “b”\nc'");
});

test("a screen reader hears how much there is", () => {
  expect([mattersSummary([]), mattersSummary(mattersOf("→")), mattersSummary(mattersOf("→ ’"))]).toEqual([
    "Nothing is hard to type.",
    "1 remark on the code.",
    "2 remarks on the code.",
  ]);
});

test("a text far beyond any example is not looked at", () => {
  expect(mattersOf("’".repeat(1_000_000))).toEqual([]);
});

test("a change is the part that differs", () => {
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

test("what the form says learners may type instead is what typing accepts, for every character", () => {
  let promised = 0;
  for (let point = 0; point <= 0xffff; point += 1) {
    const character = String.fromCharCode(point);
    for (const { sentence, edit } of findUntypable(`a${character}b`)) {
      if (!sentence.includes("Learners may type")) continue;
      promised += 1;
      let begun = "";
      for (const key of edit?.text ?? "") {
        const fit = fitOf(character, begun, key);
        begun += key;
        expect([point.toString(16), fit]).toEqual([
          point.toString(16),
          begun === edit?.text ? "whole" : "part",
        ]);
      }
    }
  }
  expect(promised).toBeGreaterThan(30);
});
