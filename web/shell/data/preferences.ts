// What the user chose for all their devices. A change in any tab outdates it in the others; a change on another device
// is seen after five minutes at most. The last response is stored on the device, for use without a network.

import type { RequestBody, ResponseOf } from "@tabstop/contract/endpoints";
import { abortAfter } from "../browser/within.ts";
import { api, ownApi } from "./api.ts";
import { useQuery } from "./query.ts";
import { queryClient, userKey } from "./query-client.ts";
import type { QueryResult } from "./query-types.ts";

export type Preferences = ResponseOf<"getPreferences">;

const freshMs = 300_000;
const savedWithinMs = 20_000;

const keyOf = (userId: number) => userKey(userId, "getPreferences");

/** A screen that needs `knownPreferences` later calls this, so that they are loaded. */
export function usePreferences(userId: number): QueryResult<Preferences> {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => api("getPreferences", undefined, { signal }),
    staleTime: freshMs,
    persist: true,
  });
}

/**
 * The preferences if this page knows them, without a request. undefined while they are unknown, and also after a change
 * whose outcome this page does not know yet: what was chosen before may no longer be what the user wants.
 */
export function knownPreferences(userId: number): Preferences | undefined {
  return queryClient.getQueryData<Preferences>(keyOf(userId), { isCurrent: true });
}

/** The same once the request that is under way has ended. */
export async function loadedPreferences(userId: number): Promise<Preferences | undefined> {
  await queryClient.whenLoaded(keyOf(userId));
  return knownPreferences(userId);
}

/**
 * The user has had the offer to type from memory. Rejects as `api` does, and with TooLate. What they chose about their
 * keystrokes stays known whatever the outcome.
 */
export async function saveOfferSeen(userId: number): Promise<void> {
  await ownApi("updatePreferences", { body: { isOfferSeen: true } }, { signal: abortAfter(savedWithinMs) });
  queryClient.setQueryData<Preferences>(keyOf(userId), (old) => old && { ...old, isOfferSeen: true });
}

/** Rejects as `api` does, and with TooLate. A missing field keeps its value. */
export async function savePreferences(
  userId: number,
  change: RequestBody<"updatePreferences">,
): Promise<void> {
  const saved = await api("updatePreferences", { body: change }, { signal: abortAfter(savedWithinMs) });
  queryClient.setQueryData<Preferences>(keyOf(userId), () => saved);
}
