/**
 * What a key costs in the engine, at examples of 100 to 100,000 characters.
 *
 *   npx tsx bench/engine.ts [--check]
 *
 * Every size is typed with the same number of keys (short examples again and again), with a wrong key every 20 and
 * a Backspace every 30, and keeps its log as the practice screen does. Rounds of all sizes are interleaved, so that a
 * busy machine slows all alike; the table shows medians. With `--check` the exit code is 1 when a key at the
 * largest size costs more than 5 times that of the smallest: a copy of text or log would cost a thousand times.
 */
import { type Attempt, type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { type Example, offsetOfStep, prepare } from "@tabstop/engine/example";

const textSizes = [100, 1_000, 10_000, 100_000];
const keyCount = 100_000;
const roundCount = 9;
const absurd = 5;

/** Lines that are repeated up to the size. */
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
  readonly hands: readonly string[];
  readonly nsPerKey: number[];
  readonly prepareMs: number[];
};

const cases: readonly Case[] = Object.entries(texts).flatMap(([name, line]) =>
  textSizes.map((size) => {
    const text = cut(line, size);
    const start = newAttempt(prepare(text));
    return { name, size, text, start, hands: handsOf(start.example), nsPerKey: [], prepareMs: [] };
  }),
);

// Preparing has rounds of its own, so that its garbage is not collected at a key's cost. Round -1 warms up.
for (let round = -1; round < roundCount; round++) {
  for (const { text, prepareMs } of cases) {
    const started = performance.now();
    prepare(text);
    if (round >= 0) prepareMs.push(performance.now() - started);
  }
}
for (let round = -1; round < roundCount; round++) {
  for (const { start, hands, nsPerKey } of cases) {
    const started = performance.now();
    typeKeys(start, hands);
    if (round >= 0) nsPerKey.push(((performance.now() - started) * 1e6) / keyCount);
  }
}

let isAbsurd = false;
for (const name of Object.keys(texts)) {
  console.log(`\n${name}, ${keyCount} keys a round, median of ${roundCount} rounds`);
  console.log("characters   ns a key   against 100   prepare, ms");
  const sizes = cases.filter((one) => one.name === name);
  const first = median(sizes[0]?.nsPerKey ?? []);
  for (const { size, nsPerKey, prepareMs } of sizes) {
    const cost = median(nsPerKey);
    const ratio = cost / first;
    isAbsurd ||= ratio > absurd;
    const cells = [size.toString().padStart(10), cost.toFixed(0).padStart(11), ratio.toFixed(2).padStart(14)];
    console.log(`${cells.join("")}${median(prepareMs).toFixed(2).padStart(14)}`);
  }
}
if (process.argv.includes("--check")) {
  console.log(
    isAbsurd
      ? `\nA key's cost grows more than ${absurd} times.`
      : `\nNo key costs more than ${absurd} times.`,
  );
  process.exitCode = isAbsurd ? 1 : 0;
}

function typeKeys(start: Attempt, hands: readonly string[]): void {
  let attempt = start;
  // Kept over short attempts too, so that every size holds as much memory.
  const log: Keystroke[] = [];
  for (let key = 0; key < keyCount; key++) {
    if (attempt.kind === "done") attempt = start;
    const keystroke: Keystroke =
      key % 30 === 29
        ? { kind: "backspace", at: key }
        : { kind: "text", text: key % 20 === 19 ? "§" : (hands[attempt.step] ?? ""), at: key };
    const next = reduce(attempt, keystroke);
    if (next !== attempt) log.push(keystroke);
    attempt = next;
  }
}

/** What is typed at each step, made beforehand, so that only the engine is measured. */
function handsOf(example: Example): readonly string[] {
  return Array.from({ length: example.steps }, (_, step) =>
    example.text.slice(offsetOfStep(example, step), offsetOfStep(example, step + 1)),
  );
}

function cut(line: string, size: number): string {
  const points = Array.from(line);
  return Array.from({ length: size }, (_, index) => points[index % points.length]).join("");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
