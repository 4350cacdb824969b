// The building stones of bodies: text that both databases can hold exactly, and numbers in the ranges of the product.

import * as z from "zod/mini";

// Without this line zod/mini says 'Invalid input' for everything.
z.config(z.locales.en());

/** Largest id: a PostgreSQL integer. */
const maxId = 2 ** 31 - 1;

/**
 * Any text that can be stored: no NUL (PostgreSQL refuses it) and no lone surrogate (not representable in UTF-8).
 * `max` counts UTF-16 units and is a guard against floods, not a rule of the product.
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

/** An id in a path: digits only, so that `1e3`, ` 7` or `+7` is not an id. The server answers 404 for anything else. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    Id,
  ),
);

/** A moment as ISO 8601 in UTC, such as `2026-11-27T22:28:34.123Z`. */
export const InstantText = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/**
 * A moment in a response: handlers return milliseconds since 1970 UTC, clients receive the text. The text itself passes
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
