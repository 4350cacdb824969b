// What a learner remembers and when they practised, in the database: a row in each of these tables.

import { randomUUID } from "node:crypto";
import { foldCard } from "../learning/memory/fold.ts";
import { packHistory, withGrade } from "../learning/memory/history.ts";
import { noteUncounted } from "../store/statistics/construct-totals.ts";
import type { Store } from "../store/store.ts";

type Of = { readonly user_id: number; readonly example_id: number };

/** The learner's zone, days, cards, runs from memory, costs and slips; `name` is the construct's. */
export async function plantMemory(store: Store, of: Of, name = "=>"): Promise<void> {
  const { user_id, example_id } = of;
  const day = 20_783;
  const history = withGrade(withGrade(null, { day: day - 3, grade: "hard" }), { day, grade: "good" });
  const state = foldCard(day - 4, history);
  if (state === null) throw new RangeError("a card that was graded has no state");
  const { firstDay: first_day, dueDay: due_day, lastDay: last_day, stability, difficulty, lapses } = state;
  await store.write(async (tx) => {
    const { id: construct_id } = await tx
      .insertInto("construct")
      .values({ family: "javascript", name, kind: "symbol" })
      .onConflict((conflict) => conflict.columns(["family", "name"]).doUpdateSet({ kind: "symbol" }))
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("example_syntax")
      .values({ example_id, code_version: 1, syntax_version: 1, met_after_user_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto("example_construct")
      .values({ example_id, construct_id, position: 0, places: "[[0,2]]" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const card = { first_day, due_day, last_day, stability, difficulty, lapses };
    const last = { last_example_id: example_id, last_at: day * 86_400_000 };
    await tx
      .insertInto("memory")
      .values({
        ...{ user_id, construct_id, met_day: day - 4, ...card, ...last },
        history: packHistory(history),
      })
      .execute();
    const run = { way: "gaps", code_version: 1, ended_at: day * 86_400_000, day, zone: "UTC" } as const;
    const answer = JSON.stringify({ graded: true, constructs: [], unknown: [] });
    await tx
      .insertInto("review_run")
      .values({ ...of, ...run, attempt_key: randomUUID(), time_ms: 5_000, graded: 1, answer })
      .execute();
    const practised = { zone: "Europe/Berlin", ms: 5_000, runs: 1, first_at: 8, last_at: 9 };
    await tx
      .insertInto("practice_day")
      .values({ user_id, day, language: "javascript", ...practised })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const month = { user_id, language: "javascript", month: 24_322 };
    const cost = { places: 3, slips: 1, ms: 700, characters: 6, hidden: 2, shown: 1 };
    await noteUncounted(tx, { userId: user_id });
    await tx
      .insertInto("cost")
      .values({ ...month, construct_id, ...cost })
      .execute();
    await tx
      .insertInto("slip")
      .values({ ...month, expected_construct_id: construct_id, typed: "=", n: 1 })
      .execute();
    const zone = "Europe/Berlin";
    await tx
      .insertInto("activity")
      .values({ user_id, last_active_at: 9, zone, zone_at: 9 })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ zone, zone_at: 9 }))
      .execute();
  });
}
