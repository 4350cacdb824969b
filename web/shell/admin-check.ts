// Finds out whether the logged-in user is an admin: the request for the dashboard succeeds with their token. The result
// is valid for five minutes, or until any endpoint for admins returns 403.

import { ApiError } from "@tabstop/contract/client";
import { api, onAdminRefused } from "./data/api.ts";
import { useQuery } from "./data/query.ts";
import { queryClient, userKey } from "./data/query-client.ts";
import type { QueryResult } from "./data/query-types.ts";
import { session, useUser } from "./session/session.ts";

/** `data` says whether the user is an admin; an error means that the server was unreachable. */
export function useAdminCheck(): QueryResult<boolean> {
  const user = useUser();
  return useQuery({
    queryKey: adminKey(user?.id ?? 0),
    queryFn: ({ signal }) => isAdmin(signal),
    enabled: user !== null,
    staleTime: 300_000,
  });
}

/** Called once when the page starts. */
export function startAdminCheck(): void {
  onAdminRefused(() => {
    const state = session.getSnapshot();
    if (state.kind === "signed-in") queryClient.setQueryData(adminKey(state.user.id), () => false);
  });
}

const adminKey = (userId: number) => userKey(userId, "role");

async function isAdmin(signal: AbortSignal): Promise<boolean> {
  try {
    await api("getDashboard", undefined, { signal });
    return true;
  } catch (error) {
    // A refusal. An unreachable or busy server says nothing about the user's role.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}
