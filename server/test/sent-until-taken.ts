// Sends as our client does: a response that says 'try again' (503) is followed by another try.

import { ApiError } from "@tabstop/contract/client";

const mostTries = 10;

/** Fails with any other error at once, and with the last one when no try was taken. */
export async function sentUntilTaken<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || tries === mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (error.retryAfterS ?? 1)));
    }
  }
}
