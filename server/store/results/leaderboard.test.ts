// Tests of leaderboards and ranks on both databases, and that no query of a learner's request scans all results.

import fc from "fast-check";
import { type CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { courseOf, examplesByTitle, learners } from "../../test/courses.ts";
import { fillStore } from "../../test/many-learners.ts";
import { openers, withStore } from "../../test/stores.ts";
import { insertCourse } from "../content/insert-course.ts";
import {
  getPublishedCourse,
  getPublishedLesson,
  listPublishedCourses,
} from "../content/published-content.ts";
import { logOf } from "../test/desk.ts";
import { recording, scannedTables } from "../test/plans.ts";
import { adminBoardOf, boardOf } from "./leaderboard.ts";
import { listedReplay, ownReplay } from "./runs.ts";
import { recordAutosave } from "./autosaves.ts";
import { recordCompletion } from "./completions.ts";
import { nextExample } from "./next-example.ts";
import type { Read, Store, Tx } from "../store.ts";
import { countBetter, moveTime } from "./time-counts.ts";

function finish(store: Store, userId: number, exampleId: number, timeMs: number, endedAt: number) {
  const unknown = { attemptId: null, codeVersion: null, accuracy: null, errors: null };
  const run = { userId, exampleId, timeMs, endedAt, at: 1_000_000, ...unknown };
  return store.write((tx) => recordCompletion(tx, run));
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("equal times share a rank, the earlier attempt first, and the next rank counts them all", () =>
      withStore(opener, async ({ store }) => {
        await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
        const [ada, bob, cyd, dan, eve] = (await learners(store, "ada", "bob", "cyd", "dan", "eve")) as [
          number,
          number,
          number,
          number,
          number,
        ];
        await finish(store, ada, 1, 5_000, 300);
        await finish(store, bob, 1, 5_000, 200);
        await finish(store, cyd, 1, 4_999, 900);
        await finish(store, dan, 1, 5_001, 100);
        // The same time of another attempt, which ended earlier but arrives only now.
        await finish(store, ada, 1, 5_000, 300 - 700_000);
        const boards = await Promise.all(
          [ada, bob, cyd, dan, eve].map((user) => store.read((db) => boardOf(db, 1, user, 10, "all"))),
        );
        const board = boards[0]?.top ?? [];
        expect(board.map((entry) => `${entry.rank} ${entry.username} ${entry.best_time_ms}`)).toEqual([
          "1 cyd 4999",
          "2 ada 5000",
          "2 bob 5000",
          "4 dan 5001",
        ]);
        expect(board[0]).toEqual({
          rank: 1,
          user_id: cyd,
          username: "cyd",
          email: "cyd@example.com",
          profile_photo: null,
          best_time_ms: 4_999,
          checked: false,
        });
        expect(boards.map((seen) => seen?.own?.rank)).toEqual([2, 2, 1, 4, undefined]);
        for (const seen of boards) expect(seen?.top).toEqual(board);
        expect((await store.read((db) => boardOf(db, 1, ada, 2, "all")))?.top).toHaveLength(2);
      }));

    test("only published examples have a leaderboard", () =>
      withStore(opener, async ({ store }) => {
        const draft = { ...courseOf("B", [1]), published: false };
        for (const course of [courseOf("A", [1]), draft]) {
          await store.write((tx) => insertCourse(tx, { course, at: 0 }));
        }
        const ids = await examplesByTitle(store);
        const [ada] = (await learners(store, "ada")) as [number];
        const board = (id: number) => store.read((db) => boardOf(db, id, ada, 10, "all"));
        expect(await board(ids.get("A1.1.1") as number)).toMatchObject({ top: [], own: null });
        expect(await board(ids.get("B1.1.1") as number)).toBeNull();
        expect(await board(99)).toBeNull();
        const admins = (id: number) => store.read((db) => adminBoardOf(db, id, 10, "all"));
        expect(await admins(ids.get("A1.1.1") as number)).toEqual([]);
        expect(await admins(ids.get("B1.1.1") as number)).toBeNull();
        expect(await admins(99)).toBeNull();
      }));

    test(
      "the number of better times equals a direct count, for any times",
      () =>
        withStore(opener, async ({ store }) => {
          await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
          // Close together around the edges of every bucket size, and anywhere.
          const near = fc.tuple(fc.constantFrom(0, 6, 12, 18, 24), fc.integer({ min: -2, max: 2 }));
          const time = fc
            .oneof(
              fc.integer({ min: 1, max: 86_400_000 }),
              near.map(([bits, off]) => 2 ** bits + off),
            )
            .map((ms) => Math.max(1, ms));
          const holds = fc.asyncProperty(fc.array(time, { minLength: 1, maxLength: 60 }), async (times) => {
            const better = await store.write(async (tx) => {
              await tx.deleteFrom("time_count").execute();
              for (const ms of times)
                await moveTime(tx, { exampleId: 1, codeVersion: 1, board: 0 }, null, ms);
              return Promise.all(times.map((ms) => betterThan(tx, ms)));
            });
            expect(better).toEqual(times.map((ms) => times.filter((other) => other < ms).length));
          });
          await fc.assert(holds, { numRuns: 20 });
        }),
      60_000,
    );

    test(
      "no read and no save of a learner scans all results",
      () =>
        withStore(opener, async ({ store }) => {
          await fillStore(store, courseOf("A", [10, 10], [10, 10]), 2_000);
          if (store.dialect === "postgres") await store.write((tx) => sql`analyze`.execute(tx));
          const asked = await queriesOf(store);
          expect(asked.length).toBeGreaterThan(20);
          const walks = await store.write(async (tx) => {
            const bad = sql`select count(*) from progress where percent = 3`.compile(tx);
            expect(await scannedTables(tx, bad)).toEqual(["progress"]);
            const found: string[] = [];
            for (const query of asked) {
              const walked = await scannedTables(tx, query);
              found.push(
                ...walked.filter((table) => large.has(table)).map((table) => `${table}: ${query.sql}`),
              );
            }
            return found;
          });
          expect(walks).toEqual([]);
        }),
      60_000,
    );
  });
}

