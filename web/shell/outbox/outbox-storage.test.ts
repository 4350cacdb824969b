// What becomes of a run where the browser's storage fails; that it works is shown in a real browser.

import { expect, test, vi } from "vitest";
import { deviceStorage } from "./outbox-storage.ts";
import { finishedRun } from "../test/finished-run.ts";

const run = finishedRun("a");

/** A browser's factory of which only `open` is ever called. */
function factory(open: () => Partial<IDBOpenDBRequest>): IDBFactory {
  return { open } as unknown as IDBFactory;
}
/** Fires a request's event once its listeners are there. */
function later(
  request: Partial<IDBOpenDBRequest>,
  event: "onerror" | "onblocked" | "onsuccess",
): Partial<IDBOpenDBRequest> {
  queueMicrotask(() => (request[event] as (() => void) | undefined)?.());
  return request;
}

test.each<[string, IDBFactory | undefined]>([
  ["there is no IndexedDB", undefined],
  [
    "it is forbidden",
    factory(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    }),
  ],
  ["it cannot be opened", factory(() => later({ error: new DOMException("", "UnknownError") }, "onerror"))],
  ["an older tab holds it", factory(() => later({}, "onblocked"))],
])("where %s the page keeps the run, says so, and forgets it when it is sent", async (_name, broken) => {
  const storage = deviceStorage(broken);
  await storage.put(run);
  expect(await storage.all()).toEqual([{ ...run, isOnDevice: false }]);
  await storage.remove("a");
  expect(await storage.all()).toEqual([]);
});

test("a browser that never answers is not waited for", async () => {
  vi.useFakeTimers();
  try {
    const storage = deviceStorage(factory(() => ({})));
    const kept = storage.put(run).then(() => storage.all());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await kept).toEqual([{ ...run, isOnDevice: false }]);
  } finally {
    vi.useRealTimers();
  }
});

test("after a failure the device is tried again", async () => {
  let tries = 0;
  const storage = deviceStorage(
    factory(() => {
      tries += 1;
      return later({}, "onerror");
    }),
  );
  await storage.put(run);
  await storage.put(run);
  expect(tries).toBe(2);
});

test("a connection that the browser has closed without a word is opened anew, and the run is on the device", async () => {
  const kept: unknown[] = [];
  const transaction = () => {
    const begun = { objectStore: () => store } as unknown as IDBTransaction;
    const store = {
      put: (value: unknown) => {
        kept.push(value);
        return { result: "a" };
      },
      getAll: () => ({ result: kept }),
    };
    queueMicrotask(() => begun.oncomplete?.call(begun, new Event("complete")));
    return begun;
  };
  const closing = () => {
    throw new DOMException("The database connection is closing.", "InvalidStateError");
  };
  const connections = [{ transaction: closing }, { transaction }] as unknown as IDBDatabase[];
  const storage = deviceStorage(
    factory(() => {
      const request = { result: connections.shift() } as Partial<IDBOpenDBRequest>;
      return later(request, "onsuccess");
    }),
  );
  await storage.put(run);
  expect(kept).toEqual([run]);
  expect(await storage.all()).toEqual([{ ...run, isOnDevice: true }]);
});
