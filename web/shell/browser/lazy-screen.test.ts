import { expect, test, vi } from "vitest";
import { withRetry, ScreenNotLoaded } from "./lazy-screen.ts";

const pauses: number[] = [];
const wait = async (ms: number) => void pauses.push(ms);

test("a chunk that fails twice is loaded on the third try", async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries < 3) throw new Error("offline");
    return "screen";
  };
  pauses.length = 0;
  expect(await withRetry(load, wait)).toBe("screen");
  expect(pauses).toEqual([500, 2000]);
});

test("a chunk that always fails is reported as a screen that did not load", async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    throw new Error("gone");
  };
  await expect(withRetry(load, wait)).rejects.toThrow(ScreenNotLoaded);
  expect(tries).toBe(3);
});

test("the app gives up on a chunk that hangs after 120 s in total", async () => {
  vi.useFakeTimers();
  try {
    const loading = withRetry(() => new Promise(() => {}));
    const failed = expect(loading).rejects.toThrow(ScreenNotLoaded);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  } finally {
    vi.useRealTimers();
  }
});
