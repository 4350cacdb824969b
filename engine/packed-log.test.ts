import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Attempt, type Keystroke, type KeystrokeLog, newAttempt, reduce } from "./attempt.ts";
import { type PreparedExample, prepare } from "./example.ts";
import { elapsedMs, resultMs } from "./metrics.ts";
import { logFromText, logToText, longestPackedLog, packLog, replayPacked } from "./packed-log.ts";
import { acts, hostile, run } from "./test/arbitrary-run.ts";
import { draw, type Key, keystrokes } from "./test/draw-attempt.ts";

/** Differences of times as browsers report them: fractions, many keys at one time, a clock that goes back. */
const interval = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 0, max: 2_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ min: -500, max: 0, noNaN: true }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 86_400_000 }) },
);
const intervals = fc.array(interval, { minLength: 1, maxLength: 60 });

/** The log with other times: from any zero, with these differences again and again. */
function timed(log: KeystrokeLog, differences: readonly number[]): KeystrokeLog {
  let at = 123_456.789;
  return log.map((keystroke, index) => {
    at += differences[index % differences.length] ?? 0;
    return { ...keystroke, at };
  });
}

function packed(example: PreparedExample, log: KeystrokeLog): Uint8Array {
  const bytes = packLog(example, log);
  if (bytes === null) throw new RangeError(`no packed log of ${JSON.stringify(log).slice(0, 200)}`);
  return bytes;
}

function replayed(example: PreparedExample, bytes: Uint8Array): { attempt: Attempt; log: KeystrokeLog } {
  const replay = replayPacked(example, bytes);
  if (!replay.ok) throw new RangeError(replay.why);
  return replay;
}

/** What a result and a replay show of an attempt. */
function shown(attempt: Attempt): unknown {
  const { line, missed, partial, step, lastError } = attempt;
  return {
    drawn: draw(attempt),
    line,
    missed,
    partial,
    step,
    error: lastError?.offset,
    hint: lastError?.hint,
  };
}

describe("a packed log", () => {
  test("10,000 random logs replay to the same attempt as in the engine, with the same time [SEC-200]", () => {
    let done = 0;
    fc.assert(
      fc.property(hostile, acts, intervals, (text, keys, differences) => {
        const log = timed(run(text, keys).log, differences);
        const example = prepare(text);
        const live = log.reduce<Attempt>(reduce, newAttempt(example));
        const bytes = packLog(example, log);
        if (bytes === null) {
          // Only a keystroke with many marks does not fit.
          expect(JSON.stringify(log)).toMatch(/(\p{M}\p{Cf}*){9}/u);
          return;
        }
        const again = replayed(prepare(text), logFromText(logToText(bytes)) ?? new Uint8Array());
        const zero = log[0]?.at ?? 0;
        expect(shown(again.attempt)).toEqual(shown(live));
        expect(elapsedMs(again.attempt, 0)).toBe(live.kind === "done" ? elapsedMs(live, 0) : 0);
        expect(again.log).toEqual(log.map((key) => ({ ...key, at: Math.floor(key.at - zero) })));
        if (live.kind === "done") done += 1;
      }),
      { numRuns: 10_000 },
    );
    expect(done).toBeGreaterThan(1_000);
  });

  test("keystrokes without an effect are left out, so that the first one starts the clock", () => {
    const log: Keystroke[] = [
      { kind: "backspace", at: 10.9 },
      { kind: "text", text: "a", at: 100.25 },
      { kind: "tab", at: 150 },
      { kind: "enter", at: 200.5 },
      { kind: "text", text: "b", at: 321.75 },
      { kind: "text", text: "b", at: 400 },
    ];
    const example = prepare("a\r\nb");
    const { attempt, log: kept } = replayed(example, packed(example, log));
    expect(kept).toEqual([
      { kind: "text", text: "a", at: 0 },
      { kind: "enter", at: 100 },
      { kind: "text", text: "b", at: 221 },
    ]);
    expect([draw(attempt), elapsedMs(attempt, 0)]).toEqual(["a\nb|  done", 221]);
  });

  test("a key takes two bytes, a wrong one four", () => {
    const example = prepare("let a = 1;");
    const log = keystrokes("l", "x", "e", "t", { kind: "backspace" }, "t");
    expect(packed(example, log)).toHaveLength(1 + 1 + 4 + 2 + 2 + 2 + 2);
    expect(packed(example, [])).toEqual(Uint8Array.of(1));
  });

  test("a run of 1,000 characters at a person's speed takes at most 3 kB, and at most 4 kB as text", () => {
    const line = "export const total = (items) => items.reduce((sum, item) => sum + item.price * 1.2, 0);\n";
    for (const [slipEvery, pauseEvery] of [
      [12, 15],
      [50, 200],
    ] as const) {
      const example = prepare(line.repeat(12).slice(0, 1_000));
      const log: Keystroke[] = [];
      let at = 0;
      for (let step = 0; step < example.steps; step++) {
        at += step % pauseEvery === 0 ? 2_500 : 90 + ((step * 7_919) % 260);
        if (step % slipEvery === 0) log.push({ kind: "text", text: "ü", at: at - 40 });
        const text = example.text.slice(step, step + 1);
        log.push(text === "\n" ? { kind: "enter", at } : { kind: "text", text, at });
      }
      const bytes = packed(example, log);
      expect(replayed(example, bytes).attempt.kind).toBe("done");
      expect(bytes.length).toBeLessThanOrEqual(3_000);
      expect(logToText(bytes).length).toBeLessThanOrEqual(4_000);
    }
  });

  test("a log over a limit is not packed", () => {
    const example = prepare("ab");
    const many = (count: number) =>
      Array.from({ length: count }, (_, index): Key => (index % 2 === 0 ? "a" : { kind: "backspace" }));
    expect(packLog(example, keystrokes(...many(20_000)))).not.toBeNull();
    expect(packLog(example, keystrokes(...many(20_001)))).toBeNull();
    expect(packLog(example, keystrokes("x".repeat(1_000)))).not.toBeNull();
    expect(packLog(example, keystrokes("x".repeat(1_001)))).toBeNull();
    expect(packLog(example, keystrokes(`e${"\u0301".repeat(8)}`))).not.toBeNull();
    expect(packLog(example, keystrokes(`e${"\u0301".repeat(9)}`))).toBeNull();
    expect(packLog(example, keystrokes(...Array.from({ length: 70 }, () => "x".repeat(1_000))))).toBeNull();
    expect(
      packLog(example, [
        { kind: "text", text: "a", at: 0 },
        { kind: "text", text: "b", at: 2e12 },
      ]),
    ).toBeNull();
  });
});

