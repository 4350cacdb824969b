import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { createSession, userKey } from "./session-store.ts";
import type { SessionStore, World } from "./session-types.ts";
import { numberClock, settled } from "../test/clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const mira = { id: 7, username: "mira", email: "mira@example.com", profile_photo: null };
const noor = { id: 8, username: "noor", email: "noor@example.com", profile_photo: null };

/**
 * A small browser with its server: storage is a Map that all tabs share, time is a number, the lock is a queue. The
 * server issues tokens for an hour and a day, and accepts each refresh token once.
 */
function browser({ clockAhead = 0 } = {}) {
  const storage = new Map<string, string>();
  const events: string[] = [];
  const clock = numberClock(1_700_000_000_000);
  let serial = 0;
  let network: "up" | "down" = "up";
  let online = true;
  let lock: Promise<unknown> = Promise.resolve();
  const spent = new Set<string>();
  const ended = new Set<number>();

  const token = (user: number, life: number) => {
    serial += 1;
    const now = Math.floor(clock.now() / 1000);
    return `${serial}.${btoa(JSON.stringify({ user, serial, iat: now, exp: now + life / 1000 }))}.x`;
  };
  const pair = (user: number) => ({ token: token(user, hour), refreshToken: token(user, day) });
  const userOf = (tokenText: string) => JSON.parse(atob(tokenText.split(".")[1] as string)).user as number;

  const world: World = {
    recall: (key) => storage.get(key) ?? null,
    remember: (key, value) => void storage.set(key, value),
    forget: (key) => void storage.delete(key),
    now: () => clock.now() + clockAhead,
    online: () => online,
    exclusively: (run) => {
      const turn = lock.then(run, run);
      lock = turn.catch(() => {});
      return turn;
    },
    later: clock.later,
    refresh: async (refreshToken) => {
      events.push("refresh");
      await Promise.resolve();
      if (network === "down") throw new NetworkError("unreachable");
      if (spent.has(refreshToken) || ended.has(userOf(refreshToken)))
        throw new ApiError(401, { error: "No", code: "REFRESH_INVALID" }, null);
      spent.add(refreshToken);
      return pair(userOf(refreshToken));
    },
    endOnServer: async (tokenText) => void events.push(`log out ${userOf(tokenText)}`),
    announceExpiry: () => void events.push("session expired"),
  };

  return {
    storage,
    events,
    spent,
    ended,
    tab: () => createSession(world),
    signedIn: (user = mira) => ({ ...pair(user.id), user }),
    network: (state: "up" | "down") => {
      network = state;
      online = state === "up";
    },
    pass: clock.pass,
    stored: () =>
      JSON.parse(storage.get(userKey) ?? "null") as { token: string; refreshToken: string } | null,
  };
}

function shown(session: SessionStore): string {
  const state = session.getSnapshot();
  if (state.kind === "signed-in")
    return state.warning === null ? state.user.username : `${state.user.username}, warned`;
  return state.kind === "none" ? state.reason : "loading";
}

test("a session is restored after a reload", () => {
  const { tab, signedIn, storage } = browser();
  const before = tab();
  before.start();
  expect(shown(before)).toBe("never");
  before.logIn(signedIn());
  expect(Object.keys(JSON.parse(storage.get(userKey) as string)).sort()).toEqual([
    "email",
    "id",
    "profile_photo",
    "refreshToken",
    "refreshTokenExpiry",
    "token",
    "tokenExpiry",
    "username",
  ]);
  const after = tab();
  after.start();
  expect(shown(after)).toBe("mira");
  expect(after.token()).toBe(before.token());
});

test("an unparsable stored user is removed", () => {
  const { tab, storage } = browser();
  storage.set(userKey, "{not json");
  const session = tab();
  session.start();
  expect(shown(session)).toBe("never");
  expect(storage.has(userKey)).toBe(false);
});

test("a start with an expired access token first refreshes, and shows no user before that", async () => {
  const { tab, signedIn, pass, events } = browser();
  const before = tab();
  before.logIn(signedIn());
  const old = before.token();
  await pass(2 * hour);
  const session = tab();
  session.start();
  expect(shown(session)).toBe("loading");
  expect(session.token()).toBeNull();
  await settled();
  expect(shown(session)).toBe("mira");
  expect(session.token()).not.toBe(old);
  expect(events).toEqual(["refresh"]);
});

