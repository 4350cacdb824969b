// Accounts and sessions, created with requests instead of the app's forms, so that a test of a later screen is short.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { RunningServer } from "./running-server.ts";
import { expect } from "./test.ts";
import { freshName } from "./typing.ts";

export type Account = { readonly username: string; readonly email: string; readonly password: string };
export type StoredSession = {
  token: string;
  refreshToken: string;
  tokenExpiry: number;
  refreshTokenExpiry: number;
  id: number;
  username: string;
  email: string;
  profile_photo: string | null;
};

/**
 * Registers a new account with a request and opens a page with its session.
 * @param origin the origin of a server other than the test's own
 */
export async function openAsNewUser(page: Page, path: string, origin = ""): Promise<Account> {
  const username = freshName();
  const account = { username, email: `${username}@example.com`, password: "correct horse" };
  const response = await page.request.post(`${origin}/api/auth/register`, { data: account });
  expect(response.status()).toBe(201);
  await openAs(page, await response.json(), path, origin);
  await expect(accountMenu(page, username)).toBeVisible();
  return account;
}

/** Starts another session of the same account, as from another device, and returns its tokens. */
export async function logInElsewhere(
  page: Page,
  { email, password }: Account,
  userAgent: string,
): Promise<{ readonly token: string; readonly refreshToken: string }> {
  const response = await page.request.post("/api/auth/login", {
    data: { email, password },
    headers: { "user-agent": userAgent },
  });
  expect(response.status()).toBe(200);
  return response.json();
}

export async function isTokenAccepted(page: Page, token: string): Promise<boolean> {
  const response = await page.request.get("/api/auth/profile", {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status() === 200;
}

type LoginResponse = {
  token: string;
  refreshToken: string;
  user: Pick<StoredSession, "id" | "username" | "email">;
};

/** Fills in the login form, which must be open, and submits it. */
export async function submitLoginForm(
  page: Page,
  { email, password }: Pick<Account, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
}

/** The JSON that the app keeps in `localStorage` for a session. */
export function storedSessionOf({ token, refreshToken, user }: LoginResponse): string {
  return JSON.stringify({
    token,
    refreshToken,
    tokenExpiry: endOf(token),
    refreshTokenExpiry: endOf(refreshToken),
    ...user,
  });
}

/** Stores a session as the app does, and opens a page with it. */
export async function openAs(page: Page, response: LoginResponse, path: string, origin = ""): Promise<void> {
  // Every file of an origin reaches the origin's storage, and a picture does not start the app.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate((value) => localStorage.setItem("user", value), storedSessionOf(response));
  await page.goto(origin + path);
}

export async function storedSession(page: Page): Promise<StoredSession | null> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "null");
}

/** Changes fields of the stored session, for example to bring its end nearer. */
export async function changeStoredSession(page: Page, change: Partial<StoredSession>): Promise<void> {
  const next = { ...(await storedSession(page)), ...change };
  await page.evaluate((value) => localStorage.setItem("user", value), JSON.stringify(next));
}

export function accountMenu(page: Page, username: string) {
  return page.getByRole("button", { name: `Account, ${username}` });
}

function endOf(token: string): number {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  return claims.exp * 1000;
}

/**
 * The link in the newest reset mail. A server without SMTP writes each mail to a file and names the file in its log.
 */
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
