// Shows per example how learners do, so that admins see which examples are too hard or too long. Figures of an example
// that fewer than five learners started are withheld: they would be chance, or reveal what one person did.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { exampleIdsInOrder, type Insight, readInsights } from "../store/statistics/insights.ts";
import type { Store } from "../store/store.ts";

const learnersAtLeast = 5;
/** Examples per query: few enough that other requests are hardly delayed. */
const examplesAtOnce = 10;

/** In the order in which learners see the examples. */
export async function getInsights({
  store,
}: {
  readonly store: Store;
}): Promise<HandlerResult<"getInsights">> {
  const ids = await store.read(exampleIdsInOrder);
  const byId = new Map<number, Insight>();
  for (let from = 0; from < ids.length; from += examplesAtOnce) {
    const some = ids.slice(from, from + examplesAtOnce);
    for (const insight of await store.read((db) => readInsights(db, some))) byId.set(insight.id, insight);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Skip examples that were deleted between the queries.
  return { examples: ids.flatMap((id) => byId.get(id) ?? []).map(withRates) };
}

function withRates(row: Insight): HandlerResult<"getInsights">["examples"][number] {
  const { learners, completions, length, errors, attempts } = row;
  const isKnown = learners >= learnersAtLeast;
  const median = isKnown ? row.median_best_time_ms : null;
  return {
    ...row,
    completion_rate: isKnown ? Math.round((1000 * completions) / learners) / 10 : null,
    median_best_time_ms: median,
    ms_per_character: median === null ? null : median / length,
    error_rate: isKnown && attempts > 0 ? errors / (errors + attempts * length) : null,
  };
}
