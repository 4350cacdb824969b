// Tests of what is cleared behind a change of content: what users see before it is cleared, and that it is cleared as a
// whole, whatever happens in between. `derived.test.ts` tries any order of changes, saves and clearing.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { clearAll, holdUpClearing } from "../../test/clear-all.ts";
import { courseOf, examplesByTitle, learners } from "../../test/courses.ts";
import { fillStore } from "../../test/many-learners.ts";
import { plantRun } from "../../test/plant-run.ts";
import { openers, type TestStore, withStore } from "../../test/stores.ts";
import { deleteSomeAttempts, deleteSomeRuns, deleteUser } from "../accounts/delete-user.ts";
import { attemptPage, progressPage } from "../accounts/account-export.ts";
import { recordAutosave } from "../results/autosaves.ts";
import { recordCompletion } from "../results/completions.ts";
import { boardOf } from "../results/leaderboard.ts";
import { recount } from "../results/recount.ts";
import { expectRecounted } from "../test/derived-tables.ts";
import type { Store } from "../store.ts";
import { clearNext } from "./clearing.ts";
import { changeExampleCode, deleteContent, moveContent, removeTime } from "./content-changes.ts";
import { insertCourse } from "./insert-course.ts";
import { listPublishedCourses } from "./published-content.ts";

function run(userId: number, exampleId: number, timeMs: number, codeVersion: number | null = null) {
  const known = { attemptId: null, accuracy: null, errors: null };
  return { userId, exampleId, timeMs, codeVersion, endedAt: timeMs, at: timeMs, ...known };
}

/** More results of each example than a change clears in its own transaction. */
const many = 1_200;

