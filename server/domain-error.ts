// A request that a rule of the product refuses. Only `server/http` turns it into an HTTP status.

import type { ErrorBody, ErrorCode } from "@tabstop/contract/errors";

type DomainErrorMore = {
  readonly details?: ErrorBody["details"];
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS?: number;
  /**
   * Further fields of the response body, for the few errors that have them (`current`, `errors`, `results`, `valid`).
   */
  readonly extra?: Readonly<Record<string, unknown>>;
};

export class DomainError extends Error {
  override readonly name = "DomainError";
  /** A refusal, not a mistake: it is logged without a stack, and never above the level `warn`. */
  readonly isExpected = true;
  readonly code: ErrorCode;
  readonly more: DomainErrorMore;

  /** `message` is a sentence that users read. */
  constructor(code: ErrorCode, message: string, more: DomainErrorMore = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/** The error when a limit is reached. `what` names what is counted; `waitS` is how long to wait, in seconds. */
export function rateLimited(what: string, waitS: number): DomainError {
  const when =
    waitS === 1
      ? "1 second"
      : waitS < 100
        ? `${waitS} seconds`
        : waitS <= 100 * 60
          ? `${Math.ceil(waitS / 60)} minutes`
          : `${Math.ceil(waitS / 3_600)} hours`;
  return new DomainError("RATE_LIMITED", `Too many ${what}. Try again in ${when}.`, { retryAfterS: waitS });
}

/** Whether the class of the error says that it is no programming mistake, so that its stack is of no use. */
export function isExpected(error: unknown): boolean {
  return error instanceof Error && "isExpected" in error && error.isExpected === true;
}
