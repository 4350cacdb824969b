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
  readonly code: ErrorCode;
  readonly more: DomainErrorMore;

  /** `message` is a sentence that users read. */
  constructor(code: ErrorCode, message: string, more: DomainErrorMore = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}
