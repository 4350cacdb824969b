import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBytes } from "./decode-bytes.ts";

function draw(bytes: Iterable<number>): string {
  const result = decodeBytes(Uint8Array.from(bytes));
  return result.ok ? result.text : `${result.problem.line} ${result.problem.code}: ${result.problem.found}`;
}

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, little: boolean) =>
  [...Array(text.length).keys()].flatMap((at) => {
    const unit = text.charCodeAt(at);
    return little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255];
  });

const text = 'title,ü\r\n"日本\n😀"\n';

test("UTF-8 is read with and without a byte order mark", () => {
  expect(draw(utf8(text))).toBe(text);
  expect(draw(utf8(`\ufeff${text}`))).toBe(text);
  expect(draw([])).toBe("");
  expect(draw([0xef, 0xbb, 0xbf])).toBe("");
});

test("UTF-16 is read in both byte orders, by its mark or by its zero bytes", () => {
  for (const little of [true, false]) {
    expect(draw(utf16(`\ufeff${text}`, little))).toBe(text);
    expect(draw(utf16(text, little))).toBe(text);
    expect(draw(utf16("日本語の説明\n一二三\n", little))).toBe("日本語の説明\n一二三\n");
  }
});

test("any text in one of these encodings, with its byte order mark, is decoded without a change", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (any) => {
      fc.pre(!any.startsWith("\ufeff") && !any.startsWith("\0"));
      expect(draw(utf8(`\ufeff${any}`))).toBe(any);
      expect(draw(utf16(`\ufeff${any}`, true))).toBe(any);
      expect(draw(utf16(`\ufeff${any}`, false))).toBe(any);
    }),
  );
});

test("text with the byte order mark of UTF-8 is UTF-8, however many NULs it has", () => {
  expect(draw(utf8("\ufeffa\0b\0\0"))).toBe("a\0b\0\0");
});

test("UTF-16 text of more than one chunk is decoded without a change", () => {
  const long = "😀a".repeat(10_000);
  expect(draw(utf16(`\ufeff${long}`, true))).toBe(long);
});

test("Windows-1252 is refused with the byte and its line, for every kind of line end", () => {
  expect(draw([...utf8("a\r\nb\rc\nGr"), 0xfc, ...utf8("n")])).toBe("4 ENCODING: byte 0xFC is not UTF-8");
  expect(draw([0x93, 0x61, 0x94])).toBe("1 ENCODING: byte 0x93 is not UTF-8");
});

test("every malformed sequence of UTF-8 is refused", () => {
  const bad = [
    [0x80],
    [0xbf],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xc3, 0x28],
    [0xe0, 0x80, 0x80],
    [0xe2, 0x82, 0x28],
  ].concat([
    [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xff],
  ]);
  for (const bytes of bad)
    expect(draw([0x61, 0x0a, ...bytes, 0x61])).toMatch(/^2 ENCODING: byte 0x.. is not UTF-8$/);
  expect(draw([0x61, 0xe2, 0x82])).toBe("1 ENCODING: byte 0xE2 starts a character that is not complete");
});

test("exactly the bytes that TextDecoder accepts are valid UTF-8", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      [0x61],
      [0x0a],
      [0xc3, 0xa9],
      [0xe2, 0x82, 0xac],
      [0xf0, 0x9f, 0x98, 0x80],
      [0xed, 0x9f, 0xbf],
    ),
    fc.constantFrom([0x80], [0xc0], [0xe0], [0xed], [0xf0], [0xf4], [0xa0], [0x9f], [0x90], [0xff]),
  );
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const bytes = Uint8Array.from(pieces.flat());
      // The byte order marks of UTF-16.
      fc.pre(!(bytes[0] === 0xff && bytes[1] === 0xfe) && !(bytes[0] === 0xfe && bytes[1] === 0xff));
      let wanted: string | null = null;
      try {
        wanted = strict.decode(bytes);
      } catch {
        // Malformed.
      }
      const result = decodeBytes(bytes);
      expect(result.ok ? result.text : null).toBe(wanted);
    }),
    { numRuns: 1_000 },
  );
});

test("broken UTF-16 and UTF-32 are refused", () => {
  expect(draw([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62])).toBe(
    "2 ENCODING: a single byte at the end of UTF-16 text",
  );
  expect(draw(utf16("\ufeffa\n\ud83d", true))).toBe("2 ENCODING: half a character in UTF-16 text");
  expect(draw(utf16("\ufeffa\ude00b", true))).toBe("1 ENCODING: half a character in UTF-16 text");
  expect(draw(utf16("\ufeff\ud83da", true))).toBe("1 ENCODING: half a character in UTF-16 text");
  expect(draw([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])).toBe("1 ENCODING: UTF-32");
});

test("a stray zero byte in UTF-8 stays, and the parser reports it", () => {
  expect(draw(utf8("title: a\0b\n"))).toBe("title: a\0b\n");
});

test("bytes in pieces are decoded as the whole text, with several byte order marks and pairs at any place", () => {
  for (let before = 4_090; before <= 4_100; before += 1) {
    const text = `\ufeff${"x".repeat(before)}😀\r\r\n"é`;
    for (const [mark, swap] of [
      ["\ufeff", false],
      ["\ufeff", true],
    ] as const) {
      const bytes = Buffer.from(mark + text, "utf16le");
      const decoded = decodeBytes(new Uint8Array(swap ? bytes.swap16() : bytes));
      expect(decoded).toEqual({ ok: true, text });
    }
    expect(decodeBytes(new TextEncoder().encode(`\ufeff${text}`))).toEqual({ ok: true, text });
  }
});
