// Cards of a learner for tests, as if they had been graded before.

import type { Grade } from "@tabstop/contract/vocabulary";
import { packHistory } from "../learning/memory/history.ts";
import type { Store } from "../store/store.ts";

export type PlantedCard = {
  readonly constructId: number;
  readonly metDay: number;
  /** Absent: it was never graded. */
  readonly graded?: {
    readonly due: number;
    /** 10 by default. */
    readonly stability?: number;
    /** Ten days before it is due by default, with Good. */
    readonly days?: readonly { readonly day: number; readonly grade: Grade }[];
    readonly lastExampleId?: number;
  };
};

export async function plantCards(store: Store, userId: number, cards: readonly PlantedCard[]): Promise<void> {
  const rows = cards.map(({ constructId, metDay, graded }) => {
    const of = { user_id: userId, construct_id: constructId, met_day: metDay };
    if (graded === undefined) return of;
    const { due, stability = 10, lastExampleId = null } = graded;
    const days = graded.days ?? [{ day: due - 10, grade: "good" }];
    const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
    return {
      ...{ ...of, first_day: first, last_day: last, due_day: due, stability, difficulty: 5 },
      ...{ history: packHistory({ base: null, days }), last_example_id: lastExampleId },
    };
  });
  await store.write(async (tx) => {
    for (const row of rows) await tx.insertInto("memory").values(row).execute();
  });
}
