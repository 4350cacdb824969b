// The stored user of a session, and the decisions that follow from it and the time. Pure: no storage, no clock.
//
// Times are milliseconds. An expiry is compared with the server's time: the device's time plus an offset that was
// measured from `iat` when the token arrived, so that a wrong clock on the device ends no session.

import type { ResponseOf } from "@tabstop/contract/endpoints";

export type SessionUser = ResponseOf<"login">["user"];

/** The value of the key `user`, field by field as the specification spells it. */
export type StoredUser = SessionUser & {
  readonly token: string;
  readonly refreshToken: string;
  readonly tokenExpiry: number;
  readonly refreshTokenExpiry: number;
};

type TokenPair = { readonly token: string; readonly refreshToken: string };
type Claims = { readonly exp: number; readonly iat: number | null };

export const checkIntervalMs = 60_000;
export const warningMs = 300_000;
/** A longer time between two checks means that the device slept. */
const sleptMs = 120_000;
// `iat` is a whole second, and the response took time: such a small difference is not a wrong clock.
const clockToleranceMs = 5_000;

/** The stored user, or null if the text is not one. */
export function parseStoredUser(text: string): StoredUser | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { token, refreshToken, tokenExpiry, refreshTokenExpiry, id, username, email, profile_photo } =
    value as Record<string, unknown>;
  if (typeof token !== "string" || typeof refreshToken !== "string") return null;
  if (!isTime(tokenExpiry) || !isTime(refreshTokenExpiry)) return null;
  if (typeof id !== "number" || typeof username !== "string" || typeof email !== "string") return null;
  const photo = typeof profile_photo === "string" ? profile_photo : null;
  return { token, refreshToken, tokenExpiry, refreshTokenExpiry, id, username, email, profile_photo: photo };
}

/**
 * The user to store for a pair of tokens that arrived at `arrivedAt` by the device's clock. Throws on a malformed
 * token.
 */
export function storedUserOf(
  user: SessionUser,
  pair: TokenPair,
  arrivedAt: number,
): { user: StoredUser; clockOffset: number } {
  const access = claimsOf(pair.token);
  const refresh = claimsOf(pair.refreshToken);
  return {
    user: {
      token: pair.token,
      refreshToken: pair.refreshToken,
      tokenExpiry: access.exp * 1000,
      refreshTokenExpiry: refresh.exp * 1000,
      id: user.id,
      username: user.username,
      email: user.email,
      profile_photo: user.profile_photo,
    },
    clockOffset: offsetOf(access.iat, arrivedAt),
  };
}

export function parseClockOffset(text: string | null): number {
  const value = Number(text ?? "0");
  return Number.isFinite(value) ? value : 0;
}

/** `now`, here and below, is the device's time plus the offset. */
export function decideAtStart(user: StoredUser, now: number): "restore" | "refresh" | "clear" {
  if (now < user.tokenExpiry) return "restore";
  return now < user.refreshTokenExpiry ? "refresh" : "clear";
}

/**
 * Decides at the check of every minute: do nothing, warn that the end is near, refresh, or end the session. An access
 * token that expired unseen is refreshed: only a countdown that a user could see ends a session.
 */
export function decideAtCheck(
  user: StoredUser,
  at: { readonly now: number; readonly sinceLastCheckMs: number; readonly online: boolean },
): "fine" | "warn" | "refresh" | "end" {
  const left = user.tokenExpiry - at.now;
  if (left > warningMs) return "fine";
  if (left <= 0 && at.now >= user.refreshTokenExpiry) return "end";
  if (left <= 0 || at.sinceLastCheckMs > sleptMs) return "refresh";
  return at.online ? "warn" : "fine";
}

/** The pause before the n-th retry (from 0) of a refresh for which the server was unreachable. */
export function retryDelayMs(tries: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.min(tries, 10));
}

export function isAboutExpiry(message: string): boolean {
  return /expir/i.test(message);
}

function offsetOf(iat: number | null, arrivedAt: number): number {
  if (iat === null) return 0;
  const offset = iat * 1000 - arrivedAt;
  return Math.abs(offset) <= clockToleranceMs ? 0 : offset;
}

function claimsOf(token: string): Claims {
  const part = token.split(".")[1];
  if (part === undefined) throw new TypeError("A token without a payload");
  const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const { exp, iat } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  if (typeof exp !== "number") throw new TypeError("A token without exp");
  return { exp, iat: typeof iat === "number" ? iat : null };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
