// What the practice screen loads, and how a completion changes it before the server has confirmed it. Courses and
// lessons are stored on the device, so that they can be practised without a network; leaderboards are not, because they
// are about other people.

import { within } from "../shell/browser/within.ts";
import { api, quietApi } from "../shell/data/api.ts";
import { noteDue } from "../shell/due-count.ts";
import { type Delivery, type FinishedRun, outbox } from "../shell/outbox/outbox.ts";
import { useQueries, useQuery } from "../shell/data/query.ts";
import { queryClient, userKey } from "../shell/data/query-client.ts";
import type { QueryClient } from "../shell/data/query-store.ts";
import {
  type Course,
  type CourseSummary,
  type Leaderboard,
  type Example,
  type Lesson,
  placeOf,
  withServerTimes,
  withCompletion,
  withOneMore,
} from "./flow.ts";

const coloursAgainMs = 4_000;
/** A lesson opens after this long even if the server has not suggested an example. */
const nextWithinMs = 3_000;

type WithSignal = { readonly signal: AbortSignal };

const coursesKey = (userId: number) => userKey(userId, "listCourses");
const courseKey = (userId: number, courseId: number) => userKey(userId, "getCourse", courseId);
const lessonKey = (userId: number, lessonId: number) => userKey(userId, "getLesson", lessonId);
const leaderboardKey = (userId: number, exampleId: number) => userKey(userId, "getLeaderboard", exampleId);

export function coursesQuery(userId: number) {
  return {
    queryKey: coursesKey(userId),
    queryFn: ({ signal }: WithSignal) => api("listCourses", undefined, { signal }),
    persist: true,
  };
}

export function courseQuery(userId: number, courseId: number) {
  return {
    queryKey: courseKey(userId, courseId),
    queryFn: ({ signal }: WithSignal) => api("getCourse", { params: { courseId } }, { signal }),
    persist: true,
  };
}

export function lessonQuery(userId: number, lessonId: number) {
  return {
    queryKey: lessonKey(userId, lessonId),
    queryFn: ({ signal }: WithSignal) => api("getLesson", { params: { lessonId } }, { signal }),
    persist: true,
  };
}

export function useCourses(userId: number) {
  return useQuery({ ...coursesQuery(userId), select: (response) => response.courses });
}

/** How many examples of all courses the learner has finished; null while that is not loaded. Does not load it. */
export function finishedExamples(userId: number): number | null {
  const loaded = queryClient.getQueryData<{ courses: readonly CourseSummary[] }>(coursesKey(userId));
  return loaded?.courses.reduce((sum, { completed_examples }) => sum + completed_examples, 0) ?? null;
}

/** The lessons of these courses. */
export function useLessonsOf(userId: number, courseIds: readonly number[]) {
  return useQueries({
    queries: courseIds.map((courseId) => courseQuery(userId, courseId)),
    combine: (results) => new Map(results.map((result, index) => [courseIds[index] ?? 0, result])),
  });
}

export function useCourse(userId: number, courseId: number | null) {
  return useQuery({ ...courseQuery(userId, courseId ?? 0), enabled: courseId !== null });
}

export function useLesson(userId: number, lessonId: number | null) {
  return useQuery({
    ...lessonQuery(userId, lessonId ?? 0),
    enabled: lessonId !== null,
    // Colours are computed after an import or a save: missing ones are requested again.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 3 && state.data !== undefined && lacksColours(state.data)
        ? coloursAgainMs
        : false,
  });
}

