// How much of each language a learner knows, of the constructs that its published examples have.

import { cardsOf } from "../../store/memory/knowledge.ts";
import { metByState } from "../../store/memory/progress.ts";
import type { Taught } from "../../store/memory/taught.ts";
import type { Read } from "../../store/store.ts";
import { cardOfRow } from "./card-of-row.ts";
import { restDays } from "./fold.ts";
import { countedAs, knownStability, stateOf } from "./state.ts";

type LanguageCounts = {
  readonly language: string;
  readonly known: number;
  readonly learning: number;
  readonly fading: number;
  readonly not_met: number;
};

/**
 * The languages of which the learner has met anything, the most met first. A card is of all languages that have its
 * construct.
 */
export async function knownByLanguage(
  db: Read,
  taught: Taught,
  { userId, today }: { readonly userId: number; readonly today: number },
): Promise<readonly LanguageCounts[]> {
  const found = [...taught].map(([language, constructs]) => ({
    ...{ language, constructs },
    counts: { known: 0, learning: 0, fading: 0, not_met: 0 },
  }));
  const count = (state: "known" | "learning" | "fading" | "not_met", ids: readonly number[]) => {
    for (const { constructs, counts } of found)
      for (const id of ids) if (constructs.has(id)) counts[state] += 1;
  };
  for (const { state, ids } of await metByState(db, {
    userId,
    today,
    stability: knownStability,
    interval: restDays,
  })) {
    if (state !== "known or resting") count(state, ids);
    else
      for await (const rows of cardsOf(db, userId, ids))
        for (const row of rows) count(countedAs(stateOf(cardOfRow(row), today)), [row.id]);
  }
  return found
    .map(({ language, constructs, counts: { known, learning, fading } }) => {
      const met = known + learning + fading;
      return { met, counts: { language, known, learning, fading, not_met: constructs.size - met } };
    })
    .filter(({ met }) => met > 0)
    .toSorted((a, b) => b.met - a.met || (a.counts.language < b.counts.language ? -1 : 1))
    .map(({ counts }) => counts);
}
