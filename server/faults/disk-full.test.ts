// The disk of the database is full while clients save, and has room again.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../project-root.ts";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { startPostgres } from "../test/postgres.ts";
import { ServerProcess } from "./test/server-process.ts";
import { durable } from "./test/global-setup.ts";
import { amount, pause, report, timeUntil } from "./test/plan.ts";
import { smallDisk } from "./test/small-disk.ts";
import { expectStored, expectStoredInFolder } from "./test/stored.ts";
import { longestRequestMs, plant, startWorkload, type Workload } from "./test/workload.ts";

const rounds = amount({ short: 1, long: 5 });
const holdMs = amount({ short: 1_000, long: 5_000 });
const limits = { timeout: 120_000 + rounds * (holdMs + 60_000) };

test(
  `with a full disk SQLite's server refuses saves and serves readers, and nothing acknowledged is lost [REL-14]`,
  limits,
  async () => {
    const disk = smallDisk(16);
    const server = await ServerProcess.create({
      folder: disk.folder,
      environment: { SHUTDOWN_DELAY: "0" },
    });
    onTestFinished(async () => {
      await server.end();
      disk.remove();
    });
    const store = await openSqlite({ folder: server.folder });
    const planted = await plant(store);
    await store.close();
    await server.start();
    const workload = await startWorkload(server.url, planted);
    for (let round = 0; round < rounds; round++) {
      await pause(300);
      disk.fill(server.pid);
      expect(await timeUntil(30_000, async () => refusals(workload) > 0)).not.toBeNull();
      await pause(holdMs);
      expect(await read(workload)).toBe(200);
      if (disk.isReal) expectNoBackupOn(server);
      // A supervisor may restart the server while the disk is full.
      if (round % 2 === 1) await server.end("SIGKILL");
      disk.free(server.pid);
      if (!server.isRunning) await server.start();
      await expectSavesAgain(workload);
    }
    await workload.stop();
    await server.end("SIGTERM");
    await expectStoredInFolder(server.folder, workload.ledger);
    expectFewStatuses(workload, [200, 201, 503, 507, ...(rounds > 1 ? ["none" as const] : [])]);
    report("disk-full", { database: "SQLite", rounds, ...countsOf(workload) });
  },
);

test(
  `with a full disk under PostgreSQL saves are refused, and nothing acknowledged is lost [REL-15]`,
  limits,
  async () => {
    const disk = smallDisk(160);
    onTestFinished(() => disk.remove());
    if (!disk.isReal)
      return report("disk-full", { "test left out: no disk can be filled here without root": 1 });
    const postgres = await startPostgres([...durable, "max_wal_size=32MB", "min_wal_size=32MB"], disk.folder);
    const url = postgres.url("postgres");
    const direct = await openPostgres({ url });
    const server = await ServerProcess.create({ environment: { DATABASE_URL: url } });
    onTestFinished(async () => {
      await server.dispose();
      await direct.close();
      await postgres.stop();
    });
    const planted = await plant(direct);
    await server.start();
    const workload = await startWorkload(server.url, planted);
    let ownCrashes = 0;
    for (let round = 0; round < rounds; round++) {
      await pause(300);
      disk.fill(0);
      expect(await timeUntil(60_000, async () => refusals(workload) > 0)).not.toBeNull();
      await pause(holdMs);
      expect((await workload.call("/test")).status).toBe(200);
      disk.free(0);
      // PostgreSQL ends itself when it cannot write its log; a supervisor starts it again.
      await pause(500);
      if (!postgres.isRunning()) {
        ownCrashes++;
        await postgres.restart();
      }
      await expectSavesAgain(workload);
    }
    await workload.stop();
    await expectStored(direct, workload.ledger);
    expect(server.isRunning).toBe(true);
    expectFewStatuses(workload, [200, 201, 503, 507]);
    report("disk-full", {
      database: "PostgreSQL",
      rounds,
      "ended itself": ownCrashes,
      ...countsOf(workload),
    });
  },
);

/** How many requests were refused because of the disk. */
function refusals({ ledger }: Workload): number {
  return (ledger.statuses.get(507) ?? 0) + (ledger.statuses.get(503) ?? 0);
}

async function read({ call, readerToken }: Workload): Promise<number | "none"> {
  return (await call("/courses/courses", { token: readerToken })).status;
}

/** Without a restart, within the limit of a request. */
async function expectSavesAgain({ ledger }: Workload): Promise<void> {
  const before = ledger.acknowledged;
  expect(await timeUntil(longestRequestMs, async () => ledger.acknowledged > before + 20)).not.toBeNull();
}

function expectFewStatuses({ ledger }: Workload, allowed: readonly (number | "none")[]): void {
  expect(ledger.hung).toEqual([]);
  expect([...ledger.statuses.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
}

/** A backup to the full disk fails with a sentence and leaves no file. */
function expectNoBackupOn({ folder }: ServerProcess): void {
  const tabstop = join(projectRoot(), "build/server/tabstop.js");
  const { status, stderr } = spawnSync(process.execPath, [tabstop, "backup", join(folder, "backup.sqlite")], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: folder },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, "The disk is full. Nothing was changed.\n"]);
  expect(readdirSync(folder).filter((name) => name.startsWith("backup"))).toEqual([]);
}

function countsOf({ ledger }: Workload): Record<string, number> {
  return {
    acknowledged: ledger.acknowledged,
    "refused with 507": ledger.statuses.get(507) ?? 0,
    "refused with 503": ledger.statuses.get(503) ?? 0,
    "ms for the slowest answer": Math.round(ledger.slowestMs),
  };
}
