// Which loaded data a write makes outdated. The contract says what each endpoint reads and changes; the key of a query
// names the endpoint that it reads. So no caller of a write lists the screens that show what it changes.

import { ApiError } from "@tabstop/contract/client";
import type { StoredPart } from "@tabstop/contract/endpoint";
import { endpointTable } from "@tabstop/contract/endpoint-table";
import type { EndpointName, ReadEndpoint } from "@tabstop/contract/endpoints";
import type { QueryKey } from "./query-types.ts";

/** What a query reads: an endpoint, or the user's role, which no write of their own changes. */
export type Source = ReadEndpoint | "role";

/** The key of one user's data. */
export type UserKey = readonly ["user", number, Source, ...(string | number)[]];

export type Write = {
  /** What it has changed, or may have changed. */
  readonly parts: readonly StoredPart[];
  /** The server has responded. Otherwise the write may have happened or not. */
  readonly isCertain: boolean;
  /** What is on the screen is loaded again now, and not only when it is next entered. */
  readonly isShownNow: boolean;
};

/** Returns null when nothing has changed. `error` is null after a success. */
export function writeOf(name: EndpointName, body: unknown, error: unknown): Write | null {
  const parts = endpointTable[name].changes;
  if (parts.length === 0 || isDryRun(body)) return null;
  if (error === null) return { parts, isCertain: true, isShownNow: true };
  if (!(error instanceof ApiError) || error.status >= 500)
    // Without a network nothing can be loaded now. The next screen, or the return of the network, loads it.
    return { parts, isCertain: false, isShownNow: false };
  // The server has something else than this page shows: another user has changed or deleted it.
  const isElsewhere = error.status === 404 || error.status === 409;
  return isElsewhere ? { parts, isCertain: true, isShownNow: true } : null;
}

export function isOutdatedBy(parts: readonly StoredPart[], key: QueryKey): boolean {
  const source = key[0] === "user" ? (key[2] as Source | undefined) : undefined;
  if (source === undefined || source === "role") return false;
  return endpointTable[source].reads.some((part) => parts.includes(part));
}

function isDryRun(body: unknown): boolean {
  return typeof body === "object" && body !== null && "dryRun" in body && body.dryRun === true;
}
