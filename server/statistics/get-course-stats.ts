// Counts the courses and lists those that learners complete most and least.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { countAll, rankCourses } from "../store/statistics/statistics.ts";
import type { Store } from "../store/store.ts";
import { listed, topAndBottom } from "./top-and-bottom.ts";

export async function getCourseStats({
  store,
}: {
  readonly store: Store;
}): Promise<HandlerResult<"getCourseStats">> {
  return store.read(async (db) => {
    const { top, bottom } = topAndBottom(await rankCourses(db, listed));
    return { totalCourses: await countAll(db, "courses"), topCourses: top, bottomCourses: bottom };
  });
}
