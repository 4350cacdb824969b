// A migration: computes the keys of all accounts again, after a change of how they are computed. No account is lost when
// two of them now have the same key: the older one gets it, and the other keeps a key of its own.

import type { Kysely } from "kysely";
import type { AnyTables } from "./dialect-forks.ts";
import { emailKey, usernameKey } from "./identity-keys.ts";

const columns = [
  { key: "username_key", of: "username", keyOf: usernameKey },
  { key: "email_key", of: "email", keyOf: emailKey },
] as const;

export async function renewIdentityKeys(db: Kysely<AnyTables>): Promise<void> {
  for (const { key, of, keyOf } of columns) {
    const rows = await db.selectFrom("account").select(["id", key, of]).orderBy("id").execute();
    const accounts = rows.map((row) => ({
      id: Number(row.id),
      old: String(row[key]),
      text: String(row[of]),
    }));
    const taken = new Set<string>();
    const changes = accounts.flatMap(({ id, old, text }) => {
      const found = keyOf(text);
      const next = taken.has(found) ? ownKey(found, id) : found;
      taken.add(next);
      return next === old ? [] : [{ id, next }];
    });
    // First to keys that are no other account's, so that no order of the changes violates the constraint.
    for (const { id } of changes)
      await db
        .updateTable("account")
        .set({ [key]: ownKey("", id) })
        .where("id", "=", id)
        .execute();
    for (const { id, next } of changes)
      await db
        .updateTable("account")
        .set({ [key]: next })
        .where("id", "=", id)
        .execute();
  }
}

/** A key that no text has: all white space in a key is a space. */
function ownKey(key: string, id: number): string {
  return `${key}\n${id}`;
}
