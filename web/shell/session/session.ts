// The session of this browser: the store of session-store.ts bound to storage, network, locks and events.

import { createClient } from "@tabstop/contract/client";
import { useSyncExternalStore } from "react";
import { apiBase } from "../data/api-base.ts";
import { forget, recall, remember } from "../browser/device.ts";
import { exclusively } from "../browser/exclusive-lock.ts";
import { checkIntervalMs, type SessionUser } from "./session-record.ts";
import { createSession, type SessionState, userKey } from "./session-store.ts";

export type { SessionState, SessionUser };

/** Fired on window when a session ended by itself; whoever fires it ends the session. */
const sessionExpiredEvent = "session-expired";

// A client without a session: refresh and log-out must never wait for a refresh themselves.
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
  // Without locks two tabs may refresh at once, which the server allows for 30 s.
  exclusively: (run) => exclusively("tabstop-session", run),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  refresh: (refreshToken) =>
    bare(null)("refresh", { body: { refreshToken } }, { signal: AbortSignal.timeout(20_000) }),
  logOut: (token) => bare(token)("logout", undefined, { keepalive: true }),
  sessionExpired: () => dispatchEvent(new Event(sessionExpiredEvent)),
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => visitor);
}

/** Whom a page is drawn for before there is a browser. */
const visitor: SessionState = { kind: "none", reason: "never" };

/** The signed-in person, or null. */
export function useUser(): SessionUser | null {
  const state = useSession();
  return state.kind === "signed-in" ? state.user : null;
}

/** Called once, before the first render. */
export function startSession(): void {
  addEventListener("storage", (event) => {
    if (event.key === userKey || event.key === null) session.storedElsewhere();
  });
  // A page that rested in the browser's memory heard of no change meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) session.storedElsewhere();
  });
  addEventListener("online", () => session.cameOnline());
  // No countdown while there is no network.
  addEventListener("offline", () => session.check());
  addEventListener(sessionExpiredEvent, () => session.end("expired"));
  // Timers of a hidden page and of a sleeping device stand still: look at once when the page is seen again.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") session.check();
  });
  setInterval(session.check, checkIntervalMs);
  session.start();
}
