// All transactions that change content or results take their locks in one order (`store/content/content-locks.ts`), so
// that PostgreSQL finds no deadlock among them. It would end one of them, and the store would run it again: users would
// see only that it takes a second longer.

import pg from "pg";
import { expect, inject, test } from "vitest";
import { clearAll } from "../test/clear-all.ts";
import { courseOf, learners, lessonOf } from "../test/courses.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { DomainError } from "../domain-error.ts";
import { amount, randomFor, report } from "./test/plan.ts";
import { deleteSomeMemory, deleteSomeRuns, deleteUser } from "../store/accounts/delete-user.ts";
import { clearNext } from "../store/content/clearing.ts";
import { removeTime } from "../store/content/content-changes.ts";
import { appendLessons, insertCourse } from "../store/content/insert-course.ts";
import { lockCards, saveCards } from "../store/memory/cards.ts";
import { addHidden } from "../store/memory/costs.ts";
import { moveCards } from "../store/memory/renamed-constructs.ts";
import { recordAutosave } from "../store/results/autosaves.ts";
import { recordCompletion } from "../store/results/completions.ts";
import { lockTarget, recordRun } from "../store/results/progress-row.ts";
import { countSome } from "../store/statistics/construct-totals.ts";
import { sweepSome } from "../store/sweep.ts";
import { logOf } from "../store/test/desk.ts";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { type Read, RowsLocked, type Store, type Tx } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { adminDelete } from "../authoring/delete-content.ts";
import { adminReorder } from "../authoring/reorder.ts";
import { adminUpdate } from "../authoring/update-content.ts";

const seconds = amount({ short: 4, long: 600 });

const kinds = ["course", "lesson", "chapter", "example"] as const;
type Kind = (typeof kinds)[number];

/** Ids of content that exists at the moment. */
async function idsOf(store: Store, kind: Kind): Promise<readonly number[]> {
  const rows = await store.read((db: Read) => db.selectFrom(kind).select("id").orderBy("id").execute());
  return rows.map(({ id }) => id);
}

const random = randomFor("lock-order");
const below = (n: number) => Math.floor(random() * n);

async function oneOf(store: Store, kind: Kind): Promise<number> {
  const ids = await idsOf(store, kind);
  return ids[below(ids.length)] ?? 0;
}

async function deadlocksOf(name: string): Promise<number> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    const { rows } = await client.query<{ deadlocks: string }>(
      "select deadlocks from pg_stat_database where datname = $1",
      [name],
    );
    return Number(rows[0]?.deadlocks);
  } finally {
    await client.end();
  }
}

