// Counts the courses and lists those that learners complete most and least.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { countAll, rankCourses } from "../store/statistics/statistics.ts";
import type { Store } from "../store/store.ts";
import { completionRate, listed, topAndBottom } from "./top-and-bottom.ts";

export async function getCourseStats({
  store,
}: {
  readonly store: Store;
}): Promise<HandlerResult<"getCourseStats">> {
  return store.read(async (db) => {
    const { top, bottom } = topAndBottom(await rankCourses(db, listed), (course) => ({
      id: course.id,
      title: course.title,
      total_examples: course.examples,
      completed_examples: course.completions,
      completion_rate: completionRate(course),
    }));
    return { totalCourses: await countAll(db, "courses"), topCourses: top, bottomCourses: bottom };
  });
}
