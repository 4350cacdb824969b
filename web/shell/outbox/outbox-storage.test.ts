// Shows that a run is kept when the browser's storage fails. Browser tests cover working storage.

import { expect, test, vi } from "vitest";
import { runStorage } from "./outbox-storage.ts";
import { finishedRun } from "../test/finished-run.ts";

const run = finishedRun("a");

/** An IDBFactory that has only `open`. */
function factory(open: () => Partial<IDBOpenDBRequest>): IDBFactory {
  return { open } as unknown as IDBFactory;
}
/** Fires an event of the request after its listeners are set. */
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
  ["an older tab has it open", factory(() => later({}, "onblocked"))],
])("where %s the run is not stored, and nothing throws", async (_name, broken) => {
  const storage = runStorage(broken);
  expect(await storage.put(run)).toBe(false);
  expect(await storage.all()).toBe(null);
  await storage.remove("a");
});

/** A database whose transactions never end. */
const endless = {
  transaction: () => ({ objectStore: () => ({ put: () => ({}), getAll: () => ({}), delete: () => ({}) }) }),
} as unknown as IDBDatabase;

test.each<[string, IDBFactory]>([
  ["a database never opens", factory(() => ({}))],
  ["transactions never end", factory(() => later({ result: endless }, "onsuccess"))],
])("where %s each operation gives up after 3 s", async (_name, silent) => {
  vi.useFakeTimers();
  try {
    const storage = runStorage(silent);
    const done = Promise.all([storage.put(run), storage.all(), storage.remove("a")]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await done).toEqual([false, null, undefined]);
  } finally {
    vi.useRealTimers();
  }
});

test("after a failure the database is opened again", async () => {
  let tries = 0;
  const storage = runStorage(
    factory(() => {
      tries += 1;
      return later({}, "onerror");
    }),
  );
  await storage.put(run);
  await storage.put(run);
  expect(tries).toBe(2);
});

test("a connection that the browser closed without an event is opened again, and the run is stored", async () => {
  const stored: unknown[] = [];
  const transaction = () => {
    const started = { objectStore: () => store } as unknown as IDBTransaction;
    const store = {
      put: (value: unknown) => {
        stored.push(value);
        return { result: "a" };
      },
      getAll: () => ({ result: stored }),
    };
    queueMicrotask(() => started.oncomplete?.call(started, new Event("complete")));
    return started;
  };
  const closing = () => {
    throw new DOMException("The database connection is closing.", "InvalidStateError");
  };
  const connections = [{ transaction: closing }, { transaction }] as unknown as IDBDatabase[];
  const storage = runStorage(
    factory(() => {
      const request = { result: connections.shift() } as Partial<IDBOpenDBRequest>;
      return later(request, "onsuccess");
    }),
  );
  expect(await storage.put(run)).toBe(true);
  expect(stored).toEqual([run]);
  expect(await storage.all()).toEqual([run]);
});
