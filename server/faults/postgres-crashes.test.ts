// PostgreSQL itself crashes again and again while clients save; the server runs on.

import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { startPostgres } from "../test/postgres.ts";
import { ServerProcess } from "./test/server-process.ts";
import { durable } from "./test/global-setup.ts";
import { amount, between, pause, randomFor, report, timeUntil } from "./test/plan.ts";
import { expectStored } from "./test/stored.ts";
import { longestRequestMs, plant, startWorkload } from "./test/workload.ts";

const crashes = amount({ short: 2, long: 20 });

test(`after each of ${crashes} crashes of PostgreSQL the server goes on by itself, and everything acknowledged is stored, once [REL-12]`, {
  timeout: 60_000 + crashes * 20_000,
}, async () => {
  const postgres = await startPostgres(durable);
  const url = postgres.url("postgres");
  const direct = await openPostgres({ url });
  const planted = await plant(direct);
  const server = await ServerProcess.create({ environment: { DATABASE_URL: url } });
  onTestFinished(async () => {
    await server.dispose();
    await direct.close();
    await postgres.stop();
  });
  await server.start();
  const { ledger, call, readerToken, whileQuiet, stop } = await startWorkload(server.url, planted);
  const random = randomFor("postgres-crashes");
  let longestBackMs = 0;
  for (let crash = 1; crash <= crashes; crash++) {
    await pause(between(random, 200, 1_000));
    await postgres.crash(crash % 2 === 0 ? "SIGQUIT" : "SIGKILL");
    await pause(between(random, 0, 1_500));
    const withoutDatabase = await call("/test");
    expect(withoutDatabase.status).toBe(200);
    await whileQuiet(async () => {
      await postgres.restart();
      expect(
        await timeUntil(longestRequestMs, () =>
          direct.ping().then(
            () => true,
            () => false,
          ),
        ),
      ).not.toBeNull();
      await expectStored(direct, ledger);
    });
    const backMs = await timeUntil(longestRequestMs, async () => {
      const { status } = await call("/courses/courses", { token: readerToken });
      return status === 200;
    });
    expect(backMs).not.toBeNull();
    longestBackMs = Math.max(longestBackMs, backMs ?? 0);
  }
  await pause(500);
  await stop();
  await expectStored(direct, ledger);
  expect(server.isRunning).toBe(true);
  expect(ledger.hung).toEqual([]);
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status as number))).toEqual(
    [],
  );
  report("postgres-crashes", {
    crashes,
    acknowledged: ledger.acknowledged,
    "refused with 503": ledger.statuses.get(503) ?? 0,
    "ms until requests succeed again, at most": Math.round(longestBackMs),
    "ms for the slowest answer": Math.round(ledger.slowestMs),
  });
});
