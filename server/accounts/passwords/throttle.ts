// Slows down password guessing, registrations and reset mails. The counts are in the database, so that they hold across
// restarts and for all servers that share it.
//
// Passwords: only failures count. After five failures on an account in 15 minutes, clients from a network address that
// never logged in to it must wait 1, 2, 4 … 60 s after each further failure; the owner, at a known address, never waits
// because of strangers. A network address may fail 100 times in 15 minutes, over all accounts. An attempt is recorded
// as pending before its password is checked and settled afterwards, so that a thousand parallel attempts do not get
// around the limit. Registrations: 60 per hour and address. Reset mails: 3 per hour and account, 30 per hour and
// address.
//
// An account is counted by the mail address that was typed, whether or not an account has it, so that the responses
// reveal nothing. Network addresses are stored as keyed hashes only. For IPv6 the /64 network counts, because a
// subscriber usually gets a whole /64.

import { createHmac, hkdfSync } from "node:crypto";
import { isIP } from "node:net";
import { DomainError, rateLimited } from "../../domain-error.ts";
import { identityKey } from "../../store/accounts/accounts.ts";
import { isKnownAddress, rememberAddress } from "../../store/accounts/known-addresses.ts";
import type { Store, Tx } from "../../store/store.ts";
import {
  lockThrottle,
  saveThrottle,
  sweepThrottles,
  type ThrottleName,
} from "../../store/accounts/throttles.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const limits = {
  password: { windowMs: 15 * minuteMs, freeFailures: 5, longestWaitMs: minuteMs, failuresPerAddress: 100 },
  registration: { windowMs: hourMs, perAddress: 60 },
  resetMail: { windowMs: hourMs, perAccount: 3, perAddress: 30, quietMs: 5 * minuteMs },
} as const;

/** A pending attempt that is never settled, because the server was killed, counts no longer than this. */
const pendingMs = minuteMs;

export type Throttle = {
  /**
   * Call before a password is checked. Throws DomainError RATE_LIMITED, or UNAVAILABLE when the limit would only be
   * reached if the attempts that are still pending all fail.
   */
  beginPassword(of: { readonly email: string; readonly address: string }): Promise<PasswordAttempt>;
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
};

