// What a learner's home and the figures of a course read: no statement walks a table that grows with learners or runs.

import { type CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Store, Tx } from "../../store/store.ts";
import { recording, scannedTables } from "../../store/test/plans.ts";
import { fillCards } from "../../test/many-cards.ts";
import { fillYear } from "../../test/many-days.ts";
import { insertLearners } from "../../test/many-learners.ts";
import { openers, withStore } from "../../test/stores.ts";
import { getLesson } from "../get-lesson.ts";
import { getCourseFigures } from "./get-course-figures.ts";
import { getHome } from "./get-home.ts";

const today = 20_000;
const large = new Set([
  ...["memory", "progress", "practice_day", "activity", "account", "preference", "attempt", "run"],
  ...["review_run", "stored_example", "stored_chapter", "highlight", "example_construct"],
]);

describe.each(openers)("$name", (opener) => {
  test("no statement walks a table", () =>
    withStore(opener, async ({ store }) => {
      await store.write((tx) => insertLearners(tx, "learner", 60));
      const counts = { examples: 600, cards: 300, each: 12, due: 60, fresh: 30 };
      await fillCards(store, { ...counts, userId: 1, today, isForAll: true });
      await fillYear(store, { userId: 1, runs: 3_000, days: 365, today, month: 12 * 2024 + 9 });
      if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx));
      await store.write(async (tx) => {
        const queries: CompiledQuery[] = [];
        const db = recording(store, tx, queries);
        const recorded = {
          ...store,
          read: (run: (db: Tx) => unknown) => run(db as Tx),
          write: (run: (db: Tx) => unknown) => run(db as Tx),
        } as unknown as Store;
        const deps = { store: recorded, now: () => today * 86_400_000 };
        const principal = { userId: 1, role: "learner", username: "", email: "", sessionId: "" } as const;
        // The first request renews the flags of all cards.
        await getHome(deps, principal, {});
        queries.length = 0;
        const home = await getHome(deps, principal, {});
        expect([home.runs.length, home.due > 0, home.streak > 0, home.courses]).toEqual([
          5,
          true,
          true,
          null,
        ]);
        expect(queries.length).toBeLessThanOrEqual(14);
        const { courses } = await getHome(deps, { userId: 60_000 }, {});
        expect(courses).toHaveLength(1);
        const courseId = courses?.[0]?.id ?? 0;
        const figures = await getCourseFigures(deps, principal, { courseId });
        expect([figures.examples.length, figures.ms > 0]).toEqual([600, true]);
        await getCourseFigures(deps, principal, { courseId, lessonId: 1 });
        await getLesson(deps, principal, { lessonId: 1 });
        if (store.dialect === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
        for (const query of new Map(queries.map((one) => [one.sql, one])).values()) {
          const walked = (await scannedTables(tx, query)).filter((table) => large.has(table));
          expect(walked, query.sql).toEqual([]);
        }
        const bad = sql`select count(*) from attempt where accuracy = 3`.compile(tx);
        expect(await scannedTables(tx, bad)).toEqual(["attempt"]);
      });
    }));
});
