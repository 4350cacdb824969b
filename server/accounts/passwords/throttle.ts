// Slows down password guessing, log-ins, registrations and reset mails. The counts are in the database, so that they
// hold across restarts and for all servers that share it. docs/decisions/password-throttle.md has the rules as a table,
// the arithmetic and the reasons.
//
// An account is counted by the mail address that was typed, whether or not an account has it, and a wrong password gets
// the same response whether or not the client's network is known to the account, so that the responses reveal nothing.
// Network addresses are stored as keyed hashes only. For IPv6 the /64 network counts, because a subscriber usually gets
// a whole /64.

import { createHmac, hkdfSync } from "node:crypto";
import { isIP } from "node:net";
import { type DomainError, rateLimited } from "../../domain-error.ts";
import { emailKey } from "../../store/identity-keys.ts";
import { isKnownAddress, rememberAddress } from "../../store/accounts/known-addresses.ts";
import type { Store, Tx } from "../../store/store.ts";
import {
  clearThrottle,
  lockThrottle,
  saveThrottle,
  type ThrottleName,
} from "../../store/accounts/throttles.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const limits = {
  password: { windowMs: 15 * minuteMs, freeFailures: 5, longestWaitMs: minuteMs, failuresPerAddress: 100 },
  logIn: { windowMs: minuteMs, perAccount: 20 },
  registration: { windowMs: hourMs, perAddress: 60 },
  resetMail: { windowMs: hourMs, perAccount: 3, perAddress: 30, quietMs: 5 * minuteMs },
} as const;

export type Throttle = {
  /**
   * Call before the password of a log-in is checked. The attempt counts as failed from now on. Throws DomainError
   * RATE_LIMITED if the password must not be checked.
   */
  beginLogIn(of: { readonly email: string; readonly address: string }): Promise<LogInAttempt>;
  /** The same before the current password of a logged-in user is checked. Guesses without a session never delay it. */
  beginPassword(of: {
    readonly email: string;
    readonly address: string;
    readonly sessionId: string;
  }): Promise<PasswordAttempt>;
  /** Call before a registration does its work. Throws DomainError RATE_LIMITED. */
  beginRegistration(address: string): Promise<Registration>;
  /** Decides whether a reset mail may be sent, and counts it if so. */
  countResetMail(
    tx: Tx,
    of: { readonly email: string; readonly address: string },
    at: number,
  ): Promise<ResetVerdict>;
  /**
   * Records that the account was logged in to from this address. Returns `first` for the account's first log-in,
   * `known` if this address was used before, `new` if only other addresses were.
   */
  rememberAddress(
    tx: Tx,
    known: { readonly userId: number; readonly address: string; readonly at: number },
  ): Promise<"first" | "new" | "known">;
  /**
   * The owner has set a new password with a link from their mail: makes their address known and forgets the failures
   * of the account. Call it after the account's row was locked.
   */
  welcomeOwner(
    tx: Tx,
    owner: {
      readonly userId: number;
      readonly email: string;
      readonly address: string;
      readonly at: number;
    },
  ): Promise<void>;
};

export type PasswordAttempt = {
  /**
   * The response to a wrong password, in place of the usual one: what a client gets whose address is not known to the
   * account and whose password is not even checked.
   */
  readonly refusal: DomainError | null;
  /** Call when the password was right, or when none was checked. */
  uncount(tx: Tx, at: number): Promise<void>;
};

export type LogInAttempt = PasswordAttempt & {
  /** Counts a log-in, or returns the error when it is one too many. Call it after the account's row was locked. */
  countLogIn(tx: Tx, at: number): Promise<DomainError | null>;
};

type Registration = {
  /** Uncounts the registration, because the server was too busy to process it. */
  cancel(): Promise<void>;
};

type ResetVerdict =
  | { readonly kind: "send" }
  /** Send nothing: a mail was requested a moment ago. */
  | { readonly kind: "quiet" }
  | { readonly kind: "refused"; readonly error: DomainError };

type Deps = {
  readonly store: Store;
  readonly now: () => number;
  readonly secretKey: string;
  /** When it is false, nothing is counted or limited (only for benchmarks and tests). */
  readonly on: boolean;
};

/** Locked in this order, and before those of log-ins and sessions. */
type Names = {
  /** Failures of an account, from anywhere. */
  readonly account: ThrottleName;
  /** Failures of an account at one address. */
  readonly pair: ThrottleName;
  /** Failures of an address, over all accounts. */
  readonly address: ThrottleName;
};

