// The parts that schemas are made of: text that is bounded and that both databases can store unchanged, and numbers in
// their ranges.

import * as z from "zod/mini";
import { problemSentence } from "./problem-sentence.ts";

// Without this line every message of zod/mini is 'Invalid input'.
z.config({ localeError: problemSentence });

/** Largest id: a PostgreSQL integer. */
const maxId = 2 ** 31 - 1;

/** The longest path, in bytes: the server refuses a request with a longer head. */
export const longestPath = 16 * 1024;

type Sentences = {
  /** For a field that is missing or not a text. */
  readonly missing?: string | undefined;
  readonly tooLong?: string | undefined;
};

/**
 * Text that can be stored: of at most `max` UTF-16 units, without NUL (PostgreSQL refuses it) and without lone
 * surrogates (UTF-8 cannot represent them).
 *
 * Every text that arrives from outside is declared with this function (`bounded-text.test.ts`). The length is checked
 * first, and nothing that a schema adds looks at a longer text: normalising, patterns and hashes may take far more time
 * than the length of a text suggests.
 */
export function storableText(max: number, { missing, tooLong }: Sentences = {}) {
  return bounded(max, { missing, tooLong }).check(
    z.refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "Text must not contain NUL or broken characters",
      abort: true,
    }),
    z.refine((value) => max <= shortText || !longMarks.test(value), {
      error: ({ path = [] }) =>
        `${path.join(".") || "The text"} has more than ${marksInARow} combining marks in a row, but no letter of any script has so many.`,
      abort: true,
    }),
  );
}

/** A file as text, which a worker thread reads: only its length is checked here, in UTF-16 units. */
export function fileText(max: number) {
  return bounded(max, {});
}

function bounded(max: number, { missing, tooLong }: Sentences) {
  return z.string(missing).check(z.maxLength(max, { error: tooLong, abort: true }));
}

/** Normalising a text of this length takes less than 1 ms, whatever it contains. */
const shortText = 1_000;

// Normalising sorts marks that follow each other, in quadratic time. Unicode's stream-safe format (UAX 15) allows 30.
// The two half-width marks are letters that become marks.
const marksInARow = 30;
const longMarks = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

/** A number outside what JSON's numbers can hold exactly is refused with the field's own bounds too. */
export function wholeNumber(min: number, max: number) {
  return z
    .int({
      error: (issue) => {
        if (issue.code === "too_big") return problemSentence({ ...issue, maximum: max });
        return issue.code === "too_small" ? problemSentence({ ...issue, minimum: min }) : undefined;
      },
    })
    .check(z.gte(min), z.lte(max));
}

/** An id in a body. */
export const Id = wholeNumber(1, maxId);

/** A whole number from 1 as text: digits only, so that `1e3`, ` 7` and `+7` are none. */
function wholeNumberText(max: number) {
  return z.pipe(
    storableText(10).check(z.regex(/^[1-9][0-9]{0,9}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      wholeNumber(1, max),
    ),
  );
}

/** An id in a path. The server responds 404 to anything else. */
export const PathId = wholeNumberText(maxId);

/** The time of a run in a query string, in ms. */
export const QueryMs = wholeNumberText(86_400_000);

/** A time as ISO 8601 in UTC, such as `2026-11-27T22:28:34.123Z`. */
export const InstantText = storableText(24).check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, {
    error: ({ path = [] }) => `${path.join(".")} must be a time such as 2026-11-27T22:28:34.123Z.`,
  }),
);

/**
 * A time in a response: handlers return milliseconds since 1970 UTC, clients receive the text. The text itself passes
 * too, so that a received response can be checked with the same schema.
 */
export const Instant = z.pipe(
  z.transform((ms: number) => (typeof ms === "number" ? instantText(ms) : ms)),
  InstantText,
);

/** `ms` since 1970 UTC as an `InstantText`. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}

/** A flag in a response: handlers return the database's 0 or 1, clients receive a boolean, which passes too. */
export const Flag = z.pipe(
  z.transform((flag: 0 | 1) => (flag === 1 ? true : flag === 0 ? false : flag)),
  z.boolean(),
);

export const OrderIndex = wholeNumber(0, 1_000_000);
export const Percent = wholeNumber(0, 100);
/** A time of a run in milliseconds, at most a day. */
export const RunMs = wholeNumber(0, 86_400_000);
