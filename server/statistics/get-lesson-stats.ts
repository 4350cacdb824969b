// Counts the lessons and lists those that learners complete most and least.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { countAll, rankLessons } from "../store/statistics/statistics.ts";
import type { Store } from "../store/store.ts";
import { listed, topAndBottom } from "./top-and-bottom.ts";

export async function getLessonStats({
  store,
}: {
  readonly store: Store;
}): Promise<HandlerResult<"getLessonStats">> {
  return store.read(async (db) => {
    const { top, bottom } = topAndBottom(await rankLessons(db, listed));
    return { totalLessons: await countAll(db, "lessons"), topLessons: top, bottomLessons: bottom };
  });
}
