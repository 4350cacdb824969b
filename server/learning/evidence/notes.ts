// Notes for admins about a run's rhythm. They refuse nothing, and its learner never sees them.
//
// A program that waits the same time before every key, give or take 2 %, gets the note 'even'. People do not, and some of
// them type with devices that are even: so the rules leave out what such devices do. No claim is made about programs
// that imitate a person's rhythm.
//
// Only events of one character count, right or wrong (a letter, Enter, Tab); swipes, dictated words and input methods
// send several at once. An interval is the time between two of them, one directly after the other in the log.

import { type Attempt, type Keystroke, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import { graphemeSegmenter } from "@tabstop/engine/code-points";
import type { PreparedExample } from "@tabstop/engine/example";

export type Note =
  /** The variation of the intervals in percent, with one decimal. */
  | { readonly kind: "even"; readonly percent: number }
  /** The longest stretch over the limit: its speed, length and lines, which count from 1. One decimal. */
  | {
      readonly kind: "fast";
      readonly perSecond: number;
      readonly seconds: number;
      readonly lines: readonly [from: number, to: number];
    };

const leastEvents = 40;
const leastIntervals = 30;

const mostVariation = 0.04;
const pauseMs = 1_000;
/** The share of the judged intervals in all of the log. */
const leastJudged = 0.8;
/** Only a program puts one character after another at this pace. */
const programMs = 25;

const fastPerMs = 25 / 1_000;
const fastForMs = 2_000;
/** At the speed of 'fast' six characters are typed in this time; a longer gap ends the stretch. */
const gapMs = 250;

/** The notes on a run, in a fixed order; most runs have none. `log` as the replay returns it, in whole ms. */
export function notesOf(example: PreparedExample, log: KeystrokeLog): readonly Note[] {
  const isSingle = log.map(isOneCharacter);
  if (isSingle.filter(Boolean).length < leastEvents) return [];
  return [evenNote(log, isSingle), fastNote(example, log, isSingle)].filter((note) => note !== null);
}

function isOneCharacter(keystroke: Keystroke): boolean {
  if (keystroke.kind === "enter" || keystroke.kind === "tab") return true;
  if (keystroke.kind !== "text") return false;
  if (keystroke.text.length <= 1) return keystroke.text !== "";
  // The second grapheme is enough, so that a long text is not cut as a whole.
  const graphemes = graphemeSegmenter.segment(keystroke.text)[Symbol.iterator]();
  return graphemes.next().done !== true && graphemes.next().done === true;
}

/**
 * Whether the intervals vary by less than 4 % (standard deviation / mean), without pauses over 1 s. The exceptions are
 * for people:
 * - A slow typist's longest intervals are no pauses only because they are over 1 s. Without them the others would look
 *   even. So a pause is also half as long again as the typical interval, and a run whose typical interval is over 1 s
 *   is not judged.
 * - A switch scanner moves on in equal steps, and every interval is a multiple of the step. With steps over 500 ms only
 *   the intervals of one step are under 1 s. So a run with many pauses is not judged, nor one of which much was dictated
 *   or swiped.
 * - Dictation and text expanders may type a phrase character by character, as a program does, until their user speaks
 *   again. So at such a pace a single pause is enough not to be judged.
 */
function evenNote(log: KeystrokeLog, isSingle: readonly boolean[]): Note | null {
  const intervals: number[] = [];
  for (let index = 1; index < log.length; index++) {
    const ms = intervalBefore(log, isSingle, index);
    if (ms !== null) intervals.push(ms);
  }
  // An array of numbers sorts them as numbers, in a fraction of the time that a comparison in here takes.
  const typicalMs = Float64Array.from(intervals).sort()[Math.floor(intervals.length / 2)] ?? Infinity;
  if (typicalMs > pauseMs) return null;
  const longestMs = Math.max(pauseMs, 1.5 * typicalMs);
  const judged = intervals.filter((ms) => ms <= longestMs);
  if (judged.length < Math.max(leastIntervals, leastJudged * (log.length - 1))) return null;
  const mean = sum(judged) / judged.length;
  if (mean < programMs && judged.length < intervals.length) return null;
  // Times are whole ms, rounded down. That alone makes an interval up to 1 ms too long or too short.
  const variance = sum(judged.map((ms) => (ms - mean) ** 2)) / judged.length - 1;
  const variation = variance <= 0 ? 0 : Math.sqrt(variance) / mean;
  return variation < mostVariation ? { kind: "even", percent: oneDecimal(100 * variation) } : null;
}

/**
 * The longest stretch of over 2 s with more than 25 characters a second. A character that repeats the one before is not
 * counted, since a held key repeats up to 30 times a second.
 */
function fastNote(example: PreparedExample, log: KeystrokeLog, isSingle: readonly boolean[]): Note | null {
  // With `lead` as the characters up to an event minus those that the limit allows up to its time, a stretch is over
  // the limit when its end has a greater lead than its start. The start with the least lead is tried for each end.
  let best = { from: 0, to: 0, characters: 0, ms: fastForMs };
  let first = 0;
  let next = 0;
  let start = 0;
  const counts = [0];
  const lead = (index: number) => (counts[index] ?? 0) - fastPerMs * (log[index]?.at ?? 0);
  const msBetween = (from: number, to: number) => (log[to]?.at ?? 0) - (log[from]?.at ?? 0);
  for (let index = 1; index < log.length; index++) {
    counts.push((counts[index - 1] ?? 0) + (isRepeat(log, index) ? 0 : 1));
    const ms = intervalBefore(log, isSingle, index);
    if (ms === null || ms > gapMs) {
      first = next = start = index;
      continue;
    }
    for (; msBetween(next, index) > fastForMs; next++)
      if (next === first || lead(next) < lead(start)) start = next;
    const stretchMs = msBetween(start, index);
    if (stretchMs > best.ms && lead(index) > lead(start)) {
      const characters = (counts[index] ?? 0) - (counts[start] ?? 0);
      best = { from: start, to: index, characters, ms: stretchMs };
    }
  }
  if (best.to === 0) return null;
  return {
    kind: "fast",
    perSecond: oneDecimal((1_000 * best.characters) / best.ms),
    seconds: oneDecimal(best.ms / 1_000),
    lines: [lineAt(example, log, best.from), lineAt(example, log, best.to)],
  };
}

/** The ms between an event and the one before it; null unless both are of one character and the clock went on. */
function intervalBefore(log: KeystrokeLog, isSingle: readonly boolean[], index: number): number | null {
  if (!isSingle[index] || !isSingle[index - 1]) return null;
  const ms = (log[index]?.at ?? 0) - (log[index - 1]?.at ?? 0);
  return ms < 0 ? null : ms;
}

function isRepeat(log: KeystrokeLog, index: number): boolean {
  const one = log[index];
  const before = log[index - 1];
  if (one?.kind !== before?.kind) return false;
  return one?.kind !== "text" || before?.kind !== "text" || one.text === before.text;
}

/** The line in which an event was typed, counted from 1. */
function lineAt(example: PreparedExample, log: KeystrokeLog, index: number): number {
  return log.slice(0, index).reduce<Attempt>(reduce, newAttempt(example)).line + 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function oneDecimal(value: number): number {
  return Math.round(10 * value) / 10;
}
