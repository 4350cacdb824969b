// What the end of a course loads. Each part is shown as soon as it is there, and without the others.

import { useEffect, useEffectEvent, useState } from "react";
import { within } from "../../shell/browser/within.ts";
import { api } from "../../shell/data/api.ts";
import { problemText } from "../../shell/data/problem-text.ts";
import { useQueries, useQuery } from "../../shell/data/query.ts";
import { queryClient, userKey } from "../../shell/data/query-client.ts";
import type { QueryOptions, QueryResult } from "../../shell/data/query-types.ts";
import { useWaitingRuns } from "../../shell/outbox/outbox.ts";
import { canTryAgain } from "../../shell/query-problem.tsx";
import { type Course, type CourseSummary, type Example, openingPlace, unfinishedLessons } from "../flow.ts";
import { courseQuery, coursesQuery, lessonQuery, useCourse, useCourses, useLesson } from "../queries.ts";
import { type CourseEnd, courseEnd, nextUnfinished } from "./course-end.ts";
import { courseFigures, type EndFigure } from "./end-words.ts";
import { finishedBy } from "./run-end.ts";

/** So many lessons with open examples are loaded to see which of their examples these are. */
const mostLessons = 8;
/** Longer the end does not wait for what it shows. */
const limitMs = 400;

export type CourseEndData = {
  /** null while the course is not loaded. */
  readonly end: CourseEnd | null;
  /** None while they are not loaded. */
  readonly figures: readonly EndFigure[];
  /** null also while the courses are not loaded. */
  readonly next: CourseSummary | null;
};

export function useCourseEnd(userId: number, courseId: number): CourseEndData {
  const course = useCourse(userId, courseId).data;
  const lessons = useQueries({
    queries: openLessonIds(course).map((id) => lessonQuery(userId, id)),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]]))),
  });
  const waiting = useWaitingRuns();
  const figures = useQuery(figuresQuery(userId, courseId)).data;
  const courses = useCourses(userId).data;
  return {
    end: course === undefined ? null : courseEnd(course, lessons, finishedBy(userId, waiting)),
    figures: figures === undefined ? [] : courseFigures(figures),
    next: courses === undefined ? null : nextUnfinished(courses, courseId),
  };
}

export type NextCourse = {
  /** The example at which it opens; null while it is not loaded. */
  readonly example: Example | null;
  /** The course has been chosen, and its lesson is not known yet. */
  readonly isLoading: boolean;
  /** Why it could not be opened. */
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly open: () => void;
};

/** `onLesson` opens the lesson of the course that has its first open example. */
export function useNextCourse(
  userId: number,
  next: CourseSummary | null,
  onLesson: (lessonId: number) => void,
): NextCourse {
  const course = useCourse(userId, next?.id ?? null);
  const lessonId = lessonToOpen(course.data)?.id ?? null;
  const lesson = useLesson(userId, lessonId).data;
  const [isChosen, setChosen] = useState(false);
  const open = useEffectEvent(onLesson);
  useEffect(() => {
    if (isChosen && lessonId !== null) open(lessonId);
  }, [isChosen, lessonId]);
  const isMissing = isChosen && lessonId === null;
  const { error } = course;
  return {
    example: (lesson && openingPlace(lesson, null)?.example) ?? null,
    isLoading: isMissing && course.isFetching,
    failure:
      isMissing && !course.isFetching && error !== null
        ? { problem: problemText(error), canTryAgain: canTryAgain(error) }
        : null,
    open() {
      setChosen(true);
      if (lessonId === null && !course.isFetching) void course.refetch();
    },
  };
}

/** Loads what the end shows, so that it appears as a whole. Resolves soon in any case. */
export async function prefetchCourseEnd(userId: number, courseId: number): Promise<void> {
  const lessonsOf = async () => {
    const course = await loaded(courseQuery(userId, courseId), isThere);
    await Promise.all(openLessonIds(course).map((id) => loaded(lessonQuery(userId, id), isThere)));
  };
  const nextOf = async () => {
    const next = nextUnfinished((await loaded(coursesQuery(userId), isThere))?.courses ?? [], courseId);
    const course = next === null ? undefined : await loaded(courseQuery(userId, next.id), isThere);
    const lesson = lessonToOpen(course);
    if (lesson !== null) await loaded(lessonQuery(userId, lesson.id), isThere);
  };
  // Figures from before the last run would change before the learner's eyes.
  const figures = loaded(figuresQuery(userId, courseId), () => false);
  await within(limitMs, Promise.all([lessonsOf(), nextOf(), figures])).catch(() => {});
}

const isThere = ({ data }: QueryResult<unknown>) => data !== undefined;

/** What a query loads; resolves to undefined when it fails. `isEnough` may accept data that is being loaded again. */
function loaded<T>(
  options: QueryOptions<T>,
  isEnough: (result: QueryResult<T>) => boolean,
): Promise<T | undefined> {
  const observer = queryClient.observe(options);
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const result = observer.getSnapshot();
      if (result.isFetching && !isEnough(result)) return;
      stop();
      resolve(result.data);
    };
    stop = observer.subscribe(look);
    look();
  });
}

function figuresQuery(userId: number, courseId: number) {
  return {
    queryKey: userKey(userId, "getCourseFigures", courseId),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api("getCourseFigures", { params: { courseId }, query: {} }, { signal }),
  };
}

function openLessonIds(course: Course | undefined): readonly number[] {
  return course === undefined
    ? []
    : unfinishedLessons(course)
        .slice(0, mostLessons)
        .map(({ id }) => id);
}

function lessonToOpen(course: Course | undefined) {
  if (course === undefined) return null;
  return unfinishedLessons(course)[0] ?? course.lessons.find((lesson) => lesson.total_examples > 0) ?? null;
}
