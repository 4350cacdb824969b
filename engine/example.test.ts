import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offsetOfStep, prepare, stepAtOffset, textOfStep } from "./example.ts";

const steps = (text: string) => {
  const example = prepare(text);
  return Array.from({ length: example.steps }, (_, step) => textOfStep(example, step));
};

describe("an example's steps", () => {
  test("a plain text has one step for each character", () => {
    expect(steps("a\tb\n\n c")).toEqual(["a", "\t", "b", "\n", "\n", " ", "c"]);
    expect(prepare("a\tb\n\n c").stepStarts).toBeNull();
  });
  test("a grapheme is one step", () => {
    expect(steps("ae\u0301b👍🏽🇩🇪🇫🇷\u0915\u094d\u0937\u093f")).toEqual([
      "a",
      "e\u0301",
      "b",
      "👍🏽",
      "🇩🇪",
      "🇫🇷",
      "\u0915\u094d\u0937\u093f",
    ]);
  });
  test("a character that binds the next one is one step with the ASCII digit after it", () => {
    expect(steps("a\u06001b")).toEqual(["a", "\u06001", "b"]);
  });
  test("a mark at the start of a line is a step", () => {
    expect(steps("a\n\u0301b")).toEqual(["a", "\n", "\u0301", "b"]);
  });
  test("invisible characters belong to the visible one after them, at the end of the text to the one before them", () => {
    expect(steps("\ufeffa\u200b\u2060b\u00ad\nc\u200b")).toEqual([
      "\ufeffa",
      "\u200b\u2060b",
      "\u00ad\n",
      "c\u200b",
    ]);
    expect(steps("a\n\u200b")).toEqual(["a", "\n\u200b"]);
  });
  test("a text without visible characters is one step", () => {
    expect(steps("")).toEqual([""]);
    expect(steps("\u200b\u2060")).toEqual(["\u200b\u2060"]);
  });
  test("a lone surrogate is a step", () => {
    expect(steps("a\ud800\udc00\udc00b")).toEqual(["a", "\ud800\udc00", "\udc00", "b"]);
    expect(prepare("a\ud800\udc00\udc00b").length).toBe(4);
  });
});

test("the length counts code points", () => {
  expect(prepare("let").length).toBe(3);
  expect(prepare("e\u0301😀👨‍👩‍👧").length).toBe(8);
});

test("CRLF and lone CR become newlines before anything is counted", () => {
  expect(prepare("a\r\nb\rc\n\r")).toMatchObject({ text: "a\nb\nc\n\n", length: 7 });
});

test("a line starts after each newline, including a final one", () => {
  expect(Array.from(prepare("a\n\nbc\n").lineStarts)).toEqual([0, 2, 3, 6]);
  expect(Array.from(prepare("\u00e9\n\nbc").lineStarts)).toEqual([0, 2, 3]);
  expect(Array.from(prepare("").lineStarts)).toEqual([0]);
});

test("the step at an offset is the first one that starts at or after it", () => {
  const example = prepare("a👨‍👩‍👧b");
  expect([0, 1, 2, 8, 9, 10].map((offset) => stepAtOffset(example, offset))).toEqual([0, 1, 2, 2, 2, 3]);
  expect([0, 1, 5].map((offset) => stepAtOffset(prepare("abc"), offset))).toEqual([0, 1, 3]);
});

test("a step that does not exist is a programming mistake", () => {
  expect(() => offsetOfStep(prepare("\u00e9"), 2)).toThrow(RangeError);
});

test("a long text has the steps of its graphemes, wherever the segmenter's pieces end", () => {
  const parts = [
    "a",
    " ",
    "\n",
    "न",
    "म",
    "स्",
    "ते",
    "क्ष",
    "त्रि",
    "é",
    "e\u0301",
    "🇩🇪",
    "🇫",
    "👨‍👩‍👧",
    "👍🏽",
    "각",
    "\u1112\u1161\u11ab",
    "\ud83d",
    "\u0600",
    "世",
  ];
  const long = [
    "न" + "\u094d\u200dक".repeat(400),
    "e" + "\u0301".repeat(199),
    "e" + "\u0301".repeat(1_000),
    "🇩🇪".repeat(300),
  ];
  const anyText = fc
    .array(fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...parts) }, fc.constantFrom(...long)), {
      minLength: 100,
      maxLength: 900,
      size: "max",
    })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(anyText, (text) => {
      const whole = Array.from(
        new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text),
        ({ segment }) => segment,
      );
      const example = prepare(text);
      const steps = Array.from({ length: example.steps }, (_, step) => textOfStep(example, step));
      expect(steps).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("a grapheme of a long text takes little more time to prepare than one of a short text", () => {
  const short = "नमस्ते दुनिया ".repeat(10);
  const times = 300;
  const long = short.repeat(times);
  const cpuUs = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const ratios = Array.from({ length: 5 }, () => {
    const ofShort = cpuUs(() => {
      for (let left = times; left > 0; left--) prepare(short);
    });
    return cpuUs(() => prepare(long)) / ofShort;
  });
  // With the whole text given to the segmenter at once it is 6 to 17.
  expect(Math.min(...ratios)).toBeLessThan(4);
});
