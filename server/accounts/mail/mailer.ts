// Sends one mail: to the mail server of SMTP_URL or, without one, to a file that only the server's account can read.
// It does not retry; the mail worker does.

import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mail } from "./mail.ts";

export type Mailer = {
  /** Whether mail reaches its recipient. Files only reach the operator. */
  readonly reachesPeople: boolean;
  /** Resolves when the mail server or the disk has accepted the mail; rejects with MailRefused. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Says why the mail server or the disk refused a mail, without any address or text of the mail. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  /** An outage or overload, not a mistake: it is logged as a warning, without a stack. */
  readonly isExpected = true;
}

export type MailerOptions = {
  /** When it is null, mail is written to files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Where mail files are written; created when missing. */
  readonly folder: string;
  readonly log: { info(fields: object, message: string): void };
  /** Shorter in tests of servers that do not respond. */
  readonly timeoutMs?: number;
};

const defaultFrom = "Tabstop <tabstop@localhost>";

export function createMailer(options: MailerOptions): Mailer {
  const from = options.mailFrom ?? defaultFrom;
  return options.smtpUrl === null
    ? fileMailer(options, from)
    : smtpMailer(options.smtpUrl, from, options.timeoutMs ?? 10_000);
}

function smtpMailer(url: string, from: string, timeoutMs: number): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs * 2,
    dnsTimeout: timeoutMs,
    // No part of a mail may be read from a file or fetched from an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    reachesPeople: true,
    async send({ to, subject, text, html }) {
      try {
        // Pass the recipient as an object, so that the library never parses one address as a list of addresses.
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text, html });
      } catch (error) {
        throw new MailRefused(`The mail server refused the mail: ${reasonOf(error)}`);
      }
    },
    close: () => transport.close(),
  };
}

// Once connected, the library's message repeats the server's reply, which often names the recipient, so it is dropped.
// Before that, the message is what an operator needs: unknown host, connection refused, untrusted certificate.
function reasonOf(error: unknown): string {
  const { code, responseCode, command, message } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    message?: string;
  };
  const why = command === "CONN" ? message : undefined;
  return [code, command, responseCode, why].filter(Boolean).join(" ");
}

function fileMailer({ folder, log }: MailerOptions, from: string): Mailer {
  return {
    reachesPeople: false,
    async send({ to, subject, text }) {
      const time = new Date().toISOString().replace(/[:.]/g, "-");
      const file = join(folder, `${time}-${randomBytes(4).toString("hex")}.txt`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(file, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`, {
          flag: "wx",
          mode: 0o600,
        });
      } catch (error) {
        throw new MailRefused(
          `No file could be written in ${folder}: ${(error as NodeJS.ErrnoException).code}`,
        );
      }
      log.info({ file }, "mail was written to a file");
    },
    close() {},
  };
}
