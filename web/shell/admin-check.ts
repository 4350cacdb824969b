// Whether the signed-in person is an admin: the dashboard call succeeds with their token. The answer is good for five
// minutes; a 403 from any admin call ends it.

import { ApiError } from "@tabstop/contract/client";
import { api, onAdminRefused } from "./data/api.ts";
import { useQuery } from "./data/query.ts";
import { queryClient, userKey } from "./data/query-client.ts";
import type { QueryResult } from "./data/query-types.ts";
import { session, useUser } from "./session/session.ts";

/** `data` is true or false; an error means that nobody could be asked. */
export function useAdminCheck(): QueryResult<boolean> {
  const user = useUser();
  return useQuery({
    queryKey: adminKey(user?.id ?? 0),
    queryFn: ({ signal }) => isAdmin(signal),
    enabled: user !== null,
    staleTime: 300_000,
  });
}

/** Called once at the start. */
export function startAdminCheck(): void {
  onAdminRefused(() => {
    const state = session.getSnapshot();
    if (state.kind === "signed-in") queryClient.setQueryData(adminKey(state.user.id), () => false);
  });
}

const adminKey = (userId: number) => userKey(userId, "admin");

async function isAdmin(signal: AbortSignal): Promise<boolean> {
  try {
    await api("getDashboard", undefined, { signal });
    return true;
  } catch (error) {
    // The server said no. That it is away, or does too much, says nothing about the person.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}
