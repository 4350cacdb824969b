// A start beside a PostgreSQL that is not there yet.

import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startPgBouncer } from "../../test/pgbouncer.ts";
import { type PostgresServer, startPostgres } from "../../test/postgres.ts";
import { StoreRefused, StoreUnavailable } from "../store.ts";
import { openPostgres } from "./open-postgres.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  const admin = new pg.Client({ connectionString: server.url("postgres") });
  await admin.connect();
  await admin.query("create role late login connection limit 1");
  await admin.query("create database late owner late");
  await admin.end();
});
afterAll(() => server?.stop());

function waiting(limitMs: number) {
  const reasons: string[] = [];
  return { reasons, wait: { limitMs, onStart: ({ message }: Error) => void reasons.push(message) } };
}

test("it waits for a database that starts three seconds later, also behind a pool, and reports that once [SEC-172]", async () => {
  await server.crash();
  const pool = await startPgBouncer(server.url("postgres"), { mode: "transaction", size: 4 });
  onTestFinished(() => pool.stop());
  const direct = waiting(60_000);
  const pooled = waiting(60_000);
  const openings = [
    openPostgres({ url: server.url("postgres"), wait: direct.wait }),
    openPostgres({ url: pool.url("postgres"), pooling: "transaction", wait: pooled.wait }),
  ];
  const ended = Promise.all(openings);
  await setTimeout(3_000);
  await server.restart();
  for (const store of await ended) await store.close();
  expect(direct.reasons).toEqual([expect.stringContaining("ECONNREFUSED")]);
  expect(pooled.reasons).toHaveLength(1);
});

test("it waits while the database accepts no more connections", async () => {
  const url = server.url("late").replace("postgres@", "late@");
  const only = new pg.Client({ connectionString: url });
  await only.connect();
  const { reasons, wait } = waiting(60_000);
  const opening = openPostgres({ url, wait });
  await expect.poll(() => reasons).toEqual([expect.stringContaining("too many connections")]);
  await only.end();
  await (await opening).close();
});

test("it gives up after the limit, and at once without one", async () => {
  const url = server.url("postgres").replace(/:\d+\//, ":1/");
  const { reasons, wait } = waiting(1_500);
  const startedAt = performance.now();
  await expect(openPostgres({ url, wait })).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - startedAt).toBeGreaterThan(1_500);
  expect(reasons).toHaveLength(1);
  await expect(openPostgres({ url })).rejects.toThrow("ECONNREFUSED");
});

test("what the operator has to change is refused at once, not waited for [SEC-174]", async () => {
  const { reasons, wait } = waiting(60_000);
  const refused = [
    [server.url("no_such_database"), '"no_such_database" does not exist'],
    [server.url("postgres").replace("postgres@", "nobody@"), 'role "nobody" does not exist'],
    [`${server.url("postgres")}?sslmode=verify-full`, "The server does not support SSL"],
    [`${server.url("postgres")}?sslrootcert=/no/such/file`, "no such file"],
  ] as const;
  for (const [url, reason] of refused) {
    const opening = openPostgres({ url, wait });
    await expect(opening).rejects.toThrow(StoreRefused);
    await expect(opening).rejects.toThrow(reason);
  }
  expect(reasons).toEqual([]);
});
