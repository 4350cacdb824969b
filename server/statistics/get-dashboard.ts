// Returns all numbers and lists of the dashboard in one response. Clients also use this endpoint to find out whether
// the user is an admin.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { Store } from "../store/store.ts";
import { getCourseStats } from "./get-course-stats.ts";
import { getExampleStats } from "./get-example-stats.ts";
import { getLessonStats } from "./get-lesson-stats.ts";
import { getUserStats } from "./get-user-stats.ts";

export async function getDashboard(deps: {
  readonly store: Store;
  readonly now: () => number;
}): Promise<HandlerResult<"getDashboard">> {
  return {
    ...(await getUserStats(deps)),
    ...(await getCourseStats(deps)),
    ...(await getLessonStats(deps)),
    ...(await getExampleStats(deps)),
  };
}
