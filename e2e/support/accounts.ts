// Who is signed in, put into the browser without its forms, so that a test of what comes after is short.

import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";
import { freshName } from "../typing.ts";

export type Account = { readonly username: string; readonly email: string; readonly password: string };
export type Stored = {
  token: string;
  refreshToken: string;
  tokenExpiry: number;
  refreshTokenExpiry: number;
  id: number;
  username: string;
  email: string;
  profile_photo: string | null;
};

/** Makes an account by the call and opens a page as its owner; `origin`: of another server than the test's own. */
export async function signedUpAt(page: Page, path: string, origin = ""): Promise<Account> {
  const username = freshName();
  const account = { username, email: `${username}@example.com`, password: "correct horse" };
  const answer = await page.request.post(`${origin}/api/auth/register`, { data: account });
  expect(answer.status()).toBe(201);
  await openAs(page, await answer.json(), path, origin);
  await expect(accountMenu(page, username)).toBeVisible();
  return account;
}

/** A further sign-in of the same account, as from another device; gives its tokens. */
export async function signInElsewhere(
  page: Page,
  { email, password }: Account,
  userAgent: string,
): Promise<{ readonly token: string; readonly refreshToken: string }> {
  const answer = await page.request.post("/api/auth/login", {
    data: { email, password },
    headers: { "user-agent": userAgent },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

export async function isGood(page: Page, token: string): Promise<boolean> {
  const answer = await page.request.get("/api/auth/profile", {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.status() === 200;
}

type SignedIn = { token: string; refreshToken: string; user: Pick<Stored, "id" | "username" | "email"> };

/** What the app stores of a sign-in, as JSON. */
export function storedOf({ token, refreshToken, user }: SignedIn): string {
  return JSON.stringify({
    token,
    refreshToken,
    tokenExpiry: endOf(token),
    refreshTokenExpiry: endOf(refreshToken),
    ...user,
  });
}

/** Stores a sign-in as the app does, and opens a page. */
export async function openAs(page: Page, answer: SignedIn, path: string, origin = ""): Promise<void> {
  // Any file of the origin has its storage; a picture starts no app.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate((value) => localStorage.setItem("user", value), storedOf(answer));
  await page.goto(origin + path);
}

export async function stored(page: Page): Promise<Stored | null> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "null");
}

/** Changes what is stored, as time would. */
export async function store(page: Page, change: Partial<Stored>): Promise<void> {
  const next = { ...(await stored(page)), ...change };
  await page.evaluate((value) => localStorage.setItem("user", value), JSON.stringify(next));
}

export function accountMenu(page: Page, username: string) {
  return page.getByRole("button", { name: `Account, ${username}` });
}

/** Axe, in both themes, on what is shown now: everything in one, in the other what a theme can change. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of ["tabstop-dark", "tabstop"]) {
    await page.evaluate((id) => {
      document.documentElement.dataset.theme = id;
    }, theme);
    // Colours glide for a moment.
    await page.evaluate(() =>
      Promise.allSettled(
        document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
      ),
    );
    const axe = new AxeBuilder({ page });
    const { violations } = await (theme === "tabstop" ? axe.withRules("color-contrast") : axe).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(found, `${what} in ${theme}`).toEqual([]);
  }
  await page.evaluate((id) => {
    document.documentElement.dataset.theme = id;
  }, before);
}

function endOf(token: string): number {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  return claims.exp * 1000;
}

/** The link of the newest reset mail, which a server without SMTP writes to a file and names in its log. */
export async function resetLink(server: RunningServer, email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      for (const [, file] of server.output().matchAll(/"file":"([^"]+)"/g)) {
        const mail = readFileSync(file as string, "utf8");
        if (mail.includes(`To: ${email}`))
          link = /http\S+\/reset-password\?token=\S+/.exec(mail)?.[0] ?? link;
      }
      return link;
    })
    .toBeDefined();
  const { pathname, search } = new URL(link ?? "");
  return pathname + search;
}
