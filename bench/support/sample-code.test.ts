import { keyEventOf } from "./keys.ts";
import { expect, test } from "vitest";
import { sampleCode } from "./sample-code.ts";

for (const length of [100, 1_000, 10_000, 20_000]) {
  test(`${length} characters of sample code can be typed on a US keyboard, in lines that fit a pane of 48 columns`, () => {
    const text = sampleCode(length);
    expect(text).toHaveLength(length);
    expect(text).toBe(sampleCode(length));
    expect(text).toMatch(/\S$/);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(48);
    for (const character of new Set(text))
      expect(keyEventOf(character).key).toBe(character === "\n" ? "Enter" : character);
  });
}

test("sample code of the longest allowed text has no more than the allowed number of lines", () => {
  expect(sampleCode(10_000).split("\n").length).toBeLessThanOrEqual(500);
});

test("the upper symbol of a key is typed with Shift", () => {
  expect(["{", "[", "A", "a", " ", "~", "5", "%"].map((sign) => keyEventOf(sign).modifiers)).toEqual([
    8, 0, 8, 0, 0, 8, 0, 8,
  ]);
  expect(() => keyEventOf("é")).toThrow('No key types "é"');
});