// Long: a closure over the key; each of its functions is short.
export function createThrottle({ store, now, secretKey, on }: Deps): Throttle {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "tabstop-throttle", 32));
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);
  const accountKey = (email: string) => keyed(`mail ${emailKey(email)}`);
  const addressKey = (address: string) => keyed(`address ${networkOf(address)}`);
  const namesOf = (email: string, address: string): Names => {
    const [ofAccount, ofAddress] = [accountKey(email), addressKey(address)];
    return {
      account: { kind: "password-account", key: ofAccount },
      pair: { kind: "password-pair", key: keyed(`pair ${ofAccount} ${ofAddress}`) },
      address: { kind: "password-address", key: ofAddress },
    };
  };

  return {
    async beginLogIn({ email, address }) {
      if (!on) return { refusal: null, uncount: async () => {}, countLogIn: async () => null };
      const names = namesOf(email, address);
      const logIns = { kind: "log-in", key: names.account.key };
      const at = now();
      const { refusal, isChecked, counted } = await store.write((tx) =>
        beginLogIn(tx, names, logIns, email, at),
      );
      if (refusal && !isChecked) throw refusal;
      return {
        refusal,
        uncount: (tx, endedAt) => uncount(tx, counted, at, endedAt),
        countLogIn: (tx, endedAt) => countLogIn(tx, logIns, endedAt),
      };
    },

    async beginPassword({ email, address, sessionId }) {
      if (!on) return { refusal: null, uncount: async () => {} };
      const names = namesOf(email, address);
      const session = { kind: "password-session", key: keyed(`session ${sessionId}`) };
      const at = now();
      const refusal = await store.write((tx) => beginPassword(tx, names, session, email, at));
      if (refusal) throw refusal;
      return {
        refusal: null,
        uncount: (tx, endedAt) => uncount(tx, [names.account, names.pair, session], at, endedAt),
      };
    },

    async beginRegistration(address) {
      if (!on) return { cancel: async () => {} };
      const name = { kind: "registration", key: addressKey(address) };
      const at = now();
      const { windowMs, perAddress } = limits.registration;
      const waitMs = await store.write(async (tx) => {
        const counted = inWindow(await lockThrottle(tx, name, at), windowMs, at);
        const wait = waitForRoom(counted, perAddress, windowMs, at);
        await saveThrottle(tx, name, wait === 0 ? [...counted, at] : counted, at);
        return wait;
      });
      if (waitMs > 0) throw refusedFor("registrations from your network", waitMs);
      return { cancel: () => store.write((tx) => uncount(tx, [name], at, now())) };
    },

    async countResetMail(tx, { email, address }, at) {
      const account = { kind: "reset-account", key: accountKey(email) };
      const network = { kind: "reset-address", key: addressKey(address) };
      const { windowMs, perAccount, perAddress, quietMs } = limits.resetMail;
      const ofAccount = inWindow(await lockThrottle(tx, account, at), windowMs, at);
      const ofAddress = inWindow(await lockThrottle(tx, network, at), windowMs, at);
      const last = ofAccount.at(-1);
      const quiet = last !== undefined && at - last < quietMs;
      const waitMs = on
        ? Math.max(
            waitForRoom(ofAccount, perAccount, windowMs, at),
            waitForRoom(ofAddress, perAddress, windowMs, at),
          )
        : 0;
      const send = !quiet && waitMs === 0;
      await saveThrottle(tx, account, send ? [...ofAccount, at] : ofAccount, at);
      await saveThrottle(tx, network, send ? [...ofAddress, at] : ofAddress, at);
      if (quiet) return { kind: "quiet" };
      return send ? { kind: "send" } : { kind: "refused", error: refusedFor("reset mails", waitMs) };
    },

    rememberAddress: (tx, { userId, address, at }) =>
      rememberAddress(tx, { userId, addressKey: addressKey(address), at }),

    async welcomeOwner(tx, { userId, email, address, at }) {
      await rememberAddress(tx, { userId, addressKey: addressKey(address), at });
      const { account, pair } = namesOf(email, address);
      for (const name of [account, pair]) await clearThrottle(tx, name);
    },
  };
}

type Begun = {
  readonly refusal: DomainError | null;
  readonly isChecked: boolean;
  /** Where the attempt counts as failed until it is uncounted. */
  readonly counted: readonly ThrottleName[];
};

/**
 * A stranger's attempt waits for the account and for their address, an attempt from a known address only for its own
 * failures (`pair`). While strangers have to wait, both kinds count in `pair` alone and get the same response to a wrong
 * password; the one from a known address is checked all the same.
 */
async function beginLogIn(
  tx: Tx,
  { account, pair, address }: Names,
  logIns: ThrottleName,
  email: string,
  at: number,
): Promise<Begun> {
  const { windowMs, failuresPerAddress } = limits.password;
  const recent = await lockAll(tx, [account, pair, address], windowMs, at);
  const [ofAccount = [], ofPair = [], ofAddress = []] = recent;
  const pairWaitMs = waitAfterFailures(ofPair, at);
  const strangerWaitMs = Math.max(
    waitAfterFailures(ofAccount, at),
    waitForRoom(ofAddress, failuresPerAddress, windowMs, at),
  );
  const waitMs = Math.max(pairWaitMs, strangerWaitMs);
  const logInWaitMs = await waitForLogIn(tx, logIns, at);
  const refusal =
    logInWaitMs > 0 ? tooManyLogIns(logInWaitMs) : waitMs > 0 ? refusedFor("failed attempts", waitMs) : null;
  const counted =
    logInWaitMs > 0 || pairWaitMs > 0 ? [] : strangerWaitMs > 0 ? [pair] : [account, pair, address];
  const isChecked =
    refusal === null || (counted.length > 0 && (await isKnownAddress(tx, email, address.key)));
  await saveAll(tx, [account, pair, address], recent, counted, at);
  return { refusal, isChecked, counted };
}

