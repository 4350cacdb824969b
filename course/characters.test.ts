import fc from "fast-check";
import { expect, test } from "vitest";
import { hardToType, normaliseLineEnds } from "./characters.ts";

test("characters that have a key are not hard to type", () => {
  const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
  expect(hardToType(`${ascii}\té`)).toEqual([]);
  expect(hardToType("a\u00a0b\u2028")).toEqual(["U+00A0 no-break space"]);
});

test("line ends become LF anywhere in a long text", () => {
  for (const before of [99_998, 99_999, 100_000, 100_001, 200_000]) {
    const text = "x".repeat(before);
    expect(normaliseLineEnds(`${text}\r\ny\rz\n\r\r\n`)).toBe(`${text}\ny\nz\n\n\n`);
  }
});

test("a text in pieces of any size has the line ends of the whole text", () => {
  const parts = ["\r", "\n", "\r\n", "a", "\ud83d\ude00", '"'];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
      fc.integer({ min: 1, max: 13 }),
      (all, size) => {
        const text = all.join("");
        expect(normaliseLineEnds(text, size)).toBe(text.replace(/\r\n|\r/g, "\n"));
      },
    ),
    { numRuns: 2_000 },
  );
  for (let before = 99_995; before <= 100_005; before += 1)
    for (const ends of ["\r\r\n", "\r\r\r\n", "\r\n\r\n", "\n\r\r\n"]) {
      const text = `${"x".repeat(before)}${ends}y`;
      expect(normaliseLineEnds(text)).toBe(text.replace(/\r\n|\r/g, "\n"));
    }
});
