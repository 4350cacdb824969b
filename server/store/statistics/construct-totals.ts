// Sums of `cost` over all learners, renewed behind the runs: a run only notes that its learner has something to count.
// Each row of `cost` says what of it is counted, so that a total is always the sum of what its rows say.
//
// A transaction that changes totals holds the lock of the sweep, so that no two of them wait for each other's rows. It
// changes costs only of learners whose runs wait for it: it holds their note in `uncounted_cost`, or their account.

import { type RawBuilder, sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Read, Tx } from "../store.ts";
import { pauseSweep, tryHoldSweep } from "../sweep.ts";

/** Notes that a learner has costs to count, before these change. Another run of theirs, and a count, waits for this one. */
export const noteUncounted = preparedQuery<{ readonly userId: number }, never>((db, value) =>
  sql<never>`
    insert into uncounted_cost (user_id) values (${value("userId")})
    on conflict (user_id) do update set user_id = excluded.user_id`.compile(db),
);

/** Few milliseconds of writing. */
const rowsAtOnce = 500;
const learnersAtOnce = 10;

type Key = {
  readonly user_id: number;
  readonly month: number;
  readonly language: string;
  readonly construct_id: number;
};

// Slips come with places, and what is shown was hidden.
const isUncounted = sql`(places > counted_places or hidden > counted_hidden)`;
const isCounted = sql`(counted_places > 0 or counted_hidden > 0)`;

export async function areSomeUncounted(db: Read): Promise<boolean> {
  return (await db.selectFrom("uncounted_cost").select("user_id").limit(1).execute()).length > 0;
}

/**
 * Adds some costs to the totals. Returns how many rows; null when nothing is left, 0 when another server is counting or
 * learners hold what is left.
 */
export async function countSome(tx: Tx): Promise<number | null> {
  if (!(await tryHoldSweep(tx))) return 0;
  const { rows: noted } = await sql<Pick<Key, "user_id">>`
    select user_id from uncounted_cost order by user_id limit ${sql.lit(learnersAtOnce)}
    ${forUpdate(tx, { skipLocked: true })}`.execute(tx);
  if (noted.length === 0) return (await areSomeUncounted(tx)) ? 0 : null;
  const ofThem = sql`user_id in ${idsOf(noted)} and ${isUncounted}`;
  const { rows } = await sql<Key>`
    select user_id, month, language, construct_id from cost where ${ofThem}
    order by user_id, month, language, construct_id limit ${sql.lit(rowsAtOnce)}`.execute(tx);
  const last = rows.at(-1);
  if (last !== undefined) {
    const { user_id, month, language, construct_id } = last;
    const upToLast = sql`(user_id, month, language, construct_id)
      <= (${sql.lit(user_id)}, ${sql.lit(month)}, ${language}, ${sql.lit(construct_id)})`;
    await addToTotals(tx, sql`${ofThem} and ${upToLast}`);
    await sql`
      update cost set counted_places = places, counted_slips = slips,
        counted_hidden = hidden, counted_shown = shown
      where ${ofThem} and ${upToLast}`.execute(tx);
  }
  const isAll = last === undefined || rows.length < rowsAtOnce;
  const done = noted.filter(({ user_id }) => isAll || user_id < last.user_id);
  if (done.length > 0) await sql`delete from uncounted_cost where user_id in ${idsOf(done)}`.execute(tx);
  return Math.max(1, rows.length);
}

function idsOf(learners: readonly { readonly user_id: number }[]): RawBuilder<unknown> {
  return sql`(${sql.join(learners.map(({ user_id }) => sql.lit(user_id)))})`;
}

async function addToTotals(tx: Tx, these: RawBuilder<unknown>): Promise<void> {
  const figures = ["learners", "places", "slips", "hidden", "shown"];
  const sums = figures.map(
    (figure) => sql`${sql.ref(figure)} = construct_total.${sql.ref(figure)} + excluded.${sql.ref(figure)}`,
  );
  await sql`
    insert into construct_total (month, language, construct_id, learners, places, slips, hidden, shown)
    select month, language, construct_id, sum(case when ${isCounted} then 0 else 1 end),
      sum(places - counted_places), sum(slips - counted_slips),
      sum(hidden - counted_hidden), sum(shown - counted_shown)
    from cost where ${these} group by month, language, construct_id
    on conflict (month, language, construct_id) do update set ${sql.join(sums)}`.execute(tx);
}

/**
 * Subtracts these rows of `cost` from the totals; the caller then deletes them, or sets what is counted of them to 0. The
 * caller holds the lock of the sweep and the accounts of the learners.
 */
export async function uncount(tx: Tx, these: RawBuilder<unknown>): Promise<void> {
  await sql`
    update construct_total set
      learners = learners - mine.counted_learners, places = places - mine.counted_places,
      slips = slips - mine.counted_slips, hidden = hidden - mine.counted_hidden, shown = shown - mine.counted_shown
    from (
      select month, language, construct_id, count(*) as counted_learners, sum(counted_places) as counted_places,
        sum(counted_slips) as counted_slips, sum(counted_hidden) as counted_hidden,
        sum(counted_shown) as counted_shown
      from cost where ${these} and ${isCounted} group by month, language, construct_id
    ) as mine
    where construct_total.month = mine.month and construct_total.language = mine.language
      and construct_total.construct_id = mine.construct_id`.execute(tx);
  await sql`
    delete from construct_total where learners = 0 and (month, language, construct_id) in (
      select month, language, construct_id from cost where ${these})`.execute(tx);
}

/** Builds the totals of what is counted again, and notes all learners with something to count. */
export async function recountConstructs(tx: Tx): Promise<void> {
  await pauseSweep(tx);
  await sql`
    insert into uncounted_cost (user_id) select distinct user_id from cost where ${isUncounted}
    on conflict (user_id) do nothing`.execute(tx);
  await tx.deleteFrom("construct_total").execute();
  await sql`
    insert into construct_total (month, language, construct_id, learners, places, slips, hidden, shown)
    select month, language, construct_id, count(*), sum(counted_places), sum(counted_slips),
      sum(counted_hidden), sum(counted_shown)
    from cost where ${isCounted} group by month, language, construct_id`.execute(tx);
}
