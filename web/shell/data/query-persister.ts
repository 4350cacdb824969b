// Answers of the server that the device keeps, so that what was loaded before can be practised without a network:
// IndexedDB, one object store, by the key of their query, which begins with the person's id.
//
// Always true
// - It holds answers for one person at most: whoever leaves takes them along, and nobody finds another's.
// - Changes are made one after the other, so that nothing written before a leaving arrives after it.
// - Nothing fails: a browser that forbids storage keeps nothing.
// The outbox has a database of its own, because that stays when somebody leaves.

import type { QueryKey } from "./query-store.ts";

const databaseName = "tabstop-answers";
const storeName = "answers";

export type KeptAnswers = {
  readonly read: (key: QueryKey) => Promise<unknown>;
  readonly write: (key: QueryKey, data: unknown) => void;
  /** Removes everything but what begins with this; null: everything. */
  readonly removeAllBut: (prefix: QueryKey | null) => Promise<void>;
};

export function keptAnswers(factory: IDBFactory | undefined = globalThis.indexedDB): KeptAnswers {
  let opened: Promise<IDBDatabase> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Whatever goes wrong gives undefined. */
  function inTurn<T>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<T> | null,
  ): Promise<T | undefined> {
    const turn = last.then(async () => {
      try {
        if (factory === undefined) return undefined;
        opened ??= open(factory);
        return await run(await opened, mode, ask);
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
        // Keys sort as lists do, and a list sorts behind every number and text.
        store.delete(IDBKeyRange.upperBound([...prefix], true));
        return store.delete(IDBKeyRange.lowerBound([...prefix, []]));
      });
    },
  };
}

/** Resolves once it is on the disk. */
function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = ask(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(request?.result);
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
