// 10,000 completions with logs that are right, edited, cut, foreign or noise. What each must be answered is worked out
// here from the keystrokes, so that a time which is wrongly checked fails.

import { randomUUID } from "node:crypto";
import { type Keystroke, type KeystrokeLog, replay } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { resultMs } from "@tabstop/engine/metrics";
import { logFromText, logToText, packLog, replayPacked } from "@tabstop/engine/packed-log";
import { expect, test } from "vitest";
import { openers, type Person, serverForTest, testSecretKey, type TestServer } from "../../test/harness.ts";
import { plantExample, type SentBody, type TypedRun, typedRun } from "../../test/typed-runs.ts";
import { createStarts } from "./start.ts";

const codes = [
  "const a = [1, 2];\nfor (const b of a) {\n\tc(b);\n}\n",
  "// naïve façade: 漢字 👩\u200d👩\u200d👧 e\u0301\nlet x = 'ok';\n",
  "if x:\n  y()\n",
];

/** mulberry32: the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));
const oneOf = <T>(random: Random, from: readonly T[]) => from[upTo(random, from.length - 1)] as T;

/** Keystrokes that were changed in one place before they were packed. */
function edited(random: Random, keys: KeystrokeLog): KeystrokeLog {
  const place = upTo(random, keys.length - 1);
  const at = (keys[place] as Keystroke).at;
  const edits: readonly (() => KeystrokeLog)[] = [
    () => keys.toSpliced(place, 1),
    () =>
      keys.toSpliced(place, 0, { kind: "text", text: oneOf(random, ["x", "¤", "\t", "漢", "\u0301"]), at }),
    () => keys.toSpliced(place, 0, { kind: oneOf(random, ["backspace", "delete-word", "delete-line"]), at }),
    () =>
      keys.with(-1, {
        ...(keys.at(-1) as Keystroke),
        at: (keys.at(-1) as Keystroke).at + oneOf(random, [-10, -1, 1, 9]),
      }),
    () => keys.map((key) => ({ ...key, at: key.at * oneOf(random, [0, 0.5, 1, 1, 1.5]) })),
    () => keys.map((key) => ({ ...key, at: -key.at })),
    () => [...keys, ...keys],
    () => keys.toReversed(),
    () => keys.slice(0, place),
    () => keys,
  ];
  return oneOf(random, edits)();
}

/** Bytes that were changed after they were packed. */
function damaged(random: Random, log: string): string {
  const bytes = logFromText(log) ?? new Uint8Array();
  const place = upTo(random, bytes.length - 1);
  const damages: readonly (() => string)[] = [
    () => logToText(bytes.with(place, upTo(random, 255))),
    () => logToText(bytes.with(place, (bytes[place] ?? 0) ^ (1 << upTo(random, 7)))),
    () => logToText(bytes.slice(0, place)),
    () => logToText(Uint8Array.from([...bytes, ...bytes.slice(place)])),
    () => logToText(Uint8Array.from({ length: upTo(random, 300) }, () => upTo(random, 255))),
    () => log.slice(0, upTo(random, log.length)),
    () => log.slice(0, place) + oneOf(random, ["=", "+", " ", "\n", "é", "\0"]) + log.slice(place + 1),
    () => log.toUpperCase(),
  ];
  return oneOf(random, damages)();
}

const noise: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, "", " ", "null", [], {}, [[]], { length: 3 }, [1, 2, 3]],
  ...["a".repeat(90_000), { at: 1, kind: "text" }, Array(3_000).fill(0), "\ud800", "\0", { __proto__: null }],
];
const megabytes: readonly unknown[] = ["A".repeat(800_000), Array(250_000).fill(0), Array(250_000).fill([])];

type Try = {
  readonly code: string;
  readonly body: SentBody;
  /** How much more time than that of the body has passed since the start, in ms. */
  readonly lateMs: number;
  readonly start: "own" | "other" | "none" | "noise";
};

/** What the log shows by this test's own reading; null when it completes nothing. */
function figuresOf(code: string, log: unknown): { timeMs: number; errors: number } | null {
  const packed = typeof log === "string" ? logFromText(log) : null;
  const replayed = packed && replayPacked(prepare(code), packed);
  if (!replayed?.ok || replayed.attempt.kind !== "done") return null;
  // Once more from the keystrokes themselves.
  const again = replay(code, replayed.log);
  if (again.kind !== "done") throw new RangeError("the same keys lead elsewhere");
  expect([again.errors, resultMs(again)]).toEqual([replayed.attempt.errors, resultMs(replayed.attempt)]);
  return { timeMs: resultMs(again), errors: again.errors };
}

function expectedOf({ body, lateMs, start, code }: Try): string | null {
  const { log, timeMs, errors } = body;
  const points = Array.from(code).length;
  if (points >= 20 && timeMs < 2 * points) return "fast";
  if (log === undefined || log === null) return "none";
  const figures = figuresOf(code, log);
  if (figures === null || figures.timeMs !== timeMs || figures.errors !== errors) return "log";
  if (start !== "own") return "start";
  return lateMs < -2_000 || lateMs > 5_000 + timeMs / 10 ? "late" : null;
}

