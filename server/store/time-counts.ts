// How many learners' best times of an example fall into a bucket, for buckets of four sizes: 2^18, 2^12, 2^6 and 1 ms.
// What lies below a time is then a sum over at most 63 buckets of each finer size and those of the coarsest.

import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./store.ts";

/** By how many bits a time is shifted at each level. */
export const shifts = [18, 12, 6, 0] as const;

type Bucket = { readonly level: number; readonly bucket: number };

/** Takes a best time out and puts another in; null is none. Rows are touched in ascending order. */
export async function moveTime(
  tx: Tx,
  exampleId: number,
  from: number | null,
  to: number | null,
): Promise<void> {
  const left = bucketsOf(from).filter((one) => !bucketsOf(to).some((other) => isSame(one, other)));
  const joined = bucketsOf(to).filter((one) => !bucketsOf(from).some((other) => isSame(one, other)));
  if (joined.length > 0) await add(tx, exampleId, joined);
  if (left.length > 0) await take(tx, exampleId, left);
}

/** All levels with their shifts, as a table of `column1` and `column2` (so both databases name them). */
export const levels: RawBuilder<unknown> = sql`(values ${sql.join(
  shifts.map((shift, level) => sql`(${sql.lit(level)}, ${sql.lit(shift)})`),
)})`;

/** How many times of an example are strictly better than `time`, an expression. */
export function countBetter(exampleId: number, time: RawBuilder<number>): RawBuilder<number> {
  const sums = shifts.map((shift, level) => {
    const from = level === 0 ? sql`0` : sql`((${time} >> ${sql.lit(shift + 6)}) << 6)`;
    return sql`(select coalesce(sum(n), 0) from time_count where example_id = ${exampleId}
      and level = ${sql.lit(level)} and bucket >= ${from} and bucket < (${time} >> ${sql.lit(shift)}))`;
  });
  return sql<number>`(${sql.join(sums, sql` + `)})`;
}

function bucketsOf(time: number | null): readonly Bucket[] {
  return time === null ? [] : shifts.map((shift, level) => ({ level, bucket: time >> shift }));
}

function isSame(one: Bucket, other: Bucket): boolean {
  return one.level === other.level && one.bucket === other.bucket;
}

async function add(tx: Tx, exampleId: number, buckets: readonly Bucket[]): Promise<void> {
  await tx
    .insertInto("time_count")
    .values(buckets.map(({ level, bucket }) => ({ example_id: exampleId, level, bucket, n: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(["example_id", "level", "bucket"])
        .doUpdateSet((eb) => ({ n: eb("time_count.n", "+", eb.ref("excluded.n")) })),
    )
    .execute();
}

async function take(tx: Tx, exampleId: number, buckets: readonly Bucket[]): Promise<void> {
  for (const { level, bucket } of buckets) {
    await tx
      .updateTable("time_count")
      .set((eb) => ({ n: eb("n", "-", 1) }))
      .where("example_id", "=", exampleId)
      .where("level", "=", level)
      .where("bucket", "=", bucket)
      .execute();
  }
  await tx
    .deleteFrom("time_count")
    .where("example_id", "=", exampleId)
    .where("n", "=", 0)
    .where((eb) =>
      eb.or(buckets.map(({ level, bucket }) => eb.and([eb("level", "=", level), eb("bucket", "=", bucket)]))),
    )
    .execute();
}