describe("bytes from anywhere", () => {
  const example = prepare("let a = 1;\n  é\n");
  const varint = (value: number): readonly number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  const text = (...points: readonly number[]) => [1, ...varint(points.length), ...points.flatMap(varint)];

  test.each([
    ["none", []],
    ["another version", [2, 0]],
    ["a cut number", [1, 0x80]],
    ["a number with a needless byte", [1, 0x80, 0x00]],
    ["a number of eight bytes", [1, ...Array.from({ length: 7 }, () => 0xff), 0x01]],
    ["a text without its length", [1, 1]],
    ["a cut text", [1, 1, 2, 120]],
    ["no code point", [1, ...text(0x110000)]],
    ["1,001 code points", [1, ...text(...Array.from({ length: 1_001 }, () => 120))]],
    ["nine marks in a row", [1, ...text(101, ...Array.from({ length: 9 }, () => 0x301))]],
    [
      "nine marks with invisible characters between them",
      [1, ...text(101, ...Array.from({ length: 9 }, () => [0x301, 0x200d]).flat())],
    ],
    ["20,001 events", [1, ...Array.from({ length: 20_001 }, () => 2)]],
    ["65,537 bytes", [1, ...Array.from({ length: 65_536 }, () => 2)]],
    ["a time 35 years later", [1, ...varint(2 * 2 ** 40 * 8 + 16)]],
    ["times that add up to 35 years", [1, ...[1, 2, 3].flatMap(() => varint(2 ** 40 * 8))]],
    ["an event after the last character", [1, ...Array.from({ length: 16 }, () => 0)]],
  ])("%s: refused with a reason", (_, bytes) => {
    expect(replayPacked(example, Uint8Array.from(bytes))).toEqual({ ok: false, why: expect.any(String) });
  });

  test("a lone surrogate, an event without an effect and one of help are read", () => {
    const bytes = Uint8Array.of(1, ...text(0xd800), 4, 7, 0);
    const { attempt, log } = replayed(example, bytes);
    expect(log.map(({ kind }) => kind)).toEqual(["text", "text"]);
    expect([attempt.errors, attempt.step]).toEqual([1, 1]);
  });

  test("a log that is cut anywhere is refused or is the beginning of the log", () => {
    const source = "let a = 1;\n  é\n";
    const keys = ["l", "é", "et", " ", "\u{1f44d}", "a", "x\u0301"];
    const bytes = packed(prepare(source), keystrokes(...keys));
    const whole = replayed(prepare(source), bytes).log;
    for (let length = 0; length < bytes.length; length++) {
      const replay = replayPacked(prepare(source), bytes.subarray(0, length));
      if (replay.ok) expect(whole.slice(0, replay.log.length)).toEqual(replay.log);
    }
  });

  test("a text that is no base64url of such bytes is refused", () => {
    for (const wrong of ["A", "AB=", "AA==", "A+/A", "AAAA ", "AA\n", "ÄÄÄÄ", "\ud83dAAA", "AB", "AAB"])
      expect(logFromText(wrong)).toBeNull();
    expect(logFromText("A".repeat(87_382))).toHaveLength(longestPackedLog);
    expect(logFromText("A".repeat(87_384))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(logToText(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
        expect(logFromText(logToText(bytes))).toEqual(bytes);
      }),
    );
  });

  test("10,000 fuzzed logs never throw, and no replay has a time that its bytes do not have [SEC-201]", () => {
    const base = fc
      .tuple(hostile, acts, intervals)
      .map(([source, keys, differences]) =>
        packLog(prepare(source), timed(run(source, keys).log, differences)),
      )
      .map((bytes) => bytes ?? Uint8Array.of(1));
    const place = fc.nat({ max: 10_000 });
    const flipped = fc
      .tuple(base, fc.array(fc.tuple(place, fc.nat({ max: 7 })), { minLength: 1, maxLength: 6 }))
      .map(([bytes, flips]) => {
        const copy = Uint8Array.from(bytes);
        for (const [at, bit] of flips) copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << bit);
        return copy;
      });
    const cut = fc.tuple(base, place).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1)));
    const spliced = fc
      .tuple(base, base, place, place)
      .map(([one, two, from, to]) =>
        Uint8Array.of(...one.subarray(0, from % one.length), ...two.subarray(to % two.length)),
      );
    const random = fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.of(1, ...bytes));
    const started = process.cpuUsage();
    let read = 0;
    fc.assert(
      fc.property(hostile, fc.oneof(base, flipped, cut, spliced, random), (source, bytes) => {
        const foreign = prepare(source);
        const replay = replayPacked(foreign, bytes);
        if (!replay.ok) return;
        read += 1;
        const times = timesOf(bytes);
        let from = 0;
        for (const { at } of replay.log) {
          from = times.indexOf(at, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
        const { attempt, log } = replay;
        if (attempt.kind !== "done") return;
        expect(attempt.startedAt).toBe(log[0]?.at);
        expect(attempt.endedAt).toBe(log.at(-1)?.at);
        expect(shown(replayed(foreign, packed(foreign, log)).attempt)).toEqual(shown(attempt));
      }),
      { numRuns: 10_000 },
    );
    const { user, system } = process.cpuUsage(started);
    expect(read).toBeGreaterThan(1_000);
    expect((user + system) / 1e6).toBeLessThan(120);
  }, 180_000);

  test("the longest logs cost a bounded time", () => {
    const source = `${"a".repeat(30_000)}${"क्षि".repeat(500)}`;
    const fill = (events: readonly number[], count: number) =>
      Uint8Array.from([1, ...Array.from({ length: count }, () => events).flat()]);
    const marks = text(
      ...Array.from({ length: 990 }, (_, index) => (index % 9 === 0 ? 101 : 0x323 - (index % 2))),
    );
    const logs = {
      "steps typed and deleted": fill([0, 4], 10_000),
      "lines typed and deleted": fill([0, 0, 0, 0, 0, 0, 0, 0, 6], 2_222),
      "words typed and deleted": fill([0, 0, 0, 0, 0, 0, 0, 0, 5], 2_222),
      "wrong characters": fill(text(120), 20_000),
      "texts of marks": fill(marks, 34),
      "texts of invisible characters": fill(text(...Array.from({ length: 990 }, () => 0x200d)), 30),
    };
    for (const [name, bytes] of Object.entries(logs)) {
      const prepared = prepare(source);
      const started = process.cpuUsage();
      expect(replayPacked(prepared, bytes).ok, name).toBe(true);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1e6, name).toBeLessThan(2);
    }
  });
});

