// The network between the server and PostgreSQL breaks in eight ways while clients save.

import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { Proxy } from "../test/proxy.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { networkFaults } from "./test/network-faults.ts";
import { amount, pause, report, timeUntil } from "./test/plan.ts";
import { expectStored } from "./test/stored.ts";
import { longestRequestMs, plant, startWorkload } from "./test/workload.ts";

const rounds = amount({ short: 1, long: 3 });
const holdMs = amount({ short: 1_500, long: 8_000 });

test("in each of eight broken networks to PostgreSQL every request gets an answer in time, and nothing acknowledged is lost [REL-13]", {
  timeout: 60_000 + rounds * networkFaults.length * (holdMs + 30_000),
}, async () => {
  const { url, drop } = await freshPostgresDatabase("template0");
  const direct = await openPostgres({ url });
  const planted = await plant(direct);
  const proxy = await Proxy.before(url);
  const server = await ServerProcess.create({ environment: { DATABASE_URL: proxy.url } });
  onTestFinished(async () => {
    await server.dispose();
    await proxy.stop().catch(() => undefined);
    await direct.close();
    await drop();
  });
  await server.start();
  const { ledger, call, readerToken, whileQuiet, stop } = await startWorkload(server.url, planted);
  for (let round = 0; round < rounds; round++)
    for (const fault of networkFaults) {
      const before = ledger.acknowledged;
      await fault.begin(proxy);
      const withoutDatabase = call("/test");
      await pause(holdMs);
      expect([fault.name, (await withoutDatabase).status]).toEqual([fault.name, 200]);
      if (fault.isSlow) expect([fault.name, ledger.acknowledged > before]).toEqual([fault.name, true]);
      await proxy.resume();
      const backMs = await timeUntil(longestRequestMs, async () => {
        const { status } = await call("/courses/courses", { token: readerToken });
        return status === 200;
      });
      expect([fault.name, backMs]).toEqual([fault.name, expect.any(Number)]);
      await whileQuiet(() => expectStored(direct, ledger));
    }
  await stop();
  await expectStored(direct, ledger);
  expect(ledger.hung).toEqual([]);
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status as number))).toEqual(
    [],
  );
  report("network", {
    kinds: networkFaults.length,
    rounds,
    acknowledged: ledger.acknowledged,
    "refused with 503": ledger.statuses.get(503) ?? 0,
    "ms for the slowest answer": Math.round(ledger.slowestMs),
  });
});
