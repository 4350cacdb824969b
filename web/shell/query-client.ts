// What was loaded, kept per person: keys begin with the user's id, and everything goes when the person goes.

import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@tabstop/contract/client";
import { session } from "./session.ts";
import { SessionExpired } from "./session-store.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A missing network is an error to be shown with 'Try Again', not a wait without end.
      networkMode: "always",
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayHelp(error),
    },
    mutations: { networkMode: "always" },
  },
});

/** A key of one person's data: `userKey(user.id, "lesson", 7)`. */
export function userKey(
  userId: number,
  ...parts: readonly (string | number)[]
): readonly (string | number)[] {
  return ["user", userId, ...parts];
}

/** Called once at the start: whoever leaves takes along what was loaded. */
export function startQueryClient(): void {
  let userId: number | null = null;
  session.subscribe(() => {
    const state = session.getSnapshot();
    const next = state.kind === "signed-in" ? state.user.id : null;
    if (userId !== null && next !== userId) queryClient.clear();
    userId = next;
  });
}

function mayHelp(error: Error): boolean {
  if (error instanceof SessionExpired) return false;
  return !(error instanceof ApiError) || error.status >= 500;
}
