// The export of a large account over a socket: page by page, complete or visibly broken off, on both databases.

import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { Principal } from "../principal.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";
import { openers, type TestServer, serverForTest } from "../test/harness.ts";
import { plantRun } from "../test/plant-run.ts";
import { addSampleCourse } from "../test/sample-course.ts";
import { exportAccount } from "./export-account.ts";

const attempts = 2_345;

/** 20,000 events: a wrong character and then expected ones, 1 ms apart. */
const longestLog = Uint8Array.from([1, 1, 1, 0xe9, 0x01, ...Array<number>(19_999).fill(16)]);

describe.each(openers)("$name", (opener) => {
  /** A learner with some thousand results, and a store that counts its reads and can be made to fail. */
  async function busyServer() {
    const reads = { n: 0, before: async (_n: number): Promise<void> => {} };
    const wrapStore = (store: Store): Store => ({
      ...store,
      read: async (run) => {
        reads.n += 1;
        await reads.before(reads.n);
        return store.read(run);
      },
    });
    const harness = await serverForTest(opener, { wrapStore });
    const mira = await harness.register("mira");
    const { exampleId } = await addSampleCourse(harness.store, harness.clock.now);
    await addAttempts(harness, mira.id, exampleId);
    await harness.app.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${(harness.app.server.address() as AddressInfo).port}/api/auth/export`;
    const headers = { authorization: `Bearer ${mira.token}` };
    const download = () => fetch(url, { headers });
    // A first read authenticates the request.
    const start = () => {
      reads.n = 0;
    };
    return { harness, mira, reads, url, headers, download, start };
  }

  async function addAttempts({ store, clock }: TestServer, userId: number, exampleId: number) {
    const row = (n: number) => ({
      user_id: userId,
      example_id: exampleId,
      attempt_key: `key-${n}`,
      named: 0 as const,
      time_ms: n + 1,
      ended_at: clock.now - n,
      received_at: clock.now,
      code_version: 1,
      accuracy: 100,
      errors: 0,
      answer_best_ms: 1,
      answer_last_ms: 1,
      answer_is_record: 0 as const,
    });
    for (let from = 0; from < attempts; from += 400)
      await store.write((tx) =>
        tx
          .insertInto("attempt")
          .values(Array.from({ length: Math.min(400, attempts - from) }, (_, n) => row(from + n)))
          .execute(),
      );
  }

  test("a large account is read in pages, and the file has each row once [SEC-146]", async () => {
    const { download, reads, start } = await busyServer();
    start();
    const answer = await download();
    expect([answer.status, answer.headers.get("content-length")]).toEqual([200, null]);
    const text = await answer.text();
    const file = JSON.parse(text) as { attempts: { time_ms: number }[]; progress: unknown[] };
    expect(text).toBe(`${JSON.stringify(file, null, 2)}\n`);
    expect(file.attempts.map(({ time_ms }) => time_ms).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: attempts }, (_, n) => n + 1),
    );
    // Five pages of attempts, one of each other list, the head, the end, and the check of the token.
    expect(reads.n).toBe(5 + 11 + 3);
  });

  test("runs with the longest logs are exported one at a time, as lines that people can read", async () => {
    const { harness, mira } = await busyServer();
    const { id: example_id } = await harness.store.read((db) =>
      db.selectFrom("example").select("id").executeTakeFirstOrThrow(),
    );
    const runs = 45;
    for (let n = 0; n < runs; n++)
      await plantRun(harness.store, {
        ...{ user_id: mira.id, example_id, ended_at: harness.clock.now, log: longestLog },
        ...{ attempt_key: `run-${String(n).padStart(2, "0")}`, time_ms: n + 1, keystrokes: 20_000 },
      });
    const { content } = await exportAccount(
      { store: harness.store, now: () => harness.clock.now, readHistory: () => null },
      { userId: mira.id } as Principal,
    );
    const chunks: string[] = [];
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!content.readableEnded) setImmediate(count);
    };
    setImmediate(count);
    for await (const chunk of content) chunks.push(String(chunk));
    const file = JSON.parse(chunks.join("")) as { runs: { time_ms: number; log: string[] }[] };
    expect(file.runs.map(({ time_ms }) => time_ms)).toEqual(Array.from({ length: runs }, (_, n) => n + 1));
    expect(file.runs[0]?.log).toHaveLength(20_000);
    expect(file.runs[0]?.log.slice(0, 2)).toEqual(["0 text é", "1 step"]);
    // Other requests get a turn between two runs, and no part of the file has more than one.
    expect(turns).toBeGreaterThan(runs);
    for (const chunk of chunks) expect(chunk.split('"log"').length).toBeLessThanOrEqual(2);
  });

  test("an export that fails in the middle breaks off, and is logged without a stack", async () => {
    const { harness, download, reads, start } = await busyServer();
    start();
    reads.before = async (n) => {
      if (n === 7) throw new StoreUnavailable("cut off");
    };
    const answer = await download();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    const lines = harness.log.filter((line) => line.includes("cut off"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"level":"warn"`);
    expect(lines[0]).not.toContain(`"stack"`);
  });

  test("an export of an account that is deleted before its end breaks off", async () => {
    const { harness, mira, download, reads, start } = await busyServer();
    start();
    reads.before = async (n) => {
      if (n === 7)
        await harness.store.write((tx) => tx.deleteFrom("account").where("id", "=", mira.id).execute());
    };
    const answer = await download();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test("a client that leaves ends the export", async () => {
    const { harness, url, headers, reads, start } = await busyServer();
    const hasLeft = () =>
      new Promise<boolean>((resolve) =>
        harness.app.server.getConnections((_error, connections) => resolve(connections === 0)),
      );
    // The fifth read waits until the server has noticed that the client left.
    reads.before = async (n) => {
      if (n === 5) await vi.waitUntil(hasLeft, 20_000);
    };
    start();
    const request = get(url, { headers });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.destroy();
    await vi.waitUntil(hasLeft, 20_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(reads.n).toBeLessThan(7);
    expect(harness.log.filter((line) => line.includes(`"level":"error"`))).toEqual([]);
  });

  test("an account may be exported five times in an hour", async () => {
    const { harness, mira, download } = await busyServer();
    for (let n = 0; n < 5; n++)
      expect(await (await download()).json()).toMatchObject({ account: { id: mira.id } });
    const refused = await download();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 3_500]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
    harness.clock.now += 61 * 60_000;
    const { token } = await harness.openSession(mira);
    const again = await harness.app.inject({
      url: "/api/auth/export",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(again.statusCode).toBe(200);
  });
});
