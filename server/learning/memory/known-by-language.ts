// How much of each language a learner knows, of the constructs that its published examples have.

import { metCards } from "../../store/memory/progress.ts";
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
  // Below that stability what rests and what does not count as the same. Histories are long, and take long to read.
  const of = { userId, today, stability: knownStability, interval: restDays };
  for await (const cards of metCards(db, of))
    for (const card of cards) {
      const counted = countedAs(stateOf(cardOfRow(card), today));
      for (const { constructs, counts } of found) if (constructs.has(card.id)) counts[counted] += 1;
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
