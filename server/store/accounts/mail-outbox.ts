// Mail that waits to be sent. It lies here from the commit that wanted it until a mail server has taken it, so that it
// survives a restart. Several servers may look at once: each row is taken by one of them at a time.

import type { Selectable } from "kysely";
import type { OutboxTable } from "../account-tables.ts";
import type { Read, Tx } from "../store.ts";

export type QueuedMail = {
  /** A random text. */
  readonly id: string;
  readonly template: string;
  /** null: for nobody; it is dropped when its turn comes. */
  readonly userId: number | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
};

export async function enqueueMail(tx: Tx, mail: Omit<QueuedMail, "attempts">): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({
      id: mail.id,
      template: mail.template,
      user_id: mail.userId,
      parameters: JSON.stringify(mail.parameters),
      attempts: 0,
      created_at: mail.createdAt,
      due_at: mail.dueAt,
    })
    .execute();
}

/** Those whose time has come, longest due first. */
export async function dueMail(db: Read, at: number, limit: number): Promise<readonly QueuedMail[]> {
  const rows = await db
    .selectFrom("outbox")
    .selectAll()
    .where("due_at", "<=", at)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(mailOf);
}

/** True for exactly one of those who saw this row; nobody else sees it as due until `nextDueAt`. */
export async function claimMail(tx: Tx, mail: QueuedMail, nextDueAt: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ attempts: mail.attempts + 1, due_at: nextDueAt })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** It has been sent, or is not worth sending any more. */
export async function dropMail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("outbox").where("id", "=", id).execute();
}

/** Drops what waits for one account; 0 is nobody. */
export async function dropMailOf(tx: Tx, template: string, userId: number): Promise<void> {
  await tx.deleteFrom("outbox").where("user_id", "=", userId).where("template", "=", template).execute();
}

function mailOf(row: Selectable<OutboxTable>): QueuedMail {
  return {
    id: row.id,
    template: row.template,
    userId: row.user_id,
    parameters: JSON.parse(row.parameters),
    attempts: row.attempts,
    createdAt: row.created_at,
    dueAt: row.due_at,
  };
}
