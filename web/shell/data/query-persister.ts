// Stores responses on the device, so that loaded lessons can be practised without a network: in IndexedDB, in one
// object store, by the key of their query, which begins with the user's id.
//
// Invariants
// - It holds the responses of one user at most: a log-out deletes them, so that no user finds those of another.
// - Operations run one after another, so that nothing written before a log-out arrives after its deletion.
// - Nothing fails: where the browser forbids storage, nothing is stored.
//
// The outbox has a separate database, because it outlives a log-out.

import type { QueryKey, QueryPersister } from "./query-types.ts";

const databaseName = "tabstop-answers";
const storeName = "answers";

type DevicePersister = QueryPersister & {
  /** Removes all data except under keys that begin with `prefix`. With null it removes everything. */
  readonly removeAllBut: (prefix: QueryKey | null) => Promise<void>;
};

export function createQueryPersister(
  factory: IDBFactory | undefined = globalThis.indexedDB,
): DevicePersister {
  let opened: Promise<IDBDatabase> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs after the operations before it. Resolves with undefined on any failure. */
  function inTurn<T>(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<T> | null,
  ): Promise<T | undefined> {
    const turn = last.then(async () => {
      try {
        if (factory === undefined) return undefined;
        opened ??= open(factory);
        return await run(await opened, mode, request);
      } catch {
        opened = null;
        return undefined;
      }
    });
    last = turn;
    return turn;
  }

  return {
    read: (key) => inTurn<unknown>("readonly", (store) => store.get([...key])),
    write(key, data) {
      void inTurn("readwrite", (store) => store.put(data, [...key]));
    },
    async removeAllBut(prefix) {
      await inTurn("readwrite", (store) => {
        if (prefix === null) return store.clear();
        // IndexedDB compares keys part by part, and sorts an array behind every number and text.
        store.delete(IDBKeyRange.upperBound([...prefix], true));
        return store.delete(IDBKeyRange.lowerBound([...prefix, []]));
      });
    },
  };
}

/** Resolves when the transaction is complete. */
function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const pending = request(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(pending?.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("blocked"));
    request.onsuccess = () => {
      const database = request.result;
      // A newer version of the app in another tab must not wait for this one.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });
}
