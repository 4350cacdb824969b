/**
 * The engine: what typing an example is. A pure fold, `attempt = reduce(attempt, keystroke)`.
 *
 * The model. An example is a row of steps. A step is one visible character: a grapheme, together with
 * what cannot be seen beside it. The caret stands before a step and moves over whole steps only; lengths
 * and the cursor count code points, offsets count UTF-16 units. A key is judged against the step at the
 * caret: it is that step whole, or a part of it, or wrong.
 *
 * Always true
 * - The typed text, `example.text.slice(0, attempt.offset)`, is a prefix of the example.
 * - Errors only grow, and a step once missed stays missed. A new attempt (Try Again) starts afresh.
 * - The clock runs from the first judged key, right or wrong, to the key that completes the example.
 *   Keys without effect (Backspace at the start, a Tab that fits nowhere) do not start it.
 * - Once done, no key changes anything.
 * - `reduce` gives back the very same object when a key changed nothing. A caller's log needs only the keys
 *   that changed something, and `replay` of that log gives an equal attempt.
 * - A key costs the same in an example of 100 and of 100,000 characters. (It costs the length of the step at
 *   the caret, and a deletion what it deletes.)
 *
 * Rules that specification and decisions leave open (the rest is in fit.ts, example.ts, deletion.ts)
 * - A part. Some keyboards give a letter and its accent by two keys, and in many scripts a visible character
 *   takes several, so `e` where é is expected is not yet wrong: it waits in `begun` and the caret stays.
 *   The next key finishes the character (U+0301); or is the right character itself (é), then the part was an
 *   error and the character is taken; or is wrong: an error, and the part waits on. So é costs the same errors
 *   as if `e` had been refused at once, and the example may hold é in either form. Backspace drops the part.
 * - A hand-over is judged by letters with their marks. In it a tab is the Tab key and a newline the Enter key.
 *   Its first wrong character is one error; the rest of it is dropped.
 * - What nobody sees is no key: a zero-width or control character in a hand-over is passed over, neither
 *   right nor wrong, and one in an example is passed along with its neighbour.
 * - Line delete, like word delete, stops at the line's start.
 *
 * Left out: key names, repeats, compositions, focus (the web's capture), clocks (time comes as a number),
 * columns and rows on a screen, and the course an example belongs to. Graphemes are those of the runtime's
 * `Intl.Segmenter`: for a script whose rules differ between Unicode versions, a Backspace may be replayed
 * elsewhere as another step.
 */
import { lineStartStep, wordStartStep } from "./deletion.ts";
import {
  type Example,
  offsetOfStep,
  pointsBeforeStep,
  prepare,
  stepAtOffset,
  textOfStep,
} from "./example.ts";
import { charactersOf, fitOf, isInputMethodSign } from "./fit.ts";
import { isMissed, type Missed, noneMissed, withMissed } from "./missed.ts";

/**
 * One act of the keyboard, already freed of browser and layout by the caller. Plain JSON: a log is stored as
 * an array of these, as they are.
 *
 * `text` is one hand-over and may hold several characters. `at` is in ms on a monotonic clock with any fixed
 * zero; only differences count. In a stored log the first judged key is at 0 (`storedLog`).
 */
export type Keystroke =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | { readonly kind: "enter" | "tab" | "backspace" | "delete-word" | "delete-line"; readonly at: number };

/** Append-only, held by the caller: the keystrokes that changed an attempt, in order. */
export type KeystrokeLog = readonly Keystroke[];

/** Immutable. Times are those of the keystrokes. */
export type Attempt =
  | (Typed & { readonly kind: "ready" })
  | (Typed & { readonly kind: "typing"; readonly startedAt: number })
  | (Typed & { readonly kind: "done"; readonly startedAt: number; readonly endedAt: number });

/** What every attempt has. */
type Typed = {
  readonly example: Example;
  /** The step at the caret, counted from 0; `example.steps` when done. */
  readonly step: number;
  /** Code points typed: the caret's place as progress and accuracy count it. */
  readonly cursor: number;
  /** The caret's place in `example.text`, in UTF-16 units. */
  readonly offset: number;
  /** The caret's line, counted from 0. It starts at `example.lineStarts[line]`. */
  readonly line: number;
  /** The part already typed of the character at the caret, as it was typed; mostly "". */
  readonly begun: string;
  readonly errors: number;
  /** Read it with `missedBetween`. */
  readonly missed: Missed;
  /** A new object for every error, so that a screen can tell two in the same place apart. */
  readonly lastError: Slip | null;
};

type Slip = {
  /** The missed step's start, in UTF-16 units. */
  readonly offset: number;
  readonly at: number;
  /** `input-method`: a full-width or East Asian character came where none is expected. */
  readonly hint: "input-method" | null;
};

/** How long a wrong key shows. It blocks nothing. */
export const errorFlashMs = 300;

/** A fresh attempt; restarting is taking a new one of the same prepared example. */
export function newAttempt(example: Example): Attempt {
  return {
    kind: "ready",
    example,
    step: 0,
    cursor: 0,
    offset: 0,
    line: 0,
    begun: "",
    errors: 0,
    missed: noneMissed,
    lastError: null,
  };
}

/**
 * The attempt after one more keystroke; the same object if it changed nothing.
 * Throws a RangeError if `at` is not a finite number.
 */
