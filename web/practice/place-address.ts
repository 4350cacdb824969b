// Which example the practice screen shows: read from the address, the history and the server's suggestion.
//
// The address holds `?lessonId=` for the lesson, `&exampleId=` for the example once the learner has moved in it, `&way=`
// where it is typed from memory, and `&search=` for the filter of the courses. `?courseId=` alone leads to a lesson of that course. The example at which a lesson opened is kept in the history's own state, so
// that back, forward and reload return to it.

import type { MemoryWay } from "../typing/memory/hidden-text.ts";
import { firstPlace, type Lesson, namedPlace, openingPlace, type Place } from "./flow.ts";

/** The state of a place in the browser's history. With `review` the lesson opens at its first example. */
export type PlaceState = { readonly exampleId?: number; readonly review?: boolean } | null;

export type PlaceAddress = {
  readonly lessonId: number | null;
  readonly courseId: number | null;
  readonly exampleId: number | null;
  /** null for Copy. */
  readonly way: MemoryWay | null;
  readonly search: string;
};

export function readAddress(query: string): PlaceAddress {
  const parameters = new URLSearchParams(query);
  return {
    lessonId: idOf(parameters.get("lessonId")),
    courseId: idOf(parameters.get("courseId")),
    exampleId: idOf(parameters.get("exampleId")),
    way: wayOf(parameters.get("way")),
    search: parameters.get("search") ?? "",
  };
}

export function addressOf({
  lessonId,
  exampleId = null,
  way = null,
  search,
}: {
  readonly lessonId: number;
  readonly exampleId?: number | null;
  readonly way?: MemoryWay | null;
  readonly search: string;
}): string {
  const example = exampleId === null ? "" : `&exampleId=${exampleId}`;
  const typed = way === null ? "" : `&way=${way}`;
  return `/courses?lessonId=${lessonId}${example}${typed}${searchPart(search)}`;
}

/** The address at which a course opens. */
export function courseAddress(courseId: number, search: string): string {
  return `/courses?courseId=${courseId}${searchPart(search)}`;
}

/** The place that the address or the history names; null if neither does. `shown` is the place on the screen. */
export function placeNamed(
  lesson: Lesson | undefined,
  address: PlaceAddress,
  state: PlaceState,
  shown: Place | null,
): Place | null {
  return lesson === undefined
    ? null
    : namedPlace(lesson, [address.exampleId, state?.exampleId ?? null], shown);
}

/**
 * The place at which a lesson opens when none is named; null while it is not known, or if the lesson has no example.
 * `suggestedId` is the example that the server suggests, null if it suggests none, undefined until it responds.
 */
export function placeOpened(
  lesson: Lesson | undefined,
  state: PlaceState,
  suggestedId: number | null | undefined,
): Place | null {
  if (lesson === undefined) return null;
  if (state?.review === true) return firstPlace(lesson);
  return suggestedId === undefined ? null : openingPlace(lesson, suggestedId);
}

export function isSamePlace(one: Place, other: Place | null): boolean {
  return one.example === other?.example && one.chapter === other.chapter && one.index === other.index;
}

function searchPart(search: string): string {
  return search === "" ? "" : `&search=${encodeURIComponent(search)}`;
}

function wayOf(text: string | null): MemoryWay | null {
  return text === "gaps" || text === "recall" ? text : null;
}

/** A positive whole number, or null. */
function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
