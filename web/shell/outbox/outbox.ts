// The outbox of this browser: outbox-store.ts bound to IndexedDB, the network, the session and the other tabs.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { useSyncExternalStore } from "react";
import { api } from "../data/api.ts";
import { exclusively } from "../browser/exclusive-lock.ts";
import { deviceStorage } from "./outbox-storage.ts";
import { bodyOf, createOutbox, type Delivery, type FinishedRun, type WaitingRun } from "./outbox-store.ts";
import { session } from "../session/session.ts";

export type { Delivery, FinishedRun, WaitingRun } from "./outbox-store.ts";

/** What tabs of the same version tell each other; anything else means only that something changed. */
type Delivered = { readonly run: FinishedRun; readonly delivery: Delivery };

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("tabstop-outbox");

export const outbox = createOutbox({
  storage: deviceStorage(),
  send,
  userId: signedInId,
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  // Without locks two tabs may send the same run, which counts once.
  exclusively: (run) => exclusively("tabstop-outbox", run),
  changed: () => channel?.postMessage("changed"),
  delivered: (run, delivery) => channel?.postMessage({ run, delivery } satisfies Delivered),
});

/** The signed-in learner's runs that the server doesn't have yet. */
export function useWaitingRuns(): readonly WaitingRun[] {
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** A server that takes a run and says nothing is as good as none. */
const answerWithinMs = 30_000;

let isStarted = false;

/** Once, as soon as somebody is signed in; more calls do nothing. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  let userId: number | null = null;
  const follow = () => {
    const next = signedInId();
    if (next === userId) return;
    userId = next;
    void outbox.reread();
    if (next !== null) void outbox.flush();
  };
  session.subscribe(follow);
  follow();
  addEventListener("online", () => void outbox.flush());
  // Timers of a sleeping device stand still.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && outbox.getSnapshot().length > 0) void outbox.flush();
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<Partial<Delivered> | string>) => {
    if (typeof data === "object" && data.run && data.delivery)
      outbox.deliveredElsewhere(data.run, data.delivery);
    else void outbox.reread();
  });
  askBeforeLeaving();
}

/** Where only the page has a result, the browser asks before the page goes. */
function askBeforeLeaving(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  outbox.subscribe(() => {
    // Only as long as it is needed: a page that listens is not kept for the back button.
    if (outbox.getSnapshot().some((run) => !run.isOnDevice)) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  });
}

function send(run: FinishedRun): Promise<ResponseOf<"saveProgress">> {
  const body = bodyOf(run, Date.now());
  return api("saveProgress", { body }, { signal: AbortSignal.timeout(answerWithinMs) });
}

function signedInId(): number | null {
  const state = session.getSnapshot();
  return state.kind === "signed-in" ? state.user.id : null;
}
