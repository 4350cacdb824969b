// The session of this browser: one store outside React, shared by all tabs through the device's storage.
//
// The stored user is the truth; each tab has a copy and follows the other tabs by storage events. One tab refreshes at
// a time. A session ends by a log-out, a 401 from the refresh, the expiry of both tokens, a 401 that is not about
// expiry, or the session-expired event. After any other failure of a refresh the user stays logged in, and the refresh
// is tried again. While an attempt is being typed, every end of the session is postponed until the attempt ends.
//
// Left out: the user interface, and the countdown, which reads `warning` and calls `extend` or `endAfterCountdown`.

import { ApiError, NetworkError } from "@tabstop/contract/client";
import {
  decideAtCheck,
  decideAtStart,
  parseClockOffset,
  parseStoredUser,
  retryDelayMs,
  type StoredUser,
  isAboutExpiry,
  storedUserOf,
} from "./session-record.ts";
import type { EndReason, SessionState, SessionStore, World } from "./session-types.ts";

export class SessionExpired extends Error {
  override readonly name = "SessionExpired";
  constructor() {
    super("Session expired. Please log in again.");
  }
}

type Refreshed = "refreshed" | "ended" | "unreachable";

export const userKey = "user";
const offsetKey = "user-clock-offset";

// Long: a closure over the state of one session; its functions are short, and its methods are the store.
export function createSession(world: World): SessionStore {
  let state: SessionState = { kind: "loading" };
  let current: StoredUser | null = null;
  let clockOffset = 0;
  let lastCheckAt = world.now();
  let refreshing: Promise<Refreshed> | null = null;
  let retry: { tries: number; cancel: () => void } | null = null;
  let holds = 0;
  let postponed: (() => void) | null = null;
  const listeners = new Set<() => void>();
  const logOutListeners = new Set<() => void>();
  // The user of each recent token: a refused request of one user is never sent again with the token of another.
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
    // The offset first: a tab that is notified of the key `user` reads both.
    world.remember(offsetKey, String(offset));
    world.remember(userKey, JSON.stringify(user));
  }

  /** Makes a stored user the current one. */
  function adopt(user: StoredUser): void {
    if (holds > 0 && current !== null && current.id !== user.id) {
      postponed = () => adopt(user);
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

  function showEnded(reason: "never" | EndReason): void {
    const hadUser = current !== null;
    retry?.cancel();
    retry = null;
    postponed = null;
    current = null;
    clockOffset = 0;
    show({ kind: "none", reason });
    if (reason === "expired" && hadUser) world.announceExpiry();
  }

  function end(reason: EndReason): void {
    if (current === null && state.kind === "none") return;
    if (holds > 0) {
      postponed = () => end(reason);
      return;
    }
    const newer = reason === "expired" ? stored() : null;
    if (newer !== null && current !== null && newer.token !== current.token) {
      // An older session ended. Another tab has stored a newer one, perhaps of another user, which continues.
      adopt(newer);
      return;
    }
    clearStored();
    showEnded(reason);
  }

  /** Another tab removed the stored user. */
  function endedElsewhere(): void {
    if (current === null) return;
    if (holds > 0) postponed = endedElsewhere;
    else showEnded("logged-out");
  }

  function refreshOnce(): Promise<Refreshed> {
    const usedToken = current?.token;
    refreshing ??= world
      .exclusively(() => refreshStored(usedToken))
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function refreshStored(usedToken: string | undefined): Promise<Refreshed> {
    const before = stored();
    if (before === null) {
      endedElsewhere();
      return "ended";
    }
    if (before.token !== usedToken && serverNow() < before.tokenExpiry) {
      // Another tab has already refreshed.
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
      // Logged out during the refresh: the new tokens are not stored.
      endedElsewhere();
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
      retry?.cancel();
      retry = null;
      return "refreshed";
    }
    if (refused) {
      // The refused token is the stored one, which this tab may not have adopted yet.
      if (current !== null) current = now;
      end("expired");
      return "ended";
    }
    if (state.kind === "loading") adopt(now);
    scheduleRetry();
    return "unreachable";
  }

  function scheduleRetry(): void {
    const tries = retry?.tries ?? 0;
    retry?.cancel();
    retry = {
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
    if (!isAboutExpiry(refused.message)) {
      end("expired");
      throw new SessionExpired();
    }
    const outcome = await refreshOnce();
    if (outcome === "unreachable") throw new NetworkError("The server could not be reached");
    // Read again: it may have changed during the refresh.
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
    if (decision === "refresh" && retry === null) void refreshOnce();
  }

  function warn(warning: number | null): void {
    if (state.kind === "signed-in" && state.warning !== warning) show({ ...state, warning });
  }

  /** Best effort: without a network the session stays on the server until its refresh token expires. */
  function endOnServer(user: StoredUser): void {
    const token =
      serverNow() < user.tokenExpiry
        ? Promise.resolve(user.token)
        : world.refresh(user.refreshToken).then((pair) => pair.token);
    token.then(world.endOnServer).catch(() => {});
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
        return showEnded("never");
      }
      clockOffset = parseClockOffset(world.recall(offsetKey));
      const decision = decideAtStart(user, serverNow());
      if (decision === "clear") {
        clearStored();
        return showEnded("expired");
      }
      if (decision === "restore") adopt(user);
      else void refreshOnce();
      check();
    },
    logIn({ user, token, refreshToken }) {
      const next = storedUserOf(user, { token, refreshToken }, world.now());
      retry?.cancel();
      retry = null;
      store(next.user, next.clockOffset);
      adopt(next.user);
    },
    logOut() {
      const user = current;
      if (user === null) return;
      for (const listener of logOutListeners) listener();
      holds = 0;
      // Before `end`, which forgets the clock's offset.
      endOnServer(user);
      end("logged-out");
    },
    endAfterCountdown() {
      const user = current;
      if (user === null || holds > 0) return;
      endOnServer(user);
      end("expired");
    },
    isStored() {
      return current !== null && stored()?.id === current.id;
    },
    beforeLogOut(listener) {
      logOutListeners.add(listener);
      return () => logOutListeners.delete(listener);
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
    onOnline() {
      if (retry === null) return check();
      retry.cancel();
      retry = null;
      if (current !== null) void refreshOnce();
    },
    onStorageChange() {
      const user = stored();
      if (user === null) endedElsewhere();
      else if (JSON.stringify(user) !== JSON.stringify(current)) {
        retry?.cancel();
        retry = null;
        adopt(user);
      }
    },
    end,
    holdForAttempt() {
      holds += 1;
      let isHeld = true;
      warn(null);
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds = Math.max(0, holds - 1);
        if (holds > 0) return;
        const run = postponed;
        postponed = null;
        run?.();
        check();
      };
    },
  };
}