export type PasswordAttempt = {
  /** Call at the end of the transaction that stores the outcome. `untried` means that no password was checked. */
  settle(tx: Tx, outcome: "right" | "wrong" | "untried", at: number): Promise<void>;
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

export function createThrottle({ store, now, secretKey, on }: Deps): Throttle {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "tabstop-throttle", 32));
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);
  const accountKey = (email: string) => keyed(`mail ${identityKey(email.trim())}`);
  const addressKey = (address: string) => keyed(`address ${networkOf(address)}`);

  return {
    async beginPassword({ email, address }) {
      if (!on) return { settle: async () => {} };
      const names: Names = {
        account: { kind: "password-account", key: accountKey(email) },
        address: { kind: "password-address", key: addressKey(address) },
      };
      const begunAt = now();
      const refusal = await store.write((tx) => beginPassword(tx, names, email, begunAt));
      if (refusal) throw refusal;
      return { settle: (tx, outcome, at) => settlePassword(tx, names, begunAt, outcome, at) };
    },

    async beginRegistration(address) {
      if (!on) return { cancel: async () => {} };
      const name = { kind: "registration", key: addressKey(address) };
      const at = now();
      const { windowMs, perAddress } = limits.registration;
      const waitMs = await store.write(async (tx) => {
        const counted = inWindow((await lockThrottle(tx, name, at)).counted, windowMs, at);
        const wait = waitForRoom(counted, perAddress, windowMs, at);
        const next = wait === 0 ? [...counted, at] : counted;
        await saveThrottle(tx, name, { counted: next, pending: [] }, at);
        return wait;
      });
      if (waitMs > 0) throw refusedFor("registrations from your network", waitMs);
      return {
        cancel: () =>
          store.write(async (tx) => {
            const { counted } = await lockThrottle(tx, name, at);
            await saveThrottle(tx, name, { counted: without(counted, at), pending: [] }, now());
          }),
      };
    },

    async countResetMail(tx, { email, address }, at) {
      const account = { kind: "reset-account", key: accountKey(email) };
      const network = { kind: "reset-address", key: addressKey(address) };
      const { windowMs, perAccount, perAddress, quietMs } = limits.resetMail;
      const ofAccount = inWindow((await lockThrottle(tx, account, at)).counted, windowMs, at);
      const ofAddress = inWindow((await lockThrottle(tx, network, at)).counted, windowMs, at);
      const last = ofAccount.at(-1);
      const quiet = last !== undefined && at - last < quietMs;
      const waitMs = on
        ? Math.max(
            waitForRoom(ofAccount, perAccount, windowMs, at),
            waitForRoom(ofAddress, perAddress, windowMs, at),
          )
        : 0;
      const send = !quiet && waitMs === 0;
      const next = (counted: readonly number[]) => ({
        counted: send ? [...counted, at] : counted,
        pending: [],
      });
      await saveThrottle(tx, account, next(ofAccount), at);
      await saveThrottle(tx, network, next(ofAddress), at);
      if (quiet) return { kind: "quiet" };
      return send ? { kind: "send" } : { kind: "refused", error: refusedFor("reset mails", waitMs) };
    },

    rememberAddress: (tx, { userId, address, at }) =>
      rememberAddress(tx, { userId, addressKey: addressKey(address), at }),
  };

  async function beginPassword(
    tx: Tx,
    { account, address }: Names,
    email: string,
    at: number,
  ): Promise<DomainError | null> {
    const { windowMs, freeFailures, failuresPerAddress } = limits.password;
    const ofNow = (state: { counted: readonly number[]; pending: readonly number[] }) => ({
      counted: inWindow(state.counted, windowMs, at),
      // Keep the exact values: settling an attempt finds it by its time.
      pending: state.pending.filter((one) => Math.abs(one - at) < pendingMs),
    });
    const ofAccount = ofNow(await lockThrottle(tx, account, at));
    const ofAddress = ofNow(await lockThrottle(tx, address, at));
    const known = await isKnownAddress(tx, email.trim(), address.key);

    const waitMs = Math.max(
      known ? 0 : waitAfterFailures(ofAccount.counted, at),
      waitForRoom(ofAddress.counted, failuresPerAddress, windowMs, at),
    );
    const crowded =
      (!known &&
        ofAccount.counted.length + ofAccount.pending.length > freeFailures &&
        ofAccount.pending.length > 0) ||
      ofAddress.counted.length + ofAddress.pending.length >= failuresPerAddress;
    const refusal = waitMs > 0 ? refusedFor("failed attempts", waitMs) : crowded ? othersUnderWay() : null;
    const next = (state: ReturnType<typeof ofNow>) =>
      refusal ? state : { ...state, pending: [...state.pending, at] };
    await saveThrottle(tx, account, next(ofAccount), at);
    await saveThrottle(tx, address, next(ofAddress), at);
    return refusal;
  }
}

type Names = { readonly account: ThrottleName; readonly address: ThrottleName };

async function settlePassword(
  tx: Tx,
  { account, address }: Names,
  begunAt: number,
  outcome: "right" | "wrong" | "untried",
  at: number,
): Promise<void> {
  // Lock in the same order as `beginPassword`, or two transactions could deadlock.
  for (const name of [account, address]) {
    const { counted, pending } = await lockThrottle(tx, name, at);
    const next = outcome === "wrong" ? [...counted, at].slice(-limits.password.failuresPerAddress) : counted;
    await saveThrottle(tx, name, { counted: next, pending: without(pending, begunAt) }, at);
  }
}

/**
 * How long a client from an unknown address must still wait at `at`, in ms: 1 s after the sixth failure, then 2, 4 … 60
 * s.
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

function othersUnderWay(): DomainError {
  return new DomainError("UNAVAILABLE", "Too many attempts at once. Try again in a moment.", {
    retryAfterS: 1,
  });
}

/** Deletes counts that no limit needs any more; returns how many rows. */
export function deleteOldThrottles({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => number;
}): Promise<number> {
  return store.write((tx) => sweepThrottles(tx, now() - hourMs));
}
