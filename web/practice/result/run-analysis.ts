// What a finished run shows about itself: the speed of each line, its slips, and the most frequent ones in words. Pure;
// everything comes from the keystrokes.
//
// - The time of a line is the sum of the intervals before the keys that were pressed with the caret on it: wrong keys,
//   deletions and pauses included. The first key of the run has no interval. Enter is a key of the line that it ends. A
//   key that types several characters shares its interval among them. So the lines add up to the run.
// - The speed of a line is that of its characters in this time. Its line break is one of them, as in the speed of the run.
// - A slip is a wrong key; those at one place that are less than 1 s apart are one. A place is a piece of a construct,
//   such as `=>` or one bracket of a pair, and elsewhere one character. Characters of an input method are no slip.

import { type Attempt, type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { codePoints } from "@tabstop/engine/code-points";
import { lineStart, offsetOfStep, type PreparedExample, textOfStep } from "@tabstop/engine/example";
import { elapsedMs, wordsPerMinute } from "@tabstop/engine/metrics";
import type { RunEvent } from "@tabstop/engine/packed-log";
import { oneTryMs, typedInstead, type WrongKey, wrongKey } from "@tabstop/engine/slips";

export type Slip = {
  /** From 1. */
  readonly line: number;
  /** Of the first wrong key, in UTF-16 units, in the prepared text. */
  readonly offset: number;
  /** In code points from the start of the line, from 0. */
  readonly column: number;
  readonly typed: string;
  /** The whole piece of the construct that belongs there, or the character. */
  readonly belongs: string;
};

export type RunLine = {
  /** From 1. */
  readonly number: number;
  /** Code points, its line break included. */
  readonly characters: number;
  readonly ms: number;
  /** null for a line without characters, and when all of it came with the first key. */
  readonly wpm: number | null;
  /** In the order of the text. */
  readonly slips: readonly Slip[];
};

export type SlipGroup = {
  readonly typed: string;
  readonly belongs: string;
  readonly times: number;
  /** Each once, in the order of the text. */
  readonly lines: readonly number[];
};

export type RunAnalysis = {
  readonly wpm: number;
  readonly lines: readonly RunLine[];
  /** In the order of the text. */
  readonly slips: readonly Slip[];
  /** The most frequent slips, at most three, then in the order in which they came. */
  readonly groups: readonly SlipGroup[];
};

/** What is known of a text's syntax. */
export type CodeSyntax = {
  /** The pieces of its constructs, as starts and ends in UTF-16 units, in the order of the text, none in another. */
  readonly pieces: readonly (readonly [start: number, end: number])[];
  /** Whether a text is a construct as a whole. */
  readonly isConstruct: (text: string) => boolean;
};

const mostGroups = 3;
/** Slips beyond it are not shown: a log may have thousands of wrong keys. */
const mostSlips = 1_000;

/** @param syntax null when nothing is known: then slips are those of characters */
export function analyseRun(
  example: PreparedExample,
  log: readonly RunEvent[],
  syntax: CodeSyntax | null,
): RunAnalysis {
  const steps = analysisInSteps(example, log, syntax, log.length);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same with a stop after every `atOnce` events, so that a long log does not hold up the page. */
export function* analysisInSteps(
  example: PreparedExample,
  log: readonly RunEvent[],
  syntax: CodeSyntax | null,
  atOnce: number,
): Generator<null, RunAnalysis, void> {
  const times = newLineTimes(example);
  const found = newSlips(example, syntax);
  let attempt = newAttempt(example);
  for (const [index, event] of log.entries()) {
    if (index > 0 && index % atOnce === 0) yield null;
    if (event.kind === "show") continue;
    const after = reduce(attempt, event);
    if (after === attempt) continue;
    times.add(attempt, after, event);
    if (after.errors > attempt.errors) {
      const wrong = wrongKey(attempt, after, event);
      if (wrong !== null) found.add(wrong, event.at);
    }
    attempt = after;
  }
  const slips = found.inOrderOfText();
  return {
    wpm: wordsPerMinute(example.length, Math.max(1, elapsedMs(attempt, times.lastAt()))) ?? 0,
    lines: linesOf(example, times.ms, slips),
    slips,
    groups: groupsOf(found.asTheyCame()),
  };
}

function newLineTimes(example: PreparedExample) {
  const ms = new Float64Array(example.lineStarts.length);
  let last: number | null = null;
  const add = (line: number, part: number) => {
    ms[line] = (ms[line] ?? 0) + part;
  };
  return {
    ms,
    lastAt: () => last ?? 0,
    add(before: Attempt, after: Attempt, { at }: Keystroke): void {
      // An event may have an earlier time than the event before it.
      const interval = last === null ? 0 : Math.max(0, at - last);
      last = Math.max(at, last ?? at);
      const typed = after.step - before.step;
      if (after.line <= before.line || typed <= 1) {
        add(before.line, interval);
        return;
      }
      let { line } = before;
      for (let step = before.step; step < after.step; step++) {
        add(line, interval / typed);
        if (textOfStep(example, step).includes("\n")) line += 1;
      }
    },
  };
}

function newSlips(example: PreparedExample, syntax: CodeSyntax | null) {
  const pieceAt = piecesByOffset(syntax?.pieces ?? []);
  const constructs = new Map<string, string | null>();
  const nameOf = (text: string) => {
    let name = constructs.get(text);
    if (name === undefined) {
      name = syntax?.isConstruct(text) === true ? text : null;
      constructs.set(text, name);
    }
    return name;
  };
  const lastWrongAt = new Map<number, number>();
  const slips: Slip[] = [];
  return {
    add({ step, text }: WrongKey, at: number): void {
      const offset = offsetOfStep(example, step);
      const piece = pieceAt(offset);
      const place = piece?.[0] ?? offset;
      const last = lastWrongAt.get(place);
      lastWrongAt.set(place, at);
      if ((last !== undefined && at - last < oneTryMs) || slips.length === mostSlips) return;
      const line = lineAt(example, offset);
      const start = lineStart(example, line);
      slips.push({
        line: line + 1,
        offset,
        column: codePoints(example.text, start, offset),
        typed: (piece && typedInstead(example.text.slice(piece[0], offset), text, nameOf)) ?? text,
        belongs: piece === null ? textOfStep(example, step) : example.text.slice(...piece),
      });
    },
    asTheyCame: () => slips,
    inOrderOfText: () => slips.toSorted((one, other) => one.offset - other.offset),
  };
}

type Piece = CodeSyntax["pieces"][number];

/** Finds the piece that contains an offset. */
function piecesByOffset(pieces: readonly Piece[]): (offset: number) => Piece | null {
  return (offset) => {
    const piece = pieces[lastAtOrBefore(pieces.length, (index) => pieces[index]?.[0] ?? 0, offset)];
    return piece !== undefined && offset < piece[1] ? piece : null;
  };
}

/** The line that contains an offset, from 0. */
function lineAt({ lineStarts }: PreparedExample, offset: number): number {
  return lastAtOrBefore(lineStarts.length, (line) => lineStarts[line] ?? 0, offset);
}

/** The last index whose start is at or before an offset; -1 if there is none. */
function lastAtOrBefore(length: number, startOf: (index: number) => number, offset: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function linesOf(example: PreparedExample, ms: Float64Array, slips: readonly Slip[]): readonly RunLine[] {
  const { text } = example;
  const byLine = grouped(slips, ({ line }) => line);
  return Array.from(ms, (time, line) => {
    const start = lineStart(example, line);
    const end = line + 1 < ms.length ? lineStart(example, line + 1) : text.length;
    const characters = codePoints(text, start, end);
    const isEmpty = end === start || (end === start + 1 && text[start] === "\n");
    return {
      number: line + 1,
      characters,
      ms: time,
      wpm: isEmpty ? null : wordsPerMinute(characters, time),
      slips: byLine.get(line + 1) ?? [],
    };
  });
}

function groupsOf(slips: readonly Slip[]): readonly SlipGroup[] {
  const groups = grouped(slips, ({ typed, belongs }) => JSON.stringify([typed, belongs]));
  return [...groups.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostGroups)
    .map((same) => ({
      typed: same[0]?.typed ?? "",
      belongs: same[0]?.belongs ?? "",
      times: same.length,
      lines: [...new Set(same.map(({ line }) => line))].toSorted((one, other) => one - other),
    }));
}

/** In the order in which the keys come. */
function grouped<K>(slips: readonly Slip[], keyOf: (slip: Slip) => K): ReadonlyMap<K, readonly Slip[]> {
  const groups = new Map<K, Slip[]>();
  for (const slip of slips) {
    const key = keyOf(slip);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [slip]);
    else group.push(slip);
  }
  return groups;
}
