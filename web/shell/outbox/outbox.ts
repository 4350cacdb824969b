// The outbox of this page: outbox-store.ts with IndexedDB, the network, the session and the other tabs.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { useSyncExternalStore } from "react";
import { api } from "../data/api.ts";
import { knownPreferences } from "../data/preferences.ts";
import { exclusively } from "../browser/exclusive-lock.ts";
import { abortAfter } from "../browser/within.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import { deviceStorage } from "./outbox-storage.ts";
import type { WaitReason } from "./fate.ts";
import {
  bodyOf,
  createOutbox,
  type Delivery,
  type FinishedRun,
  type WaitingRun,
  withoutEvidence,
} from "./outbox-store.ts";
import { session } from "../session/session.ts";

export type { WaitReason } from "./fate.ts";
export type { Delivery, Evidence, FinishedRun, WaitingRun } from "./outbox-store.ts";

/** The message between tabs about a delivered run. Any other message only means that the stored runs changed. */
type Delivered = { readonly run: FinishedRun; readonly delivery: Delivery };

// Firefox throws here when cookies are blocked.
const channel = ifSupported(() => new BroadcastChannel("tabstop-outbox"));

/** Other tabs need not know immediately: they read the storage again when they are used. */
function announce(message: "changed" | Delivered): void {
  ifSupported(() => channel?.postMessage(message));
}

export const outbox = createOutbox({
  storage: deviceStorage(),
  send,
  userId: loggedInId,
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  // In a browser without locks two tabs may send the same run, which counts once.
  exclusively: (run) => exclusively("tabstop-outbox", run),
  announceChange: () => announce("changed"),
  announceDelivery: (run, delivery) => announce({ run, delivery }),
});

/** The logged-in learner's unsent runs. */
export function useWaitingRuns(): readonly WaitingRun[] {
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** Why they wait; null while that is unknown. */
export function useWaitReason(): WaitReason | null {
  return useSyncExternalStore(outbox.subscribe, outbox.waitReason);
}

/** After this time without a response the run is sent again. */
const responseWithinMs = 30_000;

/**
 * In characters. All bodies that a browser goes on sending for a closed page have 64 KiB together, and it refuses one
 * beyond that. A run with a longer log is sent with it while the page is open, and without it when the page is closed.
 */
const longestKeptLog = 24_000;

let isStarted = false;

/** Called when a user is logged in; further calls do nothing. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  let userId: number | null = null;
  const follow = () => {
    const next = loggedInId();
    if (next === userId) return;
    userId = next;
    void outbox.reread();
    if (next !== null) void outbox.flush();
  };
  session.subscribe(follow);
  follow();
  addEventListener("online", () => void outbox.flush());
  // Timers do not run while a device sleeps.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && outbox.getSnapshot().length > 0) void outbox.flush();
  });
  // A page from the back/forward cache missed the messages of the other tabs.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void outbox.flush();
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<Partial<Delivered> | string>) => {
    if (typeof data === "object" && data.run && data.delivery)
      outbox.deliveredElsewhere(data.run, data.delivery);
    else void outbox.reread();
  });
  addEventListener("pagehide", sendLargeWithoutLog);
  askBeforeLeaving();
}

/** While a run is kept only in the page, the browser asks before it closes the page. */
function askBeforeLeaving(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  outbox.subscribe(() => {
    // Only while it is needed: browsers do not cache a page with this listener for the back button.
    if (outbox.getSnapshot().some((run) => !run.isOnDevice)) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}

function send(run: FinishedRun | WaitingRun): Promise<ResponseOf<"saveProgress">> {
  // The learner may have turned it off since the run. While this page does not know it, the server drops the evidence.
  const isWanted = knownPreferences(run.userId)?.sendsKeystrokes !== false;
  const body = bodyOf(isWanted ? run : (withoutEvidence(run) ?? run), Date.now());
  // Also while the page is closed, unless the device has the run for the next page.
  const keepalive = !("isOnDevice" in run && run.isOnDevice) && !isLarge(run);
  return api("saveProgress", { body }, { signal: abortAfter(responseWithinMs), keepalive });
}

/** The page may be gone for good: runs that only it has, and whose request ends with it, are sent once more. */
function sendLargeWithoutLog(): void {
  for (const run of outbox.getSnapshot())
    if (!run.isOnDevice && isLarge(run)) void send(withoutEvidence(run) ?? run).catch(() => {});
}

function isLarge({ log }: FinishedRun): boolean {
  return (log?.length ?? 0) > longestKeptLog;
}

function loggedInId(): number | null {
  const state = session.getSnapshot();
  return state.kind === "signed-in" ? state.user.id : null;
}
