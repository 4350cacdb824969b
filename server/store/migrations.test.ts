// Tests of migrations on both databases: when they bring a database to the program's schema, and when they leave it
// unchanged.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { startChild } from "../test/children.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { changePreferences } from "./accounts/preferences.ts";
import { tableExists } from "./dialect-forks.ts";
import type { Migration } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { type Store, StoreRefused } from "./store.ts";

type Empty = { readonly place: string; open(list?: readonly Migration[]): Promise<Store> };

/** Databases without any table. */
const emptyDatabases = [
  {
    name: "sqlite",
    async make(): Promise<Empty> {
      const folder = mkdtempSync(join(tmpdir(), "tabstop-sqlite-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return { place: folder, open: (list = migrations) => openSqlite({ folder, migrations: list }) };
    },
  },
  {
    name: "postgres",
    async make(): Promise<Empty> {
      const { url, drop } = await freshPostgresDatabase("template0");
      onTestFinished(drop);
      return { place: url, open: (list = migrations) => openPostgres({ url, migrations: list }) };
    },
  },
] as const;

function creating(table: string, then?: () => void): Migration {
  return {
    name: `9000-${table}`,
    async up(db) {
      await db.schema.createTable(table).addColumn("id", "integer").execute();
      then?.();
    },
  };
}

function has(store: Store, table: string): Promise<boolean> {
  return store.read((db) => tableExists(db, store.dialect, table));
}

async function names(store: Store): Promise<string[]> {
  const rows = await store.read((db) => db.selectFrom("migration").select("name").orderBy("name").execute());
  return rows.map((row) => row.name);
}

async function openAndClose(opening: Promise<Store>): Promise<string[]> {
  const store = await opening;
  const found = await names(store);
  await store.close();
  return found;
}

const own = migrations.map((migration) => migration.name);

for (const { name, make } of emptyDatabases) {
  describe(name, () => {
    test("an empty database gets every migration once, and the next start runs none", async () => {
      const empty = await make();
      expect(await openAndClose(empty.open())).toEqual(own);
      expect(await openAndClose(empty.open())).toEqual(own);
    });

    test("a database with choices of its users keeps them, and no one has had the offer or a goal", async () => {
      const empty = await make();
      const before = await empty.open(migrations.filter((migration) => migration.name < "0011"));
      await before.write(async (tx) => {
        await sql`
          insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
          values ('ada', 'ada', 'a', 'a', '-', 'learner', 0, 0), ('bob', 'bob', 'b', 'b', '-', 'learner', 0, 0)`.execute(
          tx,
        );
        await sql`insert into preference (user_id, sends_keystrokes) values (1, 0)`.execute(tx);
      });
      await before.close();
      const store = await empty.open();
      const rows = () =>
        store.read((db) => db.selectFrom("preference").selectAll().orderBy("user_id").execute());
      const noGoal = { goal_minutes: null };
      expect(await rows()).toEqual([{ user_id: 1, sends_keystrokes: 0, is_offer_seen: 0, ...noGoal }]);
      await store.write((tx) => changePreferences(tx, 1, { is_offer_seen: 1 }));
      await store.write((tx) => changePreferences(tx, 2, { is_offer_seen: 1 }));
      expect(await rows()).toEqual([
        { user_id: 1, sends_keystrokes: 0, is_offer_seen: 1, ...noGoal },
        { user_id: 2, sends_keystrokes: 1, is_offer_seen: 1, ...noGoal },
      ]);
      const wrong = store.write((tx) => sql`update preference set is_offer_seen = 2`.execute(tx));
      await expect(wrong).rejects.toThrow();
      await store.write((tx) => changePreferences(tx, 1, { goal_minutes: 20 }));
      expect((await rows()).map((row) => row.goal_minutes)).toEqual([20, null]);
      for (const minutes of [0, 7, -5]) {
        const set = store.write((tx) => sql`update preference set goal_minutes = ${minutes}`.execute(tx));
        await expect(set).rejects.toThrow();
      }
      await store.close();
    });

    test("a database of the previous version gets the new migrations", async () => {
      const empty = await make();
      await openAndClose(empty.open());
      expect(await openAndClose(empty.open([...migrations, creating("later")]))).toEqual([
        ...own,
        "9000-later",
      ]);
    });

    test("a newer database is refused with a sentence that names its migration, and is not changed", async () => {
      const empty = await make();
      await openAndClose(empty.open([...migrations, creating("later")]));
      await expect(empty.open()).rejects.toThrow(StoreRefused);
      await expect(empty.open([...migrations, creating("mine")])).rejects.toThrow(
        "made by a newer version of Tabstop (it has '9000-later')",
      );
      const store = await empty.open([...migrations, creating("later")]);
      expect(await has(store, "mine")).toBe(false);
      expect(await names(store)).toEqual([...own, "9000-later"]);
      await store.close();
    });

    test("a migration that fails leaves no changes, those before it stay, and it runs again once it is fixed", async () => {
      const empty = await make();
      const failing = creating("broken", () => {
        throw new Error("out of luck");
      });
      const opening = empty.open([...migrations, creating("before"), failing]);
      await expect(opening).rejects.toThrow(
        /Migration '9000-broken' of .* failed and was rolled back: out of luck/,
      );
      const store = await empty.open([...migrations, creating("before")]);
      expect([await has(store, "before"), await has(store, "broken")]).toEqual([true, false]);
      await store.close();
      const fixed = await empty.open([...migrations, creating("before"), creating("broken")]);
      expect(await has(fixed, "broken")).toBe(true);
      await fixed.close();
    });

    test("a process that is killed in the middle of a migration leaves no changes of it", async () => {
      const empty = await make();
      const process = startChild("./migrating-process.ts", empty.place);
      onTestFinished(() => process.kill());
      await process.line("table made");
      await process.kill();
      const store = await empty.open();
      expect(await has(store, "half_made")).toBe(false);
      expect(await names(store)).toEqual(own);
      await store.close();
    });
  });
}

test("three servers that start concurrently on an empty PostgreSQL database migrate it once", async () => {
  const empty = await emptyDatabases[1].make();
  let runs = 0;
  const counted = {
    ...creating("once"),
    up: async (...given: Parameters<Migration["up"]>) => {
      runs++;
      await creating("once").up(...given);
    },
  };
  const stores = await Promise.all([0, 1, 2].map(() => empty.open([...migrations, counted])));
  expect(runs).toBe(1);
  for (const store of stores) await store.close();
});

test("a command that runs while a server runs does not change the schema", async () => {
  const empty = await emptyDatabases[0].make();
  const server = await empty.open();
  const newer = openSqlite({
    folder: empty.place,
    role: "command",
    migrations: [...migrations, creating("later")],
  });
  await expect(newer).rejects.toThrow("Restart the server first");
  expect(await has(server, "later")).toBe(false);
  await server.close();
});