/**
 * The attempt of a logged-in user waits for the failures of its session or, at a known address, for those of the account
 * there, whichever ends first: neither a stranger nor a person in the same network can keep the owner out.
 */
async function beginPassword(
  tx: Tx,
  { account, pair, address }: Names,
  session: ThrottleName,
  email: string,
  at: number,
): Promise<DomainError | null> {
  const names = [account, pair, session];
  const recent = await lockAll(tx, names, limits.password.windowMs, at);
  const [, ofPair = [], ofSession = []] = recent;
  const isKnown = await isKnownAddress(tx, email, address.key);
  const sessionWaitMs = waitAfterFailures(ofSession, at);
  const waitMs = isKnown ? Math.min(sessionWaitMs, waitAfterFailures(ofPair, at)) : sessionWaitMs;
  await saveAll(tx, names, recent, waitMs > 0 ? [] : names, at);
  return waitMs > 0 ? refusedFor("failed attempts", waitMs) : null;
}

async function lockAll(
  tx: Tx,
  names: readonly ThrottleName[],
  windowMs: number,
  at: number,
): Promise<readonly (readonly number[])[]> {
  const recent: (readonly number[])[] = [];
  for (const name of names) recent.push(inWindow(await lockThrottle(tx, name, at), windowMs, at));
  return recent;
}

/** Saves also where nothing is added: times in the future, from before the clock was set back, are stored as now. */
async function saveAll(
  tx: Tx,
  names: readonly ThrottleName[],
  recent: readonly (readonly number[])[],
  counted: readonly ThrottleName[],
  at: number,
): Promise<void> {
  for (const [n, name] of names.entries()) {
    const before = recent[n] ?? [];
    await saveThrottle(tx, name, counted.includes(name) ? [...before, at] : before, at);
  }
}

async function uncount(tx: Tx, names: readonly ThrottleName[], begunAt: number, at: number): Promise<void> {
  for (const name of names)
    await saveThrottle(tx, name, without(await lockThrottle(tx, name, at), begunAt), at);
}

async function countLogIn(tx: Tx, logIns: ThrottleName, at: number): Promise<DomainError | null> {
  const waitMs = await waitForLogIn(tx, logIns, at);
  if (waitMs > 0) return tooManyLogIns(waitMs);
  await saveThrottle(tx, logIns, [...(await lockThrottle(tx, logIns, at)), at], at);
  return null;
}

/** How many ms until the account may be logged in to again. Locks the throttle. */
async function waitForLogIn(tx: Tx, logIns: ThrottleName, at: number): Promise<number> {
  const { windowMs, perAccount } = limits.logIn;
  const recent = inWindow(await lockThrottle(tx, logIns, at), windowMs, at);
  await saveThrottle(tx, logIns, recent, at);
  return waitForRoom(recent, perAccount, windowMs, at);
}

/**
 * How long the next attempt must still wait at `at`, in ms: 1 s after the sixth failure, then 2, 4 … 60 s.
 */
export function waitAfterFailures(failures: readonly number[], at: number): number {
  const { freeFailures, longestWaitMs } = limits.password;
  const last = failures.at(-1);
  if (last === undefined || failures.length <= freeFailures) return 0;
  const pauseMs = Math.min(longestWaitMs, secondMs * 2 ** Math.min(failures.length - freeFailures - 1, 10));
  return Math.max(0, last + pauseMs - at);
}

/** How many ms until fewer than `limit` of these times are in the window. */
function waitForRoom(moments: readonly number[], limit: number, windowMs: number, at: number): number {
  const first = moments.at(-limit);
  return moments.length < limit || first === undefined ? 0 : Math.max(0, first + windowMs - at);
}

/**
 * The times in the window that ends at `at`. A time in the future, recorded before the clock was set back, counts as
 * now: otherwise it would block users until the clock has caught up.
 */
function inWindow(moments: readonly number[], windowMs: number, at: number): readonly number[] {
  return moments.map((one) => Math.min(one, at)).filter((one) => one > at - windowMs);
}

/** The times without one occurrence of `moment`. */
function without(moments: readonly number[], moment: number): readonly number[] {
  const at = moments.indexOf(moment);
  return at < 0 ? moments : moments.toSpliced(at, 1);
}

/** What counts as one network address: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail = ""] = plain.toLowerCase().split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const missing = plain.includes("::") ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill("0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

function refusedFor(what: string, waitMs: number): DomainError {
  return rateLimited(what, Math.ceil(waitMs / secondMs));
}

function tooManyLogIns(waitMs: number): DomainError {
  return refusedFor("log-ins to this account", waitMs);
}
