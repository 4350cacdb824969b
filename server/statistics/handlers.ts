// The use cases of statistics by endpoint.

import type { statistics } from "@tabstop/contract/statistics";
import type { HandlersOf } from "../handler.ts";
import type { BoardKind } from "../store/results/time-counts.ts";
import { type ConstructInsightDeps, getConstructInsights } from "./get-construct-insights.ts";
import { getCourseStats } from "./get-course-stats.ts";
import { getDashboard } from "./get-dashboard.ts";
import { getExampleStats } from "./get-example-stats.ts";
import { getInsights } from "./get-insights.ts";
import { getLessonStats } from "./get-lesson-stats.ts";
import { getUserStats } from "./get-user-stats.ts";
import { removeTime } from "./remove-time.ts";

export type StatisticsDeps = ConstructInsightDeps & {
  /** The times that leaderboards list. */
  readonly board: BoardKind;
};

export function statisticsHandlers(deps: StatisticsDeps): HandlersOf<typeof statistics> {
  return {
    getDashboard: () => getDashboard(deps),
    getUserStats: () => getUserStats(deps),
    getCourseStats: () => getCourseStats(deps),
    getLessonStats: () => getLessonStats(deps),
    getExampleStats: () => getExampleStats(deps),
    getInsights: () => getInsights(deps),
    getConstructInsights: ({ query }) => getConstructInsights(deps, query),
    removeTime: ({ principal, params, query }) => removeTime(deps, principal, params, query),
  };
}
