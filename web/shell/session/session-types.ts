// The types of the session: its states, what the store offers to the page, and what it needs of the browser.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { SessionOfClient } from "@tabstop/contract/client";
import type { SessionUser } from "./session-record.ts";

/** `deleted` means that the account was deleted. */
export type EndReason = "logged-out" | "expired" | "deleted";

export type SessionState =
  | { readonly kind: "loading" }
  | { readonly kind: "none"; readonly reason: "never" | EndReason }
  | {
      readonly kind: "signed-in";
      readonly user: SessionUser;
      /** When the access token ends (server time, ms), if that is near and no attempt is being typed; else null. */
      readonly warning: number | null;
    };

/** What the store needs of the browser. */
export type World = {
  readonly recall: (key: string) => string | null;
  readonly remember: (key: string, value: string) => void;
  readonly forget: (key: string) => void;
  /** The device's clock, ms. */
  readonly now: () => number;
  readonly online: () => boolean;
  /** Waits until no other tab of this browser is in such a function. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  readonly later: (delayMs: number, run: () => void) => () => void;
  readonly refresh: (refreshToken: string) => Promise<ResponseOf<"refresh">>;
  /** Ends the session on the server. */
  readonly endOnServer: (token: string) => Promise<unknown>;
  /** Notifies the page that the session ended without a log-out. */
  readonly announceExpiry: () => void;
};

export type SessionStore = SessionOfClient & {
  readonly getSnapshot: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the stored user. To be called once. */
  readonly start: () => void;
  readonly logIn: (response: ResponseOf<"login">) => void;
  readonly logOut: () => void;
  /** The listener is called in `logOut` while the token is still valid, so that a screen can send unsaved progress. */
  readonly beforeLogOut: (listener: () => void) => () => void;
  /** Stores a changed name or photo. */
  readonly updateUser: (change: Partial<Pick<SessionUser, "username" | "email" | "profile_photo">>) => void;
  /** Refreshes now, which ends the warning. False if the server was unreachable or the session ended. */
  readonly extend: () => Promise<boolean>;
  /** To be called every minute: warns, refreshes, or ends the session. */
  readonly check: () => void;
  /** To be called when the network is back: a waiting refresh is tried immediately. */
  readonly onOnline: () => void;
  /** To be called when another tab changed the stored user. */
  readonly onStorageChange: () => void;
  readonly end: (reason: EndReason) => void;
  /** To be called when a visible countdown reached zero: ends the session here and on the server. */
  readonly endAfterCountdown: () => void;
  /** False if the stored user was removed while the page was open. */
  readonly isStored: () => boolean;
  /**
   * Postpones the warning and every end of the session until the returned function is called, which should be when the
   * attempt's result was sent.
   */
  readonly holdForAttempt: () => () => void;
  /** The server's time, ms. */
  readonly serverNow: () => number;
};
