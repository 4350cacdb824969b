// The outbox of this page for completed runs.

import { useSyncExternalStore } from "react";
import { api } from "../data/api.ts";
import type { WaitReason } from "./fate.ts";
import { bodyOf, timesIn, type WaitingRun } from "./finished-run.ts";
import { runStorage } from "./outbox-storage.ts";
import { createPageOutbox } from "./page-outbox.ts";

export type { WaitReason } from "./fate.ts";
export type { Delivery, FinishedRun, WaitingRun } from "./finished-run.ts";
export type { Evidence } from "./outbox-store.ts";

export const outbox = createPageOutbox({
  name: "tabstop-outbox",
  storage: runStorage(),
  bodyOf,
  request: async (_run, body, options) => timesIn(await api("saveProgress", { body }, options)),
});

/** Called when a user is logged in; further calls do nothing. */
export const startOutbox = outbox.start;

/** The logged-in learner's unsent runs. */
export function useWaitingRuns(): readonly WaitingRun[] {
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** Why they wait; null while that is unknown. */
export function useWaitReason(): WaitReason | null {
  return useSyncExternalStore(outbox.subscribe, outbox.waitReason);
}