/** The times of the events as the format describes them, read in another way: with the bits of a big number. */
function timesOf(bytes: Uint8Array): readonly number[] {
  let place = 1;
  const number = () => {
    let bits = "";
    for (;;) {
      const byte = bytes[place++] ?? 0;
      bits = (byte & 127).toString(2).padStart(7, "0") + bits;
      if (byte < 128) return BigInt(`0b${bits}`);
    }
  };
  const times: number[] = [];
  let at = 0n;
  while (place < bytes.length) {
    const head = number();
    const difference = head >> 3n;
    at += (difference & 1n) === 1n ? -(difference + 1n) / 2n : difference / 2n;
    times.push(Number(at));
    if ((head & 7n) === 1n) for (let left = number(); left > 0n; left--) number();
  }
  return times;
}

test("help is packed where it was asked for, also before the first key, and changes nothing else", () => {
  const example = prepare("a => b");
  const keys = [..."a => b"].map((text, n) => ({ kind: "text", text, at: 1_000 + 100 * n }) as const);
  const log = [
    { kind: "show", at: 500 } as const,
    ...keys.slice(0, 2),
    { kind: "show", at: 1_150.4 } as const,
  ];
  const shown: number[] = [];
  const packed = packLog(example, [...log, ...keys.slice(2)]);
  const replayed = replayPacked(example, packed ?? new Uint8Array(), {
    onShow: ({ step }) => shown.push(step),
  });
  expect(shown).toEqual([0, 2]);
  if (!replayed.ok || replayed.attempt.kind !== "done")
    throw new Error("the log does not finish the example");
  expect(resultMs(replayed.attempt)).toBe(500);
});
