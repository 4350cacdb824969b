// Stores finished runs on the device: in IndexedDB, in one object store, by attempt id. The browser may forbid that, have
// no room, have damaged storage, or never respond; the outbox then has its runs in the page only.
//
// Each kind of run has a database of its own, because pages of an older version may be open: they read all that is in
// theirs, and could not open it again once a newer page had given it another version.

import { ifSupported } from "../../ui/if-supported.ts";
import { TooLate, within } from "../browser/within.ts";
import { type FinishedMemoryRun, isFinishedMemoryRun } from "./finished-memory-run.ts";
import { type FinishedRun, isFinishedRun } from "./finished-run.ts";
import { type OutboxStorage, type SomeRun, withoutEvidence } from "./outbox-store.ts";

const storeName = "outbox";

/** In some browsers a database never opens, or a transaction never ends. */
const storedWithinMs = 3_000;

export function runStorage(factory?: IDBFactory): OutboxStorage<FinishedRun> {
  return deviceStorage("tabstop", isFinishedRun, factory);
}

export function memoryRunStorage(factory?: IDBFactory): OutboxStorage<FinishedMemoryRun> {
  return deviceStorage("tabstop-memory", isFinishedMemoryRun, factory);
}

/** Opens the database with the first use, and again after a failure. */
function deviceStorage<R extends SomeRun>(
  databaseName: string,
  isRun: (stored: unknown) => stored is R,
  factory: IDBFactory | undefined = ifSupported(() => indexedDB),
): OutboxStorage<R> {
  const run = transactionsOf(factory, databaseName);
  return {
    async all() {
      try {
        const stored = await run<unknown[]>("readonly", (store) => store.getAll());
        return stored.filter(isRun);
      } catch {
        return null;
      }
    },
    async put(finished) {
      const stored = (entry: R) =>
        run("readwrite", (store) => store.put(entry)).then(
          () => null,
          (error: unknown) => error,
        );
      const problem = await stored(finished);
      if (problem === null) return true;
      // There may be room for the run without its log. A storage that does not respond is not asked twice.
      const bare = problem instanceof TooLate ? null : withoutEvidence(finished);
      return bare !== null && (await stored(bare)) === null;
    },
    async remove(attemptId) {
      try {
        await run("readwrite", (store) => store.delete(attemptId));
      } catch {
        // A run that could not be stored needs no removal; one that cannot be removed is sent again and counts once.
      }
    },
  };
}

type Run = <T>(mode: IDBTransactionMode, requestOf: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>;

/**
 * The returned function resolves when its transaction is on the disk, which is later than the success of its request,
 * and rejects after 3 s.
 */
function transactionsOf(factory: IDBFactory | undefined, databaseName: string): Run {
  let opened: Promise<IDBDatabase> | null = null;
  const forgetConnection = () => {
    opened = null;
  };
  const database = (): Promise<IDBDatabase> => {
    if (factory === undefined) return Promise.reject(new TypeError("no IndexedDB"));
    opened ??= open(factory, databaseName, forgetConnection);
    return opened;
  };
  const perform: Run = async (mode, requestOf) => {
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
  return (mode, requestOf) =>
    within(storedWithinMs, perform(mode, requestOf)).catch((error: unknown) => {
      forgetConnection();
      throw error;
    });
}

function open(factory: IDBFactory, databaseName: string, onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "attemptId" });
    request.onerror = () => reject(request.error ?? new Error("no database"));
    request.onblocked = () => reject(new Error("blocked"));
    request.onsuccess = () => {
      const db = request.result;
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