test(
  "moves in both directions, saves, new code, imports, deletions, clearing and sums never deadlock [SEC-160]",
  async () => {
    const { url, drop } = await freshPostgresDatabase("template0");
    const store = await openPostgres({ url });
    const second = await openPostgres({ url });
    for (const title of ["A", "B", "C"])
      await store.write((tx) => insertCourse(tx, { course: courseOf(title, [2, 2], [2, 1], [1]), at: 0 }));
    const constructs = await plantConstructs(store, await idsOf(store, "example"));
    const users = await learners(store, ...Array.from({ length: 12 }, (_, i) => `learner${i}`));
    const endAt = performance.now() + seconds * 1_000;
    let done = 0;
    let refused = 0;
    // Each actor is an admin or a learner with one request at a time, on one of two servers.
    const actor = async (act: (on: Store, at: number) => Promise<unknown>) => {
      for (let turn = 0; performance.now() < endAt; turn++) {
        await act(turn % 2 === 0 ? store : second, 1 + turn).catch((error: unknown) => {
          // So many at the same few rows: one that waits too long gets its 503.
          if (error instanceof RowsLocked) refused++;
          // Such as content that another admin has just deleted.
          else if (!(error instanceof DomainError)) throw error;
        });
        done++;
      }
    };
    const deps = (on: Store, at: number) => {
      const nothing = () => {};
      return { store: on, now: () => at, codeChanged: nothing, contentChanged: nothing };
    };
    const admin = { userId: 1 } as Principal;
    const move = (kind: "lesson" | "chapter" | "example", parent: Kind) => async (on: Store, at: number) =>
      adminUpdate(deps(on, at), admin, kind, await oneOf(on, kind), {
        [`${parent}_id`]: await oneOf(on, parent),
      });
    const run = (userId: number, exampleId: number, at: number) => {
      const timeMs = 1 + below(5_000);
      return {
        ...{ userId, exampleId, at, endedAt: at, timeMs, codeVersion: null },
        ...{ attemptId: null, accuracy: 90, errors: 1 },
        ...(below(2) === 0 && { evidence: logOf(timeMs, below(3) === 0 ? "late" : null) }),
      };
    };
    const learner = (userId: number) => async (on: Store, at: number) => {
      const exampleId = await oneOf(on, "example");
      const save = { userId, exampleId, at, percent: below(100), accuracy: 90, errors: 1 };
      if (below(3) === 0) await on.write((tx) => recordAutosave(tx, save));
      else if (below(2) === 0) await on.write((tx) => askFromMemory(tx, { userId, exampleId, at }));
      else await on.write((tx) => recordCompletion(tx, run(userId, exampleId, at)));
    };
    await Promise.all([
      actor(move("lesson", "course")),
      actor(move("lesson", "course")),
      actor(move("chapter", "lesson")),
      actor(move("example", "chapter")),
      actor(async (on, at) =>
        adminUpdate(deps(on, at), admin, "example", await oneOf(on, "example"), { code_content: `${at}` }),
      ),
      actor(async (on, at) => adminReorder(deps(on, at), admin, await coursesInOrder(on))),
      actor(async (on, at) => {
        const exampleId = await oneOf(on, "example");
        await on.write((tx) =>
          removeTime(
            tx,
            { exampleId, userId: users[below(users.length)] as number },
            at % 2 ? "all" : "checked",
          ),
        );
        const courseId = await oneOf(on, "course");
        const lessons = [lessonOf(`new ${at}`, [1, 1])];
        await on.write((tx) => appendLessons(tx, { courseId, lessons, at }));
        const kind = kinds[1 + below(3)] as Kind;
        await adminDelete(deps(on, at), admin, kind, await oneOf(on, kind));
      }),
      actor((on) => on.write((tx) => clearNext(tx, 3))),
      actor((on) => on.write((tx) => clearNext(tx, 100))),
      actor((on) => on.write(countSome)),
      actor((on) => on.write(countSome)),
      actor((on, at) => on.write((tx) => sweepSome(tx, at % 2 ? "costs" : "constructTotals", 10))),
      actor((on, at) => {
        const [one = 0, other = 0] = constructs;
        const move = at % 2 === 0 ? { from: one, to: other } : { from: other, to: one };
        return on.write((tx) => moveCards(tx, move, (card) => card));
      }),
      actor(async (on, at) => {
        const [id] = await learners(on, `guest${at}-${below(1_000_000)}`);
        for (let i = 0; i < 6; i++) await learner(id as number)(on, at + i);
        // An admin removes a time of theirs at the same moment.
        const of = { exampleId: await oneOf(on, "example"), userId: id as number };
        await Promise.all([
          on.write((tx) => removeTime(tx, of, "all")),
          on.write((tx) => deleteSomeRuns(tx, id as number)),
          on.write((tx) => deleteSomeMemory(tx, id as number)),
          on.write((tx) => deleteUser(tx, id as number)),
        ]);
      }),
      ...users.map((id) => actor(learner(id))),
    ]);
    await clearAll(store);
    // A connection reports its figures at the latest when it is closed.
    await Promise.all([store.close(), second.close()]);
    expect(await deadlocksOf(new URL(url).pathname.slice(1))).toBe(0);
    expect(done).toBeGreaterThan(50);
    expect(refused).toBeLessThan(done / 20);
    report("lock-order", { transactions: done, refused, seconds, deadlocks: 0 });
    await drop();
  },
  // Admins who change something all the time are faster than the clearing, which goes on after them.
  seconds * 2_000 + 60_000,
);

/** Constructs that all of these examples have. Returns their ids. */
async function plantConstructs(store: Store, examples: readonly number[]): Promise<readonly number[]> {
  return store.write(async (tx) => {
    const kind = "word" as const;
    const ids: number[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      const row = { family: "test", name, kind };
      const { id } = await tx.insertInto("construct").values(row).returning("id").executeTakeFirstOrThrow();
      ids.push(id);
    }
    for (const example_id of examples)
      for (const [position, construct_id] of ids.entries())
        await tx
          .insertInto("example_construct")
          .values({ example_id, construct_id, position, places: "[[0,1]]" })
          .execute();
    return ids;
  });
}

/** What a run from memory leaves, in the order in which it does. */
async function askFromMemory(
  tx: Tx,
  { userId, exampleId, at }: { readonly userId: number; readonly exampleId: number; readonly at: number },
): Promise<void> {
  if ((await lockTarget(tx, { userId, exampleId })) === null) return;
  await recordRun(tx, { userId, at, endedAt: at, zone: null });
  const constructIds = await tx
    .selectFrom("example_construct")
    .select("construct_id")
    .where("example_id", "=", exampleId)
    .execute();
  const cards = { userId, exampleId, day: 1, constructIds: constructIds.map((row) => row.construct_id) };
  await saveCards(tx, await lockCards(tx, cards));
  const asked = ["hidden", "none", "shown", "hidden"] as const;
  await addHidden(tx, { userId, exampleId, language: "text", month: 9 + (at % 2), asked });
}

async function coursesInOrder(on: Store) {
  return { kind: "course" as const, parent_id: null, ids: [...(await idsOf(on, "course"))].reverse() };
}
