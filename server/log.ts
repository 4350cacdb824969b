// The log: one JSON object per line on standard error. Standard output is reserved for a few plain lines for the
// operator who starts the server. The code that writes a line decides what it contains (`http/request-log.ts`): never a
// header, a body, a query, or a path that may contain a token.

import { pino } from "pino";
import { isExpected } from "./domain-error.ts";
import { standardError } from "./output.ts";
import type { LogLevel } from "./settings.ts";

export type Log = ReturnType<typeof createLog>;

export function createLog(level: LogLevel, stream: { write(line: string): void } = standardErrorLines()) {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => errorForLog(error) },
    },
    stream,
  );
}

/** A line about lines that were lost because no one read them comes before the next one that is written. */
function standardErrorLines() {
  let lost = 0;
  return {
    write(line: string) {
      if (lost > 0) {
        const about = {
          level: "warn",
          time: new Date().toISOString(),
          lost,
          msg: "lines of the log were lost",
        };
        if (standardError.write(`${JSON.stringify(about)}\n`)) lost = 0;
      }
      if (!standardError.write(line)) lost++;
    },
  };
}

type LoggedError = {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError | string;
};

/**
 * The parts of an error that say what went wrong. Its other fields may contain anything, such as a statement's values.
 */
function errorForLog(error: unknown, withStack = !isExpected(error)): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined || !withStack ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: errorForLog(cause, withStack) }),
  };
}
