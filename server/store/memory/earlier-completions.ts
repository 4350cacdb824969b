// Cards for learners who completed an example before its constructs were found, in pages of bounded size in the order of
// the learners. The mark of an example says how far they are, so that they go on after a restart, also on another server.

import { type RawBuilder, sql } from "kysely";
import { lockFreeLearners } from "../lock-free-learners.ts";
import { forUpdate } from "../dialect-forks.ts";
import type { Read, Tx } from "../store.ts";
import { type CardRow, cardColumns, isGraded, type Refold, saveCards } from "./cards.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

export type MeetRules = {
  /** The day of a moment in the learner's zone; null when none is known. */
  readonly dayOf: (at: number, zone: string | null) => number;
  readonly refold: Refold;
};

/** About a millisecond of writing, then other requests have a turn. */
const cardsPerPage = 400;
const mostLearners = 100;
/** A commit costs as much as several pages. */
const cardsPerCommit = 2_000;

/** Whether learners wait for their cards. */
export async function areSomeUnmet(db: Read): Promise<boolean> {
  const row = await db
    .selectFrom("example_syntax")
    .select("example_id")
    .where("met_after_user_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the cards of some learners. Returns how many cards that may have been at most; null when nothing is left, or
 * another server has it; 0 when the next learner's account is locked.
 */
export async function meetEarlier(tx: Tx, rules: MeetRules): Promise<number | null> {
  let cards = 0;
  while (cards < cardsPerCommit) {
    if (cards > 0) await yieldToEventLoop();
    const page = await meetPage(tx, rules);
    if (page === null || page === 0) return cards > 0 ? cards : page;
    cards += page;
  }
  return cards;
}

async function meetPage(tx: Tx, rules: MeetRules): Promise<number | null> {
  const { rows: marks } = await sql<Mark>`
    select example_id, code_version, met_after_user_id as after_user_id from example_syntax
    where met_after_user_id is not null order by example_id limit 1 ${forUpdate(tx, { skipLocked: true })}`.execute(
    tx,
  );
  const [mark] = marks;
  if (mark === undefined) return null;
  const constructs = await constructsNow(tx, mark);
  const atOnce = Math.min(mostLearners, Math.max(1, Math.floor(cardsPerPage / Math.max(1, constructs))));
  const learners = constructs === 0 ? [] : await learnersAfter(tx, mark, atOnce);
  const free = new Set(await lockFreeLearners(tx, learners));
  const firstBusy = learners.findIndex(({ user_id }) => !free.has(user_id));
  const some = firstBusy < 0 ? learners : learners.slice(0, firstBusy);
  const last = some.at(-1);
  if (last === undefined && firstBusy >= 0) return 0;
  if (last !== undefined) await meet(tx, mark, some, rules);
  const isDone = firstBusy < 0 && learners.length < atOnce;
  await tx
    .updateTable("example_syntax")
    .set({ met_after_user_id: isDone ? null : (last?.user_id ?? null) })
    .where("example_id", "=", mark.example_id)
    .execute();
  return Math.max(1, some.length * constructs);
}

type Mark = { readonly example_id: number; readonly code_version: number; readonly after_user_id: number };
type Learner = {
  readonly user_id: number;
  readonly completed_at: number;
  readonly zone: string | null;
};

/** How many constructs the example has; 0 when it is gone, or new code waits for its own. */
async function constructsNow(tx: Tx, { example_id, code_version }: Mark): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from example_construct
    join example on example.id = example_construct.example_id
    where example_construct.example_id = ${example_id} and example.code_version = ${code_version}`.execute(
    tx,
  );
  return Number(rows[0]?.n ?? 0);
}

/**
 * Learners who completed this code. An edit of code leaves completions and resets the times (`content/clearing.ts`), so
 * only a time or an attempt shows that a learner typed a later version.
 */
async function learnersAfter(tx: Tx, mark: Mark, limit: number): Promise<readonly Learner[]> {
  const { rows } = await sql<Learner>`
    select progress.user_id, progress.completed_at, activity.zone
    from progress left join activity on activity.user_id = progress.user_id
    where progress.example_id = ${mark.example_id} and progress.user_id > ${mark.after_user_id}
      and progress.completed_at is not null and progress.code_version = ${mark.code_version}
      and ${typedThis(mark)}
    order by progress.user_id limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

function typedThis({ code_version }: Mark): RawBuilder<unknown> {
  if (code_version === 1) return sql`1 = 1`;
  return sql`(progress.last_at is not null or exists (
    select 1 from attempt
    where attempt.user_id = progress.user_id and attempt.example_id = progress.example_id
      and attempt.code_version = progress.code_version))`;
}

/** The day of a card's first meeting is the earliest, so a graded card may have to be folded again. */
async function meet(tx: Tx, mark: Mark, learners: readonly Learner[], rules: MeetRules): Promise<void> {
  const days = learners.map(
    ({ user_id, completed_at, zone }) =>
      sql`(${sql.lit(user_id)}, ${sql.lit(rules.dayOf(Number(completed_at), zone))})`,
  );
  // In this order of joins: first the learners, last their cards.
  const met = sql`(values ${sql.join(days)}) as met cross join example_construct`;
  const isHere = sql`example_construct.example_id = ${sql.lit(mark.example_id)}`;
  const isCard = sql`memory.user_id = met.column1 and memory.construct_id = example_construct.construct_id`;
  await sql`
    insert into memory (user_id, construct_id, met_day)
    select met.column1, example_construct.construct_id, met.column2 from ${met}
    where ${isHere} and not exists (select 1 from memory where ${isCard})
    on conflict (user_id, construct_id) do nothing`.execute(tx);
  const { rows: later } = await sql<CardRow & { readonly new_met_day: number }>`
    select ${cardColumns}, met.column2 as new_met_day from ${met}
    cross join memory where ${isHere} and ${isCard} and memory.met_day > met.column2`.execute(tx);
  await saveCards(
    tx,
    later.map(({ new_met_day: met_day, ...row }) => {
      const card = { ...row, met_day };
      return isGraded(card) ? { ...card, ...rules.refold(card) } : card;
    }),
  );
}
