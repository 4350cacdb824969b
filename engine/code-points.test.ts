import fc from "fast-check";
import { expect, test } from "vitest";
import { codePointName, codePoints, firstCodePoints } from "./code-points.ts";

const units = fc
  .array(fc.constantFrom("a", "\ud83d", "\ude00", "😀", "\n"), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("code points are counted as iterating the string counts them", () => {
  fc.assert(
    fc.property(units, fc.nat(20), fc.nat(20), (text, a, b) => {
      expect(codePoints(text)).toBe(Array.from(text).length);
      const from = Math.min(a, b, text.length);
      const to = Math.min(Math.max(a, b), text.length);
      expect(codePoints(text, from, to)).toBe(Array.from(text.slice(from, to)).length);
    }),
  );
});

test("a text is cut only between code points", () => {
  fc.assert(
    fc.property(units, fc.nat(15), (text, most) => {
      expect(firstCodePoints(text, most)).toBe(Array.from(text).slice(0, most).join(""));
    }),
  );
});

test("a code point is named in Unicode's notation", () => {
  expect(["\t", "\u00a0", "😀", "\ud800"].map(codePointName)).toEqual([
    "U+0009",
    "U+00A0",
    "U+1F600",
    "U+D800",
  ]);
});
