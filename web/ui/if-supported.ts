// The way to everything that a browser may lack or forbid: storage, locks, observers, newer APIs. With cookies blocked,
// some of them throw as soon as they are named. `scripts/platform-use.mjs` finds every use that is not guarded.

/** What `reach` returns, or undefined if it throws: the browser lacks what it reaches for, or forbids it. */
export function ifSupported<T>(reach: () => T): T | undefined {
  try {
    return reach();
  } catch {
    return undefined;
  }
}
