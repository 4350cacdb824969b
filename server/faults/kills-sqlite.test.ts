// The server on SQLite is killed again and again while clients save.

import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, between, pause, randomFor, report, seed, timeUntil } from "./test/plan.ts";
import { expectStoredInFolder } from "./test/stored.ts";
import { plant, startWorkload } from "./test/workload.ts";

const kills = amount({ short: 4, long: 100 });

test(`after each of ${kills} kills of the server on SQLite everything acknowledged is stored, once [REL-10]`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const server = await ServerProcess.create({ environment: { SHUTDOWN_DELAY: "0" } });
  onTestFinished(() => server.dispose());
  const store = await openSqlite({ folder: server.folder });
  const planted = await plant(store);
  await store.close();
  await server.start();
  const { ledger, stop } = await startWorkload(server.url, planted);
  const random = randomFor("kills-sqlite");
  for (let kill = 1; kill <= kills; kill++) {
    await pause(between(random, 50, 600));
    await server.end("SIGKILL");
    await expectStoredInFolder(server.folder, ledger);
    await server.start();
  }
  await pause(500);
  // Logs were checked too. A machine that is busy with other tests may be slow to do it.
  expect(await timeUntil(60_000, async () => ledger.checked > 0)).not.toBeNull();
  await stop();
  await server.end("SIGTERM");
  await expectStoredInFolder(server.folder, ledger);
  expect(ledger.hung).toEqual([]);
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503, "none"].includes(status))).toEqual(
    [],
  );
  report("kills-sqlite", {
    kills,
    seed,
    acknowledged: ledger.acknowledged,
    "of them checked times": ledger.checked,
    "without a response": ledger.statuses.get("none") ?? 0,
    lost: 0,
  });
});
