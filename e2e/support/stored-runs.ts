// The finished runs that a device keeps until the server has them, as the browser stores them.

import type { Page } from "@playwright/test";

/** Completions, or runs from memory. */
export type RunDatabase = "tabstop" | "tabstop-memory";

/** All entries, in the order of their ids. */
export function storedRuns(page: Page, database: RunDatabase): Promise<readonly unknown[]> {
  return page.evaluate(inDatabase, { database, added: [] });
}

/** Writes entries as a version of the app may have left them. */
export async function storeRuns(page: Page, database: RunDatabase, added: readonly object[]): Promise<void> {
  await page.evaluate(inDatabase, { database, added });
}

function inDatabase({
  database,
  added,
}: {
  readonly database: string;
  readonly added: readonly object[];
}): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("outbox", { keyPath: "attemptId" });
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error(`${database} is blocked`));
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("outbox", "readwrite");
      const store = transaction.objectStore("outbox");
      for (const entry of added) store.put(entry);
      const all = store.getAll();
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(all.result);
      };
      transaction.onabort = () => reject(transaction.error);
    };
  });
}
