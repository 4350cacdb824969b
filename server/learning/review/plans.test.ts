// No query of a review, its completion or what is known walks a table: each finds its rows by an index.

import { type CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { coverConstructs, renewFlags } from "../../store/memory/covered.ts";
import type { Store, Tx } from "../../store/store.ts";
import { recording, scannedTables } from "../../store/test/plans.ts";
import { fillCards } from "../../test/many-cards.ts";
import { insertLearners } from "../../test/many-learners.ts";
import { openers, withStore } from "../../test/stores.ts";
import { openTaughtConstructs } from "../memory/taught-constructs.ts";
import { getDueCount } from "./get-due-count.ts";
import { getKnowledge } from "./get-knowledge.ts";
import { getReview } from "./get-review.ts";
import { getReviewExample } from "./get-review-example.ts";

const today = 20_000;
// A language is read by its lessons, all of them.
const large = new Set([
  ...["memory", "example_construct", "example_syntax", "construct", "progress", "practice_day", "activity"],
  ...["account", "stored_example", "stored_chapter", "highlight", "review_run"],
]);

describe.each(openers)("$name", (opener) => {
  test("no statement scans a table", () =>
    withStore(opener, async ({ store }) => {
      await store.write((tx) => insertLearners(tx, "learner", 60));
      const counts = { examples: 600, cards: 400, each: 12, due: 60, fresh: 30 };
      await fillCards(store, { ...counts, userId: 1, today, isForAll: true });
      if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx));
      const walks = await store.write(async (tx) => {
        const queries: CompiledQuery[] = [];
        const db = recording(store, tx, queries);
        const recorded = {
          ...store,
          read: (run: (db: Tx) => unknown) => run(db as Tx),
          write: (run: (db: Tx) => unknown) => run(db as Tx),
        } as unknown as Store;
        const deps = {
          store: recorded,
          now: () => today * 86_400_000,
          ensureConstructs: async () => true,
          taughtConstructs: openTaughtConstructs(),
        };
        const principal = { userId: 7, role: "learner", username: "", email: "", sessionId: "" } as const;
        await getDueCount(deps, principal, {});
        expect((await getReview(deps, principal, {})).session.length).toBeGreaterThan(0);
        await getReviewExample(deps, principal, { exampleId: 9 });
        await getKnowledge(deps, principal, { language: "javascript" });
        await renewFlags(db as Tx, 7);
        await coverConstructs(db as Tx, { userId: 7, exampleId: 9 });
        const found: string[] = [];
        // Of so few rows PostgreSQL would rather read all; what it still scans then has no index to use.
        if (store.dialect === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
        const texts = new Map(queries.map((query) => [query.sql, query]));
        expect(texts.size).toBeGreaterThan(20);
        for (const query of texts.values())
          for (const table of await scannedTables(tx, query, "example_construct"))
            if (large.has(table)) found.push(`${table}: ${query.sql}`);
        const bad = sql`select count(*) from memory where difficulty = 3`.compile(tx);
        expect(await scannedTables(tx, bad)).toEqual(["memory"]);
        return found;
      });
      expect(walks).toEqual([]);
    }));
});
