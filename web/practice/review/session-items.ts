// The examples of a review, and what came of them.

import type { CompletedMemoryRun } from "../memory/memory-task.ts";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";

export type SessionItem = {
  readonly exampleId: number;
  /** As the server chose it, or as the learner did. */
  readonly way: MemoryWay;
  /** There is no such example any more. */
  readonly isGone: boolean;
  /** The finished runs, without those that count for nothing. */
  readonly runs: readonly CompletedMemoryRun[];
  /** What came of them; null while there are none. */
  readonly outcome: Outcome | null;
};

/** Of all finished runs of the example together. */
type Outcome = {
  /** The constructs that were asked, by id, in the order of the text; the value is the name. */
  readonly asked: ReadonlyMap<number, string>;
  /** Those of them that had to be shown in one of the runs. */
  readonly shown: ReadonlySet<number>;
  readonly timeMs: number;
};

/** The nearest example in a direction that is still there, and not finished if `isOpen`. */
export function indexAfter(
  items: readonly SessionItem[],
  from: number,
  direction: 1 | -1,
  isOpen: boolean,
): number | null {
  for (let index = from + direction; index >= 0 && index < items.length; index += direction) {
    const item = items[index];
    if (item !== undefined && !item.isGone && (!isOpen || item.outcome === null)) return index;
  }
  return null;
}

export function withRuns(item: SessionItem, runs: SessionItem["runs"]): SessionItem {
  const outcome = runs.reduce<Outcome | null>(withRun, null);
  return { ...item, runs, outcome };
}

/** The items without a run that counts for nothing: its text was changed, or the server did not take it. */
export function withoutRun(items: readonly SessionItem[], attemptId: string): readonly SessionItem[] {
  const isIt = ({ result }: CompletedMemoryRun) => result.attemptId === attemptId;
  return items.map((item) =>
    item.runs.some(isIt)
      ? withRuns(
          item,
          item.runs.filter((run) => !isIt(run)),
        )
      : item,
  );
}

/** The outcome with one more run of the example. */
function withRun(before: Outcome | null, { task, grades, result }: CompletedMemoryRun): Outcome {
  const asked = new Map(before?.asked);
  const shown = new Set(before?.shown);
  for (const { id, name } of task.example.constructs) {
    const grade = grades.get(id);
    if (grade === undefined) continue;
    asked.set(id, name);
    // The server keeps the worst of a day, so a second run does not undo it.
    if (grade === "again") shown.add(id);
  }
  return { asked, shown, timeMs: (before?.timeMs ?? 0) + result.shownMs };
}

export type Tally = {
  readonly done: number;
  /** Examples that are still there and were not finished. */
  readonly left: number;
  readonly asked: number;
  readonly cameBack: number;
  /** The names of what had to be shown. */
  readonly shown: readonly string[];
  readonly timeMs: number;
};

/** What the finished examples say together. A construct counts once, and as shown if it was shown in any of them. */
export function tallyOf(items: readonly SessionItem[]): Tally {
  const outcomes = items.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  const asked = new Map(outcomes.flatMap((outcome) => [...outcome.asked]));
  const shown = [...asked].filter(([id]) => outcomes.some((outcome) => outcome.shown.has(id)));
  return {
    done: outcomes.length,
    left: items.filter(({ isGone, outcome }) => !isGone && outcome === null).length,
    asked: asked.size,
    cameBack: asked.size - shown.length,
    shown: shown.map(([, name]) => name),
    timeMs: outcomes.reduce((sum, { timeMs }) => sum + timeMs, 0),
  };
}
