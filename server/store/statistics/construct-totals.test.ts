// The totals of constructs are at any time the sums of what the rows of `cost` say is counted, and after a count those of
// all their figures.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { learners } from "../../test/courses.ts";
import { plantMemoryExample } from "../../test/memory-runs.ts";
import { openers, withStore } from "../../test/stores.ts";
import { deleteSomeMemory, deleteUser } from "../accounts/delete-user.ts";
import { recount } from "../results/recount.ts";
import { RowsLocked, type Store, type Tx } from "../store.ts";
import { rowsAtOnce, sweepSome } from "../sweep.ts";
import { saveCards } from "../memory/cards.ts";
import { areSomeUncounted, countSome } from "./construct-totals.ts";
import { costRecord } from "../memory/cost-records.ts";
import { addCosts, addHidden } from "../memory/costs.ts";
import { moveCards } from "../memory/renamed-constructs.ts";

const month = 24_322;
const language = "javascript";
const code = "let a = 1; let b = 2;";

type Total = {
  readonly month: number;
  readonly language: string;
  readonly construct_id: number;
  readonly learners: number;
  readonly places: number;
  readonly slips: number;
  readonly hidden: number;
  readonly shown: number;
};

/** A plain recount of the rows of `cost`, row by row. */
async function plainTotals(store: Store, of: "all" | "counted" = "all"): Promise<readonly Total[]> {
  const rows = await store.read((db) => db.selectFrom("cost").selectAll().execute());
  const totals = new Map<string, Total>();
  for (const row of rows) {
    const places = of === "all" ? row.places : row.counted_places;
    const slips = of === "all" ? row.slips : row.counted_slips;
    const hidden = of === "all" ? row.hidden : row.counted_hidden;
    const shown = of === "all" ? row.shown : row.counted_shown;
    if (places === 0 && hidden === 0) continue;
    const key = `${row.month} ${row.language} ${row.construct_id}`;
    const before = totals.get(key);
    totals.set(key, {
      ...{ month: row.month, language: row.language, construct_id: row.construct_id },
      learners: (before?.learners ?? 0) + 1,
      places: (before?.places ?? 0) + places,
      slips: (before?.slips ?? 0) + slips,
      hidden: (before?.hidden ?? 0) + hidden,
      shown: (before?.shown ?? 0) + shown,
    });
  }
  return inOrder([...totals.values()]);
}

async function storedTotals(store: Store): Promise<readonly Total[]> {
  const rows = await store.read((db) => db.selectFrom("construct_total").selectAll().execute());
  return inOrder(
    rows.map(({ month, language, construct_id, learners, places, slips, hidden, shown }) => ({
      ...{ month, language, construct_id, learners, places, slips, hidden, shown },
    })),
  );
}

function inOrder(totals: readonly Total[]): readonly Total[] {
  const keyOf = (total: Total) => `${total.month} ${total.language} ${total.construct_id}`;
  return totals.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

async function countAll(store: Store): Promise<void> {
  while (await store.read(areSomeUncounted)) if ((await store.write(countSome)) === 0) await sleep(2);
}

/** Holds at any moment at which nothing is being written. */
async function expectCounted(store: Store): Promise<void> {
  expect(await storedTotals(store)).toEqual(await plainTotals(store, "counted"));
}

async function expectAllCounted(store: Store): Promise<void> {
  await countAll(store);
  await expectCounted(store);
  const totals = await storedTotals(store);
  expect(totals).toEqual(await plainTotals(store));
  await store.write(recount, { long: true });
  expect(await storedTotals(store)).toEqual(totals);
}

const letters = { name: "let", kind: "word", places: [[0, 3]] } as const;
const equals = { name: "=", places: [[6, 7]] } as const;

/** On a busy machine a write that waited too long is refused, and sent again. */
async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof RowsLocked)) throw error;
    }
}

type World = Awaited<ReturnType<typeof plantWorld>>;

async function plantWorld(store: Store, names: readonly string[]) {
  const { exampleId, ids } = await plantMemoryExample(store, code, [letters, equals]);
  const users = await learners(store, ...names);
  return { store, exampleId, ids, users };
}

/** As each save of a result does first. */
async function holdAccount(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.selectFrom("account").select("id").where("id", "=", userId).forShare().execute();
  return rows.length > 0;
}

