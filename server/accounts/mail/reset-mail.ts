// The mail with the link that lets somebody set a new password.

import { type Mail, mailOf } from "./mail.ts";

export function resetMail(of: {
  readonly email: string;
  readonly username: string;
  /** An origin. */
  readonly publicUrl: string;
  readonly token: string;
}): Mail {
  return mailOf({
    to: of.email,
    subject: "Set a new Tabstop password",
    greeting: of.username,
    before: "Somebody asked to set a new password for your Tabstop account. To choose one, open this link:",
    link: `${of.publicUrl}/reset-password?token=${of.token}`,
    after: [
      "It works once, within one hour from now, and only the newest one works.",
      "If it was not you, ignore this mail: your password stays as it is.",
    ],
  });
}
