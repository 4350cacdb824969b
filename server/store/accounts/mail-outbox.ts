// The mail outbox. A mail is stored here in the transaction that queues it and stays until a mail server has accepted
// it, so that it survives a restart. Several servers may read it at once; each row is claimed by one of them at a time.

import type { Selectable } from "kysely";
import type { OutboxTable } from "../account-tables.ts";
import type { Read, Tx } from "../store.ts";

/** A row of the table with `parameters` parsed. `id` is random text. */
export type QueuedMail = Readonly<Omit<Selectable<OutboxTable>, "parameters">> & {
  readonly parameters: Readonly<Record<string, string>>;
};

/** Makes it due immediately. */
export async function enqueueMail(
  tx: Tx,
  mail: Pick<QueuedMail, "id" | "template" | "user_id" | "parameters">,
  at: number,
): Promise<void> {
  await tx
    .insertInto("outbox")
    .values({
      ...mail,
      parameters: JSON.stringify(mail.parameters),
      attempts: 0,
      created_at: at,
      due_at: at,
    })
    .execute();
}

/** The mails due at `at`, longest due first. */
export async function dueMail(db: Read, at: number, limit: number): Promise<readonly QueuedMail[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "template", "user_id", "parameters", "attempts", "created_at", "due_at"])
    .where("due_at", "<=", at)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, parameters: JSON.parse(row.parameters) }));
}

/** True for exactly one of the workers that read this row; no one sees it as due again before `nextDueAt`. */
export async function claimMail(tx: Tx, mail: QueuedMail, nextDueAt: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("outbox")
    .set({ attempts: mail.attempts + 1, due_at: nextDueAt })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a mail that was sent or that will not be sent. */
export async function dropMail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("outbox").where("id", "=", id).execute();
}

/** Deletes the queued mails of a template for one account; no account has the id 0. */
export async function dropMailOf(tx: Tx, template: string, userId: number): Promise<void> {
  await tx.deleteFrom("outbox").where("user_id", "=", userId).where("template", "=", template).execute();
}
