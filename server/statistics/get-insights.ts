// How every example fares, so that an author sees which are too hard or too long. Nothing is said of an example that
// fewer than five learners have begun: it would be chance, or tell what one of them did.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { exampleIdsInOrder, type Insight, readInsights } from "../store/statistics/insights.ts";
import type { Store } from "../store/store.ts";

const learnersAtLeast = 5;
/** So few a question that others are hardly held up by it. */
const examplesAtOnce = 10;

/** In the order in which the examples are learnt. */
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
  // What was deleted meanwhile is left out.
  return { examples: ids.flatMap((id) => byId.get(id) ?? []).map(insightAnswer) };
}

function insightAnswer(example: Insight): HandlerResult<"getInsights">["examples"][number] {
  const { id, title, chapterTitle, learners, completions, medianMs, length, errors, attempts } = example;
  const isKnown = learners >= learnersAtLeast;
  return {
    id,
    title,
    chapter_title: chapterTitle,
    learners,
    completion_rate: isKnown ? Math.round((1000 * completions) / learners) / 10 : null,
    median_best_time_ms: isKnown ? medianMs : null,
    ms_per_character: isKnown && medianMs !== null ? medianMs / length : null,
    error_rate: isKnown && attempts > 0 ? errors / (errors + attempts * length) : null,
  };
}
