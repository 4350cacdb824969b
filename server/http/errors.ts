// Turns errors into responses, all in one shape: `{ error, code, details? }`, with the status that belongs to the code.
// No other file chooses the status of an error. The message of a programming mistake stays in the log.

import type { ErrorBody, ErrorCode } from "@tabstop/contract/errors";
import type { FastifyError } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { DomainError, isExpected } from "../domain-error.ts";
import { RowsLocked, StorageFull, StoreUnavailable } from "../store/store.ts";

export const statusOf = {
  MALFORMED: 400,
  INVALID: 400,
  WRONG_PASSWORD: 400,
  RESET_TOKEN_INVALID: 400,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  INVALID_CREDENTIALS: 401,
  REFRESH_INVALID: 401,
  FORBIDDEN: 403,
  REGISTRATION_CLOSED: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  EDIT_CONFLICT: 409,
  LAST_ADMIN: 409,
  TOO_MANY: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  IMPORT_INVALID: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_CONFIGURED: 503,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const satisfies Record<ErrorCode, number>;

/** The level of the log for an error that made a request fail: `warn` for an outage or an overload. */
export function levelOfError(error: unknown): "warn" | "error" {
  return isExpected(error) || isOutOfFiles(error) ? "warn" : "error";
}

/** The process or the machine may open no more files at this moment. */
function isOutOfFiles(error: unknown): boolean {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === "EMFILE" || code === "ENFILE";
}

export type ErrorResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody & Readonly<Record<string, unknown>>;
};

/** The body or the path cannot be read. The parser of bodies throws this too. */
export function malformed(message: string): DomainError {
  return new DomainError("MALFORMED", message);
}

export function notFound(): DomainError {
  return new DomainError("NOT_FOUND", "There is nothing here.");
}

/** `requestId` is part of the message when only the log has the reason. */
export function errorResponse(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof DomainError) return responseOf(error);
  if (error instanceof StoreUnavailable)
    return responseOf(
      new DomainError("UNAVAILABLE", `${whyUnavailable(error)} right now. Try again in a moment.`, {
        retryAfterS: 2,
      }),
    );
  if (error instanceof StorageFull)
    return responseOf(new DomainError("STORAGE_FULL", "The server has no room left to save this."));
  if (isOutOfFiles(error))
    return responseOf(
      new DomainError("UNAVAILABLE", "The server is too busy right now. Try again in a moment.", {
        retryAfterS: 2,
      }),
    );
  if (hasZodFastifySchemaValidationErrors(error)) return responseOf(invalid(error));
  return responseOf(fromFastify(error) ?? internal(requestId));
}

function whyUnavailable(error: StoreUnavailable): string {
  return error instanceof RowsLocked
    ? "Others are changing the same thing"
    : "The database cannot be reached";
}

function responseOf({ code, message, more }: DomainError): ErrorResponse {
  const status = statusOf[code];
  return {
    status,
    headers: {
      ...(more.retryAfterS === undefined
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil(more.retryAfterS))) }),
      ...(code === "TOKEN_EXPIRED" || code === "TOKEN_INVALID" ? { "www-authenticate": "Bearer" } : {}),
    },
    body: { error: message, code, ...(more.details ? { details: more.details } : {}), ...more.extra },
  };
}

function internal(requestId: string): DomainError {
  return new DomainError(
    "INTERNAL",
    `Something went wrong on the server. Its log knows this as ${requestId}.`,
  );
}

/** The shape in which Fastify reports violations of a schema. */
type ValidationError = {
  readonly validation: readonly { readonly instancePath: string; readonly message?: string | undefined }[];
  readonly validationContext?: string | undefined;
};

const detailsAtMost = 20;

function invalid({ validation, validationContext }: ValidationError): DomainError {
  // A list may have a fault in every entry.
  const details = validation.slice(0, detailsAtMost).map(({ instancePath, message = "Invalid" }) => ({
    path: instancePath.replace(/^\//, "").replaceAll("/", "."),
    message,
  }));
  // A path with an invalid id is an unknown address; one that is not valid text is malformed.
  if (validationContext === "params")
    return details.every(({ path }) => path.endsWith("Id") && path !== "sessionId")
      ? notFound()
      : malformed("The address contains characters that are not allowed.");
  return new DomainError("INVALID", details[0]?.message ?? "The request is not valid.", { details });
}

function fromFastify(error: unknown): DomainError | null {
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as FastifyError;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new DomainError("TOO_LARGE", "The request is too large.");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return new DomainError("UNSUPPORTED_TYPE", "The body must be JSON, sent as application/json.");
    case "FST_ERR_BAD_URL":
      return malformed("The address contains characters that are not allowed.");
    case "FST_ERR_MAX_PARAM_LENGTH":
    case "FST_ERR_NOT_FOUND":
      return notFound();
  }
  // Other errors for which Fastify and its plugins blame the request, such as a body that was cut off.
  if (statusCode === 404 || statusCode === 403) return notFound();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return malformed("The request could not be read.");
  return null;
}
