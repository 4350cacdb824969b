// The server is killed while it clears what changes of content have left behind, with learners at work on other content.

import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import type { Store } from "../store/store.ts";
import { courseOf, examplesByTitle } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, between, pause, randomFor, report, timeUntil } from "./test/plan.ts";
import { expectStored, expectStoredInFolder } from "./test/stored.ts";
import { plant, startWorkload, type Workload } from "./test/workload.ts";

const kills = amount({ short: 3, long: 8 });
/** A change clears a thousand rows itself; the rest is left behind. */
const learners = amount({ short: 1_200, long: 3_000 });
const kindsOfChange = 4;
/** Far more than it takes: clearing makes room for learners, and the machine may be busy with other tests. */
const clearedWithinMs = 600_000;

type Database = {
  readonly environment: Record<string, string>;
  readonly folder?: string;
  open(): Promise<Store>;
  drop(): Promise<void>;
};

const databases: Readonly<Record<"SQLite" | "PostgreSQL", () => Promise<Database>>> = {
  async SQLite() {
    const { folder } = await ServerProcess.create();
    return {
      environment: {},
      folder,
      open: () => openSqlite({ folder, role: "command" }),
      drop: async () => undefined,
    };
  },
  async PostgreSQL() {
    const { url, drop } = await freshPostgresDatabase("template0");
    return { environment: { DATABASE_URL: url }, open: () => openPostgres({ url }), drop };
  },
};

test.each(["SQLite", "PostgreSQL"] as const)(
  `clearing behind changes of content goes on after each of ${kills} kills of the server on %s [REL-16]`,
  { timeout: clearedWithinMs + 180_000 + kills * 30_000 },
  async (name) => {
    const database = await databases[name]();
    const store = await database.open();
    const server = await ServerProcess.create(database);
    onTestFinished(async () => {
      await server.dispose();
      await store.close();
      await database.drop();
    });
    const changes = await contentToChange(store);
    const planted = await plant(store);
    await server.start();
    const workload = await startWorkload(server.url, planted);
    const random = randomFor(`clearing ${name}`);
    let whileClearing = 0;
    for (const change of changes) {
      await change.make(workload);
      await pause(between(random, 0, 150));
      await server.end("SIGKILL");
      if (await hasWork(store)) whileClearing++;
      await server.start();
      await change.expectMade(workload);
    }
    expect(whileClearing).toBeGreaterThan(0);
    expect(await timeUntil(clearedWithinMs, async () => !(await hasWork(store)))).not.toBeNull();
    await workload.stop();
    for (const change of changes) await change.expectMade(workload);
    await server.end("SIGKILL");
    expect(await rowsOfDeleted(store)).toBe(0);
    if (database.folder) await expectStoredInFolder(database.folder, workload.ledger);
    else await expectStored(store, workload.ledger);
    expect(workload.ledger.hung).toEqual([]);
    report("clearing", {
      database: name,
      kills,
      "of them while clearing": whileClearing,
      learners,
      acknowledged: workload.ledger.acknowledged,
    });
  },
);

type Change = {
  /** Resolves when the server has acknowledged it. */
  make(workload: Workload): Promise<void>;
  expectMade(workload: Workload): Promise<void>;
};

/** A course in which every learner has typed every example, and as many changes of it as there are kills. */
async function contentToChange(store: Store): Promise<readonly Change[]> {
  const each = Math.ceil(kills / kindsOfChange);
  const lessonsToDelete = Array.from({ length: each }, () => [1]);
  await fillStore(store, courseOf("Big", [each, each, 1], ...lessonsToDelete), learners);
  const ids = await examplesByTitle(store);
  const example = (title: string) => ids.get(title) ?? 0;
  const lessons = await store.read((db) =>
    db.selectFrom("lesson").select(["id", "title"]).orderBy("id").execute(),
  );
  const lesson = (n: number) => lessons.find(({ title }) => title === `Big${n}`)?.id ?? 0;
  const chapters = await store.read((db) =>
    db.selectFrom("chapter").select(["id", "title"]).orderBy("id").execute(),
  );
  const moved = chapters.find(({ title }) => title === "Big1.3")?.id ?? 0;
  return Array.from({ length: kills }, (_, n) => {
    const nth = Math.floor(n / kindsOfChange) + 1;
    const code = `const changed = ${n};`;
    // The lesson that it leaves for is deleted last.
    const target = nth % 2 === 1 ? lesson(each + 1) : lesson(1);
    return [
      put(`/examples/${example(`Big1.1.${nth}`)}`, { code_content: code }),
      remove(`/examples/${example(`Big1.2.${nth}`)}`),
      nth === each && nth % 2 === 1
        ? put(`/chapters/${moved}`, { title: "Not moved" })
        : put(`/chapters/${moved}`, { lesson_id: target }),
      remove(`/lessons/${lesson(nth + 1)}`),
    ][n % kindsOfChange] as Change;
  });
}

function put(path: string, body: Record<string, unknown>): Change {
  return {
    async make({ call, adminToken }) {
      const { status } = await call(`/admin${path}`, { method: "PUT", token: adminToken, body });
      expect([path, status]).toEqual([path, 200]);
    },
    async expectMade({ call, adminToken }) {
      const reply = await call(`/admin${path}`, { token: adminToken });
      expect([path, reply.status, reply.body]).toMatchObject([path, 200, "code_content" in body ? body : {}]);
    },
  };
}

function remove(path: string): Change {
  return {
    async make({ call, adminToken }) {
      const { status } = await call(`/admin${path}`, { method: "DELETE", token: adminToken });
      expect([path, status]).toEqual([path, 200]);
    },
    async expectMade({ call, adminToken }) {
      const { status } = await call(`/admin${path}`, { token: adminToken });
      expect([path, status]).toEqual([path, 404]);
    },
  };
}

async function hasWork(store: Store): Promise<boolean> {
  const found = await store.read((db) => db.selectFrom("clearing").select("id").limit(1).execute());
  return found.length > 0;
}

async function rowsOfDeleted(store: Store): Promise<number> {
  return store.read(async (db) => {
    const tables = ["stored_course", "stored_lesson", "stored_chapter", "stored_example"] as const;
    const counts = await Promise.all(
      tables.map((table) => db.selectFrom(table).select("id").where("deleted", "=", 1).execute()),
    );
    return counts.reduce((sum, rows) => sum + rows.length, 0);
  });
}
