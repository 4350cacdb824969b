// The codes of errors. They are stable, so that screens may depend on them; the sentences beside them are for people
// only.

export const errorCodes = [
  // 400
  "MALFORMED", // not JSON, not UTF-8, a forbidden character
  "INVALID", // valid JSON with wrong or missing fields; `details` names them
  "WRONG_PASSWORD", // the current password of a logged-in user
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

/** The body of every error response. `details` names fields by their path in the body, such as `email`. */
export type ErrorBody = {
  readonly error: string;
  readonly code: ErrorCode;
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
};
