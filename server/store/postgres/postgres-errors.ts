// Translates PostgreSQL's errors for the rest of the server.

import { RowsLocked, StorageFull, StoreUnavailable } from "../store.ts";

const lockTimeout = "55P03";

type PostgresError = Error & { readonly code?: string };

/** Whether a transaction lost to another one, as in a deadlock; it can be run again as a whole. */
export function isRetryable(error: unknown): boolean {
  const code = codeBehind(error);
  return code === "40001" || code === "40P01";
}

/** Whether a transaction waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeBehind(error) === lockTimeout;
}

function codeBehind(error: unknown): string | undefined {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return (cause as PostgresError | undefined)?.code;
}

/**
 * StorageFull or StoreUnavailable where the error means that. Any other error is a programming mistake and stays as it
 * is.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable || error instanceof StorageFull)
    return error;
  const code = (error as PostgresError).code ?? "";
  if (code === "53100" || code === "ENOSPC") return new StorageFull("The disk is full", { cause: error });
  if (code === lockTimeout) return new RowsLocked("PostgreSQL: others hold the rows", { cause: error });
  if (isAway(code, error)) return new StoreUnavailable(`PostgreSQL: ${describe(error)}`, { cause: error });
  return error;
}

// PgBouncer reports nearly everything as a protocol violation, and a server without TLS has no code at all.
const lasting = /does not exist$|authentication failed|not allowed in|The server does not support SSL/;

/** Whether a failure to connect lasts until the operator changes something, although its code does not say so. */
export function staysRefused(error: unknown): boolean {
  const { code, message } = error as PostgresError;
  return (code === undefined || code === "08P01") && lasting.test(message);
}

// Connection exceptions (08), out of resources (53), shutdowns and restarts (57P), time limits (57014, 25P03),
// races lost at every retry (40), I/O errors of the server (58), a standby that accepts no writes (25006).
const awayClasses = /^(08|53|57P|58)|^(57014|25P03|25P04|40001|40P01|25006)$/;
const awaySystemCodes =
  /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$|EHOSTDOWN$|ENOENT$)/;
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The server does not support SSL)/;

function isAway(code: string, error: Error): boolean {
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && isAway(codeOf(one), one));
  return awayClasses.test(code) || awaySystemCodes.test(code) || awayMessages.test(error.message);
}

function codeOf(error: Error): string {
  return (error as PostgresError).code ?? "";
}

// The error of a refused connection to a host name with two addresses has no message.
function describe(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((one: Error) => one.message).join("; ");
  return error.message;
}
