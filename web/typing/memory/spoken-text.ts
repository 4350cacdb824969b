// Code as it is said aloud: words as words, and each sign by its name, because a screen reader leaves most signs out.

import type { AskedPlace } from "./hidden-text.ts";
import { piecesOf } from "./hidden-text.ts";

const signNames: ReadonlyMap<string, string> = new Map([
  [" ", "space"],
  ["\t", "tab"],
  ["\n", "enter"],
  ["!", "exclamation mark"],
  ['"', "double quote"],
  ["#", "number sign"],
  ["$", "dollar sign"],
  ["%", "percent sign"],
  ["&", "ampersand"],
  ["'", "single quote"],
  ["(", "left parenthesis"],
  [")", "right parenthesis"],
  ["*", "asterisk"],
  ["+", "plus"],
  [",", "comma"],
  ["-", "minus"],
  [".", "full stop"],
  ["/", "slash"],
  [":", "colon"],
  [";", "semicolon"],
  ["<", "less than"],
  ["=", "equals"],
  [">", "greater than"],
  ["?", "question mark"],
  ["@", "at sign"],
  ["[", "left bracket"],
  ["\\", "backslash"],
  ["]", "right bracket"],
  ["^", "caret"],
  ["_", "underscore"],
  ["`", "backtick"],
  ["{", "left brace"],
  ["|", "vertical bar"],
  ["}", "right brace"],
  ["~", "tilde"],
]);

/** 'question mark, question mark' for `??`, 'async' for `async`, 'full stop, map, left parenthesis' for `.map(`. */
export function spokenText(text: string): string {
  // One space between two words is heard without being named.
  const parts = text.match(/[\p{L}\p{M}\p{N}_]+(?: [\p{L}\p{M}\p{N}_]+)*|[^]/gu) ?? [];
  return parts.map((part) => (part === "_" ? "underscore" : (signNames.get(part) ?? part))).join(", ");
}

/**
 * 'left parenthesis, right parenthesis' for the construct `( )`: in a name a space beside a sign is only the place of what comes
 * between the halves.
 */
export function spokenConstruct(name: string): string {
  return spokenText(name.replace(/(?<=[^\p{L}\p{M}\p{N}_]) | (?=[^\p{L}\p{M}\p{N}_])/gu, ""));
}

/** 'Shown: question mark, question mark.' for what help has just shown; "" after a restart, when it shows nothing. */
export function shownSentence(text: string, places: readonly AskedPlace[]): string {
  // Two forms may share an atom, which is said once.
  const pieces = new Map(places.flatMap(({ pieces }) => piecesOf(pieces)));
  if (pieces.size === 0) return "";
  return `Shown: ${[...pieces].map(([start, end]) => spokenText(text.slice(start, end))).join(", ")}.`;
}
