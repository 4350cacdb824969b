import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  type Keystroke,
  missedBetween,
  newAttempt,
  reduce,
  replay,
  storedLog,
} from "./attempt.ts";
import { draw } from "./test/draw-attempt.ts";
import { offsetOfStep, prepare } from "./example.ts";
import { metrics } from "./metrics.ts";

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
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 25 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }) },
);
const code = fc
  .array(fc.constantFrom("a", "b", " ", "  ", "\t", "\n", "(", "{"), { minLength: 1, maxLength: 30 })
  .map((pieces) => pieces.join(""));

/** A kind of keystroke, "next", or the text of an input chunk. */
type Act = string;
/** Keystrokes, many of them correct: "next" types the character at the caret. */
const acts = fc.array(
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

function run(text: string, acts: readonly Act[]): Run {
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

const last = (attempts: readonly Attempt[]) => attempts.at(-1) as Attempt;
const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text), ({ segment }) => segment);

describe("for every example and every sequence of keys", () => {
  test("the typed text is a prefix of the example, of whole graphemes, and all counts agree with it", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        const normal = text.replace(/\r\n?/g, "\n");
        for (const { example, cursor, offset, line, kind } of run(text, keys).attempts) {
          const typed = normal.slice(0, offset);
          expect(example.text).toBe(normal);
          expect([...typed].length).toBe(cursor);
          expect([...normal].length).toBe(example.length);
          expect(graphemes(normal).slice(0, graphemes(typed).length).join("")).toBe(typed);
          expect(kind === "done").toBe(typed === normal);
          // A final invisible character is typed together with the newline before it, and is on a separate line.
          if (kind !== "done") expect(line).toBe(typed.split("\n").length - 1);
        }
      }),
    );
  });

  test("in plain code every keystroke has the effect that the rules state", () => {
    const model = (text: string, keys: readonly Keystroke[]) => {
      let typed = "";
      let errors = 0;
      for (const key of keys) {
        const rest = text.slice(typed.length);
        if (rest === "") continue;
        if (key.kind === "tab") {
          typed += rest.startsWith("  ") ? "  " : rest.startsWith("\t") ? "\t" : "";
        } else if (key.kind === "backspace") {
          typed = typed.slice(0, -1);
        } else if (key.kind === "delete-line") {
          typed = typed.slice(0, typed.lastIndexOf("\n") + 1);
        } else if (key.kind === "delete-word") {
          typed = typed.replace(/(\w+|[^\w \t\n]+)?[ \t]*$/, "");
        } else {
          const character = key.kind === "text" ? key.text : "\n";
          if (rest.startsWith(character)) typed += character;
          else errors += 1;
        }
      }
      return `${typed}|${text.slice(typed.length)}, ${errors}`;
    };
    const key = fc.constantFrom<Act>(
      "next",
      "next",
      "next",
      "a",
      "b",
      " ",
      "(",
      "enter",
      "tab",
      "backspace",
      "delete-word",
      "delete-line",
    );
    fc.assert(
      fc.property(code, fc.array(key, { maxLength: 60 }), (text, typing) => {
        const { attempts, keys } = run(text, typing);
        const { offset, errors } = last(attempts);
        expect(`${text.slice(0, offset)}|${text.slice(offset)}, ${errors}`).toBe(model(text, keys));
      }),
    );
  });

  test("progress and accuracy are whole numbers from 0 to 100, and progress is 100 only at the end", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        for (const attempt of run(text, keys).attempts) {
          const { progress, accuracy, isComplete, elapsedMs } = metrics(attempt, 5000);
          for (const value of [progress, accuracy, elapsedMs]) {
            expect(Number.isInteger(value) && value >= 0).toBe(true);
          }
          expect(Math.max(progress, accuracy)).toBeLessThanOrEqual(100);
          expect(progress === 100).toBe(isComplete);
        }
      }),
    );
  });

  test("errors and missed characters never decrease, and only a judged key changes them", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        let before: Attempt | undefined;
        for (const attempt of run(text, keys).attempts) {
          const missed = missedBetween(attempt, 0, attempt.example.text.length);
          expect(missed.length > 0).toBe(attempt.errors > 0);
          expect(missed.length).toBeLessThanOrEqual(attempt.errors);
          if (before !== undefined) {
            expect(attempt.errors).toBeGreaterThanOrEqual(before.errors);
            expect(missed).toEqual(
              expect.arrayContaining([...missedBetween(before, 0, before.example.text.length)]),
            );
            if (attempt.errors > before.errors)
              expect(attempt.lastError?.offset).toBeGreaterThanOrEqual(before.offset);
          }
          before = attempt;
        }
      }),
    );
  });

  test("deleting and retyping results in the same text, without another error", () => {
    fc.assert(
      fc.property(
        hostile,
        acts,
        fc.array(fc.constantFrom("backspace" as const, "delete-word" as const, "delete-line" as const), {
          maxLength: 8,
        }),
        (text, keys, deletions) => {
          const before = last(run(text, keys).attempts);
          if (before.kind === "done") return;
          const at = 9000;
          const deleted = deletions.reduce<Attempt>((attempt, kind) => reduce(attempt, { kind, at }), before);
          const gone = before.example.text.slice(deleted.offset, before.offset);
          const inOneChunk = reduce(deleted, { kind: "text", text: gone, at });
          const byGrapheme = graphemes(gone).reduce<Attempt>(
            (attempt, grapheme) => reduce(attempt, { kind: "text", text: grapheme, at }),
            deleted,
          );
          for (const again of [inOneChunk, byGrapheme]) {
            expect([again.offset, again.cursor, again.line, again.errors]).toEqual([
              before.offset,
              before.cursor,
              before.line,
              before.errors,
            ]);
          }
        },
      ),
    );
  });

  test("replaying a log results in the same attempt, also from JSON and with its times shifted", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        const { attempts, log } = run(text, keys);
        const live = last(attempts);
        expect(replay(text, JSON.parse(JSON.stringify(log)))).toEqual(live);
        const stored = replay(text, JSON.parse(JSON.stringify(storedLog(log))));
        expect(draw(stored)).toBe(draw(live));
        expect(stored.missed).toEqual(live.missed);
        if (live.kind === "done") expect(metrics(stored, 0)).toEqual(metrics(live, 0));
        if (stored.kind !== "ready") expect(stored.startedAt).toBe(0);
      }),
    );
  });

  test("later keystrokes do not change an earlier attempt", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        const { log } = run(text, keys);
        let attempt = newAttempt(prepare(text));
        for (const key of log) {
          const next = reduce(deepFrozen(attempt), key);
          attempt = next;
        }
      }),
    );
  });
});

describe("a hostile example can always be completed without an error", () => {
  const waysToCut = {
    "grapheme by grapheme": graphemes,
    "code point by code point": (text: string) => [...text],
    "in one input chunk": (text: string) => [text],
  };
  const waysToWrite = {
    "as it is": (text: string) => text,
    composed: (text: string) => text.normalize("NFC"),
    decomposed: (text: string) => text.normalize("NFD"),
  };
  for (const [cutName, cut] of Object.entries(waysToCut)) {
    for (const [writeName, write] of Object.entries(waysToWrite)) {
      test(`${cutName}, ${writeName}`, () => {
        fc.assert(
          fc.property(hostile, (text) => {
            const chunks = cut(write(text.replace(/\r\n?/g, "\n")));
            const attempt = chunks.reduce<Attempt>(
              (before, chunk) => reduce(before, { kind: "text", text: chunk, at: 0 }),
              newAttempt(prepare(text)),
            );
            expect(draw(attempt)).toBe(`${attempt.example.text}|  done`);
          }),
        );
      });
    }
  }
});

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  for (const inner of Object.values(value)) deepFrozen(inner);
  return Object.freeze(value);
}
