// The engine: what typing an example is. A pure fold, `attempt = reduce(attempt, keystroke)`.
//
// The model. An example is a sequence of steps. A step is one visible character: a grapheme, together with the
// invisible characters beside it. The caret is before a step and moves over whole steps only; lengths and the cursor
// count code points, offsets count UTF-16 units. A keystroke is compared with the step at the caret: it is the whole
// step, or a part of it, or wrong.
//
// Always true
// - The typed text, `example.text.slice(0, attempt.offset)`, is a prefix of the example.
// - The number of errors never falls, and a missed step stays missed. A new attempt (Try Again) starts from zero.
// - The clock runs from the first judged keystroke, right or wrong, to the one that completes the example. Keystrokes
//   without an effect (Backspace at the start, a Tab that does not match) do not start it.
// - After completion no keystroke changes anything.
// - `reduce` returns the same object when a keystroke changed nothing. A log needs only the keystrokes that changed
//   something, and `replay` of that log returns an equal attempt.
// - A keystroke costs the same in an example of 100 and of 100,000 characters: its cost is linear in the step at the
//   caret, and that of a deletion in what it deletes.
//
// Rules that the specification and the decisions leave open (more in fit.ts, example.ts and deletion.ts)
// - Partial characters. Some keyboards send a letter and its accent as two keys, and in many scripts a visible
//   character takes several keys, so `e` where é is expected is not yet wrong: it waits in `partial`, and the caret
//   stays. The next key either completes the character (U+0301); or is the right character itself (é), then the part
//   was an error and the character is accepted; or is wrong, which is an error, and the part stays. So é causes the
//   same number of errors as if `e` had been refused immediately, and the example may contain é in either form.
//   Backspace removes the part.
// - An input chunk is judged letter by letter, each with its marks. A tab in it is the Tab key and a newline the Enter
//   key. Its first wrong character is one error, and the rest of the chunk is dropped.
// - Invisible characters are not keys: a zero-width or control character in an input chunk is ignored, neither right
//   nor wrong, and one in an example is typed together with its visible neighbour.
// - Line delete, like word delete, stops at the start of the line.
//
// Left out: key names, repeats, compositions and focus (the capture of the web app), clocks (times come as numbers),
// columns and rows on a screen, and the course that contains an example. Graphemes are those of the runtime's
// `Intl.Segmenter`: for a script whose rules differ between Unicode versions, the replay of a Backspace may end at
// another step.

import { lineStartStep, wordStartStep } from "./deletion.ts";
import {
  type PreparedExample,
  offsetOfStep,
  pointsBeforeStep,
  prepare,
  stepAtOffset,
  textOfStep,
} from "./example.ts";
import { charactersOf, fitOf, isInputMethodCharacter } from "./fit.ts";
import { isMissed, type Missed, noneMissed, withMissed } from "./missed.ts";

/**
 * One act of the keyboard, independent of browser and layout.
 *
 * `text` is one input chunk and may hold several characters. `at` is in ms on a monotonic clock with any fixed zero;
 * only differences count. A log is sent and stored packed (packed-log.ts).
 */
export type Keystroke =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | { readonly kind: "enter" | "tab" | "backspace" | "delete-word" | "delete-line"; readonly at: number };

/** The keystrokes that changed an attempt, in order. The caller keeps it and only appends. */
export type KeystrokeLog = readonly Keystroke[];

/** Immutable. Times are those of the keystrokes. */
export type Attempt =
  | (Typed & { readonly kind: "ready" })
  | (Typed & { readonly kind: "typing"; readonly startedAt: number })
  | (Typed & { readonly kind: "done"; readonly startedAt: number; readonly endedAt: number });

/** What every attempt has. */
type Typed = {
  readonly example: PreparedExample;
  /** The step at the caret, counted from 0; `example.steps` when done. */
  readonly step: number;
  /** Code points typed: the caret's place as progress and accuracy count it. */
  readonly cursor: number;
  /** The caret's place in `example.text`, in UTF-16 units. */
  readonly offset: number;
  /** The caret's line, counted from 0. It starts at `example.lineStarts[line]`. */
  readonly line: number;
  /** The typed part of the character at the caret; usually "". */
  readonly partial: string;
  readonly errors: number;
  /** Read it with `missedBetween`. */
  readonly missed: Missed;
  /** A new object for every error, so that a screen can distinguish two in the same place. */
  readonly lastError: TypingError | null;
};

