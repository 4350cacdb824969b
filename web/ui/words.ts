// How the screens write words and numbers in English.

import { ifSupported } from "./if-supported.ts";

export { capital, counted, inWords, thousands } from "@tabstop/course/words";

/** 'a', 'a and b', 'a, b and c' */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const collator = ifSupported(() => new Intl.Collator("en", { numeric: true }));

/** The order in which people sort names: `2` before `10`, `a` beside `A`. For `Array.sort`. */
export function compareNames(one: string, other: string): number {
  return collator?.compare(one, other) ?? one.localeCompare(other);
}
