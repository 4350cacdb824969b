// The signed start of a run: the server's time at the first key, bound to one user, attempt, example and version of its
// code. A client cannot move it, use it for another run, or get one for a time before the request.
//
// Its text is `<ms since 1970 in base 36>.<HMAC-SHA-256 in base64url>`.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What a start belongs to. */
type StartedRun = {
  readonly userId: number;
  /** The client's UUID, in any case. */
  readonly attemptId: string;
  readonly exampleId: number;
  readonly codeVersion: number;
};

export type Starts = {
  /** @param at ms since 1970 UTC */
  readonly sign: (run: StartedRun, at: number) => string;
  /**
   * The moment in a start of this run, ms since 1970 UTC; null when it is no such start: malformed, signed with another
   * key or for another run.
   */
  readonly read: (run: StartedRun, start: string) => number | null;
};

/** Longer than any start is until the year 5000. */
const longestStart = 60;
const shape = /^([0-9a-z]{1,10})\.([\w-]{43})$/;

export function createStarts(secretKey: string): Starts {
  const key = new Uint8Array(hkdfSync("sha256", secretKey, "", "tabstop-starts", 32));
  const signature = (run: StartedRun, ms: string) =>
    createHmac("sha256", key)
      .update([run.userId, run.attemptId.toLowerCase(), run.exampleId, run.codeVersion, ms].join(" "))
      .digest();
  return {
    sign(run, at) {
      const ms = at.toString(36);
      return `${ms}.${signature(run, ms).toString("base64url")}`;
    },
    read(run, start) {
      if (start.length > longestStart) return null;
      const [, ms = "", given = ""] = shape.exec(start) ?? [];
      const bytes = Buffer.from(given, "base64url");
      const expected = signature(run, ms);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
        ? Number.parseInt(ms, 36)
        : null;
    },
  };
}
