// Sends the mail queued in the mail outbox. A request only inserts a row there, so that its duration does not reveal
// whether a mail is sent; the worker sends it a moment later, on its own timer.
//
// A row is claimed by moving its due time ahead, so that only one of several servers sends it, and a server that dies
// while sending leaves the row to be retried. The token of a reset link is created here, just before sending, and only
// its hash is stored; each retry creates a new token that replaces the previous one. A row is deleted when a mail
// server has accepted the mail, when there is no recipient, or after three days. Without a mail server only reset links
// are written to files, which an operator can pass on: a notice in a file would reach no one.

import { createHash, randomBytes } from "node:crypto";
import { findUser, type User } from "../../store/accounts/accounts.ts";
import { claimMail, dropMail, dueMail, type QueuedMail } from "../../store/accounts/mail-outbox.ts";
import { putPasswordReset } from "../../store/accounts/password-resets.ts";
import type { Store } from "../../store/store.ts";
import { resetTemplate } from "../passwords/change-password.ts";
import { type Mailer, MailRefused } from "./mailer.ts";
import { isNotice, noticeMail, noticeNames } from "./notice-mail.ts";
import { resetMail } from "./reset-mail.ts";

export type MailWorker = {
  /** Call when new mail was queued; returns immediately. */
  wake(): void;
  /** Sends all mail that is due now; returns how many mails were accepted. */
  deliver(): Promise<number>;
  /** Resolves when the mail being sent has been sent or left for a retry. */
  close(): Promise<void>;
};

type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/** The templates of all mails. */
export const templates: readonly string[] = [resetTemplate, ...noticeNames];

export type MailWorkerOptions = {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly now: () => number;
  readonly log: Log;
  /** An origin. */
  readonly publicUrl: () => string;
  /** false in tests that call `deliver` themselves. */
  readonly timer: boolean;
};

const minuteMs = 60_000;
const resetLifeMs = 60 * minuteMs;
/** Longer than sending may take, so that no other server claims a mail that is being sent. */
const firstRetryMs = 2 * minuteMs;
const longestRetryMs = 15 * minuteMs;
const giveUpAfterMs = 3 * 24 * 60 * minuteMs;
const roundMs = 15_000;
const batch = 20;

export function openMailWorker({ store, mailer, now, log, publicUrl, timer }: MailWorkerOptions): MailWorker {
  let round: Promise<number> | null = null;
  let next: NodeJS.Timeout | null = null;
  let closed = false;

  function schedule(ms: number): void {
    if (closed || !timer) return;
    if (next !== null) clearTimeout(next);
    next = setTimeout(() => {
      deliver()
        .catch((error: unknown) => log.warn({ err: error }, "could not read the mail outbox, retrying"))
        .finally(() => schedule(roundMs));
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
    if (mail.user_id === null || !isWanted || at - mail.created_at > giveUpAfterMs) {
      if (mail.user_id !== null && isWanted) log.warn({ template: mail.template }, "gave up sending a mail");
      await store.write((tx) => dropMail(tx, mail.id));
      return false;
    }
    const token = isReset ? newToken() : null;
    const user = await claim(mail, token, at);
    if (!user) return false;
    const { email } = user;
    try {
      const to = { email, publicUrl: publicUrl() };
      if (token !== null) await mailer.send(resetMail({ ...to, token }));
      else if (isNotice(mail.template))
        await mailer.send(noticeMail(mail.template, { ...to, at: mail.created_at }));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ err: error, attempts: mail.attempts + 1 }, "could not send a mail, retrying");
      return false;
    }
    await store.write((tx) => dropMail(tx, mail.id));
    log.info({ userId: user.id, template: mail.template }, "sent a mail");
    return true;
  }

  /** Returns null if another server has claimed the mail or the account has been deleted. */
  function claim(mail: QueuedMail, token: string | null, at: number): Promise<User | null> {
    const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(mail.attempts, 10));
    return store.write(async (tx) => {
      if (!(await claimMail(tx, mail, at + retryMs))) return null;
      const user = mail.user_id === null ? null : await findUser(tx, mail.user_id);
      if (user && token !== null)
        await putPasswordReset(tx, {
          userId: user.id,
          tokenHash: hashOfToken(token),
          expiresAt: at + resetLifeMs,
        });
      return user;
    });
  }

  schedule(roundMs);
  return {
    // Delayed, so that the duration of the next response does not reveal whether the previous one queued mail.
    wake: () => schedule(500 + Math.random() * 1_000),
    deliver,
    async close() {
      closed = true;
      if (next !== null) clearTimeout(next);
      mailer.close();
      await round?.catch(() => 0);
    },
  };
}

/** 256 random bits in 43 characters. */
function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token. The token is random enough that a plain hash cannot be reversed by search. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
