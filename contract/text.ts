// The parts that schemas are made of: text that both databases can store unchanged, and numbers in their ranges.

import * as z from "zod/mini";

// Without this line every message of zod/mini is 'Invalid input'.
z.config(z.locales.en());

/** Largest id: a PostgreSQL integer. */
const maxId = 2 ** 31 - 1;

/**
 * Text that can be stored: without NUL (PostgreSQL refuses it) and without lone surrogates (UTF-8 cannot represent
 * them). `max` counts UTF-16 units; it only keeps out floods of text and is not a rule of the product.
 */
export function storableText(max = 100_000) {
  return z.string().check(
    z.maxLength(max),
    z.refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      "Text must not contain NUL or broken characters",
    ),
  );
}

export function wholeNumber(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

/** An id in a body. */
export const Id = wholeNumber(1, maxId);

/** An id in a path: digits only, so that `1e3`, ` 7` and `+7` are not ids. The server responds 404 to anything else. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    Id,
  ),
);

/** A time as ISO 8601 in UTC, such as `2026-11-27T22:28:34.123Z`. */
export const InstantText = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

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
