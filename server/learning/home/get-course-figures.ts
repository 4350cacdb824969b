// What a learner did in a course, or in one of its lessons: for the end of either.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { wordsPerMinute } from "@tabstop/engine/metrics";
import { DomainError } from "../../domain-error.ts";
import type { Principal } from "../../principal.ts";
import { exampleFigures } from "../../store/results/course-figures.ts";
import type { Store } from "../../store/store.ts";

type Input = ParsedParams<"getCourseFigures"> & ParsedQuery<"getCourseFigures">;

/** How many examples at each end of a course are compared. */
const examplesOfEnd = 10;

/** Throws DomainError NOT_FOUND, also for unpublished courses and for a lesson that is not of the course. */
export async function getCourseFigures(
  { store }: { readonly store: Store },
  { userId }: Pick<Principal, "userId">,
  { courseId, lessonId }: Input,
): Promise<HandlerResult<"getCourseFigures">> {
  const isOfCourse = lessonId === undefined;
  const of = { userId, courseId, lessonId: lessonId ?? null };
  const figures = await store.read((db) => exampleFigures(db, of));
  if (figures === null)
    throw new DomainError("NOT_FOUND", `There is no such ${isOfCourse ? "course" : "lesson"}.`);
  const examples = figures.map(({ id, characters, best_time_ms: ms }) => ({
    id,
    wpm: ms === null ? null : wordsPerMinute(characters, ms),
  }));
  const accuracies = figures.map(({ accuracy }) => accuracy).filter((one) => one !== null);
  const length = isOfCourse ? examplesOfEnd : 1;
  return {
    ms: sumOf(figures.map(({ ms }) => ms)),
    accuracy: accuracies.length === 0 ? null : Math.floor(sumOf(accuracies) / accuracies.length),
    first_wpm: medianOf(examples.slice(0, length).map(({ wpm }) => wpm)),
    last_wpm: medianOf(examples.slice(-length).map(({ wpm }) => wpm)),
    examples,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}

/** Of those that are known, whole, cut; null when none is. */
function medianOf(speeds: readonly (number | null)[]): number | null {
  const known = speeds.filter((one) => one !== null).toSorted((one, other) => one - other);
  const half = known.length / 2;
  const middle = known.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.length === 0 ? null : Math.floor(sumOf(middle) / middle.length);
}
