// Reads and changes what the caller chose for all their devices.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import { lockUser } from "../store/accounts/account-changes.ts";
import { findUser } from "../store/accounts/accounts.ts";
import { changePreferences, findPreferences, type Preferences } from "../store/accounts/preferences.ts";
import type { Store } from "../store/store.ts";
import { gone } from "./passwords/check-password.ts";

type Deps = { readonly store: Store; readonly keepRunsDays: number };

/** Throws DomainError TOKEN_INVALID if the account was deleted after the token was checked. */
export async function getPreferences(
  { store, keepRunsDays }: Deps,
  { userId }: Principal,
): Promise<HandlerResult<"getPreferences">> {
  const found = await store.read(async (db) =>
    (await findUser(db, userId)) ? findPreferences(db, userId) : null,
  );
  if (!found) throw gone();
  return responseOf(found, keepRunsDays);
}

/** Throws the same. Of two changes at the same time, each keeps what only the other one names. */
export async function updatePreferences(
  { store, keepRunsDays }: Deps,
  { userId }: Principal,
  { sendsKeystrokes, isOfferSeen, goalMinutes }: ParsedBody<"updatePreferences">,
): Promise<HandlerResult<"updatePreferences">> {
  const stored = await store.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return null;
    await changePreferences(tx, userId, {
      ...(sendsKeystrokes !== undefined && { sends_keystrokes: sendsKeystrokes ? 1 : 0 }),
      ...(isOfferSeen !== undefined && { is_offer_seen: isOfferSeen ? 1 : 0 }),
      ...(goalMinutes !== undefined && { goal_minutes: goalMinutes }),
    });
    return findPreferences(tx, userId);
  });
  if (!stored) throw gone();
  return responseOf(stored, keepRunsDays);
}

function responseOf({ sends_keystrokes, is_offer_seen, goal_minutes }: Preferences, keepRunsDays: number) {
  return {
    sendsKeystrokes: sends_keystrokes,
    keepRunsDays,
    isOfferSeen: is_offer_seen,
    goalMinutes: goal_minutes,
  };
}
