// What is cleared of constructs and cards behind a deletion: cards outlive their examples.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { courseOf, learners } from "../../test/courses.ts";
import { openers, withStore } from "../../test/stores.ts";
import type { Store } from "../store.ts";
import { clearNext } from "./clearing.ts";
import { deleteContent } from "./content-changes.ts";
import { insertCourse } from "./insert-course.ts";

const examples = 2_000;
const perExample = 10;
const users = 50;

/** A course with constructs in each example, and 100,000 cards whose last example is one of these. */
async function planted(store: Store): Promise<void> {
  await store.write((tx) => insertCourse(tx, { course: courseOf("A", [examples / 2, examples / 2]), at: 0 }));
  await learners(store, ...Array.from({ length: users }, (_, n) => `learner${n}`));
  await store.write(
    async (tx) => {
      await sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(examples)})
        insert into construct (family, name, kind) select 'a', 'n' || i, 'word' from n`.execute(tx);
      await sql`
        insert into example_syntax (example_id, code_version, syntax_version) select id, 1, 1 from example`.execute(
        tx,
      );
      await sql`
        insert into example_construct (example_id, construct_id, position, places)
        select example.id, construct.id, 0, '[[0,1]]' from example cross join construct
        where construct.id <= ${sql.lit(perExample)}`.execute(tx);
      await sql`
        insert into memory (user_id, construct_id, met_day, last_example_id, last_at)
        select account.id, construct.id, 1, construct.id, 1 from account cross join construct`.execute(tx);
    },
    { long: true },
  );
}

const count = (store: Store, table: "memory" | "example_construct" | "stored_example") =>
  store.read(async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return Number(rows[0]?.n);
  });

test.each(openers)(
  "a course of 2,000 examples that 100,000 cards had last is cleared in short transactions ($name)",
  async (opener) =>
    withStore(opener, async ({ store }) => {
      await planted(store);
      expect(await store.write((tx) => deleteContent(tx, "course", 1))).toBe(true);
      let transactions = 0;
      for (let cleared: number | null = 1; cleared !== null; transactions++) {
        const before = await count(store, "example_construct");
        cleared = await store.write((tx) => clearNext(tx, 1_000));
        expect(cleared ?? 0).toBeLessThanOrEqual(1_100);
        // Not behind the count of rows, by a cascade.
        expect(before - (await count(store, "example_construct"))).toBeLessThanOrEqual(1_100);
      }
      expect(await count(store, "memory")).toBe(users * examples);
      expect(transactions).toBeGreaterThan((examples * perExample) / 1_100);
      expect(await count(store, "example_construct")).toBe(0);
      expect(await count(store, "stored_example")).toBe(0);
      const pointing = await store.read((db) =>
        db.selectFrom("memory").select("user_id").where("last_example_id", "is not", null).limit(1).execute(),
      );
      expect(pointing).toEqual([]);
    }),
);

test("a card that another transaction holds keeps its example until it is free (postgres)", async () =>
  withStore(openers[1] as (typeof openers)[number], async ({ store, ...rest }) => {
    await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
    const [user = 0] = await learners(store, "mira");
    await store.write(async (tx) => {
      await tx.insertInto("construct").values({ family: "a", name: "n", kind: "word" }).execute();
      await tx
        .insertInto("memory")
        .values({ user_id: user, construct_id: 1, met_day: 1, last_example_id: 1, last_at: 1 })
        .execute();
    });
    const other = await rest.reopen();
    let free = () => {};
    const isFree = new Promise<void>((resolve) => {
      free = resolve;
    });
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const holding = other.write(async (tx) => {
      await tx.selectFrom("memory").select("user_id").forUpdate().execute();
      isHeld();
      await isFree;
    });
    await held;
    await store.write((tx) => deleteContent(tx, "example", 1));
    expect(await store.write((tx) => clearNext(tx, 100))).toBe(0);
    expect(await count(store, "stored_example")).toBe(1);
    free();
    await holding;
    while ((await store.write((tx) => clearNext(tx, 100))) !== null);
    expect(await count(store, "stored_example")).toBe(0);
    await other.close();
  }));
