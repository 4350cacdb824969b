// The requests of the dashboard: one for all numbers. If the server fails to respond to it, one for each of the four
// parts, so that one slow part does not fail the others.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError } from "@tabstop/contract/client";
import { api } from "../shell/data/api.ts";
import { useQuery } from "../shell/data/query.ts";
import { queryClient, userKey } from "../shell/data/query-client.ts";
import type { QueryResult } from "../shell/data/query-types.ts";
import type { ShownQuery } from "../shell/query-problem.tsx";
import type { Choice } from "./construct-columns.ts";
import { bannerText, fallbacks } from "./banner-text.ts";

type Dashboard = ResponseOf<"getDashboard">;
export type UserStats = ResponseOf<"getUserStats">;
export type CourseStats = ResponseOf<"getCourseStats">;
export type LessonStats = ResponseOf<"getLessonStats">;
export type ExampleStats = ResponseOf<"getExampleStats">;
export type Insights = ResponseOf<"getInsights">["examples"];
export type Board = ResponseOf<"adminGetBoard">["board"];

/** Neither data nor a problem: it is loading. Both: the data was loaded before the problem. */
export type Part<T> = {
  readonly data: T | undefined;
  /** The complete text of the banner. */
  readonly problem: string | null;
  readonly query: ShownQuery;
};

export type DashboardParts = {
  readonly problem: string | null;
  readonly query: ShownQuery;
  readonly users: Part<UserStats>;
  readonly courses: Part<CourseStats>;
  readonly lessons: Part<LessonStats>;
  readonly examples: Part<ExampleStats>;
};

export function useDashboard(userId: number): DashboardParts {
  const whole = useQuery<Dashboard>({
    queryKey: userKey(userId, "getDashboard"),
    queryFn: ({ signal }) => api("getDashboard", undefined, { signal }),
  });
  // Without a response, or after a refusal, the requests for the parts would fail in the same way.
  const { data, error } = whole;
  const enabled = data === undefined && error instanceof ApiError && error.status >= 500;
  const users = useQuery<UserStats>({
    queryKey: userKey(userId, "getUserStats"),
    queryFn: ({ signal }) => api("getUserStats", undefined, { signal }),
    enabled,
  });
  const courses = useQuery<CourseStats>({
    queryKey: userKey(userId, "getCourseStats"),
    queryFn: ({ signal }) => api("getCourseStats", undefined, { signal }),
    enabled,
  });
  const lessons = useQuery<LessonStats>({
    queryKey: userKey(userId, "getLessonStats"),
    queryFn: ({ signal }) => api("getLessonStats", undefined, { signal }),
    enabled,
  });
  const examples = useQuery<ExampleStats>({
    queryKey: userKey(userId, "getExampleStats"),
    queryFn: ({ signal }) => api("getExampleStats", undefined, { signal }),
    enabled,
  });
  const part = <T>(ofWhole: T | undefined, query: QueryResult<T>, fallback: string): Part<T> =>
    enabled ? partOf(query, fallback) : { data: ofWhole, problem: null, query: whole };
  return {
    problem: error && bannerText(error, fallbacks.dashboard),
    query: whole,
    users: part(data, users, fallbacks.users),
    courses: part(data, courses, fallbacks.courses),
    lessons: part(data, lessons, fallbacks.lessons),
    examples: part(data, examples, fallbacks.examples),
  };
}

export function useInsights(userId: number): Part<Insights> {
  const query = useQuery({
    queryKey: userKey(userId, "getInsights"),
    queryFn: async ({ signal }) => (await api("getInsights", undefined, { signal })).examples,
  });
  return partOf(query);
}

export type ConstructInsights = ResponseOf<"getConstructInsights">;

export function useConstructInsights(
  userId: number,
  { language, courseId }: Choice,
): Part<ConstructInsights> {
  const query = useQuery({
    queryKey: userKey(userId, "getConstructInsights", language ?? "", courseId ?? 0),
    queryFn: ({ signal }) => api("getConstructInsights", { query: { language, courseId } }, { signal }),
  });
  return partOf(query);
}

export function useCourseTitles(userId: number): Part<ResponseOf<"adminListCourses">["courses"]> {
  const query = useQuery({
    queryKey: userKey(userId, "adminListCourses"),
    queryFn: async ({ signal }) => (await api("adminListCourses", undefined, { signal })).courses,
  });
  return partOf(query);
}

export function useBoard(userId: number, exampleId: number): Part<Board> & { readonly error: Error | null } {
  const query = useQuery({
    queryKey: userKey(userId, "adminGetBoard", exampleId),
    queryFn: ({ signal }) => api("adminGetBoard", { params: { exampleId } }, { signal }),
    select: ({ board }) => board,
    staleTime: 0,
  });
  return { ...partOf(query, fallbacks.board), error: query.error };
}

type WatchedRun = ResponseOf<"getReplay">;

/**
 * The run of a time on the board. The server records each request in the audit, so a loaded run is not requested again
 * until the learner has another time.
 */
export function useWatchedRun(
  userId: number,
  exampleId: number,
  { user_id, best_time_ms }: Pick<Board[number], "user_id" | "best_time_ms">,
): Part<WatchedRun> & { readonly error: Error | null } {
  const query = useQuery({
    queryKey: userKey(userId, "getReplay", exampleId, user_id, best_time_ms),
    queryFn: ({ signal }) =>
      api("getReplay", { params: { exampleId }, query: { userId: user_id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...partOf(query, fallbacks.run), error: query.error };
}

type Time = { readonly exampleId: number; readonly userId: number; readonly timeMs: number };

/**
 * Removes a time and waits until the board is loaded again; the other statistics are loaded in the background. Returns
 * false, and removes nothing, when the learner has set another best time, which would be removed instead.
 */
export async function removeTime(userId: number, { timeMs, ...time }: Time): Promise<boolean> {
  try {
    const { board } = await api("adminGetBoard", { params: { exampleId: time.exampleId } });
    const present = board.find(({ user_id }) => user_id === time.userId);
    if (present !== undefined && present.best_time_ms !== timeMs) return false;
    await api("removeTime", { params: time, query: { timeMs } });
    return true;
  } finally {
    await queryClient.invalidateQueries({ queryKey: userKey(userId, "adminGetBoard", time.exampleId) });
  }
}

function partOf<T>(query: QueryResult<T>, fallback?: string): Part<T> {
  const { data, error } = query;
  return { data, problem: error && bannerText(error, fallback), query };
}