export function reduce(attempt: Attempt, keystroke: Keystroke): Attempt {
  if (!Number.isFinite(keystroke.at)) throw new RangeError(`a keystroke at ${keystroke.at} ms`);
  if (attempt.kind === "done") return attempt;
  switch (keystroke.kind) {
    case "text":
      return judge(attempt, charactersOf(keystroke.text), keystroke.at);
    case "enter":
      return judge(attempt, enterTexts, keystroke.at);
    case "tab":
      return judge(attempt, tabTexts, keystroke.at);
    case "backspace":
      return back(attempt, attempt.begun === "" ? attempt.step - 1 : attempt.step);
    case "delete-word":
      return back(attempt, wordStartStep(attempt.example, attempt.step, attempt.line));
    case "delete-line":
      return back(attempt, lineStartStep(attempt.example, attempt.line));
    default:
      throw new TypeError(`no such keystroke: ${JSON.stringify(keystroke satisfies never)}`);
  }
}

/** The attempt that a log leads to, here or on another machine. */
export function replay(text: string, log: KeystrokeLog): Attempt {
  return log.reduce(reduce, newAttempt(prepare(text)));
}

/** The log as it is stored or sent: its times moved so that its first key, the one that started the clock, is at 0. */
export function storedLog(log: KeystrokeLog): KeystrokeLog {
  const zero = log[0]?.at ?? 0;
  return log.map((keystroke) => ({ ...keystroke, at: keystroke.at - zero }));
}

/**
 * The missed characters between two offsets of the example's text, as [start, end) in UTF-16 units, in order.
 * Costs the number of steps between them: ask for what is drawn, a line at a time.
 */
export function missedBetween(
  attempt: Attempt,
  from: number,
  to: number,
): readonly (readonly [number, number])[] {
  const { example, missed } = attempt;
  if (missed === noneMissed) return [];
  const found: (readonly [number, number])[] = [];
  const end = stepAtOffset(example, to);
  for (let step = stepAtOffset(example, from); step < end; step++) {
    if (isMissed(missed, example.steps, step)) {
      found.push([offsetOfStep(example, step), offsetOfStep(example, step + 1)]);
    }
  }
  return found;
}

type Unfinished = Exclude<Attempt, { kind: "done" }>;

const enterTexts = ["\n"] as const;
const tabTexts = ["\t"] as const;

function judge(attempt: Unfinished, characters: readonly string[], at: number): Attempt {
  const { example } = attempt;
  let { step, line, begun, errors, missed, lastError } = attempt;
  let isJudged = false;
  for (const character of characters) {
    if (step === example.steps) break;
    if (character === "\t") {
      const width = stepsOfTab(example, step);
      step += width;
      isJudged ||= width > 0;
      continue;
    }
    const expected = textOfStep(example, step);
    let fit = fitOf(expected, begun, character);
    if (fit === "unseen") continue;
    if (fit === "wrong") {
      errors += 1;
      missed = withMissed(missed, example.steps, step);
      const isHinted = isInputMethodSign(character) && !isInputMethodSign(expected);
      lastError = { offset: offsetOfStep(example, step), at, hint: isHinted ? "input-method" : null };
      // The part before it came with an earlier key: then that part was the error, and this may be the right key.
      const afresh = begun !== "" && !isJudged ? fitOf(expected, "", character) : "wrong";
      isJudged = true;
      if (afresh === "wrong") break;
      fit = afresh;
      begun = "";
    }
    isJudged = true;
    if (fit === "whole") {
      begun = "";
      step += 1;
      if (expected.includes("\n")) line += 1;
    } else {
      begun += character;
    }
  }
  if (!isJudged) return attempt;
  const startedAt = attempt.kind === "ready" ? at : attempt.startedAt;
  const typed = {
    example,
    step,
    cursor: pointsBeforeStep(example, step),
    offset: offsetOfStep(example, step),
    line,
    begun,
    errors,
    missed,
    lastError,
  };
  return step === example.steps
    ? { kind: "done", startedAt, endedAt: at, ...typed }
    : { kind: "typing", startedAt, ...typed };
}

/** How many steps a Tab covers here: one over a tab, two over two spaces, else none. */
function stepsOfTab(example: Example, step: number): 0 | 1 | 2 {
  const expected = textOfStep(example, step);
  if (expected.includes("\t")) return 1;
  if (step + 1 >= example.steps) return 0;
  return isSpace(expected) && isSpace(textOfStep(example, step + 1)) ? 2 : 0;
}

function isSpace(expected: string): boolean {
  return fitOf(expected, "", " ") === "whole";
}

/** The caret back before `step`, whatever was begun dropped. */
function back(attempt: Unfinished, step: number): Attempt {
  const to = Math.max(0, step);
  if (to === attempt.step && attempt.begun === "") return attempt;
  const { example } = attempt;
  // Only a Backspace leaves its line, and then by one step.
  const isLineLeft = to === attempt.step - 1 && textOfStep(example, to).includes("\n");
  return {
    ...attempt,
    step: to,
    cursor: pointsBeforeStep(example, to),
    offset: offsetOfStep(example, to),
    line: isLineLeft ? attempt.line - 1 : attempt.line,
    begun: "",
  };
}
