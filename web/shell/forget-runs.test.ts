import { expect, test } from "vitest";
import { dropRunsOf } from "./forget-runs.ts";
import { memoryStorage } from "./outbox-storage.ts";

test("what waits of a deleted account goes, and nobody else's", async () => {
  const storage = memoryStorage();
  const run = {
    exampleId: 7,
    exampleTitle: "Hello",
    codeVersion: 1,
    accuracy: 98,
    errors: 2,
    timeMs: 41_270,
    isTimed: true,
    finishedAt: 1,
  };
  await storage.put({ ...run, attemptId: "a", userId: 1 });
  await storage.put({ ...run, attemptId: "b", userId: 2 });
  await storage.put({ ...run, attemptId: "c", userId: 1 });
  await dropRunsOf(1, storage);
  expect((await storage.all()).map(({ attemptId }) => attemptId)).toEqual(["b"]);
});
