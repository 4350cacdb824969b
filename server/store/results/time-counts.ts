// Counts the learners' best times of an example in buckets of four sizes: 2^18, 2^12, 2^6 and 1 ms. The number of times
// below a given one is then a sum over at most 63 buckets of each finer size and the buckets of the coarsest.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Flag } from "../schema.ts";
import type { Tx } from "../store.ts";

/** The number of bits by which a time is shifted at each level. */
const shifts = [18, 12, 6, 0] as const;

/** The `board` of all best times, and that of the best checked ones. */
export const boards = { all: 0, checked: 1 } as const satisfies Record<string, Flag>;
export type BoardKind = keyof typeof boards;

/** The columns of `progress` that a board lists and sorts by; `because` is null for a checked time. */
export function listedOn(board: BoardKind) {
  return board === "all"
    ? {
        time: sql.ref<number>("progress.best_time_ms"),
        at: sql.ref<number>("progress.best_at"),
        because: sql.ref<UncheckedReason | null>("progress.best_unchecked_because"),
      }
    : {
        time: sql.ref<number>("progress.checked_best_ms"),
        at: sql.ref<number>("progress.checked_best_at"),
        because: sql<UncheckedReason | null>`cast(null as text)`,
      };
}

/** A leaderboard of a version of an example's code. Times of different versions are never compared. */
export type Code = { readonly exampleId: number; readonly codeVersion: number; readonly board: Flag };

/** Replaces a learner's best time by another; null means no time. Rows are locked in ascending order. */
export async function moveTime(tx: Tx, code: Code, from: number | null, to: number | null): Promise<void> {
  if (to !== null) await addTime(tx, bucketsOf(code, to));
  if (from === null) return;
  await subtractTime(tx, bucketsOf(code, from));
  await deleteEmpty(tx, bucketsOf(code, from));
}

/** All levels with their shifts, as a table with the columns `column1` and `column2`, as both databases name them. */
export const levels: RawBuilder<unknown> = sql`(values ${sql.join(
  shifts.map((shift, level) => sql`(${sql.lit(level)}, ${sql.lit(shift)})`),
)})`;

/** An expression for how many times of a version of an example are strictly better than `time`. */
export function countBetter(
  code: { readonly [K in keyof Code]: RawBuilder<number> },
  time: RawBuilder<number>,
): RawBuilder<number> {
  const sums = shifts.map((shift, level) => {
    const from = level === 0 ? sql`0` : sql`((${time} >> ${sql.lit(shift + 6)}) << 6)`;
    return sql`(select coalesce(sum(n), 0) from time_count
      where example_id = ${code.exampleId} and code_version = ${code.codeVersion}
      and board = ${code.board} and level = ${sql.lit(level)} and bucket >= ${from} and bucket < (${time} >> ${sql.lit(shift)}))`;
  });
  return sql<number>`(${sql.join(sums, sql` + `)})`;
}

/** The bucket of a time at each level. */
type Buckets = Code & { b0: number; b1: number; b2: number; b3: number };
const bucketNames = ["b0", "b1", "b2", "b3"] as const;

function bucketsOf({ exampleId, codeVersion, board }: Code, time: number): Buckets {
  const [b0, b1, b2, b3] = shifts.map((shift) => time >> shift) as [number, number, number, number];
  return { exampleId, codeVersion, board, b0, b1, b2, b3 };
}

const addTime = preparedQuery<Buckets, never>((db, value) => {
  const rows = bucketNames.map(
    (name, level) =>
      sql`(${value("exampleId")}, ${value("codeVersion")}, ${value("board")}, ${sql.lit(level)}, ${value(name)}, 1)`,
  );
  return sql<never>`
    insert into time_count (example_id, code_version, board, level, bucket, n) values ${sql.join(rows)}
    on conflict (example_id, code_version, board, level, bucket) do update set n = time_count.n + 1`.compile(
    db,
  );
});

// A list of pairs: with `or`, SQLite would scan all buckets of the example.
function isOneOf(value: (name: keyof Buckets) => number): RawBuilder<boolean> {
  const pairs = bucketNames.map((name, level) => sql`(${sql.lit(level)}, cast(${value(name)} as integer))`);
  return sql`example_id = ${value("exampleId")} and code_version = ${value("codeVersion")}
    and board = ${value("board")} and (level, bucket) in (values ${sql.join(pairs)})`;
}

const subtractTime = preparedQuery<Buckets, never>((db, value) =>
  sql<never>`update time_count set n = n - 1 where ${isOneOf(value)}`.compile(db),
);

const deleteEmpty = preparedQuery<Buckets, never>((db, value) =>
  sql<never>`delete from time_count where n = 0 and ${isOneOf(value)}`.compile(db),
);
