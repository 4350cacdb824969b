// No mail contains text that a stranger chose: every template is sent by a real mail server to accounts with hostile
// names, and reads as for any other account.

import { expect, onTestFinished, test } from "vitest";
import { insertUser } from "../../store/accounts/accounts.ts";
import { enqueueMail } from "../../store/accounts/mail-outbox.ts";
import { serverForTest, sqliteOpener } from "../../test/harness.ts";
import { openSmtp } from "../../test/smtp.ts";
import { templates } from "./mail-worker.ts";

const publicUrl = "https://learn.example";
const hostile = [
  "http://evil.test/win",
  "https:evil.test",
  "www.evil.test",
  "evil.test",
  "//evil.test/x",
  "win@evil.test",
  "mailto:win@evil.test",
  "+44 20 7946 0958",
  "tel:+442079460958",
  '<a href="http://evil.test">',
  "[win](http://evil.test)",
  "evil2．test",
  "evil3.test\u2028http",
];

test.each(templates)(
  "the mail %s contains no text of a stranger, and no link but to PUBLIC_URL [SEC-149]",
  async (template) => {
    const smtp = await openSmtp();
    onTestFinished(() => smtp.close());
    const harness = await serverForTest(sqliteOpener, { env: { SMTP_URL: smtp.url, PUBLIC_URL: publicUrl } });
    const bodies: string[] = [];
    for (const [n, username] of ["mira", ...hostile].entries()) {
      await harness.store.write(async (tx) => {
        const to = {
          username,
          email: `person-${n}@example.com`,
          passwordHash: "-",
          role: "learner",
        } as const;
        const inserted = await insertUser(tx, { ...to, at: harness.clock.now });
        if (!inserted.ok) throw new Error(`${username} is taken`);
        const userId = inserted.user.id;
        await tx
          .insertInto("session")
          .values({
            ...{ id: `session-${n}`, user_id: userId, generation: 1, remember: 0, user_agent: username },
            ...{ created_at: 1, rotated_at: 1, last_used_at: 1, expires_at: 9e12 },
          })
          .execute();
        const mail = { id: `mail-${n}`, template, user_id: userId, parameters: { text: username } };
        await enqueueMail(tx, mail, harness.clock.now);
      });
      expect([username, await harness.deliverMail()]).toEqual([username, 1]);
      bodies.push(bodyOf(smtp.mails.splice(0).join("")));
    }
    const [usual = "", ...others] = bodies;
    for (const body of others) expect(body).toBe(usual);
    const urls = usual.match(/[a-z][a-z0-9+.-]*:[^\s"<>]+/gi) ?? [];
    expect(urls.length).toBeGreaterThan(1);
    for (const url of urls) expect(new URL(url).origin).toBe(publicUrl);
    const rest = usual.replaceAll(/https:\/\/learn\.example[^\s"<>]*/g, "");
    // What mail programs turn into links: hosts, addresses, telephone numbers.
    expect(rest).not.toMatch(/[\w-]\.[a-z]{2,}|@|\+\d|\d{7}/i);
  },
);

/** Both parts of a received mail, decoded, without headers, boundaries and the random token of a reset link. */
function bodyOf(mail: string): string {
  const [, ...parts] = mail.split(/\r\n----[^\r\n]*\r\n/);
  return parts
    .map((part) => part.slice(part.indexOf("\r\n\r\n")))
    .join("\n")
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/token=[\w-]{43}/g, "token=");
}
