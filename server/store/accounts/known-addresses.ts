// The network addresses, as keyed hashes, from which an account has logged in.

import { emailKey } from "../identity-keys.ts";
import type { Read, Tx } from "../store.ts";

/** Returns `first` when the account had no known address, `new` when it had only others. */
export async function rememberAddress(
  tx: Tx,
  known: { readonly userId: number; readonly addressKey: string; readonly at: number },
): Promise<"first" | "new" | "known"> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("known_address")
    .values({ user_id: known.userId, address_key: known.addressKey, since: known.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return "known";
  const other = await tx
    .selectFrom("known_address")
    .select("since")
    .where("user_id", "=", known.userId)
    .where("address_key", "!=", known.addressKey)
    .limit(1)
    .executeTakeFirst();
  return other === undefined ? "first" : "new";
}

/** Also false when no account has this email address. */
export async function isKnownAddress(db: Read, email: string, addressKey: string): Promise<boolean> {
  const row = await db
    .selectFrom("known_address")
    .innerJoin("account", "account.id", "known_address.user_id")
    .select("known_address.user_id")
    .where("account.email_key", "=", emailKey(email))
    .where("known_address.address_key", "=", addressKey)
    .executeTakeFirst();
  return row !== undefined;
}
