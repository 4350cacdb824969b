// The log: one JSON object a line, on the standard error, so that the standard output stays the few plain lines for the
// person who starts the server. What a line may hold is decided where it is written (`http/request-log.ts`): never a
// header, a body, a query, or a path that may carry a token.

import { pino } from "pino";
import type { LogLevel } from "./settings.ts";

export type Log = ReturnType<typeof createLog>;

export function createLog(level: LogLevel, stream: { write(line: string): void } = standardError()) {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorForLog },
    },
    stream,
  );
}

/** What waits while the disk below is full; what comes beyond it is lost. */
const longestBacklog = 1024 * 1024;

// A log that can't be written must not take the server along: without a listener, the error of a full disk would be
// thrown at whoever wrote the line. Lines go on, whole, as soon as there is room.
function standardError() {
  const stream = pino.destination({ fd: 2, sync: true, maxLength: longestBacklog });
  stream.on("error", () => {});
  return stream;
}

type LoggedError = {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError | string;
};

/** The parts of an error that tell what went wrong. Its other fields may hold anything, such as a statement's values. */
export function errorForLog(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
  };
}
