// The query client of this page. Keys begin with the user's id, and a log-out removes everything, also from the device.

import { ApiError } from "@tabstop/contract/client";
import { createQueryPersister } from "./query-persister.ts";
import { createQueryClient } from "./query-store.ts";
import type { QueryKey } from "./query-types.ts";
import { session } from "../session/session.ts";
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

/** A key of one user's data: `userKey(user.id, "lesson", 7)`. */
export function userKey(userId: number, ...parts: QueryKey): QueryKey {
  return ["user", userId, ...parts];
}

/**
 * Called once at the start. Removes a user's data when they log out, and loads stale data when the page is shown again
 * or the network is back.
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
      void persister.removeAllBut(next === null ? null : userKey(next));
    userId = next;
  });
  addEventListener("online", () => queryClient.refetchStale());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") queryClient.refetchStale();
  });
}

function isRetryable(error: Error): boolean {
  if (error instanceof SessionExpired) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
