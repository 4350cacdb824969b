// Shows that nothing waits for storage that never responds. Browser tests cover working storage.

import { expect, test, vi } from "vitest";
import { createQueryPersister } from "./query-persister.ts";

const endless = { transaction: () => ({ objectStore: () => ({ get: () => ({}), put: () => ({}) }) }) };
const opensLater = () => {
  const request = { result: endless } as unknown as IDBOpenDBRequest;
  queueMicrotask(() => request.onsuccess?.(new Event("success")));
  return request;
};

test.each<[string, () => object]>([
  ["a database never opens", () => ({})],
  ["transactions never end", opensLater],
])("where %s all waiting reads give up after 3 s, and later ones at once", async (_name, open) => {
  vi.useFakeTimers();
  try {
    const persister = createQueryPersister({ open } as unknown as IDBFactory);
    persister.write(["user", 1, "courses"], {});
    persister.write(["user", 1, "lesson"], {});
    const reads = Promise.all([
      persister.read(["user", 1, "courses"]),
      persister.read(["user", 1, "lesson"]),
    ]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await reads).toEqual([undefined, undefined]);
    expect(await persister.read(["user", 1, "courses"])).toBe(undefined);
  } finally {
    vi.useRealTimers();
  }
});
