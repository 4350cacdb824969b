// Groups the lint findings of an example's code for the form: one entry for the same finding in several lines.

import type { Finding } from "@tabstop/course/typability/finding";
import { findUntypable, isSameGroup, repair } from "@tabstop/course/typability/find-untypable";
import { limits } from "@tabstop/course/course";
import { counted, list } from "../../ui/words.ts";

export type LintGroup = {
  /** The first finding of the group. */
  readonly finding: Finding;
  /** 'Line 1', 'Lines 1, 4 and 7', 'Lines 1, 2, 3, 4, 5 and 12 more' */
  readonly places: string;
  readonly isRepairable: boolean;
};

const linesNamed = 5;

/** In the order of their first lines. Code far too long for an example is not checked, since it cannot be saved. */
export function lintGroupsOf(code: string): readonly LintGroup[] {
  if (code.length > 4 * limits.code) return [];
  const groups: { finding: Finding; lines: Set<number> }[] = [];
  for (const finding of findUntypable(code)) {
    const group = groups.find((other) => isSameGroup(other.finding, finding));
    if (group === undefined) groups.push({ finding, lines: new Set([finding.line]) });
    else group.lines.add(finding.line);
  }
  return groups.map(({ finding, lines }) => ({
    finding,
    places: placesOf([...lines]),
    isRepairable: finding.edit !== null,
  }));
}

export function repairGroup(code: string, { finding }: LintGroup): string {
  return repair(code, (other) => isSameGroup(finding, other));
}

/** What a screen reader announces when typing pauses. */
export function lintSummary(groups: readonly LintGroup[]): string {
  return groups.length === 0
    ? "Nothing is hard to type."
    : `${counted(groups.length, "remark")} on the code.`;
}

/** The part in which two texts differ: replacing `start` to `end` in `before` with `text` gives `after`. */
export function changeBetween(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function placesOf(lines: readonly number[]): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const named = lines.slice(0, linesNamed).map(String);
  const more = lines.length - named.length;
  return `Lines ${list(more > 0 ? [...named, `${more} more`] : named)}`;
}
