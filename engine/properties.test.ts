import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Attempt, type Keystroke, missedBetween, newAttempt, reduce, replay } from "./attempt.ts";
import { prepare } from "./example.ts";
import { metrics } from "./metrics.ts";
import { type Act, acts, hostile, run } from "./test/arbitrary-run.ts";
import { draw } from "./test/draw-attempt.ts";

const code = fc
  .array(fc.constantFrom("a", "b", " ", "  ", "\t", "\n", "(", "{"), { minLength: 1, maxLength: 30 })
  .map((pieces) => pieces.join(""));

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

  test("replaying a log results in the same attempt, also from JSON", () => {
    fc.assert(
      fc.property(hostile, acts, (text, keys) => {
        const { attempts, log } = run(text, keys);
        expect(replay(text, JSON.parse(JSON.stringify(log)))).toEqual(last(attempts));
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