/** The ids of the content with this title in a course of `courseOf`. */
async function idOf(store: Store, kind: "lesson" | "chapter" | "example", title: string): Promise<number> {
  const row = await store.read((db) =>
    db.selectFrom(kind).select("id").where("title", "=", title).executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** Two courses, A and B, in which `many` learners have typed everything. */
async function filled(store: Store): Promise<ReadonlyMap<string, number>> {
  await store.write((tx) => insertCourse(tx, { course: courseOf("B", [1], [1]), at: 0 }));
  await fillStore(store, courseOf("A", [2, 1], [1]), many);
  return examplesByTitle(store);
}

type Change = {
  readonly name: string;
  readonly run: (store: Store, examples: ReadonlyMap<string, number>) => Promise<unknown>;
};

const changes: readonly Change[] = [
  {
    name: "new code",
    run: (store, examples) =>
      store.write((tx) =>
        changeExampleCode(tx, { exampleId: examples.get("A1.1.1") as number, codeContent: "x", at: 9 }),
      ),
  },
  ...(["example A1.1.1", "chapter A1.1", "lesson A1"] as const).flatMap((what): Change[] => {
    const [kind, title] = what.split(" ") as ["example" | "chapter" | "lesson", string];
    const target = { example: "B1.1", chapter: "B1", lesson: "B" }[kind];
    return [
      {
        name: `moving ${what} to ${target}`,
        run: async (store) => {
          const id = await idOf(store, kind, title);
          const to =
            kind === "lesson" ? 1 : await idOf(store, kind === "example" ? "chapter" : "lesson", target);
          return store.write((tx) => moveContent(tx, kind, id, to));
        },
      },
      {
        name: `deleting ${what}`,
        run: async (store) => {
          const id = await idOf(store, kind, title);
          return store.write((tx) => deleteContent(tx, kind, id));
        },
      },
    ];
  }),
  { name: "deleting course A", run: (store) => store.write((tx) => deleteContent(tx, "course", 2)) },
];

for (const opener of openers) {
  describe(opener.name, () => {
    test.for(changes)("$name with many results is cleared in short transactions", async (change) =>
      withStore(opener, async ({ store }) => {
        const examples = await filled(store);
        expect(await change.run(store, examples)).toBeTruthy();
        const pending = await store.read((db) => db.selectFrom("clearing").selectAll().execute());
        expect(pending).toHaveLength(1);
        let transactions = 0;
        for (let cleared: number | null = 1; cleared !== null; transactions++) {
          cleared = await store.write((tx) => clearNext(tx, 100));
          expect(cleared ?? 0).toBeLessThanOrEqual(110);
        }
        expect(transactions).toBeGreaterThan(2);
        await expectRecounted(store);
        const { rows } = await store.read((db) =>
          sql<{ n: number }>`
            select (select count(*) from stored_example where deleted = 1) + (select count(*) from stored_chapter where deleted = 1)
              + (select count(*) from stored_lesson where deleted = 1) + (select count(*) from stored_course where deleted = 1)
              + (select count(*) from progress join example on example.id = progress.example_id
                where progress.code_version <> example.code_version)
              + (select count(*) from run where not exists (select 1 from example
                where example.id = run.example_id and example.code_version = run.code_version))
              + (select count(*) from removed_time where not exists (select 1 from example
                where example.id = removed_time.example_id and example.code_version = removed_time.code_version)) as n`.execute(
            db,
          ),
        );
        expect(rows[0]?.n).toBe(0);
      }),
    );

    test.for(["new code", "deleting example A1.1.1"])(
      "%s clears runs and removed times, also when there is nothing else",
      (name) =>
        withStore(opener, async ({ store }) => {
          await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
          const exampleId = await idOf(store, "example", "A1.1.1");
          const [user] = (await learners(store, "typist")) as [number];
          for (let i = 0; i < 150; i++)
            await plantRun(store, {
              user_id: user,
              example_id: exampleId,
              ended_at: i,
              log: new Uint8Array(9_000),
            });
          const removed = { example_id: exampleId, user_id: user, code_version: 1, time_ms: 5 };
          await store.write((tx) => tx.insertInto("removed_time").values(removed).execute());
          const left = () =>
            store.read(async (db) => [
              (await db.selectFrom("run").select("ended_at").execute()).length,
              (await db.selectFrom("removed_time").select("time_ms").execute()).length,
            ]);
          await changes.find((change) => change.name === name)?.run(store, await examplesByTitle(store));
          // Each is as much work as many other rows, so that the change itself leaves some.
          expect((await left())[0]).toBeGreaterThan(20);
          await store.write((tx) => clearNext(tx, 100));
          expect((await left())[0]).toBeGreaterThan(20);
          await clearAll(store);
          expect(await left()).toEqual([0, 0]);
        }),
    );

    test("an account's runs are deleted in short transactions", () =>
      withStore(opener, async ({ store }) => {
        await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
        const exampleId = await idOf(store, "example", "A1.1.1");
        const [user, other] = (await learners(store, "typist", "other")) as [number, number];
        for (let i = 0; i < 250; i++)
          await plantRun(store, { user_id: user, example_id: exampleId, ended_at: i });
        await plantRun(store, { user_id: other, example_id: exampleId, ended_at: 1 });
        const counts: number[] = [];
        do counts.push((await store.read((db) => db.selectFrom("run").select("user_id").execute())).length);
        while (await store.write((tx) => deleteSomeRuns(tx, user)));
        expect(counts).toEqual([251, 151, 51, 1]);
        await plantRun(store, { user_id: user, example_id: exampleId, ended_at: 1 });
        await store.write((tx) => deleteUser(tx, user));
        expect(await store.read((db) => db.selectFrom("run").select("user_id").execute())).toEqual([
          { user_id: other },
        ]);
      }));

    test("two servers and a third that goes on where both stopped clear everything once", () =>
      withStore(opener, async ({ store, ...rest }: TestStore) => {
        const examples = await filled(store);
        for (const change of changes.slice(0, 5)) await change.run(store, examples);
        const second = opener.name === "postgres" ? await rest.reopen() : store;
        const some = async (on: Store) => {
          for (let i = 0; i < 20; i++) await on.write((tx) => clearNext(tx, 30));
        };
        await Promise.all([some(store), some(second)]);
        if (second !== store) await second.close();
        const left = await store.read((db) => db.selectFrom("clearing").selectAll().execute());
        expect(left.length).toBeGreaterThan(0);
        await clearAll(store);
        await expectRecounted(store);
      }));

    test("results that were moved out of a lesson count, when an earlier deletion then clears the lesson", () =>
      withStore(opener, async ({ store }) => {
        await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1], [1]), at: 0 }));
        await store.write((tx) => insertCourse(tx, { course: courseOf("B", [1]), at: 0 }));
        const exampleId = await idOf(store, "example", "A1.1.1");
        const [user] = await learners(store, "mover");
        await store.write((tx) => recordCompletion(tx, run(user as number, exampleId, 900)));
        // Deletions clear whatever is marked when their turn comes.
        await store.write((tx) =>
          tx.insertInto("clearing").values({ kind: "deleted", content_id: 0 }).execute(),
        );
        const [lesson, target] = [await idOf(store, "lesson", "A1"), await idOf(store, "chapter", "B1.1")];
        await store.write((tx) => moveContent(tx, "example", exampleId, target));
        await store.write((tx) => deleteContent(tx, "lesson", lesson));
        await clearAll(store);
        const rollups = await store.read((db) => db.selectFrom("learner_lesson").selectAll().execute());
        expect(rollups).toMatchObject([{ begun: 1, completed: 1 }]);
        await expectRecounted(store);
      }));

    test("many deleted examples with few results are few steps of a change and few transactions behind it", () =>
      withStore(opener, async ({ store }) => {
        await fillStore(store, courseOf("A", [200]), 3);
        const id = await idOf(store, "chapter", "A1.1");
        await store.write((tx) => deleteContent(tx, "chapter", id));
        const left = await store.read((db) =>
          sql<{ n: number }>`select count(*) as n from stored_example`.execute(db),
        );
        expect(left.rows[0]?.n).toBeGreaterThan(150);
        let transactions = 0;
        while ((await store.write((tx) => clearNext(tx, 400))) !== null) transactions++;
        expect(transactions).toBeLessThan(100);
        await expectRecounted(store);
      }));

    test("the more content was moved, the fewer learners a transaction recounts", () =>
      withStore(opener, async ({ store }) => {
        await store.write((tx) => insertCourse(tx, { course: courseOf("B", [1]), at: 0 }));
        await fillStore(store, courseOf("A", [1], [400]), 60);
        await holdUpClearing(store);
        const [to, from] = [await idOf(store, "lesson", "B1"), await idOf(store, "lesson", "A1")];
        const rollups = () =>
          store.read((db) =>
            db
              .selectFrom("learner_lesson")
              .select((eb) => eb.fn.countAll<number>().as("n"))
              .where("lesson_id", "=", from)
              .executeTakeFirstOrThrow(),
          );
        for (const title of ["A1.1", "A2.1"]) {
          const id = await idOf(store, "chapter", title);
          await store.write((tx) => moveContent(tx, "chapter", id, to));
        }
        await store.write((tx) => clearNext(tx, 100));
        await store.write((tx) => clearNext(tx, 100));
        expect((await rollups()).n).toBe(56);
        await clearAll(store);
        await expectRecounted(store);
      }));

    test("learners can save on an example while its old times are cleared, and each time counts for its code", () =>
      withStore(opener, async ({ store }) => {
        const examples = await filled(store);
        const exampleId = examples.get("A1.1.1") as number;
        const [user] = await learners(store, "new");
        const other = await store.read((db) =>
          db.selectFrom("progress").select("user_id").orderBy("user_id").executeTakeFirstOrThrow(),
        );
        await changes[0]?.run(store, examples);
        const board = () => store.read((db) => boardOf(db, exampleId, other.user_id, 10, "all"));
        expect(await board()).toEqual({ top: [], own: null, unlisted: null, has_replay: false });
        const first = await store.write((tx) => recordCompletion(tx, run(other.user_id, exampleId, 900_000)));
        expect(first?.result).toMatchObject({ best_time_ms: 900_000, last_time_ms: 900_000, isRecord: true });
        // A run on the old code sets no time.
        const old = await store.write((tx) => recordCompletion(tx, run(user as number, exampleId, 5, 1)));
        expect(old?.result).toMatchObject({ best_time_ms: null, isRecord: false });
        expect((await board())?.top).toHaveLength(1);
        expect(
          await store.write((tx) => removeTime(tx, { exampleId, userId: other.user_id + 1 }, "all")),
        ).toBe(false);
        await clearAll(store);
        expect(await board()).toMatchObject({ own: { rank: 1, best_time_ms: 900_000 } });
        await expectRecounted(store);
      }));

    test("a deleted example takes no saves, and no export, list or count shows it before it is cleared", () =>
      withStore(opener, async ({ store }) => {
        const examples = await filled(store);
        const exampleId = examples.get("A1.1.1") as number;
        const { user_id: userId } = await store.read((db) =>
          db.selectFrom("progress").select("user_id").orderBy("user_id").executeTakeFirstOrThrow(),
        );
        await holdUpClearing(store);
        await store.write((tx) => deleteContent(tx, "example", exampleId));
        const save = { userId, exampleId, at: 10, percent: 50, accuracy: 1, errors: 1 };
        expect(await store.write((tx) => recordAutosave(tx, save))).toBe(false);
        expect(await store.write((tx) => recordCompletion(tx, run(userId, exampleId, 5)))).toBeNull();
        expect(await store.read((db) => boardOf(db, exampleId, userId, 10, "all"))).toBeNull();
        const page = { userId, after: null, until: 10_000_000_000 };
        for (const pageOf of [progressPage, attemptPage])
          expect(JSON.stringify(await store.read((db) => pageOf(db, page)))).not.toContain(
            `"example_id":${exampleId},`,
          );
        const [, a] = await store.read((db) => listPublishedCourses(db, userId));
        expect(a).toMatchObject({ total_examples: 3 });
        const stored = await store.read((db) => db.selectFrom("progress").select("user_id").execute());
        expect(stored.length).toBeGreaterThan(3 * many);
      }));

    test("an account is deleted while changes are not cleared, its attempts in short transactions", () =>
      withStore(opener, async ({ store }) => {
        const examples = await filled(store);
        await holdUpClearing(store);
        for (const change of changes.slice(0, 5)) await change.run(store, examples);
        const users = await store.read((db) =>
          db.selectFrom("account").select("id").orderBy("id").limit(40).execute(),
        );
        for (const { id } of users.slice(0, 20)) {
          await store.write((tx) => deleteSomeAttempts(tx, id));
          expect(await store.write((tx) => deleteUser(tx, id))).toBe(true);
        }
        await store.write((tx) => clearNext(tx, 500));
        for (const { id } of users.slice(20)) await store.write((tx) => deleteUser(tx, id));
        await clearAll(store);
        await expectRecounted(store);
      }));

    test("a recount while changes are not cleared changes nothing that clearing then needs", () =>
      withStore(opener, async ({ store }) => {
        const examples = await filled(store);
        await holdUpClearing(store);
        for (const change of changes.slice(0, 5)) await change.run(store, examples);
        await store.write(recount, { long: true });
        await clearAll(store);
        await expectRecounted(store);
      }));
  });
}

test("only the functions that write content name its tables, and all others read the views", () => {
  const top = join(import.meta.dirname, "../..");
  const files = readdirSync(top, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^[a-z].*\.ts$/.test(file) && !/\.test\.ts$|(^|\/)(test|node_modules)\//.test(file),
  );
  const naming = files.filter((file) => /stored_|storedTable/.test(readFileSync(join(top, file), "utf8")));
  expect(naming.map((file) => relative("store", file)).sort()).toEqual([
    "add-evidence.ts",
    "add-marks.ts",
    "add-memory.ts",
    "add-outputs.ts",
    "content/clearing.ts",
    "content/content-changes.ts",
    "content/content-kinds.ts",
    "content/content-order.ts",
    "content/content-saves.ts",
    "content/fill-outputs.ts",
    "content/insert-course.ts",
    "copy-store.ts",
    "schema.ts",
  ]);
});
