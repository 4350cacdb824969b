// What GET /progress reads: each statement finds the learner's own rows by an index, and none reads runs or their logs.

import { type CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Store, Tx } from "../../store/store.ts";
import { recording, scannedTables } from "../../store/test/plans.ts";
import { fillCards } from "../../test/many-cards.ts";
import { fillYear } from "../../test/many-days.ts";
import { insertLearners } from "../../test/many-learners.ts";
import { openers, withStore } from "../../test/stores.ts";
import { openTaughtConstructs } from "../memory/taught-constructs.ts";
import { getProgress } from "./get-progress.ts";

const today = 20_000;
const month = 12 * 2024 + 9;
/** Rows of these grow with every run. */
const ofRuns = ["run", "review_run", "attempt"];
const large = new Set([
  ...[
    "memory",
    "construct",
    "progress",
    "practice_day",
    "cost",
    "slip",
    "activity",
    "account",
    "stored_example",
  ],
  ...ofRuns,
]);

describe.each(openers)("$name", (opener) => {
  test("no statement names a run or a log, and none walks a table", () =>
    withStore(opener, async ({ store }) => {
      await store.write((tx) => insertLearners(tx, "learner", 60));
      const counts = { examples: 300, cards: 300, each: 12, due: 60, fresh: 30 };
      await fillCards(store, { ...counts, userId: 1, today, isForAll: true });
      await fillYear(store, { userId: 1, runs: 2_000, days: 365, today, month });
      if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx));
      await store.write(async (tx) => {
        const queries: CompiledQuery[] = [];
        const db = recording(store, tx, queries);
        const recorded = { ...store, read: (run: (db: Tx) => unknown) => run(db as Tx) } as unknown as Store;
        const taughtConstructs = openTaughtConstructs();
        const deps = { store: recorded, now: () => today * 86_400_000, taughtConstructs };
        await getProgress(deps, { userId: 1 }, { from: "2024-01-01" });
        // What the server keeps in memory is read at the first request only.
        queries.length = 0;
        const found = await getProgress(deps, { userId: 1 }, { language: "rust" });
        expect([found.costs.slowest.length, found.slips.length, found.knowledge.length]).toEqual([9, 5, 3]);
        expect(queries.length).toBeLessThanOrEqual(9);
        if (store.dialect === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
        for (const query of queries) {
          const words = query.sql.toLowerCase().split(/[^a-z_]+/);
          expect([...ofRuns, "log", "answer"].filter((name) => words.includes(name))).toEqual([]);
          const walked = (await scannedTables(tx, query)).filter((table) => large.has(table));
          expect(walked, query.sql).toEqual([]);
        }
      });
    }));
});
