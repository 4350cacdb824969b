// Hands one mail over: to the mail server of SMTP_URL, or, without one, to a file that only the server's account can
// read. It does not try again; that is the postman's.

import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mail } from "./mail.ts";

export type Mailer = {
  /** Whether what is sent comes to the person; files come to the operator. */
  readonly reachesPeople: boolean;
  /** Resolves when the other side has taken it; rejects with MailRefused. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Says what a mail server or the disk said no with, without any address or text of the mail. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

export type MailerOptions = {
  /** null: files. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Where files go; made when it is missing. */
  readonly folder: string;
  readonly log: { info(fields: object, message: string): void };
  /** For tests of servers that hang. */
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
    // Nothing of a mail is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    reachesPeople: true,
    async send({ to, subject, text, html }) {
      try {
        // As an object, so that an address is never read as a list of them.
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text, html });
      } catch (error) {
        throw new MailRefused(`The mail server did not take it: ${reasonOf(error)}`);
      }
    },
    close: () => transport.close(),
  };
}

// Once connected, the library's own message repeats what the server said, which often names the recipient. Before that
// it tells what an operator has to know: no such host, nobody there, a certificate that is not trusted.
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