test("a start after the expiry of both tokens removes the stored user", async () => {
  const { tab, signedIn, pass, storage, events } = browser();
  tab().logIn(signedIn());
  await pass(2 * day);
  const session = tab();
  session.start();
  expect(shown(session)).toBe("expired");
  expect(storage.size).toBe(0);
  expect(events).toEqual([]);
});

test("a refused refresh at the start removes the stored user", async () => {
  const { tab, signedIn, pass, storage, ended } = browser();
  tab().logIn(signedIn());
  await pass(2 * hour);
  ended.add(mira.id);
  const session = tab();
  session.start();
  await settled();
  expect(shown(session)).toBe("expired");
  expect(storage.has(userKey)).toBe(false);
});

test("a start without a network keeps the user and refreshes as soon as the network is back", async () => {
  const { tab, signedIn, pass, network, events } = browser();
  tab().logIn(signedIn());
  await pass(2 * hour);
  network("down");
  const session = tab();
  session.start();
  await settled();
  expect(shown(session)).toBe("mira");
  const old = session.token();
  await pass(7_000); // after 1, 2 and 4 s
  expect(events).toEqual(["refresh", "refresh", "refresh", "refresh"]);
  network("up");
  session.onOnline();
  await settled();
  expect(session.token()).not.toBe(old);
  await pass(10 * minute);
  expect(events).toHaveLength(5);
});