function logOf(random: Random, code: string, run: TypedRun): unknown {
  const packed = (keys: KeystrokeLog) => {
    const bytes = packLog(prepare(code), keys);
    return bytes === null ? "" : logToText(bytes);
  };
  const foreign = codes[(codes.indexOf(code) + 1) % codes.length] as string;
  return oneOf<() => unknown>(random, [
    () => run.log,
    () => run.log,
    () => packed(edited(random, run.keystrokes)),
    () => packed(edited(random, run.keystrokes)),
    () => damaged(random, run.log),
    () => damaged(random, run.log),
    () => typedRun(foreign).log,
    () => (random() < 0.05 ? oneOf(random, megabytes) : oneOf(random, noise)),
    () => undefined,
  ])();
}

function oneTry(random: Random, exampleIds: readonly number[]): Try {
  const code = oneOf(random, codes);
  const run = typedRun(code, { msPerKey: oneOf(random, [1, 40, 120, 300]), errors: upTo(random, 2) });
  const log = logOf(random, code, run);
  const figures = figuresOf(code, log);
  // Most claims are what the log says, so that many edited logs are checked for what they are.
  const claimed = figures !== null && random() < 0.7 ? figures : run;
  const timeMs = Math.max(1, claimed.timeMs + oneOf(random, [0, 0, 0, 0, 0, 0, 1, -1, 10, -1_000]));
  const errors = Math.max(0, claimed.errors + oneOf(random, [0, 0, 0, 0, 0, 1, -1]));
  const example = {
    exampleId: exampleIds[codes.indexOf(code)] ?? 0,
    attemptId: randomUUID(),
    codeVersion: 1,
  };
  return {
    code,
    lateMs: oneOf(random, [-2_001, -2_000, 0, 0, 0, 5_000, 60_000]),
    start: oneOf(random, ["own", "own", "own", "other", "none", "noise"]),
    body: {
      ...{ ...example, isComplete: true, progress: 100, accuracy: run.accuracy },
      ...{ log, timeMs, errors, zone: oneOf(random, noise) },
    },
  };
}

/** Returns how often each answer was expected and given. */
async function fuzz({ app, clock, store }: TestServer, mira: Person, count: number) {
  const random = randomFrom(20_261_129);
  const starts = createStarts(testSecretKey);
  const exampleIds: number[] = [];
  for (const code of codes) exampleIds.push(await plantExample(store, code));
  const seen = new Map<string | null, number>();

  async function send({ body, lateMs, start, code }: Try): Promise<void> {
    const { exampleId, attemptId = "", timeMs } = body;
    const run = { userId: mira.id, exampleId, attemptId, codeVersion: 1 };
    const startedAt = clock.now - timeMs - lateMs;
    const texts = {
      own: () => starts.sign(run, startedAt),
      other: () => starts.sign({ ...run, attemptId: randomUUID() }, startedAt),
      none: () => undefined,
      noise: () => oneOf(random, noise),
    };
    const response = await app.inject({
      method: "POST",
      url: "/api/courses/progress",
      headers: { authorization: `Bearer ${mira.token}` },
      payload: { ...body, start: texts[start]() },
    });
    const expected = expectedOf({ body, lateMs, start, code });
    const { checked, unchecked_because: because } = response.json();
    const what = JSON.stringify({ ...body, lateMs, start }).slice(0, 1_000);
    expect([what, response.statusCode, checked, because]).toEqual([what, 200, expected === null, expected]);
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
  }

  // On PostgreSQL a result does not wait long for the others of its learner.
  const atOnce = store.dialect === "sqlite" ? 50 : 4;
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => send(oneTry(random, exampleIds))));
  return seen;
}

/** Each stored run must be what its log says, whatever was claimed. */
async function expectTrueRuns(harness: TestServer): Promise<number> {
  const rows = await harness.store.read((db) =>
    db
      .selectFrom("run")
      .innerJoin("example", "example.id", "run.example_id")
      .select(["run.log", "run.time_ms", "run.errors", "run.checked", "example.code_content"])
      .execute(),
  );
  for (const { log, time_ms, errors, code_content } of rows) {
    const figures = figuresOf(code_content, logToText(new Uint8Array(log)));
    expect({ timeMs: time_ms ?? figures?.timeMs, errors }).toEqual(figures);
  }
  return rows.length;
}

test.each([
  { opener: openers[0], count: 10_000 },
  { opener: openers[1], count: 300 },
])(
  "$count fuzzed logs through HTTP give no error and no checked time that the log does not have ($opener.name) [SEC-212]",
  { timeout: 600_000 },
  async ({ opener, count }) => {
    if (opener === undefined) throw new RangeError("no database");
    const harness = await serverForTest(opener, {
      env: { RATE_LIMITS: "off", LOG_LEVEL: "error" },
      // A busy machine must not change an answer.
      replays: { limitMs: 10_000 },
    });
    const mira = await harness.register("mira");
    const seen = await fuzz(harness, mira, count);
    if (count >= 10_000)
      for (const because of ["fast", "none", "log", "start", "late", null])
        expect([because, (seen.get(because) ?? 0) > 50]).toEqual([because, true]);
    expect(await expectTrueRuns(harness)).toBeGreaterThan(count / 50);
  },
);
