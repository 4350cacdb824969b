import { prepare } from "@tabstop/engine/example";
import { expect, test } from "vitest";
import type { RunAnalysis, Slip } from "../run-analysis.ts";
import { lookLines, slipAt } from "./code-look.ts";

const slip = (line: number, offset: number): Slip => ({ line, offset, column: 0, typed: "x", belongs: "y" });

function analysis(slips: readonly Slip[], wpm: readonly (number | null)[]): RunAnalysis {
  return {
    wpm: 40,
    lines: wpm.map((speed, index) => ({ number: index + 1, characters: 1, ms: 1, wpm: speed, slips: [] })),
    slips,
    groups: [],
  };
}

test("the parts of a line are its text, cut at its slips, with the speed of the line", () => {
  const example = prepare("if (a) {\n  b;\n}");
  const lines = lookLines(example, null, analysis([slip(1, 3), slip(2, 12)], [50, 40, null]));
  expect(lines.map(({ number, wpm, indent }) => ({ number, wpm, indent }))).toEqual([
    { number: 1, wpm: 50, indent: 0 },
    { number: 2, wpm: 40, indent: 2 },
    { number: 3, wpm: null, indent: 0 },
  ]);
  expect(lines.map(({ parts }) => parts.map(({ text, slip: at }) => [text, at]))).toEqual([
    [
      ["if ", null],
      ["(", 0],
      ["a) {", null],
    ],
    [
      ["  ", null],
      ["b", null],
      [";", 1],
    ],
    [["}", null]],
  ]);
});

test("a slip at the end of a line is a part of its own, and one in an indent marks its stop", () => {
  const lines = lookLines(prepare("a\n  b"), null, analysis([slip(1, 1), slip(2, 2)], [1, 1]));
  expect(lines[0]?.parts.at(-1)).toEqual({ kind: "enter", token: "", text: "", slip: 0 });
  expect(lines[1]?.parts[0]).toMatchObject({ kind: "tab", text: "  ", slip: 1 });
});

test("after the last slip comes the first, and none without slips", () => {
  const three = analysis([slip(1, 0), slip(1, 1), slip(1, 2)], [1]);
  expect([-1, 0, 2, 3, 4].map((index) => slipAt(three, index)?.index)).toEqual([2, 0, 2, 0, 1]);
  expect(slipAt(analysis([], [1]), 2)).toBe(null);
  expect(slipAt(null, 0)).toBe(null);
});
