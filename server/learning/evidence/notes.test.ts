// Who gets a note and who does not: simulated people and programs type the same texts.

import { describe, expect, test } from "vitest";
import type { KeystrokeLog } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { packLog, replayPacked } from "@tabstop/engine/packed-log";
import { randomFor } from "../../faults/test/plan.ts";
import { type Note, notesOf } from "./notes.ts";
import { fixedDelay, imitations, jitters, people } from "./test/simulated-typing.ts";

const texts = [
  "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  "def read(path):\n    with open(path) as file:\n        for line in file:\n            if line.strip():\n                yield line\n",
  '<ul>\n\t<li><a href="/é">größer – naïve</a></li>\n\t<li>👍🏽 “done”</li>\n</ul>',
  "SELECT name, count(*) FROM run GROUP BY na",
  `// ${"-".repeat(76)}\n${" ".repeat(24)}let deep = true;\n// ${"=".repeat(76)}\n`,
  "const load = async (id) => {\n  const reply = await fetch(`/items/${id}`);\n  if (!reply.ok) throw new Error(`status ${reply.status}`);\n  return reply.json();\n};\n\n".repeat(
    7,
  ),
];

/** The notes on a log that was sent and replayed. */
function notesOn(text: string, log: KeystrokeLog): readonly Note[] {
  const example = prepare(text);
  const packed = packLog(example, log);
  const replay = packed === null ? null : replayPacked(example, packed);
  if (replay?.ok !== true || replay.attempt.kind !== "done")
    throw new RangeError(`no whole log: ${replay?.ok === true ? replay.attempt.step : replay?.why}`);
  return notesOf(example, replay.log);
}

describe("notes on a run", () => {
  test("240 simulated people get none, whatever they type with [SEC-202]", () => {
    const noted: unknown[] = [];
    let count = 0;
    for (const [kind, typist] of Object.entries(people)) {
      for (let person = 0; person < 20; person++) {
        const random = randomFor(`${kind} ${person}`);
        count += 1;
        for (const text of texts) {
          const notes = notesOn(text, typist(text, random));
          if (notes.length > 0) noted.push([kind, person, texts.indexOf(text), ...notes]);
        }
      }
    }
    expect(noted).toEqual([]);
    expect(count).toBe(240);
  });

  test("a program with a fixed delay of 5 to 900 ms gets one, also when it varies by 2 % [SEC-203]", () => {
    const random = randomFor("fixed delays");
    const delays = [
      5, 5.5, 6, 7.3, 8, 10, 12.5, 16, 16.7, 20, 25, 33.3, 40, 50, 75, 100, 150, 250, 400, 650, 900,
    ];
    const missed: unknown[] = [];
    let count = 0;
    for (const delayMs of [
      ...delays,
      ...delays.map((delay) => Math.min(900, delay * (1 + 0.3 * random()))),
    ]) {
      for (const [name, jitter] of Object.entries(jitters)) {
        for (const text of texts) {
          for (const options of [
            { tabs: false, slips: 0, isScheduled: false },
            { tabs: true, slips: 0.05, isScheduled: false },
            { tabs: text.length > 60, slips: 0, isScheduled: true },
          ]) {
            const log = fixedDelay(text, random, delayMs, jitter, options);
            if (log.length < 40) throw new RangeError(`${log.length} events`);
            count += 1;
            const notes = notesOn(text, log);
            if (!notes.some(({ kind }) => kind === "even"))
              missed.push([delayMs, name, texts.indexOf(text), options]);
          }
        }
      }
    }
    expect(missed).toEqual([]);
    expect(count).toBe(2_268);
  });

  test("programs that imitate a person's delays get none: all of 200 pass [SEC-204]", () => {
    const passed = Object.entries(imitations).map(([kind, typist]) => {
      const random = randomFor(kind);
      const runs = Array.from({ length: 40 }, (_, run) => texts[run % texts.length] ?? "");
      return [kind, runs.filter((text) => notesOn(text, typist(text, random)).length === 0).length];
    });
    expect(Object.fromEntries(passed)).toEqual({
      "log-normal": 40,
      gamma: 40,
      "uniform by 20 %": 40,
      "a fixed time for each character": 40,
      "a copied run": 40,
    });
  });

  const lines = "let total = 12;\n".repeat(12);
  /** The text with these waits in turn, a key for each character. */
  const typed = (text: string, waits: readonly number[]): KeystrokeLog => {
    let at = 0;
    return Array.from(text, (character, index) => {
      at += waits[index % waits.length] ?? 0;
      return character === "\n" ? { kind: "enter", at } : { kind: "text", text: character, at };
    });
  };

  test("'even' has the variation in percent, with one decimal, without what rounding to whole ms adds", () => {
    expect(notesOn(lines, typed(lines, [100, 104]))).toEqual([{ kind: "even", percent: 1.7 }]);
    expect(notesOn(lines, typed(lines, [100]))).toEqual([{ kind: "even", percent: 0 }]);
    expect(notesOn(lines, typed(lines, [100, 110]))).toEqual([]);
  });

  test("pauses over 1 s hide no evenness, up to one key in five", () => {
    const every = (keys: number) => [3_000, ...Array.from({ length: keys - 1 }, () => 100)];
    expect(notesOn(lines, typed(lines, every(90)))).toEqual([{ kind: "even", percent: 0 }]);
    expect(notesOn(lines, typed(lines, every(6)))).toEqual([{ kind: "even", percent: 0 }]);
    expect(notesOn(lines, typed(lines, every(4)))).toEqual([]);
  });

  test("fewer than 40 events of one character are not judged", () => {
    const text = lines.slice(0, 40);
    expect(notesOn(text, typed(text, [100]))).toEqual([{ kind: "even", percent: 0 }]);
    expect(notesOn(text.slice(1), typed(text.slice(1), [100]))).toEqual([]);
  });

  test("'fast' has the longest stretch over 2 s with more than 25 characters a second, with its lines", () => {
    const fast = [10, 50, 20, 60];
    const slow = [90, 310, 160, 40, 220];
    const run = (keys: number) => {
      const first = typed(lines.slice(0, 36), slow);
      const then = typed(lines.slice(36, 36 + keys), fast);
      const rest = typed(lines.slice(36 + keys), slow);
      let zero = 0;
      return [first, then, rest].flatMap((part) => {
        const from = zero;
        zero += part.at(-1)?.at ?? 0;
        return part.map((key) => ({ ...key, at: key.at + from }));
      });
    };
    expect(notesOn(lines, run(100))).toEqual([
      { kind: "fast", perSecond: expect.closeTo(28, 0), seconds: expect.closeTo(3.5, 0), lines: [3, 9] },
    ]);
    expect(notesOn(lines, run(44))).toEqual([]);
    // 50 characters a second that repeat the one before are a held key.
    const row = `let a = 1; // ${"-".repeat(150)}\nlet b = 2;\n`;
    expect(
      notesOn(
        row,
        typed(
          row,
          fast.map((ms) => ms / 2),
        ),
      ),
    ).toEqual([]);
  });

  test("20,000 events cost little, however they are spread", () => {
    const text = "ab".repeat(10_000);
    for (const waits of [[0], [30, 41], [0, 249], [999, 0], [2_000, 5, 5]]) {
      const log = typed(text, waits);
      const example = prepare(text);
      const started = process.cpuUsage();
      notesOf(example, log);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1e6).toBeLessThan(2);
    }
  });
});