/** Where the learner continues. Requested again for each opened lesson, which opens even without a response. */
export function useNextExample(userId: number, lessonId: number | null, isWanted: boolean) {
  return useQuery({
    queryKey: userKey(userId, "getNextExample", lessonId ?? 0),
    queryFn: ({ signal }) => within(nextWithinMs, api("getNextExample", undefined, { signal })),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function useLeaderboard(userId: number, exampleId: number | null) {
  return useQuery({
    queryKey: leaderboardKey(userId, exampleId ?? 0),
    queryFn: ({ signal }) => api("getLeaderboard", { params: { exampleId: exampleId ?? 0 } }, { signal }),
    enabled: exampleId !== null,
  });
}

/** The learner's own best run. `exampleId` is as in the address: the server says whether there is such an example. */
export function useReplay(userId: number, exampleId: string) {
  return useQuery({
    queryKey: userKey(userId, "getReplay", exampleId),
    queryFn: ({ signal }) => api("getReplay", { params: { exampleId } }, { signal }),
    staleTime: 0,
    // As for a lesson.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 3 && state.data?.example.tokens === null ? coloursAgainMs : false,
  });
}

/** The log of the user's best run of this version of the example; null without one, or while it is not known. */
export function useBestLog(
  userId: number,
  { id, code_version }: { readonly id: number; readonly code_version: number },
  isWanted: boolean,
): string | null {
  const { data } = useQuery({
    queryKey: userKey(userId, "getReplay", id),
    queryFn: ({ signal }) => quietApi("getReplay", { params: { exampleId: id } }, { signal }),
    enabled: isWanted,
    retry: false,
  });
  return isWanted && data?.example.code_version === code_version ? (data.run?.log ?? null) : null;
}

/** Shows a completion before the server has confirmed it. */
export function noteCompletion(
  client: QueryClient,
  userId: number,
  lesson: Lesson,
  exampleId: number,
  { timeMs, run }: { readonly timeMs: number | null; readonly run: Example["best_run"] },
): void {
  noteDue({ kind: "finished", userId });
  const wasCompleted = placeOf(lesson, exampleId)?.example.status === "completed";
  client.setQueryData<Lesson>(lessonKey(userId, lesson.id), (old) =>
    old ? withCompletion(old, exampleId, timeMs, run) : old,
  );
  if (wasCompleted) return;
  client.setQueryData<Course>(courseKey(userId, lesson.course_id), (old) =>
    old ? withOneMore(old, lesson.id) : old,
  );
  client.setQueryData<{ courses: readonly CourseSummary[] }>(coursesKey(userId), (old) =>
    old
      ? {
          courses: old.courses.map((course) =>
            course.id === lesson.course_id
              ? {
                  ...course,
                  completed_examples: Math.min(course.total_examples, course.completed_examples + 1),
                }
              : course,
          ),
        }
      : old,
  );
}

let isFollowing = false;

/**
 * Updates what is loaded with each run that reaches the server from now on, on any page and from any tab. Starts once.
 */
export function followDeliveries(): void {
  if (isFollowing) return;
  isFollowing = true;
  outbox.onDelivery((run, delivery) => noteDelivery(queryClient, run, delivery));
}

/**
 * A run has reached the server: its times count before the lesson is loaded again, as after every write. One that the
 * server will never have has completed nothing, so what `noteCompletion` has shown is loaded again.
 */
function noteDelivery(client: QueryClient, { userId, exampleId }: FinishedRun, delivery: Delivery): void {
  if (delivery.kind !== "sent")
    for (const read of ["getLesson", "getCourse", "listCourses"] as const)
      void client.invalidateQueries({ queryKey: userKey(userId, read) });
  if (delivery.kind !== "sent" || delivery.answer === null) return;
  const { answer } = delivery;
  client.setQueriesData<Lesson>({ queryKey: userKey(userId, "getLesson") }, (old) =>
    old && placeOf(old, exampleId) ? withServerTimes(old, exampleId, answer) : old,
  );
}

/** The leaderboard if it is loaded, without a request. */
export function knownBoard(client: QueryClient, userId: number, exampleId: number): Leaderboard | null {
  return client.getQueryData<Leaderboard>(leaderboardKey(userId, exampleId)) ?? null;
}

function lacksColours(lesson: Lesson): boolean {
  return lesson.chapters.some((chapter) =>
    chapter.examples.some((example) => example.tokens === null && example.language !== "text"),
  );
}
