// The time of a key in the engine, in examples of 100 to 100,000 characters, and what a packed log takes.
//
//   npx tsx bench/engine.ts [--check] [--no-save]
//
// Every size is typed with the same number of keys (short examples again and again), with a wrong key every 20 and a
// Backspace every 30, and keeps its log as the practice screen does. Rounds of all sizes are interleaved, so that a
// busy machine slows all of them down; the table shows medians. The goal is generous: copying the text or the log would
// make a key a thousand times as slow.
//
// A packed log is one run at a person's speed with a wrong key every 20 and a Backspace every 30. `pack` is the browser's
// part, log to text; `replay` the server's, from the text and the example's code to the result.

import { parseArgs } from "node:util";
import { firstCodePoints } from "@tabstop/engine/code-points";
import { type Attempt, type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { type PreparedExample, offsetOfStep, prepare } from "@tabstop/engine/example";
import { logFromText, logToText, packLog, replayPacked } from "@tabstop/engine/packed-log";
import { atMost, median, shown } from "./support/figures.ts";
import { openReport, reportOptions } from "./support/report.ts";

const { values: options } = parseArgs({ allowNegative: true, options: reportOptions });
const report = openReport("engine", options);

const textSizes = [100, 1_000, 10_000, 100_000];
const keyCount = 100_000;
const roundCount = 9;
const mostGrowth = 5;

/** Lines that are repeated up to each size. */
const texts = {
  "plain code":
    "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  "mixed scripts":
    "const greeting = “schön, e\u0301té”; // 👍🏽 नमस्ते\n  let שלום\u00a0= '👨‍👩‍👧 한글'; // plain code goes on here\n",
};

type Case = {
  readonly name: string;
  readonly size: number;
  readonly text: string;
  readonly start: Attempt;
  /** What is typed at each step. */
  readonly chunks: readonly string[];
  readonly nsPerKey: number[];
  readonly prepareMs: number[];
};

const cases: readonly Case[] = Object.entries(texts).flatMap(([name, line]) =>
  textSizes.map((size) => {
    const text = repeated(line, size);
    const start = newAttempt(prepare(text));
    return { name, size, text, start, chunks: chunksOf(start.example), nsPerKey: [], prepareMs: [] };
  }),
);

// Preparing is measured in separate rounds, so that its garbage is not collected while keys are. Round -1 warms up.
for (let round = -1; round < roundCount; round++) {
  for (const { text, prepareMs } of cases) {
    const started = performance.now();
    prepare(text);
    if (round >= 0) prepareMs.push(performance.now() - started);
  }
}
for (let round = -1; round < roundCount; round++) {
  for (const { start, chunks, nsPerKey } of cases) {
    const started = performance.now();
    typeKeys(start, chunks);
    if (round >= 0) nsPerKey.push(((performance.now() - started) * 1e6) / keyCount);
  }
}

for (const name of Object.keys(texts)) {
  const sizes = cases.filter((one) => one.name === name);
  const first = median(sizes[0]?.nsPerKey ?? []);
  const rows = sizes.map(({ size, nsPerKey, prepareMs }) => [
    size.toLocaleString("en"),
    shown(median(nsPerKey), 0),
    shown(median(nsPerKey) / first),
    shown(median(prepareMs)),
  ]);
  report.table(name, ["characters", "ns a key", "/ 100", "prepare ms"], rows);
  const growth = median(sizes.at(-1)?.nsPerKey ?? []) / first;
  report.judge(atMost(`${name}, a key in 100,000 characters / in 100`, growth, mostGrowth, " x", 1));
}
measureLogs();
report.close();

function measureLogs(): void {
  const sizes = [1_000, 10_000];
  const rows = Object.entries(texts).flatMap(([name, line]) =>
    sizes.map((size) => {
      const text = repeated(line, size);
      const example = prepare(text);
      const log = personLog(example);
      const packMs: number[] = [];
      const replayMs: number[] = [];
      let sent = "";
      let storedBytes = 0;
      for (let round = -50; round < 50; round++) {
        const started = performance.now();
        const packed = packLog(example, log);
        if (packed === null) throw new RangeError(`no packed log for ${size} characters`);
        sent = logToText(packed);
        const packedAt = performance.now();
        const received = logFromText(sent);
        const replay = received === null ? null : replayPacked(prepare(text), received);
        const replayedAt = performance.now();
        if (replay?.ok !== true || replay.attempt.kind !== "done")
          throw new RangeError("the log leads elsewhere");
        storedBytes = packed.length;
        if (round < 0) continue;
        packMs.push(packedAt - started);
        replayMs.push(replayedAt - packedAt);
      }
      if (size === 1_000) {
        report.judge(
          atMost(`${name}, a packed log of 1,000 characters`, storedBytes, 3_000, " bytes", 1),
          atMost(`${name}, the same as text`, sent.length, 4_000, " bytes", 1),
          atMost(`${name}, its replay`, median(replayMs), 2, " ms", 2),
        );
      }
      return [
        `${name}, ${size.toLocaleString("en")}`,
        String(log.length),
        String(storedBytes),
        String(sent.length),
        shown(median(packMs)),
        shown(median(replayMs)),
      ];
    }),
  );
  report.table("a packed log", ["characters", "events", "bytes", "as text", "pack ms", "replay ms"], rows);
}

/** A run with intervals from 90 to 350 ms, and a pause of 1.5 s every 40 keys. */
function personLog(example: PreparedExample): readonly Keystroke[] {
  const chunks = chunksOf(example);
  const log: Keystroke[] = [];
  let attempt = newAttempt(example);
  let at = 0;
  for (let key = 1; attempt.kind !== "done"; key++) {
    at += key % 40 === 0 ? 1_500 : 90 + ((key * 7_919) % 260);
    const keystroke: Keystroke =
      key % 30 === 0
        ? { kind: "backspace", at }
        : { kind: "text", text: key % 20 === 0 ? "§" : (chunks[attempt.step] ?? ""), at };
    log.push(keystroke);
    attempt = reduce(attempt, keystroke);
  }
  return log;
}

function typeKeys(start: Attempt, chunks: readonly string[]): void {
  let attempt = start;
  // It is never emptied, not even between short attempts, so that every size uses the same memory.
  const log: Keystroke[] = [];
  for (let key = 0; key < keyCount; key++) {
    if (attempt.kind === "done") attempt = start;
    const keystroke: Keystroke =
      key % 30 === 29
        ? { kind: "backspace", at: key }
        : { kind: "text", text: key % 20 === 19 ? "§" : (chunks[attempt.step] ?? ""), at: key };
    const next = reduce(attempt, keystroke);
    if (next !== attempt) log.push(keystroke);
    attempt = next;
  }
}

/** Made beforehand, so that only the engine is measured. */
function chunksOf(example: PreparedExample): readonly string[] {
  return Array.from({ length: example.steps }, (_, step) =>
    example.text.slice(offsetOfStep(example, step), offsetOfStep(example, step + 1)),
  );
}

function repeated(line: string, size: number): string {
  return firstCodePoints(line.repeat(size), size);
}
