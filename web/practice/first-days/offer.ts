// The one offer to type an example from memory: whether it is made, and the memory of having made it.
//
// This device remembers it at once and the account as soon as the server is reachable, so that no other device, tab or
// visit makes it again.

import { quietApi } from "../../shell/data/api.ts";
import { knownPreferences, saveOfferSeen } from "../../shell/data/preferences.ts";
import { recall, remember } from "../../shell/browser/device.ts";

/** The finished example that it comes after. */
export const offeredAfter = 3;

/** Whether a result makes the offer: it completes an example for the first time, as the third in all. */
export function isOffered(
  result: { readonly isFirst: boolean },
  finished: number | null,
  isSeen: boolean,
): boolean {
  return result.isFirst && finished === offeredAfter && !isSeen;
}

/** Whether the account has had it, as far as this device knows. */
export function isOfferSeen(userId: number): boolean {
  return recall(keyOf(userId)) !== null || knownPreferences(userId)?.isOfferSeen === true;
}

/** The offer is on the screen. */
export function noteOfferSeen(userId: number): void {
  remember(keyOf(userId), "unsent");
  void sendOfferSeen(userId);
}

/** Sends what the server does not have yet. A failure is quiet: the next call tries again. */
export async function sendOfferSeen(userId: number): Promise<void> {
  if (recall(keyOf(userId)) !== "unsent" || isSending) return;
  isSending = true;
  try {
    await saveOfferSeen(userId);
    remember(keyOf(userId), "sent");
  } catch {
    // The server is unreachable, or the session has ended.
  } finally {
    isSending = false;
  }
}

/** Asks whether another device has made it. Without a response nothing changes. */
export async function askOfferSeen(userId: number): Promise<void> {
  try {
    if ((await quietApi("getPreferences")).isOfferSeen && recall(keyOf(userId)) === null)
      remember(keyOf(userId), "sent");
  } catch {
    // What this device knows counts.
  }
}

let isSending = false;

const keyOf = (userId: number) => `tabstop-offer-${userId}`;
