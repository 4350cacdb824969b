// What a learner's progress is worked out from. Every statement reads the learner's own rows by a key that begins with
// the learner, and none reads runs or logs.

import { sql } from "kysely";
import type { PracticeDayTable } from "../memory-tables.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { type Ids, idList, inLists } from "./id-list.ts";
import type { CardColumns } from "./review-example.ts";

type Of = { readonly userId: number };

export type DayFigures = Pick<PracticeDayTable, "day" | "language" | "zone" | "first_at" | "last_at"> & {
  readonly completed: number;
  readonly ms: number;
  readonly characters: number;
  readonly errors: number;
  readonly rated_characters: number;
  readonly runs: number;
  readonly review_ms: number;
};

/** All days of the learner, a row for each language, in the order of the days. */
export async function dayFigures(db: Read, userId: number): Promise<readonly DayFigures[]> {
  return (await selectDays(db, { userId })).rows;
}

const selectDays = preparedQuery<Of, DayFigures>((db, value) =>
  sql<DayFigures>`
    select day, language, zone, first_at, last_at, completed, ms, characters, errors, rated_characters, runs, review_ms
    from practice_day where user_id = ${value("userId")} order by day, language`.compile(db),
);

/** How many examples the learner has completed, by their languages of today, also unpublished ones. */
export async function completedByLanguage(db: Read, userId: number): Promise<ReadonlyMap<string, number>> {
  return new Map((await completed(db, { userId })).rows.map(({ language, n }) => [language, n]));
}

const completed = preparedQuery<Of, { readonly language: string; readonly n: number }>((db, value) =>
  sql<{ readonly language: string; readonly n: number }>`
    select example.language, count(*) as n
    from progress cross join example
    where progress.user_id = ${value("userId")} and progress.completed_at is not null
      and example.id = progress.example_id
    group by example.language`.compile(db),
);

export type MetCard = CardColumns & { readonly id: number };

type CardsOf = Of & {
  readonly today: number;
  /** The history comes only with a card of this stability at least that comes this many days after its last day. */
  readonly stability: number;
  readonly interval: number;
};

const cardsAtOnce = 5_000;

/** The learner's cards, some at a time, between which other requests are served. */
export async function* metCards(db: Read, of: CardsOf): AsyncGenerator<readonly MetCard[]> {
  for (let after = 0; ; ) {
    const { rows } = await selectCards(db, { ...of, after });
    yield rows;
    if (rows.length < cardsAtOnce) return;
    after = rows.at(-1)?.id ?? 0;
    await yieldToEventLoop();
  }
}

const selectCards = preparedQuery<CardsOf & { readonly after: number }, MetCard>((db, value) =>
  sql<MetCard>`
    select construct_id as id, met_day, first_day, due_day, last_day, stability, difficulty, lapses,
      case when stability >= ${value("stability")} and due_day > ${value("today")}
        and due_day - last_day = ${value("interval")} then history end as history
    from memory
    where user_id = ${value("userId")} and construct_id > ${value("after")}
    order by construct_id limit ${sql.lit(cardsAtOnce)}`.compile(db),
);

/** What a construct cost, in all months and languages together. */
export type ConstructCost = {
  readonly id: number;
  readonly places: number;
  readonly slips: number;
  readonly ms: number;
  readonly characters: number;
};

type Since = Of & {
  /** The first month that counts. */
  readonly month: number;
  /** null: all. */
  readonly language: string | null;
};

/** Of the constructs with this many places at least. */
export async function constructCosts(
  db: Read,
  of: Since & { readonly places: number },
): Promise<readonly ConstructCost[]> {
  return (await selectCosts(db, of)).rows;
}

const selectCosts = preparedQuery<Since & { readonly places: number }, ConstructCost>((db, value) =>
  sql<ConstructCost>`
    select construct_id as id, sum(places) as places, sum(slips) as slips, sum(ms) as ms, sum(characters) as characters
    from cost
    where user_id = ${value("userId")} and month >= ${value("month")}
      and language = coalesce(cast(${value("language")} as text), language)
    group by construct_id having sum(places) >= ${value("places")} and sum(characters) > 0`.compile(db),
);

export type SlipSum = {
  readonly id: number;
  readonly name: string;
  readonly typed: string;
  readonly language: string;
  readonly n: number;
};

/** What the learner typed where a construct belongs, by language. */
export async function slipSums(db: Read, of: Since): Promise<readonly SlipSum[]> {
  return (await selectSlips(db, of)).rows;
}

const selectSlips = preparedQuery<Since, SlipSum>((db, value) =>
  sql<SlipSum>`
    select slip.expected_construct_id as id, construct.name, slip.typed, slip.language, sum(slip.n) as n
    from slip inner join construct on construct.id = slip.expected_construct_id
    where slip.user_id = ${value("userId")} and slip.month >= ${value("month")}
      and slip.language = coalesce(cast(${value("language")} as text), slip.language)
    group by slip.expected_construct_id, construct.name, slip.typed, slip.language`.compile(db),
);

/** The names of some constructs. */
export async function constructNames(
  db: Read,
  constructIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (const ids of inLists(constructIds))
    for (const { id, name } of (await selectNames(db, ids)).rows) names.set(id, name);
  return names;
}

const selectNames = preparedQuery<Ids, { readonly id: number; readonly name: string }>((db, value) =>
  sql<{ readonly id: number; readonly name: string }>`
    select id, name from construct where id in (${idList(value)})`.compile(db),
);
