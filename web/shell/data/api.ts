// The API client of the web app. Every request carries the session's token; an expired token is refreshed once for all
// waiting requests. A refused request of an admin is reported, because the user's role may have changed, and so is every
// write, because what it changes is outdated wherever it is shown.

import { ApiError, type Client, createClient } from "@tabstop/contract/client";
import { endpointTable } from "@tabstop/contract/endpoint-table";
import type { EndpointName } from "@tabstop/contract/endpoints";
import { apiBase } from "./api-base.ts";
import { type Write, writeOf } from "./outdated.ts";
import { session } from "../session/session.ts";

const adminRefused = new Set<() => void>();
const written = new Set<(write: Write) => void>();

const send: typeof fetch = (...request) => fetch(...request);

export const api = apiThrough(send);

/**
 * The same, but its writes leave what is on the screen as it is: for an autosave, after which nothing looks different,
 * and for callers that load what they show themselves. Data that is not on the screen is outdated all the same.
 */
export const quietApi = apiThrough(send, { isQuiet: true });

/** The same for writes that outdate nothing, because their callers change what is loaded themselves. */
export const ownApi = apiThrough(send, { isReported: false });

/** The same with another way to send, such as a form as the body. */
export function apiThrough(through: typeof fetch, { isQuiet = false, isReported = true } = {}): Client {
  const client = createClient({ baseUrl: apiBase, fetch: through, session });
  return (async (name: EndpointName, ...rest: [input?: { readonly body?: unknown }]) => {
    try {
      const response = await client(name as "health", ...(rest as []));
      if (isReported) report(writeOf(name, rest[0]?.body, null), isQuiet);
      return response;
    } catch (error) {
      if (isReported) report(writeOf(name, rest[0]?.body, error), isQuiet);
      if (error instanceof ApiError && error.status === 403 && endpointTable[name].access === "admin")
        for (const listener of adminRefused) listener();
      throw error;
    }
  }) as unknown as Client;
}

/** Calls `listener` whenever a request to an endpoint for admins got 403. */
export function onAdminRefused(listener: () => void): void {
  adminRefused.add(listener);
}

/** Calls `listener` after each write, before the caller of the write continues. */
export function onWrite(listener: (write: Write) => void): void {
  written.add(listener);
}

function report(write: Write | null, isQuiet: boolean): void {
  if (write === null) return;
  for (const listener of written) listener(isQuiet ? { ...write, isShownNow: false } : write);
}
