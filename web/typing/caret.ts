// Computes the look of the caret for an attempt: its place, and the mark or the letter in it.

import type { Attempt } from "@tabstop/engine/attempt";
import { lineStart, textOfStep } from "@tabstop/engine/example";
import { colourAt, type Colours, isIndentPair } from "./coloured-rows.ts";
import type { HiddenUnits } from "./memory/hidden-units.ts";
import { type RowLayout, unusualWidth, xOf } from "./row-layout.ts";

export type Caret = {
  /** Px from the left of its row. */
  readonly x: number;
  /** The mark that it shows for a key without a letter. A `blank` shows nothing: the key to press is hidden. */
  readonly kind: "letter" | "space" | "tab" | "enter" | "blank";
  /** The character to type; "" if the caret shows a mark or the example is done. */
  readonly letter: string;
  /** In px, for a letter that is not one column wide. */
  readonly width: number | null;
  readonly isItalic: boolean;
  /** Whether part of the character is typed: a letter that needs its accent. */
  readonly isPartial: boolean;
};

/** `layout` is that of the caret's row; `hidden` is null in Copy. */
export function caretOf(
  attempt: Attempt,
  colours: Colours,
  layout: RowLayout,
  hidden: HiddenUnits | null = null,
): Caret {
  const { offset } = attempt;
  if (hidden !== null && isBlank(attempt, hidden)) return blankCaret(attempt, layout);
  const step = attempt.kind === "done" ? "" : textOfStep(attempt.example, attempt.step);
  const kind = kindOf(step, attempt);
  const letter = kind === "letter" ? step : "";
  return {
    x: xOf(layout, offset),
    kind,
    letter,
    width: unusualWidth(layout, offset, letter.length),
    isItalic: kind === "letter" && colourAt(colours, offset) === "c",
    isPartial: attempt.partial !== "",
  };
}

/** In Recall nothing marks a Tab, hidden or not: a mark would tell it from spaces inside a line. */
function isBlank(attempt: Attempt, hidden: HiddenUnits): boolean {
  if (attempt.kind === "done") return false;
  if (hidden.isSecret(attempt.offset)) return true;
  if (hidden.way === "gaps" || hidden.isBlank(attempt.offset)) return false;
  return kindOf(textOfStep(attempt.example, attempt.step), attempt) === "tab";
}

function blankCaret({ offset, partial }: Attempt, layout: RowLayout): Caret {
  return {
    x: xOf(layout, offset),
    kind: "blank",
    letter: "",
    width: null,
    isItalic: false,
    isPartial: partial !== "",
  };
}

function kindOf(step: string, { example, line, offset }: Attempt): Caret["kind"] {
  if (step.includes("\n")) return "enter";
  if (step.includes("\t")) return "tab";
  if (step !== " ") return "letter";
  return isIndentPair(example.text, lineStart(example, line), offset) ? "tab" : "space";
}
