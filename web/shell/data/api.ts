// The one client of the web app: every call carries who is signed in, an expired token is renewed once for all waiting
// calls, and a refused admin call ends what was believed about being an admin.

import { ApiError, type Client, createClient } from "@tabstop/contract/client";
import { endpointTable } from "@tabstop/contract/endpoint-table";
import type { EndpointName } from "@tabstop/contract/endpoints";
import { apiBase } from "./api-base.ts";
import { session } from "../session/session.ts";

const client = createClient({ baseUrl: apiBase, fetch: (...request) => fetch(...request), session });
const adminRefused = new Set<() => void>();

export const api = (async (name: EndpointName, ...rest: []) => {
  try {
    return await client(name as "health", ...rest);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && endpointTable[name].access === "admin")
      for (const listener of adminRefused) listener();
    throw error;
  }
}) as unknown as Client;

/** Calls `listener` whenever an admin call was answered 403. */
export function onAdminRefused(listener: () => void): void {
  adminRefused.add(listener);
}
