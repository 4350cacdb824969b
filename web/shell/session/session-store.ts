// Who is signed in: one store outside React, the same for all tabs of a browser.
//
// The truth is what the device stores; each tab holds a copy and follows the others by storage events. One tab
// refreshes at a time. What ends a session: log-out, a 401 from the refresh, both tokens past their end, a 401 that
// is not about expiry, the session-expired event. A refresh that fails in any other way keeps the person signed in
// and is tried again. While an attempt is being typed every ending waits for its end.
// Left out: how it looks, and the countdown, which reads `warning` and calls `extend` or `runOut`.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError, NetworkError, type SessionOfClient } from "@tabstop/contract/client";
import {
  decideAtCheck,
  decideAtStart,
  parseClockOffset,
  parseStoredUser,
  retryDelayMs,
  type SessionUser,
  type StoredUser,
  speaksOfExpiry,
  storedUserOf,
} from "./session-record.ts";

/** `deleted`: the account is no more. */
type EndReason = "signed-out" | "expired" | "deleted";

export type SessionState =
  | { readonly kind: "loading" }
  | { readonly kind: "none"; readonly reason: "never" | EndReason }
  | {
      readonly kind: "signed-in";
      readonly user: SessionUser;
      /** Server time in ms at which the access token ends, once that is near; else null, and while an attempt is typed. */
      readonly warning: number | null;
    };

/** What the store needs of the browser; in tests a small world made of a Map and a number. */
export type World = {
  readonly recall: (key: string) => string | null;
  readonly remember: (key: string, value: string) => void;
  readonly forget: (key: string) => void;
  /** The device's clock, ms. */
  readonly now: () => number;
  readonly online: () => boolean;
  /** Runs when no other tab of this browser runs. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  readonly later: (delayMs: number, run: () => void) => () => void;
  readonly refresh: (refreshToken: string) => Promise<ResponseOf<"refresh">>;
  readonly logOut: (token: string) => Promise<unknown>;
  /** Tells the page that a session ended by itself. */
  readonly sessionExpired: () => void;
};

export type SessionStore = SessionOfClient & {
  readonly getSnapshot: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads what is stored; once, at the start. */
  readonly start: () => void;
  readonly signIn: (answer: ResponseOf<"login">) => void;
  readonly signOut: () => void;
  /** Called in `signOut` while the token is still good: the moment to send what an open screen has not sent yet. */
  readonly beforeSignOut: (listener: () => void) => () => void;
  /** Keeps a changed name or photo. */
  readonly updateUser: (change: Partial<Pick<SessionUser, "username" | "email" | "profile_photo">>) => void;
  /** Refreshes now and takes the warning back. False where the server could not be reached or the session ended. */
  readonly extend: () => Promise<boolean>;
  /** The check of every minute. */
  readonly check: () => void;
  /** The network is back: a refresh that waits is tried at once. */
  readonly cameOnline: () => void;
  /** Another tab changed what is stored. */
  readonly storedElsewhere: () => void;
  readonly end: (reason: EndReason) => void;
  /** A countdown that somebody could see reached zero: the session ends, here and on the server. */
  readonly runOut: () => void;
  /** False where what the device stores of this person was removed while the page was open. */
  readonly isStored: () => boolean;
  /** While an attempt is typed every ending waits; call what it returns once the attempt's result has been sent. */
  readonly holdForAttempt: () => () => void;
  /** The server's time, ms. */
  readonly serverNow: () => number;
};

export class SessionExpired extends Error {
  override readonly name = "SessionExpired";
  constructor() {
    super("Session expired. Please log in again.");
  }
}

type Refreshed = "refreshed" | "ended" | "unreachable";

export const userKey = "user";
const offsetKey = "user-clock-offset";