type TypingError = {
  /** The missed step's start, in UTF-16 units. */
  readonly offset: number;
  readonly at: number;
  /** `input-method` when the wrong character is full-width or East Asian and the expected one is not. */
  readonly hint: "input-method" | null;
};

/** How long a wrong key is shown. It blocks nothing. */
export const errorFlashMs = 300;

/** An attempt before its first keystroke. To restart, create a new attempt from the same prepared example. */
export function newAttempt(example: PreparedExample): Attempt {
  return {
    kind: "ready",
    example,
    step: 0,
    cursor: 0,
    offset: 0,
    line: 0,
    partial: "",
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
      return moveBack(attempt, attempt.partial === "" ? attempt.step - 1 : attempt.step);
    case "delete-word":
      return moveBack(attempt, wordStartStep(attempt.example, attempt.step, attempt.line));
    case "delete-line":
      return moveBack(attempt, lineStartStep(attempt.example, attempt.line));
    default:
      throw new TypeError(`no such keystroke: ${JSON.stringify(keystroke satisfies never)}`);
  }
}

/** The attempt at the end of a log, the same on every machine. */
export function replay(text: string, log: KeystrokeLog): Attempt {
  return log.reduce(reduce, newAttempt(prepare(text)));
}

/**
 * The missed characters between two offsets of the example's text, as [start, end) in UTF-16 units, in order.
 * Takes time linear in the number of steps between them: call it for a line at a time, when the line is drawn.
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

// Long: it walks the characters of a chunk and updates seven parts of one state on the way.
function judge(attempt: Unfinished, characters: readonly string[], at: number): Attempt {
  const { example } = attempt;
  let { step, line, partial, errors, missed, lastError } = attempt;
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
    let fit = fitOf(expected, partial, character);
    if (fit === "unseen") continue;
    if (fit === "wrong") {
      errors += 1;
      missed = withMissed(missed, example.steps, step);
      const isHinted = isInputMethodCharacter(character) && !isInputMethodCharacter(expected);
      lastError = { offset: offsetOfStep(example, step), at, hint: isHinted ? "input-method" : null };
      // If the part came with an earlier keystroke, that part was the error, and this character may be right.
      const withoutPart = partial !== "" && !isJudged ? fitOf(expected, "", character) : "wrong";
      isJudged = true;
      if (withoutPart === "wrong") break;
      fit = withoutPart;
      partial = "";
    }
    isJudged = true;
    if (fit === "whole") {
      partial = "";
      step += 1;
      if (expected.includes("\n")) line += 1;
    } else {
      partial += character;
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
    partial,
    errors,
    missed,
    lastError,
  };
  return step === example.steps
    ? { kind: "done", startedAt, endedAt: at, ...typed }
    : { kind: "typing", startedAt, ...typed };
}

/** How many steps a Tab types here: one for a tab, two for two spaces, else none. */
function stepsOfTab(example: PreparedExample, step: number): 0 | 1 | 2 {
  const expected = textOfStep(example, step);
  if (expected.includes("\t")) return 1;
  if (step + 1 >= example.steps) return 0;
  return isSpace(expected) && isSpace(textOfStep(example, step + 1)) ? 2 : 0;
}

function isSpace(expected: string): boolean {
  return fitOf(expected, "", " ") === "whole";
}

/** Moves the caret back to `step` and drops a partial character. */
function moveBack(attempt: Unfinished, step: number): Attempt {
  const to = Math.max(0, step);
  if (to === attempt.step && attempt.partial === "") return attempt;
  const { example } = attempt;
  // Only Backspace leaves its line, and only by one step.
  const isLineLeft = to === attempt.step - 1 && textOfStep(example, to).includes("\n");
  return {
    ...attempt,
    step: to,
    cursor: pointsBeforeStep(example, to),
    offset: offsetOfStep(example, to),
    line: isLineLeft ? attempt.line - 1 : attempt.line,
    partial: "",
  };
}
