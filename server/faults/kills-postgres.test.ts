// The server on PostgreSQL, and one behind PgBouncer in transaction mode, is killed again and again while clients save.

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import type { Store } from "../store/store.ts";
import { startPgBouncer } from "../test/pgbouncer.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, between, pause, randomFor, report, timeUntil } from "./test/plan.ts";
import { expectStored } from "./test/stored.ts";
import { plant, startWorkload } from "./test/workload.ts";

type Way = {
  readonly name: string;
  readonly kills: number;
  readonly part: string;
  readonly pooling?: "transaction";
};

const ways: readonly Way[] = [
  { name: "PostgreSQL", part: "kills-postgres", kills: amount({ short: 3, long: 50 }) },
  {
    name: "PgBouncer in transaction mode",
    part: "kills-pgbouncer",
    kills: amount({ short: 2, long: 20 }),
    pooling: "transaction",
  },
];

test.each(ways)(
  "after each of $kills kills of the server on $name everything acknowledged is stored, once [REL-11]",
  {
    timeout: 120_000 + Math.max(...ways.map(({ kills }) => kills)) * 20_000,
  },
  async ({ part, kills, pooling }) => {
    const { url, drop } = await freshPostgresDatabase("template0");
    const direct = await openPostgres({ url });
    const planted = await plant(direct);
    const pool = pooling && (await startPgBouncer(url, { mode: pooling, size: 10 }));
    const server = await ServerProcess.create({
      environment: pool
        ? { DATABASE_URL: pool.url(new URL(url).pathname.slice(1)), DATABASE_POOL: "transaction" }
        : { DATABASE_URL: url },
    });
    onTestFinished(async () => {
      await server.dispose();
      await pool?.stop();
      await direct.close();
      await drop();
    });
    await server.start();
    const { ledger, stop } = await startWorkload(server.url, planted);
    const random = randomFor(part);
    for (let kill = 1; kill <= kills; kill++) {
      await pause(between(random, 50, 600));
      await server.end("SIGKILL");
      expect(await timeUntil(10_000, () => isAlone(direct))).not.toBeNull();
      await expectStored(direct, ledger);
      await server.start();
    }
    await pause(500);
    expect(await timeUntil(60_000, async () => ledger.checked > 0)).not.toBeNull();
    await stop();
    await expectStored(direct, ledger);
    expect(ledger.hung).toEqual([]);
    expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503, "none"].includes(status))).toEqual(
      [],
    );
    report(part, {
      kills,
      acknowledged: ledger.acknowledged,
      "of them checked times": ledger.checked,
      "without a response": ledger.statuses.get("none") ?? 0,
    });
  },
);

/** Whether PostgreSQL has noticed the end of every connection of the killed server. */
async function isAlone(store: Store): Promise<boolean> {
  const { rows } = await store.read((db) =>
    sql<{ others: number }>`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db),
  );
  return Number(rows[0]?.others) === 0;
}
