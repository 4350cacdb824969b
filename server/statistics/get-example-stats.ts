// Counts the completions and lists the examples that most and fewest learners completed.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { countAll, rankExamples } from "../store/statistics/statistics.ts";
import type { Store } from "../store/store.ts";
import { listed, topAndBottom } from "./top-and-bottom.ts";

export async function getExampleStats({
  store,
}: {
  readonly store: Store;
}): Promise<HandlerResult<"getExampleStats">> {
  return store.read(async (db) => {
    const { top, bottom } = topAndBottom(await rankExamples(db, listed));
    return { totalCompleted: await countAll(db, "completions"), topExamples: top, bottomExamples: bottom };
  });
}
