// The server on PostgreSQL is killed again and again while clients save.

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import type { Store } from "../store/store.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, between, pause, randomFor, report, timeUntil } from "./test/plan.ts";
import { expectStored } from "./test/stored.ts";
import { plant, startWorkload } from "./test/workload.ts";

const kills = amount({ short: 3, long: 50 });

test(`after each of ${kills} kills of the server on PostgreSQL everything acknowledged is stored, once [REL-11]`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const { url, drop } = await freshPostgresDatabase("template0");
  const direct = await openPostgres({ url });
  const planted = await plant(direct);
  const server = await ServerProcess.create({ environment: { DATABASE_URL: url } });
  onTestFinished(async () => {
    await server.dispose();
    await direct.close();
    await drop();
  });
  await server.start();
  const { ledger, stop } = await startWorkload(server.url, planted);
  const random = randomFor("kills-postgres");
  for (let kill = 1; kill <= kills; kill++) {
    await pause(between(random, 50, 600));
    await server.end("SIGKILL");
    expect(await timeUntil(10_000, () => isAlone(direct))).not.toBeNull();
    await expectStored(direct, ledger);
    await server.start();
  }
  await pause(500);
  await stop();
  await expectStored(direct, ledger);
  expect(ledger.hung).toEqual([]);
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503, "none"].includes(status))).toEqual(
    [],
  );
  report("kills-postgres", {
    kills,
    acknowledged: ledger.acknowledged,
    "without a response": ledger.statuses.get("none") ?? 0,
  });
});

/** Whether PostgreSQL has noticed the end of every connection of the killed server. */
async function isAlone(store: Store): Promise<boolean> {
  const { rows } = await store.read((db) =>
    sql<{ others: number }>`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db),
  );
  return Number(rows[0]?.others) === 0;
}
