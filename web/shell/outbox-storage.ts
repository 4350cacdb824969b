// Where finished runs are kept: IndexedDB, one object store, the attempt id as its key. Where a browser forbids it, the
// page's own memory, so that a run is at least sent again while the page is open.

import type { FinishedRun, OutboxStorage } from "./outbox-store.ts";

const databaseName = "tabstop";
const storeName = "outbox";

/** A storage that is opened with its first use, and again after a failure. */
export function deviceStorage(factory: IDBFactory | undefined = globalThis.indexedDB): OutboxStorage {
  const inMemory = memoryStorage();
  let opened: Promise<IDBDatabase> | null = null;

  const database = (): Promise<IDBDatabase> => {
    if (factory === undefined) return Promise.reject(new TypeError("no IndexedDB"));
    opened ??= open(factory).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  /** Resolves once the transaction is on the disk, not when the request was. */
  const run = async <T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const db = await database();
    return new Promise((resolve, reject) => {
      const transaction = db.transaction(storeName, mode, { durability: "strict" });
      const request = ask(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  };

  return {
    async all() {
      const kept = await inMemory.all();
      try {
        const stored = await run<FinishedRun[]>("readonly", (store) => store.getAll());
        return kept.length === 0 ? stored : [...stored, ...kept];
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
  const runs = new Map<string, FinishedRun>();
  return {
    all: async () => [...runs.values()],
    put: async (run) => void runs.set(run.attemptId, run),
    remove: async (attemptId) => void runs.delete(attemptId),
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "attemptId" });
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("blocked"));
    request.onsuccess = () => {
      const db = request.result;
      // A newer version of the app in another tab must not wait for this one.
      db.onversionchange = () => db.close();
      resolve(db);
    };
  });
}
