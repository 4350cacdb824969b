// The stable words that stand in an error's `code`. A screen may decide by them; sentences are for people only.

export const errorCodes = [
  // 400
  "MALFORMED", // not JSON, not UTF-8, a forbidden character
  "INVALID", // right JSON, wrong or missing fields; `details` says which
  "WRONG_PASSWORD", // the current password of a signed-in person
  "RESET_TOKEN_INVALID",
  // 401
  "TOKEN_EXPIRED",
  "TOKEN_INVALID",
  "INVALID_CREDENTIALS",
  "REFRESH_INVALID",
  // 403
  "FORBIDDEN",
  "REGISTRATION_CLOSED",
  // 404, 405
  "NOT_FOUND",
  // 409
  "EMAIL_TAKEN",
  "USERNAME_TAKEN",
  "EDIT_CONFLICT",
  "LAST_ADMIN",
  "TOO_MANY",
  // 413, 415, 422
  "TOO_LARGE",
  "UNSUPPORTED_TYPE",
  "IMPORT_INVALID",
  // 429
  "RATE_LIMITED",
  // 5xx
  "INTERNAL",
  "STORAGE_FULL",
  "NOT_CONFIGURED",
  "UNAVAILABLE",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The one shape of every error answer. `details` names fields by their path in the body, such as `email`. */
export type ErrorBody = {
  readonly error: string;
  readonly code: ErrorCode;
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
};