function copy({ exampleId }: World, store: Store, userId: number, slips: number, of = month) {
  const records = [
    { places: 2, slips, ms: 400, characters: 6 },
    { places: 2, slips: 0, ms: 100, characters: 2 },
  ];
  return store.write(async (tx) => {
    if (!(await holdAccount(tx, userId))) return;
    await addCosts(
      tx,
      { userId, exampleId, language, month: of },
      { codeVersion: 1, syntaxVersion: 1, records: records.map(costRecord).join(""), slips: [] },
    );
  });
}

function ask({ exampleId }: World, store: Store, userId: number, of = month) {
  return store.write(async (tx) => {
    if (await holdAccount(tx, userId))
      await addHidden(tx, { userId, exampleId, language, month: of, asked: ["shown", "hidden"] });
  });
}

describe.each(openers)("$name", (opener) => {
  test("counts each run once, and each learner of a construct and month once", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada", "ben", "cem"]);
      const [ada = 0, ben = 0, cem = 0] = world.users;
      await copy(world, store, ada, 1);
      await copy(world, store, ben, 0);
      await expectAllCounted(store);
      await copy(world, store, ada, 2);
      await ask(world, store, ada);
      await ask(world, store, cem);
      await copy(world, store, cem, 0, month - 1);
      await expectCounted(store);
      await expectAllCounted(store);
      expect(await storedTotals(store)).toContainEqual({
        ...{ month, language, construct_id: world.ids["let"] },
        ...{ learners: 3, places: 6, slips: 3, hidden: 2, shown: 2 },
      });
      expect(await store.read(areSomeUncounted)).toBe(false);
    }));

  test("counts a learner with more rows than a page, and goes on where it stopped", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada", "ben"]);
      const many = Array.from({ length: 1_300 }, (_, n) => `c${n}`);
      await store.write(async (tx) => {
        await sql`
          insert into construct (family, name, kind)
          values ${sql.join(many.map((name) => sql`('many', ${sql.lit(name)}, 'word')`))}`.execute(tx);
        for (const userId of world.users) {
          await sql`
            insert into cost (user_id, language, construct_id, month, places, slips, ms, characters)
            select ${sql.lit(userId)}, 'javascript', id, ${sql.lit(month)}, 2, 1, 9, 9
            from construct where family = 'many'`.execute(tx);
          await sql`insert into uncounted_cost (user_id) values (${sql.lit(userId)})`.execute(tx);
        }
      });
      const pages: (number | null)[] = [];
      for (;;) {
        pages.push(await store.write(countSome));
        await expectCounted(store);
        if (pages.at(-1) === null) break;
      }
      expect(pages).toEqual([500, 500, 500, 500, 500, 100, null]);
      await expectAllCounted(store);
    }));

  test("subtracts exactly what was counted of a deleted account", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada", "ben", "cem"]);
      const [ada = 0, ben = 0, cem = 0] = world.users;
      await copy(world, store, ada, 2);
      await copy(world, store, ben, 1);
      await ask(world, store, cem);
      await countAll(store);
      // Only part of it is counted.
      await copy(world, store, ada, 1);
      await ask(world, store, ada);
      await store.write((tx) => deleteSomeMemory(tx, ada));
      await expectCounted(store);
      await store.write((tx) => deleteUser(tx, ada));
      await expectCounted(store);
      await expectAllCounted(store);
      await store.write((tx) => deleteUser(tx, ben));
      await store.write((tx) => deleteUser(tx, cem));
      expect(await storedTotals(store)).toEqual([]);
      expect(await store.read((db) => db.selectFrom("uncounted_cost").selectAll().execute())).toEqual([]);
    }));

  test("a sweep takes the totals of a month after its costs, and accounts can be deleted in between", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada", "ben"]);
      const [ada = 0, ben = 0] = world.users;
      for (const of of [month - 1, month])
        for (const user of world.users) await copy(world, store, user, 1, of);
      await countAll(store);
      expect(await store.write((tx) => sweepSome(tx, "constructTotals", month))).toBe(0);
      await store.write((tx) => deleteUser(tx, ben));
      await expectCounted(store);
      expect(await store.write((tx) => sweepSome(tx, "costs", month))).toBeLessThan(rowsAtOnce("costs"));
      expect(await store.write((tx) => sweepSome(tx, "constructTotals", month))).toBe(2);
      await expectAllCounted(store);
      expect(new Set((await storedTotals(store)).map((total) => total.month))).toEqual(new Set([month]));
      await store.write((tx) => deleteUser(tx, ada));
      expect(await storedTotals(store)).toEqual([]);
    }));

  test("a renamed construct takes its figures along, counted or not", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada", "ben"]);
      const { ids, users } = world;
      const [from, to] = [ids["let"] ?? 0, ids["="] ?? 0];
      const [ada = 0, ben = 0] = users;
      const card = {
        ...{ met_day: 1, first_day: null, due_day: null, last_day: null, stability: null, difficulty: null },
        ...{ lapses: 0, history: null, last_example_id: null, last_at: null },
      };
      await store.write((tx) =>
        saveCards(
          tx,
          users.map((user_id) => ({ ...card, user_id, construct_id: from })),
        ),
      );
      await copy(world, store, ada, 1);
      await ask(world, store, ada);
      await countAll(store);
      await copy(world, store, ada, 1);
      await copy(world, store, ben, 1);
      expect(await store.write((tx) => moveCards(tx, { from, to }, (one) => one))).toBe(2);
      await expectCounted(store);
      await expectAllCounted(store);
      expect(await storedTotals(store)).toEqual([
        {
          ...{ month, language, construct_id: to, learners: 2 },
          ...{ places: 12, slips: 3, hidden: 2, shown: 1 },
        },
      ]);
    }));

  test("a recount finds costs that no run has noted", () =>
    withStore(opener, async ({ store }) => {
      const world = await plantWorld(store, ["ada"]);
      const [ada = 0] = world.users;
      await copy(world, store, ada, 1);
      await store.write((tx) => tx.deleteFrom("uncounted_cost").execute());
      await store.write((tx) => tx.updateTable("construct_total").set({ places: 99 }).execute());
      await store.write(recount, { long: true });
      await countAll(store);
      expect(await storedTotals(store)).toEqual(await plainTotals(store));
    }));

  test("runs, counts of two servers, deletions, sweeps and renames at once leave exact totals", () =>
    withStore(opener, async ({ store, reopen }) => {
      const second = store.dialect === "postgres" ? await reopen() : store;
      try {
        const world = await plantWorld(store, [
          ...Array.from({ length: 8 }, (_, n) => `stays${n}`),
          ...Array.from({ length: 6 }, (_, n) => `goes${n}`),
        ]);
        const { users, ids } = world;
        const staying = users.slice(0, 8);
        const [from, to] = [ids["let"] ?? 0, ids["="] ?? 0];
        let runs = 0;
        const run = async (userId: number, on: Store) => {
          for (let n = 0; n < 12; n++) {
            await patiently(() => copy(world, on, userId, n % 2, n % 3 === 0 ? month - 1 : month));
            await patiently(() => ask(world, on, userId));
            runs += 2;
          }
        };
        let isOver = false;
        const meanwhile = async (step: () => Promise<unknown>) => {
          while (!isOver) {
            await patiently(step);
            await sleep(1);
          }
        };
        const others = [
          meanwhile(() => store.write(countSome)),
          meanwhile(() => second.write(countSome)),
          meanwhile(() => second.write((tx) => sweepSome(tx, "costs", month))),
          meanwhile(() => store.write((tx) => sweepSome(tx, "constructTotals", month))),
          meanwhile(() => second.write((tx) => moveCards(tx, { from, to }, (one) => one))),
        ];
        const going = users.slice(8).map(async (userId, n) => {
          // A run that arrives after the deletion finds no account.
          const theirs = run(userId, n % 2 === 0 ? store : second);
          await sleep(10 * n);
          await patiently(() => second.write((tx) => deleteUser(tx, userId)));
          await theirs;
        });
        await Promise.all([...staying.map((userId, n) => run(userId, n % 2 ? store : second)), ...going]);
        isOver = true;
        await Promise.all(others);
        // What the sweep had not come to: costs first, then the totals of their months.
        for (const sweep of ["costs", "constructTotals"] as const)
          while ((await store.write((tx) => sweepSome(tx, sweep, month))) !== 0);
        expect(runs).toBeGreaterThan(8 * 24 - 1);
        await expectCounted(store);
        await expectAllCounted(store);
      } finally {
        if (second !== store) await second.close();
      }
    }));
});