export function createSession(world: World): SessionStore {
  let state: SessionState = { kind: "loading" };
  let current: StoredUser | null = null;
  let clockOffset = 0;
  let lastCheckAt = world.now();
  let refreshing: Promise<Refreshed> | null = null;
  let waiting: { tries: number; cancel: () => void } | null = null;
  let holds = 0;
  let heldBack: (() => void) | null = null;
  const listeners = new Set<() => void>();
  const leaveTakers = new Set<() => void>();
  // Whose call a refused token was made for: a call of one person is never sent again in the name of another.
  const owners = new Map<string, number>();

  const serverNow = () => world.now() + clockOffset;

  function show(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function stored(): StoredUser | null {
    const text = world.recall(userKey);
    return text === null ? null : parseStoredUser(text);
  }

  function store(user: StoredUser, offset: number): void {
    // The offset first: a tab that is woken by `user` reads both.
    world.remember(offsetKey, String(offset));
    world.remember(userKey, JSON.stringify(user));
  }

  /** Takes over what is stored now. */
  function adopt(user: StoredUser): void {
    if (holds > 0 && current !== null && current.id !== user.id) {
      heldBack = () => adopt(user);
      return;
    }
    current = user;
    clockOffset = parseClockOffset(world.recall(offsetKey));
    owners.set(user.token, user.id);
    if (owners.size > 50) owners.delete([...owners.keys()][0] as string);
    const { id, username, email, profile_photo } = user;
    const near = state.kind === "signed-in" && state.warning === user.tokenExpiry;
    show({
      kind: "signed-in",
      user: { id, username, email, profile_photo },
      warning: near ? user.tokenExpiry : null,
    });
  }

  function clearStored(): void {
    world.forget(userKey);
    world.forget(offsetKey);
  }

  function leave(reason: "never" | EndReason): void {
    const wasSignedIn = current !== null;
    waiting?.cancel();
    waiting = null;
    heldBack = null;
    current = null;
    clockOffset = 0;
    show({ kind: "none", reason });
    if (reason === "expired" && wasSignedIn) world.sessionExpired();
  }

  function end(reason: EndReason): void {
    if (current === null && state.kind === "none") return;
    if (holds > 0) {
      heldBack = () => end(reason);
      return;
    }
    const newer = reason === "expired" ? stored() : null;
    if (newer !== null && current !== null && newer.token !== current.token) {
      // What ended was an older sign-in; another tab has stored a newer one, of whomever, and that goes on.
      adopt(newer);
      return;
    }
    clearStored();
    leave(reason);
  }

  /** Another tab removed the stored user. */
  function leftElsewhere(): void {
    if (current === null) return;
    if (holds > 0) heldBack = leftElsewhere;
    else leave("signed-out");
  }

  function refreshOnce(): Promise<Refreshed> {
    const asked = current?.token;
    refreshing ??= world
      .exclusively(() => refreshStored(asked))
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function refreshStored(asked: string | undefined): Promise<Refreshed> {
    const before = stored();
    if (before === null) {
      leftElsewhere();
      return "ended";
    }
    if (before.token !== asked && serverNow() < before.tokenExpiry) {
      // Another tab was faster.
      adopt(before);
      return "refreshed";
    }
    if (serverNow() >= before.refreshTokenExpiry) {
      end("expired");
      return "ended";
    }
    let next: ReturnType<typeof storedUserOf> | null = null;
    let refused = false;
    try {
      next = storedUserOf(before, await world.refresh(before.refreshToken), world.now());
    } catch (error) {
      refused = error instanceof ApiError && error.status === 401;
    }
    const now = stored();
    if (now === null) {
      // Logged out meanwhile: what arrived late is not put back.
      leftElsewhere();
      return "ended";
    }
    if (now.refreshToken !== before.refreshToken) {
      adopt(now);
      return "refreshed";
    }
    if (next !== null) {
      const { username, email, profile_photo } = now;
      const user = { ...next.user, username, email, profile_photo };
      store(user, next.clockOffset);
      adopt(user);
      waiting?.cancel();
      waiting = null;
      return "refreshed";
    }
    if (refused) {
      // The refusal is about what is stored, whatever this tab held until now.
      if (current !== null) current = now;
      end("expired");
      return "ended";
    }
    if (state.kind === "loading") adopt(now);
    tryLater();
    return "unreachable";
  }

  function tryLater(): void {
    const tries = waiting?.tries ?? 0;
    waiting?.cancel();
    waiting = {
      tries: tries + 1,
      cancel: world.later(retryDelayMs(tries), () => {
        if (current !== null) void refreshOnce();
      }),
    };
  }

  async function renew(refused: { token: string; message: string }): Promise<string> {
    const owner = owners.get(refused.token) ?? current?.id;
    const seen = stored();
    if (seen !== null && current !== null && seen.id === current.id && seen.token !== current.token)
      adopt(seen);
    if (current === null || current.id !== owner) throw new SessionExpired();
    if (current.token !== refused.token) return current.token;
    if (!speaksOfExpiry(refused.message)) {
      end("expired");
      throw new SessionExpired();
    }
    const outcome = await refreshOnce();
    if (outcome === "unreachable") throw new NetworkError("The server could not be reached");
    // Read again: it may have changed while the refresh was under way.
    const after = current as StoredUser | null;
    if (outcome === "ended" || after === null || after.id !== owner) throw new SessionExpired();
    return after.token;
  }

  function check(): void {
    const sinceLastCheckMs = world.now() - lastCheckAt;
    lastCheckAt = world.now();
    if (current === null || holds > 0) return;
    const user = current;
    const decision = decideAtCheck(user, { now: serverNow(), sinceLastCheckMs, online: world.online() });
    if (decision === "end") return end("expired");
    warn(decision === "warn" ? user.tokenExpiry : null);
    if (decision === "refresh" && waiting === null) void refreshOnce();
  }

  function warn(warning: number | null): void {
    if (state.kind === "signed-in" && state.warning !== warning) show({ ...state, warning });
  }

  /** Best effort: without a network the sign-in ends on the server with its refresh token. */
  function endOnServer(user: StoredUser): void {
    const token =
      serverNow() < user.tokenExpiry
        ? Promise.resolve(user.token)
        : world.refresh(user.refreshToken).then((pair) => pair.token);
    token.then(world.logOut).catch(() => {});
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    token: () => current?.token ?? null,
    renew,
    serverNow,
    start() {
      const text = world.recall(userKey);
      const user = text === null ? null : parseStoredUser(text);
      if (user === null) {
        if (text !== null) clearStored();
        return leave("never");
      }
      clockOffset = parseClockOffset(world.recall(offsetKey));
      const decision = decideAtStart(user, serverNow());
      if (decision === "clear") {
        clearStored();
        return leave("expired");
      }
      if (decision === "restore") adopt(user);
      else void refreshOnce();
      check();
    },
    signIn({ user, token, refreshToken }) {
      const next = storedUserOf(user, { token, refreshToken }, world.now());
      waiting?.cancel();
      waiting = null;
      store(next.user, next.clockOffset);
      adopt(next.user);
    },
    signOut() {
      const user = current;
      if (user === null) return;
      for (const listener of leaveTakers) listener();
      holds = 0;
      // First, while the clock's offset is still known.
      endOnServer(user);
      end("signed-out");
    },
    runOut() {
      const user = current;
      if (user === null || holds > 0) return;
      endOnServer(user);
      end("expired");
    },
    isStored() {
      return current !== null && stored()?.id === current.id;
    },
    beforeSignOut(listener) {
      leaveTakers.add(listener);
      return () => leaveTakers.delete(listener);
    },
    updateUser(change) {
      const user = stored();
      if (user === null || user.id !== current?.id) return;
      const next = { ...user, ...change };
      world.remember(userKey, JSON.stringify(next));
      adopt(next);
    },
    async extend() {
      return current !== null && (await refreshOnce()) === "refreshed";
    },
    check,
    cameOnline() {
      if (waiting === null) return check();
      waiting.cancel();
      waiting = null;
      if (current !== null) void refreshOnce();
    },
    storedElsewhere() {
      const user = stored();
      if (user === null) leftElsewhere();
      else if (JSON.stringify(user) !== JSON.stringify(current)) {
        waiting?.cancel();
        waiting = null;
        adopt(user);
      }
    },
    end,
    holdForAttempt() {
      holds += 1;
      let held = true;
      warn(null);
      return () => {
        if (!held) return;
        held = false;
        holds = Math.max(0, holds - 1);
        if (holds > 0) return;
        const go = heldBack;
        heldBack = null;
        go?.();
        check();
      };
    },
  };
}
