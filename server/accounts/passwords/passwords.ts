// Passwords are kept only as argon2id hashes (PHC strings) with the parameters that OWASP names: 19 MiB, two passes,
// one lane. A hash takes some 25 ms of a core and a thread of libuv's pool of four, which files and images share, so
// that at most two run at once; 32 more wait their turn and whoever comes after that is told to try again.

import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createSemaphore, type SemaphoreLimits } from "../semaphore.ts";

export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /**
   * `passwordHash` null: no such account; then the same work is done against a fixed hash, so that the time of an
   * answer tells nothing, and the answer is false.
   */
  readonly matches: (password: string, passwordHash: string | null) => Promise<boolean>;
  /**
   * Throws what the others would where there is no place now. To be asked before a call asks the database anything, so
   * that whoever is sent away in a flood costs next to nothing.
   */
  readonly refuseWhenFull: () => void;
};

// 2 is argon2id; the enum that says so exists for the type checker only.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Nobody's: the hash of random bytes that were thrown away. Its parameters are those of every other hash. */
export const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$k8maqWNpOW/QordMltYNfg$FnzOUkqzP7u8ajIPKGwmWml8aSNyuOLx6HdjGchJ7uE";

/** Throws DomainError UNAVAILABLE, with the seconds to wait, when too many wait already. */
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

/** Whether a hash was made with other parameters than today's, so that it is made anew while the password is known. */
export function isOutdated(passwordHash: string): boolean {
  const found = parseOptions(passwordHash);
  return (
    found.algorithm !== parameters.algorithm ||
    found.memoryCost !== parameters.memoryCost ||
    found.timeCost !== parameters.timeCost ||
    found.parallelism !== parameters.parallelism
  );
}

// Keyboards of different systems write one é in different ways; the same password must fit from each of them.
function inOneForm(password: string): string {
  return password.normalize("NFC");
}