test("many requests with an expired token wait for one refresh and get the new token", async () => {
  const { tab, signedIn, pass, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  const token = session.token() as string;
  await pass(2 * hour);
  const renewed = await Promise.all(
    [1, 2, 3, 4, 5].map(() => session.renew({ token, message: "Token expired" })),
  );
  expect(new Set(renewed)).toEqual(new Set([session.token()]));
  expect(events).toEqual(["refresh"]);
});

test("a request refused with an older token gets the current one without a refresh", async () => {
  const { tab, signedIn, pass, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  const old = session.token() as string;
  await pass(2 * hour);
  await session.extend();
  expect(await session.renew({ token: old, message: "Token expired" })).toBe(session.token());
  expect(events).toEqual(["refresh"]);
});

test("five tabs with an expired token refresh once", async () => {
  const { tab, signedIn, pass, events } = browser();
  const tabs = [tab(), tab(), tab(), tab(), tab()];
  tabs[0]?.logIn(signedIn());
  for (const session of tabs) session.start();
  const token = tabs[0]?.token() as string;
  await pass(2 * hour);
  const renewed = await Promise.all(
    tabs.map((session) => session.renew({ token, message: "Token expired" })),
  );
  expect(new Set(renewed).size).toBe(1);
  expect(events).toEqual(["refresh"]);
  expect(tabs.map(shown)).toEqual(["mira", "mira", "mira", "mira", "mira"]);
});

test("a 401 for another reason than expiry ends the session and is announced", async () => {
  const { tab, signedIn, storage, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  await expect(session.renew({ token: session.token() as string, message: "Invalid token" })).rejects.toThrow(
    "Session expired. Please log in again.",
  );
  expect(shown(session)).toBe("expired");
  expect(storage.size).toBe(0);
  expect(events).toEqual(["session expired"]);
});

test("a refused refresh fails every waiting request", async () => {
  const { tab, signedIn, pass, ended, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  const token = session.token() as string;
  await pass(2 * hour);
  ended.add(mira.id);
  const calls = [1, 2].map(() => session.renew({ token, message: "Token expired" }));
  for (const call of calls) await expect(call).rejects.toThrow("Session expired. Please log in again.");
  expect(events).toEqual(["refresh", "session expired"]);
});

test("without a network a request fails with a network error and the user stays logged in", async () => {
  const { tab, signedIn, pass, network } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(2 * hour);
  network("down");
  await expect(session.renew({ token: session.token() as string, message: "Token expired" })).rejects.toThrow(
    NetworkError,
  );
  expect(shown(session)).toBe("mira");
});

test("a request of one user is never sent again with the token of another", async () => {
  const { tab, signedIn } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn(mira));
  const token = here.token() as string;
  there.start();
  there.logOut();
  there.logIn(signedIn(noor));
  here.onStorageChange();
  expect(shown(here)).toBe("noor");
  await expect(here.renew({ token, message: "Token expired" })).rejects.toThrow("Session expired");
  expect(shown(here)).toBe("noor");
});

test("a tab that missed a newer log-in ends its own session and not the newer one", async () => {
  for (const how of ["refused", "countdown", "event"] as const) {
    const { tab, signedIn, stored } = browser();
    const here = tab();
    const there = tab();
    here.logIn(signedIn(mira));
    const token = here.token() as string;
    there.start();
    there.logOut();
    there.logIn(signedIn(noor));
    const newest = stored()?.token;
    // The page was frozen or in the back/forward cache and got no event.
    if (how === "refused")
      await expect(here.renew({ token, message: "Invalid token" })).rejects.toThrow("Session expired");
    else if (how === "countdown") here.endAfterCountdown();
    else here.end("expired");
    expect([how, shown(here), stored()?.token]).toEqual([how, "noor", newest]);
    expect(here.token()).toBe(newest);
  }
});

test("a refused refresh ends the stored session, also when this tab still has an older token", async () => {
  const { tab, signedIn, pass, storage, spent, stored } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn(mira));
  there.start();
  await pass(30 * minute);
  await there.extend();
  spent.add(stored()?.refreshToken as string);
  await pass(2 * hour);
  expect(await here.extend()).toBe(false);
  expect(shown(here)).toBe("expired");
  expect(storage.size).toBe(0);
});

test("a log-out in one tab ends the session in all tabs and on the server [SEC-98]", async () => {
  const { tab, signedIn, storage, events } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn());
  there.start();
  here.logOut();
  there.onStorageChange();
  expect([shown(here), shown(there)]).toEqual(["logged-out", "logged-out"]);
  expect(storage.size).toBe(0);
  await settled();
  expect(events).toEqual(["log out 7"]);
});

test("a refresh does not undo a log-out during it", async () => {
  const { tab, signedIn, pass, storage } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(2 * hour);
  const refreshing = session.extend();
  await Promise.resolve();
  session.logOut();
  expect(await refreshing).toBe(false);
  expect(storage.has(userKey)).toBe(false);
  expect(shown(session)).toBe("logged-out");
});

test("a screen can send unsaved progress before a log-out, while the token is still valid", () => {
  const { tab, signedIn } = browser();
  const session = tab();
  session.logIn(signedIn());
  const token = session.token();
  const sent: (string | null)[] = [];
  session.beforeLogOut(() => void sent.push(session.token()));
  session.logOut();
  expect(sent).toEqual([token]);
});

test("the warning appears 300 s before the end and disappears with the extension", async () => {
  const { tab, signedIn, pass } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(54 * minute);
  session.check();
  await pass(minute - 1000);
  session.check();
  expect(shown(session)).toBe("mira");
  await pass(1000);
  session.check();
  expect(shown(session)).toBe("mira, warned");
  expect(await session.extend()).toBe(true);
  expect(shown(session)).toBe("mira");
});

test("a device that slept refreshes before it warns", async () => {
  const { tab, signedIn, pass, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(57 * minute);
  session.check();
  await settled();
  expect(shown(session)).toBe("mira");
  expect(events).toEqual(["refresh"]);
});

test("the check ends the session when both tokens are expired", async () => {
  const { tab, signedIn, pass, events } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(2 * day);
  session.check();
  expect(shown(session)).toBe("expired");
  expect(events).toEqual(["session expired"]);
});

test("a wrong clock does not end a session", async () => {
  for (const clockAhead of [-5 * hour, 5 * hour, 3 * day]) {
    const { tab, signedIn, pass, events } = browser({ clockAhead });
    tab().logIn(signedIn());
    await pass(10 * minute);
    const session = tab();
    session.start();
    expect(shown(session)).toBe("mira");
    session.check();
    await settled();
    expect(events).toEqual([]);
  }
});

test("while an attempt is typed, warning and log-out are postponed until it ends", async () => {
  const { tab, signedIn, pass } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn());
  there.start();
  const attemptEnded = here.holdForAttempt();
  for (let i = 0; i < 57; i++) {
    await pass(minute);
    here.check();
  }
  expect(shown(here)).toBe("mira");
  const token = here.token();
  there.logOut();
  here.onStorageChange();
  expect(shown(here)).toBe("mira");
  expect(here.token()).toBe(token);
  attemptEnded();
  expect(shown(here)).toBe("logged-out");
});

test("a postponed warning appears directly after the attempt", async () => {
  const { tab, signedIn, pass } = browser();
  const session = tab();
  session.logIn(signedIn());
  const attemptEnded = session.holdForAttempt();
  for (let i = 0; i < 57; i++) {
    await pass(minute);
    session.check();
  }
  attemptEnded();
  expect(shown(session)).toBe("mira, warned");
});

test("a session that the server ended during an attempt ends after it", async () => {
  const { tab, signedIn, storage } = browser();
  const session = tab();
  session.logIn(signedIn());
  const attemptEnded = session.holdForAttempt();
  await expect(session.renew({ token: session.token() as string, message: "Invalid token" })).rejects.toThrow(
    "Session expired",
  );
  expect(shown(session)).toBe("mira");
  expect(storage.has(userKey)).toBe(true);
  attemptEnded();
  expect(shown(session)).toBe("expired");
  expect(storage.has(userKey)).toBe(false);
});

test("a log-in of another user in another tab during an attempt takes effect after it", () => {
  const { tab, signedIn } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn(mira));
  there.start();
  const attemptEnded = here.holdForAttempt();
  there.logOut();
  here.onStorageChange();
  there.logIn(signedIn(noor));
  here.onStorageChange();
  expect(shown(here)).toBe("mira");
  attemptEnded();
  expect(shown(here)).toBe("noor");
});

