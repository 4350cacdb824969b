// Passwords are stored only as argon2id hashes (PHC strings) with the parameters that OWASP recommends: 19 MiB, two
// passes, one lane. A hash takes about 25 ms of a core and one of libuv's four threads, which file access and images
// share. So at most two run at once, 32 more wait, and further requests are refused.

import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createSemaphore, type SemaphoreLimits } from "../semaphore.ts";

export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /**
   * When `passwordHash` is null, there is no such account. The password is then checked against a fixed hash, so that
   * the response time reveals nothing, and the result is false.
   */
  readonly matches: (password: string, passwordHash: string | null) => Promise<boolean>;
  /**
   * Throws the same error as the others if there is no place now. Call it before any database query, so that a request
   * refused during a flood costs next to nothing.
   */
  readonly refuseWhenFull: () => void;
};

// 2 means argon2id. The library exports that enum as a type only.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Belongs to no account: the hash of discarded random bytes, with the same parameters as every other hash. */
export const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$k8maqWNpOW/QordMltYNfg$FnzOUkqzP7u8ajIPKGwmWml8aSNyuOLx6HdjGchJ7uE";

/** Its functions throw DomainError UNAVAILABLE, with the seconds to wait, when too many callers wait already. */
export function createPasswords(limits: SemaphoreLimits = { running: 2, waiting: 32 }): Passwords {
  const semaphore = createSemaphore(
    limits,
    "Too many people are signing in right now. Try again in a moment.",
  );
  return {
    hash: (password) => semaphore(() => hash(inOneForm(password), parameters)),
    matches: async (password, passwordHash) => {
      const same = await semaphore(() => verify(passwordHash ?? dummyHash, inOneForm(password)));
      return same && passwordHash !== null;
    },
    refuseWhenFull: semaphore.refuseWhenFull,
  };
}

/**
 * Whether a hash has parameters other than today's. Log-in then replaces it, because only then is the password known.
 */
export function isOutdated(passwordHash: string): boolean {
  const found = parseOptions(passwordHash);
  return (
    found.algorithm !== parameters.algorithm ||
    found.memoryCost !== parameters.memoryCost ||
    found.timeCost !== parameters.timeCost ||
    found.parallelism !== parameters.parallelism
  );
}

// Operating systems encode é in different Unicode forms; the same password must match from each of them.
function inOneForm(password: string): string {
  return password.normalize("NFC");
}
