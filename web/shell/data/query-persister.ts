// Stores responses on the device, so that loaded lessons can be practised without a network: in IndexedDB, in one
// object store, by the key of their query, which begins with the user's id.
//
// Invariants
// - It holds the responses of one user at most: a log-out deletes them, so that no user finds those of another.
// - Operations run one after another, so that nothing written before a log-out arrives after its deletion.
// - Nothing fails: where the browser forbids storage, nothing is stored.
// - Nothing waits for long: after an operation that did not end in 3 s, the storage is used for deletions only.
//
// The outbox has a separate database, because it outlives a log-out.

import { ifSupported } from "../../ui/if-supported.ts";
import { TooLate, within } from "../browser/within.ts";
import type { QueryKey, QueryPersister } from "./query-types.ts";

const databaseName = "tabstop-answers";
const storeName = "answers";

/** In some browsers a database never opens, or a transaction never ends. */
const doneWithinMs = 3_000;

type DevicePersister = QueryPersister & {
  /** Removes all data except under keys that begin with `prefix`. With null it removes everything. */
  readonly removeAllBut: (prefix: QueryKey | null) => Promise<void>;
  readonly removeThose: (isRemoved: (key: QueryKey) => boolean) => Promise<void>;
};

export function createQueryPersister(
  factory: IDBFactory | undefined = ifSupported(() => indexedDB),
): DevicePersister {
  let opened: Promise<IDBDatabase> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isStuck = false;

  /** Runs after the operations before it. Resolves with undefined on any failure. */
  function inTurn<T>(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<T> | null,
    isDeletion = false,
  ): Promise<T | undefined> {
    let isOver = false;
    const perform = async () => {
      if (factory === undefined) return undefined;
      opened ??= open(factory);
      const database = await opened;
      // What is late must not arrive after the deletion of a log-out.
      return isOver ? undefined : run(database, mode, request);
    };
    const turn = last.then(async () => {
      if (isStuck && !isDeletion) return undefined;
      try {
        return await within(doneWithinMs, perform());
      } catch (error) {
        isOver = true;
        opened = null;
        isStuck ||= error instanceof TooLate;
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
      const remove = (store: IDBObjectStore) => {
        // IndexedDB compares keys part by part, and sorts an array behind every number and text.
        const others = ifSupported(
          () =>
            prefix && [IDBKeyRange.upperBound([...prefix], true), IDBKeyRange.lowerBound([...prefix, []])],
        );
        if (!others) return store.clear();
        for (const range of others) store.delete(range);
        return null;
      };
      await inTurn<undefined>("readwrite", remove, true);
    },
    async removeThose(isRemoved) {
      const remove = (store: IDBObjectStore) => {
        const keys = store.getAllKeys();
        keys.onsuccess = () => {
          for (const key of keys.result) if (isRemoved(key as unknown as QueryKey)) store.delete(key);
        };
        return null;
      };
      await inTurn("readwrite", remove, true);
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
    // In version 1 the keys did not name the endpoint that was read.
    const request = factory.open(databaseName, 2);
    request.onupgradeneeded = () => {
      const database = request.result;
      if (database.objectStoreNames.contains(storeName)) database.deleteObjectStore(storeName);
      database.createObjectStore(storeName);
    };
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
