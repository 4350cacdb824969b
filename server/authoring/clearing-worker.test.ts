// Tests of the clearing worker of a server.

import { expect, test } from "vitest";
import { courseOf, examplesByTitle } from "../test/courses.ts";
import { fillStore } from "../test/many-learners.ts";
import { openers, sqliteOpener, withStore } from "../test/stores.ts";
import { deleteContent } from "../store/content/content-changes.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";
import { openClearingWorker } from "./clearing-worker.ts";

const silent = { warn() {} };

async function isCleared(store: Store): Promise<boolean> {
  return (await store.read((db) => db.selectFrom("clearing").select("id").execute())).length === 0;
}

async function deletedExample(store: Store): Promise<void> {
  await fillStore(store, courseOf("A", [2]), 1_500);
  const id = (await examplesByTitle(store)).get("A1.1.1") as number;
  await store.write((tx) => deleteContent(tx, "example", id));
  expect(await isCleared(store)).toBe(false);
}

for (const opener of openers) {
  test(`a worker clears what an earlier one left when it was closed (${opener.name})`, () =>
    withStore(opener, async ({ store, reopen }) => {
      await deletedExample(store);
      const first = openClearingWorker({ store, log: silent });
      await first.close();
      expect(await isCleared(store)).toBe(false);
      const on = opener.name === "postgres" ? await reopen() : store;
      const [second, third] = [store, on].map((one) => openClearingWorker({ store: one, log: silent }));
      await Promise.all([second?.settled(), third?.settled()]);
      expect(await isCleared(store)).toBe(true);
      await Promise.all([second?.close(), third?.close()]);
      if (on !== store) await on.close();
    }));
}

test("a failure is logged as a warning, and the worker tries again", () =>
  withStore(sqliteOpener, async ({ store }) => {
    await deletedExample(store);
    let failures = 2;
    const failing: Store = {
      ...store,
      write: (run, options) => {
        if (failures-- > 0) return Promise.reject(new StoreUnavailable("away"));
        return store.write(run, options);
      },
    };
    const warnings: string[] = [];
    const log = { warn: (_detail: object, message: string) => void warnings.push(message) };
    const worker = openClearingWorker({ store: failing, log, retryMs: 5 });
    await worker.settled();
    await worker.close();
    expect(warnings).toEqual(Array(2).fill("could not clear behind a change of content, retrying"));
    expect(await isCleared(store)).toBe(true);
  }));

test("another transaction gets its turn between two of the worker", () =>
  withStore(sqliteOpener, async ({ store }) => {
    await deletedExample(store);
    const worker = openClearingWorker({ store, log: silent });
    let turns = 0;
    const settled = worker.settled().then(() => {
      turns = -turns;
    });
    while (turns >= 0 && turns < 1_000) {
      await store.write(async () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1));
      turns++;
    }
    await settled;
    await worker.close();
    expect(Math.abs(turns)).toBeGreaterThan(3);
  }));
