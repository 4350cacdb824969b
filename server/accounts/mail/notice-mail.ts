// Mails that notify an account's owner of an action that an attacker might have taken. A notice says when it happened
// and what to do. It repeats no text that the attacker could have chosen, such as a browser's name.

import { randomUUID } from "node:crypto";
import { enqueueMail } from "../../store/accounts/mail-outbox.ts";
import type { Tx } from "../../store/store.ts";
import { type Mail, mailOf } from "./mail.ts";

const notices = {
  "password-changed": {
    subject: "Your Tabstop password was changed",
    happened: "The password of your Tabstop account was changed",
    more: "All other sign-ins have ended.",
  },
  "sign-in-from-new-address": {
    subject: "A new sign-in to your Tabstop account",
    happened: "Someone signed in to your Tabstop account from a network that it was not used from before",
    more: "Your profile lists where you are signed in, and lets you end any that you do not recognise.",
  },
  "sign-in-copied": {
    subject: "A sign-in to your Tabstop account was ended",
    happened: "A sign-in to your Tabstop account was used from two places, as if it had been copied",
    more: "It has been ended. Log in again to continue.",
  },
} as const;

export type Notice = keyof typeof notices;

export const noticeNames: readonly string[] = Object.keys(notices);

export function isNotice(template: string): template is Notice {
  return Object.hasOwn(notices, template);
}

/** Queues the notice in the transaction of the action itself. The mail worker sends it on its next round. */
export function queueNotice(
  tx: Tx,
  notice: Notice,
  { userId, at }: { readonly userId: number; readonly at: number },
): Promise<void> {
  return enqueueMail(tx, { id: randomUUID(), template: notice, user_id: userId, parameters: {} }, at);
}

export function noticeMail(
  notice: Notice,
  of: {
    readonly email: string;
    /** An origin. */
    readonly publicUrl: string;
    /** When it happened. */
    readonly at: number;
  },
): Mail {
  const { subject, happened, more } = notices[notice];
  const when = `${new Date(of.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return mailOf({
    to: of.email,
    subject,
    before: `${happened} (${when}). ${more} If it was not you, set a new password here:`,
    link: `${of.publicUrl}/forgot-password`,
    after: ["If it was you, you do not need to do anything."],
  });
}
