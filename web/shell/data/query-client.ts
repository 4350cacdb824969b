// What was loaded, kept per person: keys begin with the user's id, and everything goes when the person goes.

import { ApiError } from "@tabstop/contract/client";
import { keptAnswers } from "./query-persister.ts";
import { createQueryClient, type QueryKey } from "./query-store.ts";
import { session } from "../session/session.ts";
import { SessionExpired } from "../session/session-store.ts";

const kept = keptAnswers();

export const queryClient = createQueryClient({
  now: () => Date.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  mayHelp,
  kept,
});

/** A key of one person's data: `userKey(user.id, "lesson", 7)`. */
export function userKey(userId: number, ...parts: QueryKey): QueryKey {
  return ["user", userId, ...parts];
}

/** Called once at the start: whoever leaves takes along what was loaded and kept; what is stale is loaded when one is back. */
export function startQueryClient(): void {
  let userId: number | null = null;
  session.subscribe(() => {
    const state = session.getSnapshot();
    const next = state.kind === "signed-in" ? state.user.id : null;
    if (userId !== null && next !== userId) queryClient.clear();
    // Also of one whose session ended while no page was open. While it is not known who is here, nothing goes.
    if (next !== userId || state.kind === "none")
      void kept.removeAllBut(next === null ? null : userKey(next));
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
