// Two servers on one PostgreSQL are restarted in turn, behind nginx and behind HAProxy, while clients save. No client
// sends anything twice because of a failure: the first response other than 200 or 201 is a lost request.

import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { freshPostgresDatabase } from "../test/stores.ts";
import { ServerProcess } from "./test/server-process.ts";
import { amount, pause, report, timeUntil } from "./test/plan.ts";
import { proxyNames, startProxy } from "./test/proxies.ts";
import { expectStored } from "./test/stored.ts";
import { plant, startWorkload } from "./test/workload.ts";

const restarts = amount({ short: 2, long: 36 });
const writes = amount({ short: 600, long: 10_000 });
/** So that the writes are spread over all restarts. */
const slowness = 18;

test(`behind nginx and behind HAProxy, ${restarts} restarts of two servers in turn lose none of ${writes} writes [SEC-178]`, {
  timeout: 120_000 + restarts * 30_000,
}, async () => {
  // At the same time, since most of it is waiting.
  await Promise.all(proxyNames.map(restartBehind));
});

const busy = /Too many writes wait for the same rows|others hold the rows|lock timeout/;

/** Why a server refused requests, by its log. */
function reasonsIn(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"msg":"request failed"'))
    .map((line) => JSON.parse(line).err.message);
}

async function restartBehind(name: (typeof proxyNames)[number]): Promise<void> {
  const { url, drop } = await freshPostgresDatabase("template0");
  const direct = await openPostgres({ url });
  const planted = await plant(direct);
  const environment = { DATABASE_URL: url, TRUST_PROXY: "loopback" };
  const servers = [
    await ServerProcess.create({ environment }),
    await ServerProcess.create({ environment }),
  ] as const;
  onTestFinished(async () => {
    for (const server of servers) await server.dispose();
    await direct.close();
    await drop();
  });
  for (const server of servers) await server.start();
  const proxy = await startProxy(name, [servers[0].url, servers[1].url]);
  onTestFinished(() => proxy.stop());

  const { ledger, stop } = await startWorkload(proxy.url, planted, slowness);
  for (let restart = 0; restart < restarts; restart++) {
    const server = servers[restart % 2 === 0 ? 0 : 1];
    await pause(200);
    await server.end("SIGTERM");
    await server.start();
    const isReady = async () => (await fetch(`${server.url}/api/ready`)).ok;
    expect(await timeUntil(10_000, isReady)).not.toBeNull();
    // HAProxy asks every second whether it is ready.
    await pause(1_500);
  }
  await timeUntil(300_000, async () => ledger.acknowledged >= writes);
  await stop();

  const { 200: ok, 201: created, 503: refused = 0, ...lost } = Object.fromEntries(ledger.statuses);
  const reasons = servers.flatMap(({ output }) => reasonsIn(output));
  expect({ lost, hung: ledger.hung }, proxy.output()).toEqual({ lost: {}, hung: [] });
  // On a busy machine a server may refuse a write that waits for a row; the client gets this response. Any other 503
  // comes from a server that should not get requests, or from a proxy that has no server.
  expect(reasons.filter((reason) => !busy.test(reason))).toEqual([]);
  expect(refused, proxy.output()).toBe(reasons.length);
  expect(ledger.acknowledged).toBeGreaterThanOrEqual(writes);
  await expectStored(direct, ledger);
  report("rolling-restart", {
    [`restarts behind ${name}`]: restarts,
    requests: (ok ?? 0) + (created ?? 0),
    "acknowledged writes": ledger.acknowledged,
    "refused while busy": refused,
    lost: Object.values(lost).length,
  });
}
