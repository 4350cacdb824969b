// Returns the caller's own profile.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { findUser } from "../store/accounts/accounts.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

export async function getProfile(
  { store }: { readonly store: Store },
  principal: Principal,
): Promise<HandlerResult<"getProfile">> {
  const user = await store.read((db) => findUser(db, principal.userId));
  // The account was deleted after the token was checked.
  if (!user) throw new DomainError("TOKEN_INVALID", "Invalid token");
  // The row also has the hash of the password.
  const { id, username, email, profile_photo, created_at, updated_at } = user;
  return { id, username, email, profile_photo, created_at, updated_at };
}
