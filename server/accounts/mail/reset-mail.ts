// The mail with the link for setting a new password.

import { type Mail, mailOf } from "./mail.ts";

export function resetMail(of: {
  readonly email: string;
  /** An origin. */
  readonly publicUrl: string;
  readonly token: string;
}): Mail {
  return mailOf({
    to: of.email,
    subject: "Set a new Tabstop password",
    before: "Someone asked to set a new password for your Tabstop account. To choose one, open this link:",
    link: `${of.publicUrl}/reset-password?token=${of.token}`,
    after: [
      "The link works once, for one hour. A newer link replaces it.",
      "If it was not you, ignore this mail: your password stays the same.",
    ],
  });
}
