// The outbox of this page for runs from memory. Nothing in it touches a time, a completion or a board. It waits for no
// completion either: the server comes to the same cards in whatever order the two arrive.

import { useSyncExternalStore } from "react";
import { api } from "../data/api.ts";
import type { WaitReason } from "./fate.ts";
import { memoryBodyOf, type WaitingMemoryRun } from "./finished-memory-run.ts";
import { memoryRunStorage } from "./outbox-storage.ts";
import { createPageOutbox } from "./page-outbox.ts";

export const memoryOutbox = createPageOutbox({
  name: "tabstop-memory",
  storage: memoryRunStorage(),
  bodyOf: memoryBodyOf,
  request: ({ exampleId }, body, options) => api("saveReview", { params: { exampleId }, body }, options),
});

/** Called when a user is logged in; further calls do nothing. */
export const startMemoryOutbox = memoryOutbox.start;

/** The logged-in learner's unsent runs from memory. */
export function useWaitingMemoryRuns(): readonly WaitingMemoryRun[] {
  return useSyncExternalStore(memoryOutbox.subscribe, memoryOutbox.getSnapshot);
}

/** Why they wait; null while that is unknown. */
export function useMemoryWaitReason(): WaitReason | null {
  return useSyncExternalStore(memoryOutbox.subscribe, memoryOutbox.waitReason);
}
