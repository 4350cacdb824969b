// The demonstration under the headline: code that types itself, with a slip now and then, again and again. This file
// decides what a moment looks like, which moment is next and when; use-demo.ts runs it.
//
// A moment is a number of right keys, and whether the next key has just been missed. The slips are fixed, so that the
// first moment is the one in the prerendered page.

import { accuracy } from "@tabstop/engine/metrics";
import { codeOf, type PictureCode, type Place } from "../typing/picture-rows.ts";

export type Moment = {
  readonly keys: number;
  /** The key after these has just been missed. */
  readonly isSlipping: boolean;
};

export type Picture = {
  readonly code: PictureCode;
  readonly errors: number;
  readonly accuracy: number;
};

const code = codeOf([
  [["k", "async"], " ", ["k", "function"], " ", ["f", "getUser"], "(id) {"],
  ["  ", ["k", "const"], " res = ", ["k", "await"], " ", ["f", "fetch"], "(", ["s", "`/users/${id}`"], ");"],
  ["  ", ["k", "if"], " (!res.ok) {"],
  ["    ", ["k", "throw"], " ", ["k", "new"], " ", ["y", "Error"], "(", ["s", "`No user ${id}`"], ");"],
  ["  }"],
  ["  ", ["k", "return"], " res.", ["f", "json"], "();"],
  ["}"],
]);

/** Where the caret is before each key, and at the end. A Tab of two columns is one key, and so is an Enter. */
const places: readonly (Place & { readonly cursor: number })[] = (() => {
  let lineStart = 0;
  return code.text.split("\n").flatMap((text, line) => {
    const indent = text.length - text.trimStart().length;
    const start = lineStart;
    lineStart += text.length + 1;
    return Array.from({ length: text.length + 1 }, (_, column) => ({
      line,
      column,
      cursor: start + column,
    })).filter(({ column }) => column >= indent || column % 2 === 0);
  });
})();
const lastKey = places.length - 1;

/** The first characters of `res`, `user` and `json`. */
const slips: readonly number[] = [
  { line: 1, column: 8 },
  { line: 3, column: 24 },
  { line: 5, column: 13 },
].map((place) => keyAt(place));

export const firstMoment: Moment = { keys: keyAt({ line: 2, column: 11 }), isSlipping: false };

export function momentAfter({ keys, isSlipping }: Moment): Moment {
  if (keys === lastKey) return { keys: 0, isSlipping: false };
  return !isSlipping && slips.includes(keys)
    ? { keys, isSlipping: true }
    : { keys: keys + 1, isSlipping: false };
}

/** Ms until the next moment. `chance`, from 0 to 1, makes the typing uneven as a person's is. */
export function pauseAfter({ keys, isSlipping }: Moment, chance: number): number {
  if (keys === lastKey) return 2_400;
  return isSlipping ? 300 : 70 + 110 * chance;
}

export function pictureOf({ keys, isSlipping }: Moment): Picture {
  const missed = slips.filter((slip) => slip < keys);
  const errors = missed.length + (isSlipping ? 1 : 0);
  const caret = placeAt(keys);
  return {
    code: { ...code, caret, isSlipping, missed: missed.map(placeAt) },
    errors,
    accuracy: accuracy(caret.cursor, errors),
  };
}

function placeAt(key: number): Place & { readonly cursor: number } {
  const place = places[key];
  if (place === undefined) throw new RangeError(`Key ${key} of ${lastKey}`);
  return place;
}

function keyAt({ line, column }: Place): number {
  const key = places.findIndex((place) => place.line === line && place.column === column);
  if (key < 0) throw new RangeError(`The caret is never at ${line}:${column}`);
  return key;
}