async function betterThan(db: Read, ms: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select ${countBetter({ exampleId: sql`1`, codeVersion: sql`1`, board: sql`0` }, sql`${sql.lit(ms)}`)} as n`.execute(
    db,
  );
  return rows[0]?.n ?? -1;
}

// ---------------------------------------------------------------- plans

const large = new Set([
  "account",
  "progress",
  "attempt",
  "activity",
  "run",
  "removed_time",
  "time_count",
  "learner_lesson",
  "learner_course",
  "session",
]);

/** Every query of a learner's requests. */
async function queriesOf(store: Store): Promise<readonly CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const save = { userId: 77, exampleId: 3, percent: 40, accuracy: 90, errors: 1, at: 9 };
  const run = { ...save, attemptId: null, codeVersion: null, errors: null, endedAt: 9, timeMs: 1 };
  const of = { userId: 77, exampleId: 3 };
  await store.write(async (tx) => {
    const db = recording(store, tx, queries) as Tx;
    for (const board of ["all", "checked"] as const) {
      await boardOf(db, 3, 77, 10, board);
      await adminBoardOf(db, 3, 10, board);
      await listedReplay(db, of, board);
    }
    await ownReplay(db, of);
    await nextExample(db, 77);
    // A learner who has completed nothing.
    await nextExample(db, 10);
    await listPublishedCourses(db, 77);
    await getPublishedCourse(db, 77, 1);
    await getPublishedLesson(db, 77, 1);
    await recordAutosave(db, save);
    await recordCompletion(db, run);
    await recordCompletion(db, { ...run, errors: 1, attemptId: "00000000-0000-4000-8000-000000000001" });
    await recordCompletion(db, { ...run, errors: 1, userId: 10, timeMs: 2 });
    // With logs: of an attempt that had none, and of a record.
    await recordCompletion(db, { ...run, evidence: logOf(1) });
    const id = { attemptId: "00000000-0000-4000-8000-000000000002", endedAt: 8 };
    await recordCompletion(db, { ...run, ...id, evidence: logOf(1) });
  });
  return queries;
}
