// The migration of a database of the last release, which has results but no logs of keystrokes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { startChild } from "../test/children.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import type { Migration } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { boardOf } from "./results/leaderboard.ts";
import { recount } from "./results/recount.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { type Store, StoreRefused } from "./store.ts";

const own = "0009-evidence";
const lastRelease = migrations.filter(({ name }) => name < own);

type Place = { readonly place: string; readonly open: (list?: readonly Migration[]) => Promise<Store> };

const places: readonly { readonly name: string; readonly make: () => Promise<Place> }[] = [
  {
    name: "sqlite",
    async make() {
      const folder = mkdtempSync(join(tmpdir(), "tabstop-evidence-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return { place: folder, open: (list = migrations) => openSqlite({ folder, migrations: list }) };
    },
  },
  {
    name: "postgres",
    async make() {
      const { url, drop } = await freshPostgresDatabase("template0");
      onTestFinished(drop);
      return { place: url, open: (list = migrations) => openPostgres({ url, migrations: list }) };
    },
  },
];

/**
 * A course with two examples, of which the second has its third code. Ada has times on both, Bob on the second, Cyd on
 * the second's earlier code only, and Dan has begun.
 */
const oldRows = [
  `insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
    values ('ada', 'ada', 'a', 'a', '-', 'learner', 0, 0), ('bob', 'bob', 'b', 'b', '-', 'learner', 0, 0),
      ('cyd', 'cyd', 'c', 'c', '-', 'learner', 0, 0), ('dan', 'dan', 'd', 'd', '-', 'learner', 0, 0)`,
  `insert into stored_course (title, description, order_index, created_at, updated_at, difficulty_level, published)
    values ('Old', '', 0, 0, 0, 'beginner', 1)`,
  `insert into stored_lesson (course_id, title, description, order_index, created_at, updated_at)
    values (1, 'L', '', 0, 0, 0)`,
  `insert into stored_chapter (lesson_id, title, description, order_index, created_at, updated_at)
    values (1, 'C', '', 0, 0, 0)`,
  `insert into stored_example (chapter_id, title, description, order_index, created_at, updated_at, code_content,
      code_hash, code_version, language)
    values (1, 'one', '', 0, 0, 0, 'a', 'a', 1, 'sql'), (1, 'two', '', 1, 0, 0, 'b', 'b', 3, 'sql')`,
  `insert into progress (user_id, example_id, percent, completed_at, best_time_ms, best_at, last_time_ms, last_at,
      saved_at, code_version)
    values (1, 1, 100, 1, 100, 1, 120, 2, 2, 1), (1, 2, 100, 1, 200, 1, 200, 1, 2, 3), (2, 2, 100, 1, 300, 1, 300, 1, 2, 3),
      (3, 2, 100, 1, 50, 1, 50, 1, 2, 2), (4, 2, 40, null, null, null, null, null, 2, 3)`,
  `insert into attempt (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, accuracy,
      errors, answer_best_ms, answer_last_ms, answer_is_record)
    values (1, 1, 'x', 0, 100, 1, 1, 1, 90, 2, 100, 100, 1), (2, 2, 'y', 0, 300, 1, 1, 3, null, null, 300, 300, 1)`,
  `insert into activity (user_id, last_active_at, run_day, runs) values (1, 2, 0, 1), (2, 2, 0, 1)`,
];

/** As the last release leaves it: all derived rows are there. */
async function oldDatabase({ open }: Place): Promise<void> {
  const store = await open(lastRelease);
  await store.write(async (tx) => {
    for (const statement of oldRows) await sql.raw(statement).execute(tx);
    for (const [example, version, ms] of [
      [1, 1, 100],
      [2, 3, 200],
      [2, 3, 300],
      [2, 2, 50],
    ] as const)
      for (const [level, shift] of [18, 12, 6, 0].entries())
        await sql`
          insert into time_count (example_id, code_version, level, bucket, n)
          values (${example}, ${version}, ${level}, ${ms >> shift}, 1)
          on conflict (example_id, code_version, level, bucket) do update set n = time_count.n + 1`.execute(
          tx,
        );
  });
  await store.close();
}

const rowsOf = async (store: Store, table: string) => {
  const { rows } = await store.read((db) =>
    sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db),
  );
  return rows.map((row) => JSON.stringify(row)).sort();
};

describe.each(places)("$name", ({ make }) => {
  test("times of the last release stay on the board and are not checked, because they have no log", async () => {
    const place = await make();
    await oldDatabase(place);
    const store = await place.open();
    const board = (example: number, user: number) =>
      store.read((db) => boardOf(db, example, user, 10, "all"));
    const two = await board(2, 2);
    expect(two?.top).toMatchObject([
      { user_id: 1, best_time_ms: 200 },
      { user_id: 2, best_time_ms: 300 },
    ]);
    expect(two?.own).toMatchObject({ rank: 2, best_time_ms: 300 });
    expect((await board(1, 1))?.own).toMatchObject({ rank: 1, best_time_ms: 100 });
    const progress = await store.read((db) =>
      db
        .selectFrom("progress")
        .select(["user_id", "best_time_ms", "best_unchecked_because", "checked_best_ms", "checked_best_at"])
        .orderBy("user_id")
        .orderBy("example_id")
        .execute(),
    );
    for (const row of progress)
      expect(row).toMatchObject({
        best_unchecked_because: row.best_time_ms === null ? null : "none",
        ...{ checked_best_ms: null, checked_best_at: null },
      });
    expect(progress).toHaveLength(5);
    for (const attempt of await store.read((db) => db.selectFrom("attempt").selectAll().execute()))
      expect(attempt).toMatchObject({ checked: 0, unchecked_because: "none" });
    for (const table of ["run", "removed_time", "preference"]) expect(await rowsOf(store, table)).toEqual([]);
    await store.close();
  });

  test("the migrated sums are those of a recount, and are as in an empty database", async () => {
    const place = await make();
    await oldDatabase(place);
    const store = await place.open();
    // Those of earlier code go at the next recount, as they would have before.
    await store.write((tx) => tx.deleteFrom("time_count").where("code_version", "=", 2).execute());
    const migrated = await rowsOf(store, "time_count");
    expect(migrated.length).toBeGreaterThan(8);
    await store.write(recount);
    expect(await rowsOf(store, "time_count")).toEqual(migrated);
    expect(await schemaOf(store)).toEqual(await emptySchema(make));
    await store.close();
  });

  test("a process that is killed in the middle of the migration leaves the database of the last release", async () => {
    const place = await make();
    await oldDatabase(place);
    const process = startChild("./migrating-process.ts", place.place, own);
    onTestFinished(() => process.kill());
    await process.line("table made");
    await process.kill();
    const before = await place.open(lastRelease);
    expect(await rowsOf(before, "progress")).toHaveLength(5);
    expect(await rowsOf(before, "time_count")).not.toContainEqual(expect.stringContaining("board"));
    await expect(rowsOf(before, "run")).rejects.toThrow();
    await before.close();
    const store = await place.open();
    expect(await rowsOf(store, "time_count")).toContainEqual(expect.stringContaining("board"));
    await store.close();
  });

  test("the last release refuses the migrated database, and changes nothing", async () => {
    const place = await make();
    await oldDatabase(place);
    await (await place.open()).close();
    await expect(place.open(lastRelease)).rejects.toThrow(StoreRefused);
    await expect(place.open(lastRelease)).rejects.toThrow(`(it has '${own}')`);
    const store = await place.open();
    expect(await rowsOf(store, "progress")).toHaveLength(5);
    await store.close();
  });
});

/** Tables with their columns, and indexes. */
async function schemaOf(store: Store): Promise<readonly string[]> {
  const { rows } = await store.read((db) =>
    (store.dialect === "sqlite"
      ? sql<{ what: string }>`select type || ' ' || name || coalesce(sql, '') as what from sqlite_schema`
      : sql<{ what: string }>`
          select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as what
          from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public'`
    ).execute(db),
  );
  return rows.map(({ what }) => what).sort();
}

async function emptySchema(make: () => Promise<Place>): Promise<readonly string[]> {
  const store = await (await make()).open();
  const schema = await schemaOf(store);
  await store.close();
  return schema;
}
