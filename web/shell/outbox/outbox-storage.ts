// Where finished runs are kept: IndexedDB, one object store, the attempt id as its key. Where a browser forbids it, has no
// room, or its storage is damaged, the page's own memory, so that a run is at least sent again while the page is open.

import type { FinishedRun, OutboxStorage, WaitingRun } from "./outbox-store.ts";

const databaseName = "tabstop";
const storeName = "outbox";

/** Some browsers never answer at all. */
const openWithinMs = 3_000;

/** A storage that is opened with its first use, and again after a failure. */
export function deviceStorage(factory: IDBFactory | undefined = globalThis.indexedDB): OutboxStorage {
  const inMemory = memoryStorage();
  let opened: Promise<IDBDatabase> | null = null;

  const closed = () => {
    opened = null;
  };
  const database = (): Promise<IDBDatabase> => {
    if (factory === undefined) return Promise.reject(new TypeError("no IndexedDB"));
    opened ??= open(factory, closed).catch((error: unknown) => {
      closed();
      throw error;
    });
    return opened;
  };
  /** Resolves once the transaction is on the disk, not when the request was. */
  const run = async <T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const begin = (db: IDBDatabase) => db.transaction(storeName, mode, { durability: "strict" });
    let transaction: IDBTransaction;
    const db = await database();
    try {
      transaction = begin(db);
    } catch {
      // iOS closes what a page in the background has open, and often tells only who uses it.
      closed();
      transaction = begin(await database());
    }
    return new Promise((resolve, reject) => {
      const request = ask(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  };

  return {
    async all() {
      const kept = await inMemory.all();
      try {
        const stored = await run<unknown[]>("readonly", (store) => store.getAll());
        return [...stored.filter(isFinishedRun).map((one) => ({ ...one, isOnDevice: true })), ...kept];
      } catch {
        return kept;
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
        // What could not be stored is not there either; what cannot be removed is sent again and counts once.
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

/** What another version of the app, or somebody's hand, has left there is not sent. */
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

function open(factory: IDBFactory, closed: () => void): Promise<IDBDatabase> {
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
        closed();
      };
      // Somebody cleared what the browser stores of this site, or its disk failed.
      db.onclose = closed;
      resolve(db);
    };
  });
}
