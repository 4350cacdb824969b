// What the screens say about a time: whether its keystrokes show that it was typed, and if not, why.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";

const words: Readonly<Record<UncheckedReason, string>> = {
  none: "sent without keystrokes",
  start: "made offline",
  late: "made offline",
  log: "its keystrokes do not lead to this result",
  busy: "could not be checked just then",
  fast: "too fast to count as a time",
};

/** `null` for a checked time. */
export function checkedWords(uncheckedBecause: UncheckedReason | null): string {
  return uncheckedBecause === null ? "checked against its keystrokes" : words[uncheckedBecause];
}
