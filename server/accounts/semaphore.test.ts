import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

/** Jobs that run until the test ends them, and the order in which they started. */
function heldJobs(semaphore: ReturnType<typeof createSemaphore>) {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = (n: number) =>
    semaphore(() => {
      started.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async () => {
    await expect.poll(() => ends.length).toBe(1);
    ends.pop()?.();
  };
  return { started, run, end };
}

test("jobs start in the order of their arrival, and a new caller overtakes no waiting one", async () => {
  const { started, run, end } = heldJobs(createSemaphore({ running: 1, waiting: 3 }, "Too many jobs."));
  const jobs = [run(1), run(2), run(3)];
  await end();
  await jobs[0];
  jobs.push(run(4));
  for (let n = 2; n <= 4; n++) await end();
  await Promise.all(jobs);
  expect(started).toEqual([1, 2, 3, 4]);
});

test("a caller is refused as soon as the last place is taken, and no longer when one is free", async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 1 }, "Too many jobs.");
  const { run, end } = heldJobs(semaphore);
  const running = run(1);
  semaphore.refuseWhenFull();
  const waiting = run(2);
  expect(semaphore.refuseWhenFull).toThrow("Too many jobs.");
  await expect(run(3)).rejects.toMatchObject({ code: "UNAVAILABLE", more: { retryAfterS: 2 } });
  await end();
  await running;
  semaphore.refuseWhenFull();
  await end();
  await waiting;
});
