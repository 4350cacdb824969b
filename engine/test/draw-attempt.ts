// Draws attempts as short text, so that a test shows what happened: `type("let", "l", "x")` is `l|et  1 error`.

import { type Attempt, type Keystroke, newAttempt, reduce } from "../attempt.ts";
import { prepare } from "../example.ts";

export type Key = string | { readonly kind: Exclude<Keystroke["kind"], "text"> };

export const enter: Key = { kind: "enter" };
export const tab: Key = { kind: "tab" };
export const backspace: Key = { kind: "backspace" };
export const deleteWord: Key = { kind: "delete-word" };
export const deleteLine: Key = { kind: "delete-line" };

/** The attempt drawn after these keys; a string is one input chunk. */
export function type(text: string, ...keys: readonly Key[]): string {
  return draw(typed(text, ...keys));
}

/** The attempt after these keys, one every 100 ms from 0. */
export function typed(text: string, ...keys: readonly Key[]): Attempt {
  return keystrokes(...keys).reduce(reduce, newAttempt(prepare(text)));
}

/** The same keys as keystrokes, one every 100 ms from 0. */
export function keystrokes(...keys: readonly Key[]): readonly Keystroke[] {
  return keys.map((key, index) =>
    typeof key === "string"
      ? { kind: "text", text: key, at: index * 100 }
      : { kind: key.kind, at: index * 100 },
  );
}

/** The text with the caret, then a partial character, errors and completion. */
export function draw(attempt: Attempt): string {
  const { example, offset, errors, partial } = attempt;
  const parts = [`${example.text.slice(0, offset)}|${example.text.slice(offset)}`];
  if (partial !== "") parts.push(`partial ${partial}`);
  if (errors > 0) parts.push(errors === 1 ? "1 error" : `${errors} errors`);
  if (attempt.kind === "done") parts.push("done");
  return parts.join("  ");
}
