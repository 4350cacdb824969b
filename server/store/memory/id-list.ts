// Lists of ids in prepared queries: always of the same length, so that the statement stays prepared.

import { type RawBuilder, sql } from "kysely";

const idsAtOnce = 40;

export type Ids<P extends string = "id"> = Readonly<Record<`${P}${number}`, number>>;

/** Values for a list of at most 40 ids; the first id fills the places that are left. */
export function idsOf(ids: readonly number[]): Ids;
export function idsOf<P extends string>(ids: readonly number[], prefix: P): Ids<P>;
export function idsOf(ids: readonly number[], prefix = "id"): Readonly<Record<string, number>> {
  if (ids.length > idsAtOnce) throw new RangeError(`${ids.length} ids are more than ${idsAtOnce}`);
  return Object.fromEntries(
    Array.from({ length: idsAtOnce }, (_, at) => [`${prefix}${at}`, ids[at] ?? ids[0] ?? 0]),
  );
}

/** For `in (…)`. */
export function idList(value: (name: never) => unknown, prefix = "id"): RawBuilder<unknown> {
  return sql.join(Array.from({ length: idsAtOnce }, (_, at) => value(`${prefix}${at}` as never)));
}

/** The ids in lists that fit. */
export function* inLists(ids: readonly number[]): Generator<Ids> {
  for (let from = 0; from < ids.length; from += idsAtOnce) yield idsOf(ids.slice(from, from + idsAtOnce));
}
