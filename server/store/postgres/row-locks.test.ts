import { expect, test } from "vitest";
import { RowsLocked } from "../store.ts";
import { RowLocks } from "./row-locks.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const lockTimeout = () =>
  Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });

test("a class that finishes the same example together waits for its turn, and no one is refused", async () => {
  const locks = new RowLocks(3);
  let running = 0;
  let most = 0;
  // A second in all, longer than anyone waits for rows that are locked.
  const finish = () =>
    locks.run(async () => {
      most = Math.max(most, ++running);
      await pause(50);
      running--;
    }, "example 7");
  await Promise.all(Array.from({ length: 60 }, finish));
  expect(most).toBe(3);
});

test("while rows are locked, those who wait for their turn are refused soon, and another example's are not", async () => {
  const locks = new RowLocks(3);
  let isLocked = true;
  let attempts = 0;
  const waitForRow = async (lockMs = 100) => {
    attempts++;
    await pause(lockMs);
    if (isLocked) throw lockTimeout();
  };
  const crowd = await Promise.allSettled(
    Array.from({ length: 40 }, () => locks.run(waitForRow, "example 7")).concat(
      locks.run(async () => {}, "example 8"),
    ),
  );
  expect(crowd.pop()?.status).toBe("fulfilled");
  expect(crowd.map(({ status }) => status)).toEqual(crowd.map(() => "rejected"));
  // Only the first few got to the database; the rest gave up before.
  expect(attempts).toBeLessThan(2 * 20);
  const late = crowd
    .map((one) => (one as PromiseRejectedResult).reason)
    .filter((reason) => !("code" in reason));
  expect(late.length).toBeGreaterThan(20);
  expect(late.every((reason) => reason instanceof RowsLocked)).toBe(true);
  isLocked = false;
  await locks.run(waitForRow, "example 7");
});
