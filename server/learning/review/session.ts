// Which examples a review asks, and how: those that ask most of what is due in a few minutes.

import type { ReviewWay } from "@tabstop/contract/vocabulary";
import { mostHidden, mostHiddenShare } from "./hidden.ts";

/** A construct that is due today. */
export type DueConstruct = {
  readonly id: number;
  /** From 0 to 1; 0 for one that was never graded. */
  readonly retrievability: number;
  /** In days; 0 for one that was never graded. */
  readonly stability: number;
  /** The example that asked it last. */
  readonly lastExampleId: number | null;
};

/** An example that the learner completed. */
export type Candidate = {
  readonly exampleId: number;
  readonly lessonId: number;
  /** The length of its code. */
  readonly characters: number;
  /** How many of these are no blanks. */
  readonly visible: number;
  /** Of the due constructs that it has, the number of characters at their places. */
  readonly sizes: ReadonlyMap<number, number>;
  /**
   * Of these the atoms that it has in forms only. Recall hides all forms, and where a form is hidden its atoms count for
   * the form, so that Recall never asks them here.
   */
  readonly inForms?: ReadonlySet<number>;
};

export type Chosen = { readonly exampleId: number; readonly lessonId: number; readonly way: ReviewWay };

/** A review takes about five minutes. */
export const reviewMs = 300_000;
export const mostExamples = 8;
/** While what is due is remembered for less than this many days, most of the code is shown. */
const recallStability = 7;

type Score = {
  readonly candidate: Candidate;
  readonly way: ReviewWay;
  readonly asked: readonly DueConstruct[];
  readonly perCharacter: number;
};

/**
 * The examples in the order in which they are asked. Always the next is the one that asks most weight (1 − retrievability)
 * per character of what no example before it asks, and that still fits into the time; the first is taken in any case. Of
 * two that are equal it is the one with the smaller id, so the choice depends on its arguments alone.
 *
 * What was last asked in an example adds no weight to it, unless no other candidate has it. Two examples of one lesson are
 * neighbours only where there is no other choice. What no example asks in Gaps in the time that is left is asked in Recall.
 * @param msPerCharacter how fast the learner types from memory
 */
export function chooseSession(
  due: readonly DueConstruct[],
  candidates: readonly Candidate[],
  msPerCharacter: number,
): readonly Chosen[] {
  const open = new Map(due.map((one) => [one.id, one]));
  const owners = ownersOf(candidates);
  const score = (isRecallForced: boolean) => (candidate: Candidate) =>
    scoreOf(candidate, open, owners, isRecallForced);
  const chosen: Chosen[] = [];
  let isRecallForced = false;
  let left = candidates.map(score(isRecallForced));
  let leftMs = reviewMs;
  while (chosen.length < mostExamples && open.size > 0) {
    const useful = left.filter(({ perCharacter }) => perCharacter > 0);
    const fitting = useful.filter(({ candidate }) => candidate.characters * msPerCharacter <= leftMs);
    const best = bestOf(fitting.length > 0 || chosen.length > 0 ? fitting : useful, chosen.at(-1)?.lessonId);
    if (best === null) {
      if (isRecallForced) break;
      isRecallForced = true;
      left = left.map(({ candidate }) => score(isRecallForced)(candidate));
      continue;
    }
    const { candidate, way, asked } = best;
    chosen.push({ exampleId: candidate.exampleId, lessonId: candidate.lessonId, way });
    leftMs -= candidate.characters * msPerCharacter;
    for (const { id } of asked) open.delete(id);
    left = left
      .filter((other) => other !== best)
      .map((other) => {
        const isChanged = asked.some(({ id }) => other.candidate.sizes.has(id));
        return isChanged ? score(isRecallForced)(other.candidate) : other;
      });
  }
  return chosen;
}

/** How many candidates have each construct. */
function ownersOf(candidates: readonly Candidate[]): ReadonlyMap<number, number> {
  const owners = new Map<number, number>();
  for (const { sizes } of candidates)
    for (const id of sizes.keys()) owners.set(id, (owners.get(id) ?? 0) + 1);
  return owners;
}

function scoreOf(
  candidate: Candidate,
  open: ReadonlyMap<number, DueConstruct>,
  owners: ReadonlyMap<number, number>,
  isRecallForced: boolean,
): Score {
  const has = [...candidate.sizes.keys()].flatMap((id) => open.get(id) ?? []);
  const mean = has.reduce((sum, { stability }) => sum + stability, 0) / Math.max(1, has.length);
  const inRecall = has.filter(({ id }) => !candidate.inForms?.has(id));
  const isGaps = (mean < recallStability || inRecall.length === 0) && !isRecallForced;
  const way = isGaps ? "gaps" : "recall";
  const asked = isGaps ? fitInGaps(candidate, has) : inRecall;
  const weight = asked
    .filter(({ id, lastExampleId }) => lastExampleId !== candidate.exampleId || owners.get(id) === 1)
    .reduce((sum, { retrievability }) => sum + 1 - retrievability, 0);
  return { candidate, way, asked, perCharacter: weight / Math.max(1, candidate.characters) };
}

/** As `hiddenInGaps` chooses, but that atoms which are also in a hidden form take their room twice. */
function fitInGaps({ sizes, visible }: Candidate, has: readonly DueConstruct[]): readonly DueConstruct[] {
  let room = mostHiddenShare * visible;
  return has
    .toSorted((a, b) => a.retrievability - b.retrievability || a.id - b.id)
    .filter(({ id }) => {
      const size = sizes.get(id) ?? 0;
      if (size > room) return false;
      room -= size;
      return true;
    })
    .slice(0, mostHidden);
}

function bestOf(scores: readonly Score[], lastLessonId: number | undefined): Score | null {
  const others = scores.filter(({ candidate }) => candidate.lessonId !== lastLessonId);
  let best: Score | null = null;
  for (const score of others.length > 0 ? others : scores)
    if (best === null || isBetter(score, best)) best = score;
  return best;
}

function isBetter(one: Score, other: Score): boolean {
  if (one.perCharacter !== other.perCharacter) return one.perCharacter > other.perCharacter;
  return one.candidate.exampleId < other.candidate.exampleId;
}
