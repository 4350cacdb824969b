// What was loaded, kept per person: keys begin with the user's id, and everything goes when the person goes.

import { ApiError } from "@tabstop/contract/client";
import { createQueryClient, type QueryKey } from "./query-store.ts";
import { session } from "./session.ts";
import { SessionExpired } from "./session-store.ts";

export const queryClient = createQueryClient({
  now: () => Date.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  mayHelp,
});

/** A key of one person's data: `userKey(user.id, "lesson", 7)`. */
export function userKey(userId: number, ...parts: QueryKey): QueryKey {
  return ["user", userId, ...parts];
}

/** Called once at the start: whoever leaves takes along what was loaded; what is stale is loaded when one is back. */
export function startQueryClient(): void {
  let userId: number | null = null;
  session.subscribe(() => {
    const state = session.getSnapshot();
    const next = state.kind === "signed-in" ? state.user.id : null;
    if (userId !== null && next !== userId) queryClient.clear();
    userId = next;
  });
  addEventListener("online", () => queryClient.refetchStale());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") queryClient.refetchStale();
  });
}

function mayHelp(error: Error): boolean {
  if (error instanceof SessionExpired) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
