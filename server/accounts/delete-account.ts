// Deletes one's own account with all that belongs to it: progress, times, photo, sign-ins, mail that waits. Audit entries
// stay, and know it only by its number.

import type { ResponseOf, ParsedBody } from "@tabstop/contract/calls";
import { DomainError } from "../domain-error.ts";
import { lockAdmins, lockUser } from "../store/accounts/account-changes.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import { deleteUser } from "../store/accounts/delete-user.ts";
import type { Principal } from "../principal.ts";
import { checkCurrentPassword, gone, type PasswordNeeds, wrongPassword } from "./passwords/check-password.ts";

type Input = ParsedBody<"deleteAccount"> & { readonly address: string };

/** Throws DomainError WRONG_PASSWORD, LAST_ADMIN, RATE_LIMITED, UNAVAILABLE (too many at once). */
export async function deleteAccount(
  deps: PasswordNeeds,
  who: Principal,
  { currentPassword, address }: Input,
): Promise<ResponseOf<"deleteAccount">> {
  const { user, attempt } = await checkCurrentPassword(deps, who, { currentPassword, address });
  const outcome = await deps.store.write(
    async (tx) => {
      const at = deps.now();
      // All admins first and in one order, so that two who leave at once see each other.
      const admins = await lockAdmins(tx);
      const locked = await lockUser(tx, user.id);
      const settled = async <T>(value: T) => {
        await attempt.settle(tx, "right", at);
        return value;
      };
      if (!locked) return settled("gone" as const);
      if (locked.passwordHash !== user.passwordHash) return settled("changed meanwhile" as const);
      if (locked.role === "admin" && admins.every((id) => id === user.id))
        return settled("last admin" as const);
      await deleteUser(tx, user.id);
      await appendAudit(tx, { at, kind: "account_deleted", userId: user.id, detail: {} });
      return settled("deleted" as const);
    },
    { long: true },
  );
  if (outcome === "gone") throw gone();
  if (outcome === "changed meanwhile") throw wrongPassword();
  if (outcome === "last admin")
    throw new DomainError("LAST_ADMIN", "You are the last admin. Make somebody else an admin first.");
  return { message: "Your account has been deleted." };
}
