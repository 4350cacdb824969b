// Arbitrary examples and runs: texts that have broken typing programs, and keystrokes of which many are correct.

import fc from "fast-check";
import { type Attempt, type Keystroke, newAttempt, reduce } from "../attempt.ts";
import { offsetOfStep, prepare } from "../example.ts";

/** Pieces of text that have broken typing programs or could break them. */
const piece = fc.constantFrom(
  ..."abé'\"-^~.;{}1 ",
  ..."\t\n",
  "  ",
  "    ",
  "\r\n",
  "\r",
  "\n\n",
  "let a = 1;",
  "e\u0301",
  "e\u0323\u0302",
  "e\u0302\u0323",
  "\u1ec7",
  "x\u0302\u0323",
  "\u0301",
  "a\u0300\u0301\u0302\u0303\u0323\u0331",
  "\u00c5",
  "\u212b",
  "\u2026",
  "\u2018",
  "\u201d",
  "\u2014",
  "\u00a0",
  "\u3000",
  "\u00b4",
  "\u02c6",
  "\uff08",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u2060",
  "\ufeff",
  "\u202e",
  "\u2066",
  "\u2028",
  "\ufe0f",
  "\u034f",
  "\u0000",
  "\u0085",
  "😀",
  "👍🏽",
  "👨‍👩‍👧‍👦",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "🇩🇪",
  "🇫",
  "\u2764\ufe0f",
  "1\ufe0f\u20e3",
  "\u05e9\u05c1\u05dc",
  "\u0645\u064e\u0631",
  "\u06001",
  "\u0915\u094d\u0937\u093f",
  "\u0915\u094d\u200d\u0937",
  "\u0e01\u0e33",
  "\u1000\u102c",
  "\u09c7\u09be",
  "\u0958",
  "\ud55c",
  "\u1112\u1161\u11ab",
  "\u4f60\u597d",
  "\u304b\u3099",
  "\u{1d15e}",
  "\ud83d",
  "\ude00",
);
/** An example that could break a typing program. */
export const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 25 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }) },
);

/** A kind of keystroke, "next", or the text of an input chunk. */
export type Act = string;
/** Keystrokes, many of them correct: "next" types the character at the caret. */
export const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Act>("next") },
    { weight: 2, arbitrary: piece },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join("")) },
    { weight: 3, arbitrary: fc.constantFrom<Act>("enter", "tab", "backspace", "delete-word", "delete-line") },
  ),
  { maxLength: 60 },
);

function keyFor(act: Act, attempt: Attempt, at: number): Keystroke {
  switch (act) {
    case "enter":
    case "tab":
    case "backspace":
    case "delete-word":
    case "delete-line":
      return { kind: act, at };
    case "next": {
      const { example, step } = attempt;
      const end = step < example.steps ? offsetOfStep(example, step + 1) : attempt.offset;
      return { kind: "text", text: example.text.slice(attempt.offset, end), at };
    }
    default:
      return { kind: "text", text: act, at };
  }
}

type Run = {
  /** The attempt after each keystroke that changed something, and the first one. */
  readonly attempts: readonly Attempt[];
  readonly keys: readonly Keystroke[];
  /** The keystrokes that changed something. */
  readonly log: readonly Keystroke[];
};

export function run(text: string, acts: readonly Act[]): Run {
  let attempt = newAttempt(prepare(text));
  const attempts = [attempt];
  const keys: Keystroke[] = [];
  const log: Keystroke[] = [];
  acts.forEach((act, index) => {
    const key = keyFor(act, attempt, 1000.5 + index * 37.3);
    keys.push(key);
    const next = reduce(attempt, key);
    if (next !== attempt) {
      log.push(key);
      attempts.push(next);
    }
    attempt = next;
  });
  return { attempts, keys, log };
}
