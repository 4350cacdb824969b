// The API client of the web app. Every request carries the session's token; an expired token is refreshed once for all
// waiting requests. A refused request of an admin is reported, because the user's role may have changed.

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

/** Calls `listener` whenever a request to an endpoint for admins got 403. */
export function onAdminRefused(listener: () => void): void {
  adminRefused.add(listener);
}
