// Ties the choice of the example to the address, the history and what is loaded.

import { useEffect, useState } from "react";
import { isAt, navigate, useLocation } from "../shell/router/router.tsx";
import type { Lesson, Place } from "./flow.ts";
import type { Way } from "./memory/memory-task.ts";
import {
  addressOf,
  isSamePlace,
  type PlaceState,
  placeNamed,
  placeOpened,
  readAddress,
} from "./place-address.ts";
import { useLesson, useNextExample } from "./queries.ts";

export type PracticePlace = {
  readonly lessonId: number | null;
  /** The course to open; only without a lesson. */
  readonly courseId: number | null;
  /** The filter of the courses. */
  readonly search: string;
  /** The query of the lesson. */
  readonly lesson: ReturnType<typeof useLesson>;
  /** undefined until it is loaded. */
  readonly loaded: Lesson | undefined;
  /** null while it is unknown, or when the lesson has no example. */
  readonly place: Place | null;
  /** The way to type it that the address names. */
  readonly way: Way;
  /** The query of the example that the server suggests in the lesson. */
  readonly next: ReturnType<typeof useNextExample>;
  readonly exampleAddress: (exampleId: number) => string;
  /** Opens an example in Copy. */
  readonly openExample: (exampleId: number) => void;
  /** Begins the example on the screen again. The history keeps one entry for all ways. */
  readonly openWay: (way: Way) => void;
  readonly openLesson: (lessonId: number, state?: PlaceState) => void;
};

export function usePlace(userId: number): PracticePlace {
  const location = useLocation();
  const address = readAddress(location.search);
  const { lessonId, search } = address;
  const state = location.state as PlaceState;
  const lesson = useLesson(userId, lessonId);
  const loaded = lesson.data?.id === lessonId ? lesson.data : undefined;

  const [shown, setShown] = useState<Place | null>(null);
  const named = placeNamed(loaded, address, state, shown);
  // The server is asked only where nothing names the example, and the lesson opens even if it does not respond.
  const isAsked = lessonId !== null && named === null && state?.review !== true;
  const next = useNextExample(userId, lessonId, isAsked);
  const suggestedId = next.isFetching ? undefined : (next.data?.exampleId ?? null);
  const place = named ?? placeOpened(loaded, state, suggestedId);
  if (place !== null && !isSamePlace(place, shown)) setShown(place);

  // The history keeps where the lesson opened, and an example that is not in the lesson leaves the address.
  const openedId = named === null ? (place?.example.id ?? null) : null;
  const lessonAddress = lessonId === null ? null : addressOf({ lessonId, search });
  useEffect(() => {
    if (lessonAddress !== null && openedId !== null && isAt(location.pathname))
      navigate(lessonAddress, { replace: true, state: { exampleId: openedId } });
  }, [lessonAddress, openedId, location.pathname]);

  const exampleAddress = (exampleId: number) => addressOf({ lessonId: lessonId ?? 0, exampleId, search });
  return {
    lessonId,
    courseId: lessonId === null ? address.courseId : null,
    search,
    lesson,
    loaded,
    place,
    way: address.way ?? "copy",
    next,
    exampleAddress,
    openExample: (exampleId) => navigate(exampleAddress(exampleId)),
    openWay(way) {
      const exampleId = place?.example.id ?? null;
      if (lessonId === null || exampleId === null) return;
      const at = { lessonId, exampleId, way: way === "copy" ? null : way, search };
      navigate(addressOf(at), { replace: true, state });
    },
    openLesson: (id, placeState = null) =>
      navigate(addressOf({ lessonId: id, search }), { state: placeState }),
  };
}
