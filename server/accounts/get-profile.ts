// Returns the caller's own profile.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { findUser } from "../store/accounts/accounts.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { gone } from "./passwords/check-password.ts";

export async function getProfile(
  { store }: { readonly store: Store },
  principal: Principal,
): Promise<HandlerResult<"getProfile">> {
  const user = await store.read((db) => findUser(db, principal.userId));
  // The account was deleted after the token was checked.
  if (!user) throw gone();
  // The row also has the hash of the password.
  const { id, username, email, profile_photo, created_at, updated_at } = user;
  return { id, username, email, profile_photo, created_at, updated_at };
}
