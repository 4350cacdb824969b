// Wrong keys as slips: which character of a keystroke was wrong, and what a learner typed in place of a construct. Names
// of constructs come from the caller.

import { type Attempt, type Keystroke, reduce } from "./attempt.ts";
import { stepAtOffset } from "./example.ts";
import { charactersOf } from "./fit.ts";

/** Wrong keys at one place that are less than this apart are one try, in ms. */
export const oneTryMs = 1_000;

export type WrongKey = {
  readonly step: number;
  readonly text: string;
};

/**
 * The wrong character of a keystroke that raised the number of errors, and its step; null for one of an input method.
 */
export function wrongKey(before: Attempt, after: Attempt, keystroke: Keystroke): WrongKey | null {
  if (after.lastError === null || after.lastError.hint === "input-method") return null;
  const step = stepAtOffset(after.example, after.lastError.offset);
  if (keystroke.kind !== "text") return { step, text: keystroke.kind === "tab" ? "\t" : "\n" };
  // What was typed before of this character was the error, and the key was right.
  if (before.partial !== "" && after.step > before.step && step === before.step)
    return { step, text: before.partial };
  const characters = charactersOf(keystroke.text);
  if (characters.length === 1) return { step, text: characters[0] ?? "" };
  // The first wrong character of a chunk is the one at which it stops.
  let attempt = before;
  for (const text of characters) {
    const next = reduce(attempt, { kind: "text", text, at: keystroke.at });
    if (next.errors > attempt.errors) return { step, text };
    attempt = next;
  }
  return null;
}

/** In UTF-16 units: no construct has a longer piece that is typed wrong so late. */
const longestText = 64;

/**
 * What was typed instead of a construct: what was right of it so far plus the wrong character, if that is a construct;
 * else what was right so far, if that is one and the wrong character is a space or opens something; else the wrong
 * character alone. null when that is neither a construct nor one printable ASCII character.
 */
export function typedInstead(
  right: string,
  wrong: string,
  nameOf: (text: string) => string | null,
): string | null {
  if (right !== "" && right.length < longestText) {
    const longer = nameOf(right + wrong);
    if (longer !== null) return longer;
    const whole = /^[\s([{<"'`]$/.test(wrong) ? nameOf(right) : null;
    if (whole !== null) return whole;
  }
  return /^[!-~]$/.test(wrong) ? wrong : null;
}
