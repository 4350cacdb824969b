// The audit log of accounts and admin rights. Entries can only be added: a trigger refuses to change
// them, and to delete them before they are old (`sweep.ts`).

import type { Selectable } from "kysely";
import type { AuditEntryTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

export type NewAuditEntry = {
  readonly at: number;
  /** A stable word such as `sign_in` or `refresh_reused`. */
  readonly kind: string;
  readonly userId: number | null;
  /** Facts without secrets, names or addresses: they would outlive the account. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
};

/** A row of the table with `detail` parsed. */
export type AuditEntry = Readonly<Omit<Selectable<AuditEntryTable>, "detail">> &
  Pick<NewAuditEntry, "detail">;

export async function appendAudit(tx: Tx, entry: NewAuditEntry): Promise<void> {
  await tx
    .insertInto("audit_entry")
    .values({ at: entry.at, kind: entry.kind, user_id: entry.userId, detail: JSON.stringify(entry.detail) })
    .execute();
}

export type AdminWrite = {
  readonly at: number;
  readonly userId: number;
  /** The endpoint's name in the contract. */
  readonly endpoint: string;
  /** The content and the users that the change is about. */
  readonly ids: Readonly<Record<string, number>>;
};

/**
 * Records that an admin changed something: which endpoint, which ids, by whom. The use case that makes the change calls
 * this in the same transaction, so that there is never one without the other.
 */
export async function appendAdminWrite(tx: Tx, { at, userId, endpoint, ids }: AdminWrite): Promise<void> {
  await appendAudit(tx, { at, kind: "admin_write", userId, detail: { call: endpoint, ...ids } });
}

/** The entries about a user, newest first. */
export async function listAudit(db: Read, userId: number, limit: number): Promise<readonly AuditEntry[]> {
  const rows = await db
    .selectFrom("audit_entry")
    .select(["id", "at", "kind", "user_id", "detail"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
}
