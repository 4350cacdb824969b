// Stores finished runs: in IndexedDB, in one object store, by attempt id. Where the browser forbids that, has no room
// or has damaged storage, in the page's memory, so that a run is at least sent again while the page is open.

import type { FinishedRun, OutboxStorage, WaitingRun } from "./outbox-store.ts";

const databaseName = "tabstop";
const storeName = "outbox";

/** Some browsers never respond to a request to open a database. */
const openWithinMs = 3_000;

/** Opens the database with the first use, and again after a failure. */
export function deviceStorage(factory: IDBFactory | undefined = globalThis.indexedDB): OutboxStorage {
  const inMemory = memoryStorage();
  const run = transactionsOf(factory);
  return {
    async all() {
      const memory = await inMemory.all();
      try {
        const stored = await run<unknown[]>("readonly", (store) => store.getAll());
        return [...stored.filter(isFinishedRun).map((one) => ({ ...one, isOnDevice: true })), ...memory];
      } catch {
        return memory;
      }
    },
    async put(finished) {
      try {
        await run("readwrite", (store) => store.put(finished));
      } catch {
        await inMemory.put(finished);
      }
    },
    async remove(attemptId) {
      await inMemory.remove(attemptId);
      try {
        await run("readwrite", (store) => store.delete(attemptId));
      } catch {
        // A run that could not be stored needs no removal; one that cannot be removed is sent again and counts once.
      }
    },
  };
}

export function memoryStorage(): OutboxStorage {
  const runs = new Map<string, WaitingRun>();
  return {
    all: async () => [...runs.values()],
    put: async (run) => void runs.set(run.attemptId, { ...run, isOnDevice: false }),
    remove: async (attemptId) => void runs.delete(attemptId),
  };
}

/** Other entries, left by another version of the app or edited by hand, are not sent. */
function isFinishedRun(stored: unknown): stored is FinishedRun {
  if (typeof stored !== "object" || stored === null) return false;
  const run = stored as Record<keyof FinishedRun, unknown>;
  const numbers = [run.userId, run.exampleId, run.codeVersion, run.accuracy, run.errors, run.timeMs];
  return (
    [...numbers, run.finishedAt].every((value) => typeof value === "number" && Number.isFinite(value)) &&
    typeof run.attemptId === "string" &&
    typeof run.exampleTitle === "string" &&
    typeof run.isTimed === "boolean"
  );
}

type Run = <T>(mode: IDBTransactionMode, requestOf: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>;

/**
 * The returned function resolves when its transaction is on the disk, which is later than the success of its request.
 */
function transactionsOf(factory: IDBFactory | undefined): Run {
  let opened: Promise<IDBDatabase> | null = null;
  const forgetConnection = () => {
    opened = null;
  };
  const database = (): Promise<IDBDatabase> => {
    if (factory === undefined) return Promise.reject(new TypeError("no IndexedDB"));
    opened ??= open(factory, forgetConnection).catch((error: unknown) => {
      forgetConnection();
      throw error;
    });
    return opened;
  };
  return async (mode, requestOf) => {
    const begin = (db: IDBDatabase) => db.transaction(storeName, mode, { durability: "strict" });
    let transaction: IDBTransaction;
    const db = await database();
    try {
      transaction = begin(db);
    } catch {
      // iOS closes the connections of a page in the background, often without an event; the next use fails.
      forgetConnection();
      transaction = begin(await database());
    }
    return new Promise((resolve, reject) => {
      const request = requestOf(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  };
}

function open(factory: IDBFactory, onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`no database within ${openWithinMs} ms`));
    }, openWithinMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "attemptId" });
    request.onerror = () => fail(request.error ?? new Error("no database"));
    request.onblocked = () => fail(new Error("blocked"));
    request.onsuccess = () => {
      clearTimeout(timer);
      const db = request.result;
      if (isLate) return db.close();
      // A newer version of the app in another tab must not wait for this one.
      db.onversionchange = () => {
        db.close();
        onClose();
      };
      // The user cleared this site's data, or the disk failed.
      db.onclose = onClose;
      resolve(db);
    };
  });
}
