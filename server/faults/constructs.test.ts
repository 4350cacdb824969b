// The server is killed while it finds the constructs of its courses and makes the cards of earlier completions.

import { constructsOf } from "@tabstop/syntax/constructs-of";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "kysely";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import type { Store } from "../store/store.ts";
import { courseOf } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, between, pause, randomFor, report, timeUntil } from "./test/plan.ts";

const kills = amount({ short: 4, long: 40 });
const learners = amount({ short: 300, long: 2_000 });
const filledWithinMs = 300_000;

test.each(["SQLite", "PostgreSQL"] as const)(
  `after ${kills} kills of the server on %s every example has its constructs, and who completed it its cards [REL-17]`,
  { timeout: filledWithinMs + 120_000 + kills * 30_000 },
  async (name) => {
    const database = name === "PostgreSQL" ? await freshPostgresDatabase("template0") : null;
    const server = await ServerProcess.create({
      environment: { CATALOGUE: "on", ...(database && { DATABASE_URL: database.url }) },
    });
    const store = database
      ? await openPostgres({ url: database.url })
      : await openSqlite({ folder: server.folder, role: "command" });
    onTestFinished(async () => {
      await server.dispose();
      await store.close();
      await database?.drop();
    });
    const course = courseOf("Typed", [6]);
    await fillStore(store, course, learners);
    const random = randomFor(`constructs ${name}`);
    let whileFilling = 0;
    for (let kill = 0; kill < kills; kill++) {
      await server.start();
      await pause(between(random, 0, 400));
      await server.end("SIGKILL");
      if (!(await isFilled(store))) whileFilling++;
    }
    // On PostgreSQL the claims of a killed server run out after five minutes; a test does not wait for them.
    for (const table of ["syntax_claim", "highlight_claim"] as const)
      await store.write((tx) => tx.updateTable(table).set({ due_at: 0 }).execute());
    await server.start();
    expect(await timeUntil(filledWithinMs, () => isFilled(store))).not.toBeNull();
    await server.end("SIGTERM");
    expect(whileFilling).toBeGreaterThan(0);
    await expectRightPlaces(store);
    expect(await missingCards(store)).toBe(0);
    report("constructs", { database: name, kills, "of them while filling": whileFilling, learners });
  },
);

/** Every example has a mark for its code, and no learner waits for cards. */
async function isFilled(store: Store): Promise<boolean> {
  const { rows } = await store.read((db) =>
    sql<{ n: number }>`
      select count(*) as n from example
      left join example_syntax as found
        on found.example_id = example.id and found.code_version = example.code_version
      where found.example_id is null or found.met_after_user_id is not null`.execute(db),
  );
  const { rows: examples } = await store.read((db) =>
    sql<{ n: number }>`select count(*) as n from example`.execute(db),
  );
  return Number(rows[0]?.n) === 0 && Number(examples[0]?.n) > 300;
}

async function expectRightPlaces(store: Store): Promise<void> {
  const { rows } = await store.read((db) =>
    sql<{ id: number; code_content: string; language: string; runs: string | null }>`
      select example.id, example.code_content, example.language, highlight.runs from example
      left join highlight
        on highlight.code_hash = example.code_hash and highlight.language = example.language`.execute(db),
  );
  for (const { id, code_content, language, runs } of rows) {
    const expected = constructsOf(code_content, language, runs === null ? null : JSON.parse(runs));
    const { rows: stored } = await store.read((db) =>
      sql<{ family: string; name: string; places: string }>`
        select construct.family, construct.name, example_construct.places from example_construct
        join construct on construct.id = example_construct.construct_id
        where example_construct.example_id = ${id} order by example_construct.position`.execute(db),
    );
    expect(stored.map((row) => ({ ...row, places: JSON.parse(row.places) }))).toEqual(
      expected.map(({ family, name, places }) => ({ family, name, places })),
    );
  }
}

/** Constructs of completed examples without a card of the learner. */
async function missingCards(store: Store): Promise<number> {
  const { rows } = await store.read((db) =>
    sql<{ n: number }>`
      select count(*) as n from progress
      join example_construct on example_construct.example_id = progress.example_id
      left join memory on memory.user_id = progress.user_id
        and memory.construct_id = example_construct.construct_id
      where progress.completed_at is not null and memory.user_id is null`.execute(db),
  );
  return Number(rows[0]?.n);
}
