import { expect, test, vi } from "vitest";
import { exclusively } from "./exclusive-lock.ts";

const run = async () => "done";
/** The locks of a browser that blocks a site's data. */
const refusing = {
  request: () => Promise.reject(new DOMException("The request was denied.", "SecurityError")),
} as unknown as LockManager;
const granting = {
  request: (_name: string, granted: () => Promise<unknown>) => granted(),
} as unknown as LockManager;

test("without locks, or if the browser refuses them, the function runs immediately", async () => {
  expect(await exclusively("x", run, undefined)).toBe("done");
  expect(await exclusively("x", run, refusing)).toBe("done");
});

test("a function that fails under the lock is not run again", async () => {
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw new RangeError("its own");
  };
  await expect(exclusively("x", failing, granting)).rejects.toThrow("its own");
  expect(runs).toBe(1);
});

test("a lock that is not granted within 5 s is not waited for, and when granted late nothing runs again", async () => {
  vi.useFakeTimers();
  try {
    let grant: () => unknown = () => {};
    const silent = {
      request: (_name: string, granted: () => unknown) => {
        grant = granted;
        return new Promise(() => {});
      },
    } as unknown as LockManager;
    const counted = vi.fn(run);
    const done = exclusively("x", counted, silent);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(counted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toBe("done");
    await grant();
    expect(counted).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
