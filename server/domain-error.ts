// A rule of the product says no. Only `server/http` turns it into a status.

import type { ErrorBody, ErrorCode } from "@tabstop/contract/errors";

export type DomainErrorMore = {
  readonly details?: ErrorBody["details"];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number;
  /** Further fields of the answer, for the few errors that carry more (`current`, `errors`, `results`, `valid`). */
  readonly extra?: Readonly<Record<string, unknown>>;
};

export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly more: DomainErrorMore;

  /** `message` is a sentence for a person. */
  constructor(code: ErrorCode, message: string, more: DomainErrorMore = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}