test("a changed photo is stored with the user", () => {
  const { tab, signedIn } = browser();
  const session = tab();
  session.logIn(signedIn());
  session.updateUser({ profile_photo: "/media/x.webp" });
  const again = tab();
  again.start();
  const state = again.getSnapshot();
  expect(state.kind === "signed-in" && state.user.profile_photo).toBe("/media/x.webp");
});

test("a visible warning disappears while an attempt is typed, and appears again after it", async () => {
  const { tab, signedIn, pass } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(56 * minute);
  session.check();
  session.check();
  expect(shown(session)).toBe("mira, warned");
  const attemptEnded = session.holdForAttempt();
  expect(shown(session)).toBe("mira");
  attemptEnded();
  expect(shown(session)).toBe("mira, warned");
});

test("a warning disappears when the network fails and appears again when it is back", async () => {
  const { tab, signedIn, pass, network } = browser();
  const session = tab();
  session.logIn(signedIn());
  await pass(56 * minute);
  session.check();
  session.check();
  network("down");
  session.check();
  expect(shown(session)).toBe("mira");
  network("up");
  session.onOnline();
  expect(shown(session)).toBe("mira, warned");
});

test("a countdown that ran out ends the session here, in the other tabs and on the server", async () => {
  const { tab, signedIn, pass, storage, events } = browser();
  const here = tab();
  const there = tab();
  here.logIn(signedIn());
  there.start();
  await pass(hour);
  here.endAfterCountdown();
  there.onStorageChange();
  expect([shown(here), shown(there)]).toEqual(["expired", "logged-out"]);
  expect(storage.size).toBe(0);
  await settled();
  expect(events).toEqual(["refresh", "session expired", "log out 7"]);
});

test("the warning of a token that expired unseen disappears, and the token is refreshed", async () => {
  const { tab, signedIn, pass, network } = browser();
  const session = tab();
  session.logIn(signedIn());
  const old = session.token();
  await pass(59 * minute);
  session.check();
  session.check();
  expect(shown(session)).toBe("mira, warned");
  network("down");
  expect(await session.extend()).toBe(false);
  network("up");
  await pass(minute);
  session.check();
  expect(shown(session)).toBe("mira");
  await settled();
  expect(session.token()).not.toBe(old);
});

test("isStored is false after the stored user was removed while the page was open", () => {
  const { tab, signedIn, storage } = browser();
  const session = tab();
  expect(session.isStored()).toBe(false);
  session.logIn(signedIn());
  expect(session.isStored()).toBe(true);
  storage.delete(userKey);
  expect(session.isStored()).toBe(false);
  expect(shown(session)).toBe("mira");
});
