// Sends what waits in the outbox. A request only puts a row there, and so takes the same time whether anybody gets mail
// or not; the postman comes a moment later, by his own clock.
//
// A row is claimed by moving its due time ahead, so that of several servers one sends it, and a server that dies with it
// in hand leaves it to be tried again. The token of a reset link is made here, just before the mail goes, and only its
// hash is kept; each try makes a new one, which replaces the one before. A row is dropped when a mail server has taken
// the mail, when there is nobody to send it to, or after three days. Without a mail server only reset links are written
// to files, which an operator can pass on: a notice in a file would reach nobody.

import { createHash, randomBytes } from "node:crypto";
import { findUser, type User } from "../../store/accounts/accounts.ts";
import { claimMail, dropMail, dueMail, type QueuedMail } from "../../store/accounts/mail-outbox.ts";
import { putPasswordReset } from "../../store/accounts/password-resets.ts";
import type { Store } from "../../store/store.ts";
import { resetTemplate } from "../passwords/change-password.ts";
import { type Mailer, MailRefused } from "./mailer.ts";
import { isNotice, noticeMail } from "./notice-mail.ts";
import { resetMail } from "./reset-mail.ts";

export type MailWorker = {
  /** There is new mail; returns at once. */
  wake(): void;
  /** Sends all that is due now and answers how many mails were taken. */
  deliver(): Promise<number>;
  /** Resolves when what is in hand has been sent or given back. */
  close(): Promise<void>;
};

type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type PostmanOptions = {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly now: () => number;
  readonly log: Log;
  /** An origin. */
  readonly publicUrl: () => string;
  /** Whether to come by oneself; a test calls `deliver`. */
  readonly timer: boolean;
};

const minuteMs = 60_000;
export const resetLifeMs = 60 * minuteMs;
/** Longer than sending may take, so that nobody else claims what is in hand. */
const firstRetryMs = 2 * minuteMs;
const longestRetryMs = 15 * minuteMs;
const givenUpAfterMs = 3 * 24 * 60 * minuteMs;
const roundMs = 15_000;
const batch = 20;

export function openMailWorker({ store, mailer, now, log, publicUrl, timer }: PostmanOptions): MailWorker {
  let round: Promise<number> | null = null;
  let next: NodeJS.Timeout | null = null;
  let closed = false;

  function comeIn(ms: number): void {
    if (closed || !timer) return;
    if (next !== null) clearTimeout(next);
    next = setTimeout(() => {
      deliver()
        .catch((error: unknown) => log.warn({ err: error }, "the outbox could not be read, trying again"))
        .finally(() => comeIn(roundMs));
    }, ms);
    next.unref();
  }

  function deliver(): Promise<number> {
    round ??= deliverDue().finally(() => {
      round = null;
    });
    return round;
  }

  async function deliverDue(): Promise<number> {
    let sent = 0;
    for (;;) {
      const due = await store.read((db) => dueMail(db, now(), batch));
      if (due.length === 0) return sent;
      for (const mail of due) {
        if (closed) return sent;
        if (await deliverOne(mail)) sent++;
      }
    }
  }

  async function deliverOne(mail: QueuedMail): Promise<boolean> {
    const at = now();
    const isReset = mail.template === resetTemplate;
    const isWanted = isReset || (mailer.reachesPeople && isNotice(mail.template));
    if (mail.userId === null || !isWanted || at - mail.createdAt > givenUpAfterMs) {
      if (mail.userId !== null && isWanted) log.warn({ template: mail.template }, "a mail was given up");
      await store.write((tx) => dropMail(tx, mail.id));
      return false;
    }
    const token = isReset ? newToken() : null;
    const user = await claim(mail, token, at);
    if (!user) return false;
    const { email, username } = user;
    try {
      const to = { email, username, publicUrl: publicUrl() };
      if (token !== null) await mailer.send(resetMail({ ...to, token }));
      else if (isNotice(mail.template))
        await mailer.send(noticeMail(mail.template, { ...to, at: mail.createdAt }));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ err: error, attempts: mail.attempts + 1 }, "a mail was not sent, trying again");
      return false;
    }
    await store.write((tx) => dropMail(tx, mail.id));
    log.info({ userId: user.id, template: mail.template }, "a mail was sent");
    return true;
  }

  /** null: another server has it, or the account is gone. */
  function claim(mail: QueuedMail, token: string | null, at: number): Promise<User | null> {
    const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(mail.attempts, 10));
    return store.write(async (tx) => {
      if (!(await claimMail(tx, mail, at + retryMs))) return null;
      const user = mail.userId === null ? null : await findUser(tx, mail.userId);
      if (user && token !== null)
        await putPasswordReset(tx, {
          userId: user.id,
          tokenHash: hashOfToken(token),
          expiresAt: at + resetLifeMs,
        });
      return user;
    });
  }

  comeIn(roundMs);
  return {
    // Not at once: who compares the times of answers must not see who got mail from the answer after it.
    wake: () => comeIn(500 + Math.random() * 1_000),
    deliver,
    async close() {
      closed = true;
      if (next !== null) clearTimeout(next);
      mailer.close();
      await round?.catch(() => 0);
    },
  };
}

/** 256 random bits as 43 characters. */
function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a token. It is random enough that a plain hash cannot be searched. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
