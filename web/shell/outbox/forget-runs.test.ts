import { expect, test } from "vitest";
import { dropRunsOf } from "./forget-runs.ts";
import { finishedRun } from "../test/finished-run.ts";
import { memoryStorage } from "../test/memory-storage.ts";

test("only the runs of a deleted account are removed", async () => {
  const storage = memoryStorage();
  await storage.put(finishedRun("a", { userId: 1 }));
  await storage.put(finishedRun("b", { userId: 2 }));
  await storage.put(finishedRun("c", { userId: 1 }));
  await dropRunsOf(1, storage);
  expect((await storage.all())?.map(({ attemptId }) => attemptId)).toEqual(["b"]);
});
