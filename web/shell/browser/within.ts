// A limit for waiting: whatever is outside the page (storage, locks, other tabs, the network) may never respond.

/** What was waited for did not end in time. It may end later. */
export class TooLate extends Error {
  override readonly name = "TooLate";
  constructor(limitMs: number) {
    super(`Nothing within ${limitMs} ms`);
  }
}

/** Settles as the promise does, or rejects with TooLate after this time. */
export function within<T>(limitMs: number, waiting: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate(limitMs)), limitMs);
    waiting.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A signal that aborts after this time. Unlike `AbortSignal.timeout`, every browser has it. */
export function abortAfter(limitMs: number): AbortSignal {
  const abort = new AbortController();
  setTimeout(() => abort.abort(new TooLate(limitMs)), limitMs);
  return abort.signal;
}
