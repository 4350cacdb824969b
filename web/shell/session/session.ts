// The session of this page: session-store.ts with the browser's storage, network, locks and events.

import { createClient } from "@tabstop/contract/client";
import { useSyncExternalStore } from "react";
import { apiBase } from "../data/api-base.ts";
import { forget, recall, remember } from "../browser/device.ts";
import { exclusively } from "../browser/exclusive-lock.ts";
import { abortAfter } from "../browser/within.ts";
import { checkIntervalMs, type SessionUser } from "./session-record.ts";
import { createSession, userKey } from "./session-store.ts";
import type { SessionState } from "./session-types.ts";

export type { SessionState, SessionUser };

/** Fired on window when the session ended without a log-out. Any other code that fires it ends the session too. */
const sessionExpiredEvent = "session-expired";

// A client without a session, because refresh and log-out must not wait for a refresh.
const bare = (token: string | null) =>
  createClient({
    baseUrl: apiBase,
    fetch: (...request) => fetch(...request),
    session: { token: () => token, renew: async () => null },
  });

export const session = createSession({
  recall,
  remember,
  forget,
  now: () => Date.now(),
  online: () => navigator.onLine,
  // In a browser without locks two tabs may refresh concurrently, which the server allows for 30 s.
  exclusively: (run) => exclusively("tabstop-session", run),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  refresh: (refreshToken) =>
    bare(null)("refresh", { body: { refreshToken } }, { signal: abortAfter(20_000) }),
  endOnServer: (token) => bare(token)("logout", undefined, { keepalive: true }),
  announceExpiry: () => dispatchEvent(new Event(sessionExpiredEvent)),
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => visitor);
}

/** The state for which the build prerenders pages. */
const visitor: SessionState = { kind: "none", reason: "never" };

/** The logged-in user, or null. */
export function useUser(): SessionUser | null {
  const state = useSession();
  return state.kind === "signed-in" ? state.user : null;
}

/** Called once, before the first render. */
export function startSession(): void {
  addEventListener("storage", (event) => {
    if (event.key === userKey || event.key === null) session.onStorageChange();
  });
  // A page restored from the back/forward cache missed the events of that time.
  addEventListener("pageshow", (event) => {
    if (event.persisted) session.onStorageChange();
  });
  addEventListener("online", () => session.onOnline());
  // Ends the warning: without a network there is no countdown.
  addEventListener("offline", () => session.check());
  addEventListener(sessionExpiredEvent, () => session.end("expired"));
  // The timers of a hidden page and of a sleeping device do not run, so check when the page is shown again.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") session.check();
  });
  setInterval(session.check, checkIntervalMs);
  session.start();
}
