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
