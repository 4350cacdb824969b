// The demonstration under the headline: code that types itself, with a slip now and then, over and over. Pure: what a
// moment looks like, which moment follows, and after how long.
//
// A moment is a number of keys typed right, and whether the next one is being missed. Where slips happen is fixed, so
// the first moment is the one of the page as it was drawn by the build.

import { accuracy } from "@tabstop/engine/metrics";
import type { PictureCode } from "../typing/picture-rows.ts";

export type Moment = {
  readonly keys: number;
  /** The key after these was missed just now. */
  readonly slipping: boolean;
};

export type Picture = {
  readonly code: PictureCode;
  readonly errors: number;
  readonly accuracy: number;
};

const lines: PictureCode["lines"] = [
  [["k", "async"], " ", ["k", "function"], " ", ["f", "getUser"], "(id) {"],
  ["  ", ["k", "const"], " res = ", ["k", "await"], " ", ["f", "fetch"], "(", ["s", "`/users/${id}`"], ");"],
  ["  ", ["k", "if"], " (!res.ok) {"],
  ["    ", ["k", "throw"], " ", ["k", "new"], " ", ["y", "Error"], "(", ["s", "`No user ${id}`"], ");"],
  ["  }"],
  ["  ", ["k", "return"], " res.", ["f", "json"], "();"],
  ["}"],
];

type Place = { readonly line: number; readonly column: number };

/** Where the caret stands before each key, and at the end: a Tab of two columns is one key, as is an Enter. */
const places: readonly (Place & { readonly cursor: number })[] = (() => {
  let begin = 0;
  return lines.flatMap((tokens, line) => {
    const text = tokens.map((token) => (typeof token === "string" ? token : token[1])).join("");
    const indent = text.length - text.trimStart().length;
    const from = begin;
    begin += text.length + 1;
    return Array.from({ length: text.length + 1 }, (_, column) => ({
      line,
      column,
      cursor: from + column,
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

export const firstMoment: Moment = { keys: keyAt({ line: 2, column: 11 }), slipping: false };

export function momentAfter({ keys, slipping }: Moment): Moment {
  if (keys === lastKey) return { keys: 0, slipping: false };
  return !slipping && slips.includes(keys) ? { keys, slipping: true } : { keys: keys + 1, slipping: false };
}

/** Ms until the next moment; `chance` is from 0 to 1, since nobody types evenly. */
export function pauseAfter({ keys, slipping }: Moment, chance: number): number {
  if (keys === lastKey) return 2_400;
  return slipping ? 300 : 70 + 110 * chance;
}

export function pictureOf({ keys, slipping }: Moment): Picture {
  const missed = slips.filter((slip) => slip < keys);
  const errors = missed.length + (slipping ? 1 : 0);
  return {
    code: {
      lines,
      caret: placeAt(keys),
      slipping,
      missed: missed.map((slip) => `${placeAt(slip).line}:${placeAt(slip).column}`),
    },
    errors,
    accuracy: accuracy(placeAt(keys).cursor, errors),
  };
}

function placeAt(key: number): Place & { readonly cursor: number } {
  const place = places[key];
  if (place === undefined) throw new RangeError(`Key ${key} of ${lastKey}`);
  return place;
}

function keyAt({ line, column }: Place): number {
  const key = places.findIndex((place) => place.line === line && place.column === column);
  if (key < 0) throw new RangeError(`No key stands at ${line}:${column}`);
  return key;
}
