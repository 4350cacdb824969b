// The query client of this page. Keys begin with the user's id, and a log-out removes everything, also from the device.

import { ApiError } from "@tabstop/contract/client";
import type { StoredPart } from "@tabstop/contract/endpoint";
import { onWrite } from "./api.ts";
import { isOutdatedBy, type Source, type UserKey } from "./outdated.ts";
import { createQueryPersister } from "./query-persister.ts";
import { createQueryClient } from "./query-store.ts";
import type { QueryKey } from "./query-types.ts";
import { session } from "../session/session.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import { SessionExpired } from "../session/session-store.ts";

const persister = createQueryPersister();

export const queryClient = createQueryClient({
  now: () => Date.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  isRetryable,
  persister,
});

/** A key of one user's data, with the endpoint that it is loaded from: `userKey(user.id, "getLesson", 7)`. */
export function userKey(userId: number, source: Source, ...parts: readonly (string | number)[]): UserKey {
  return ["user", userId, source, ...parts];
}

/**
 * Called once at the start. Removes a user's data when they log out, outdates what a write of this tab or another one
 * has changed, and loads stale data when the page is shown again or the network is back.
 */
export function startQueryClient(): void {
  let userId: number | null = null;
  session.subscribe(() => {
    const state = session.getSnapshot();
    const next = state.kind === "signed-in" ? state.user.id : null;
    if (userId !== null && next !== userId) queryClient.clear();
    // This also removes the data of a session that ended while no page was open. Nothing is removed while the session
    // is loading.
    if (next !== userId || state.kind === "none")
      void persister.removeAllBut(next === null ? null : ["user", next]);
    userId = next;
  });
  const channel = ifSupported(() => new BroadcastChannel("tabstop-writes"));
  onWrite(({ parts, isCertain, isShownNow }) => {
    const isOutdated = outdate(parts, isShownNow);
    // A copy on the device is not shown again either. After a failure it stays, because there may be no network.
    if (isCertain && parts.includes("content")) void persister.removeThose(isOutdated);
    ifSupported(() => channel?.postMessage(parts));
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<readonly StoredPart[]>) =>
    // A hidden page loads it when it is shown.
    outdate(data, document.visibilityState === "visible"),
  );
  addEventListener("online", () => queryClient.refetchStale());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") queryClient.refetchStale();
  });
}

function outdate(parts: readonly StoredPart[], isShownNow: boolean): (key: QueryKey) => boolean {
  const isOutdated = (key: QueryKey) => isOutdatedBy(parts, key);
  // Outdated code would be typed, so it is not shown even while the new one is loaded.
  queryClient.outdate(isOutdated, { isForgotten: parts.includes("content"), isShownNow });
  return isOutdated;
}

function isRetryable(error: Error): boolean {
  if (error instanceof SessionExpired) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
