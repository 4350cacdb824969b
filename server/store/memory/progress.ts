// What a learner's progress is worked out from. Every statement reads the learner's own rows by a key that begins with
// the learner, and none reads runs or logs.

import { sql } from "kysely";
import type { PracticeDayTable } from "../memory-tables.ts";
import { byCodePoints } from "../dialect-forks.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { type Ids, idList, idsOf } from "./id-list.ts";

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

type CardsOf = Of & {
  readonly today: number;
  /** Below this stability a card is being learned. */
  readonly stability: number;
  /** A card that comes this many days after its last day may rest. */
  readonly interval: number;
};

export type MetIds = {
  readonly state: "known" | "learning" | "fading" | "known or resting";
  /** Of the constructs, in any order. */
  readonly ids: readonly number[];
};

/**
 * What the learner has met, by state. As `stateOf` in `server/learning/memory/` says, which also decides of those that
 * may rest: their histories are long, and hardly any card is among them.
 */
export async function metByState(db: Read, of: CardsOf): Promise<readonly MetIds[]> {
  const { rows } = await selectMet(db, of);
  return rows.map(({ state, ids }) => ({ state, ids: ids.split(",").map(Number) }));
}

// A row of text for each state: to read a row for each card takes ten times as long.
const selectMet = preparedQuery<CardsOf, { readonly state: MetIds["state"]; readonly ids: string }>(
  (db, value) =>
    sql<{ readonly state: MetIds["state"]; readonly ids: string }>`
      select state, string_agg(cast(construct_id as text), ',') as ids
      from (
        select construct_id, case
            when first_day is null or last_day is null or due_day is null or difficulty is null
              or stability is null or stability < ${value("stability")} then 'learning'
            when due_day <= ${value("today")} then 'fading'
            when due_day - last_day = ${value("interval")} then 'known or resting'
            else 'known' end as state
        from memory where user_id = ${value("userId")}) as met
      group by state`.compile(db),
);

type Since = Of & {
  /** The first month that counts. */
  readonly month: number;
  /** null: all. */
  readonly language: string | null;
};

/** What a construct cost, in all months and languages together. */
export type ConstructCost = {
  readonly id: number;
  readonly name: string;
  readonly places: number;
  readonly slips: number;
  readonly ms: number;
  readonly characters: number;
};

type CostsOf = Since & {
  /** Only constructs with this many places at least count. */
  readonly places: number;
  /** How many of the slowest. */
  readonly most: number;
};

export type SlowestAndMiddle = {
  /** In any order. */
  readonly slowest: readonly ConstructCost[];
  /** The one in the middle of all by speed, or the two; empty when there are none. */
  readonly middle: readonly ConstructCost[];
};

export async function slowestAndMiddle(db: Read, of: CostsOf): Promise<SlowestAndMiddle> {
  const { rows } = await selectCosts(db, of);
  return {
    slowest: rows.filter(({ is_middle }) => is_middle === 0),
    middle: rows.filter(({ is_middle }) => is_middle === 1),
  };
}

// Two sorted lists of a table that is worked out once: to number all of its rows takes longer.
const selectCosts = preparedQuery<CostsOf, ConstructCost & { readonly is_middle: 0 | 1 }>((db, value) =>
  sql<ConstructCost & { readonly is_middle: 0 | 1 }>`
    with spent as materialized (
      select construct_id as id, sum(places) as places, sum(slips) as slips, sum(ms) as ms,
        sum(characters) as characters
      from cost
      where user_id = ${value("userId")} and month >= ${value("month")} and ${isOfLanguage(value("language"))}
      group by construct_id having sum(places) >= ${value("places")} and sum(characters) > 0)
    select is_middle, chosen.id, construct.name, places, slips, ms, characters
    from (
      select 0 as is_middle, id, places, slips, ms, characters from (
        select id, places, slips, ms, characters from spent
        order by cast(ms as double precision) / characters desc, id
        limit ${value("most")}) as slowest
      union all
      select 1, id, places, slips, ms, characters from (
        select id, places, slips, ms, characters from spent
        order by cast(ms as double precision) / characters desc, id
        limit (select 2 - count(*) % 2 from spent) offset (select (count(*) - 1) / 2 from spent)) as middle
    ) as chosen inner join construct on construct.id = chosen.id`.compile(db),
);

/** What was typed where a construct belongs, in all months and languages together. */
export type SlipPair = {
  readonly id: number;
  readonly name: string;
  readonly typed: string;
  readonly n: number;
};

type PairsOf = Since & {
  /** Only what was typed this often counts. */
  readonly least: number;
  readonly most: number;
};

/** The most frequent first, then by name. */
export async function mostFrequentSlips(db: Read, of: PairsOf): Promise<readonly SlipPair[]> {
  return (await selectPairs(db, of)).rows;
}

const selectPairs = preparedQuery<PairsOf, SlipPair>((db, value) =>
  sql<SlipPair>`
    select pair.id, construct.name, pair.typed, pair.n
    from (
      select expected_construct_id as id, typed, sum(n) as n from slip
      where user_id = ${value("userId")} and month >= ${value("month")} and ${isOfLanguage(value("language"))}
      group by expected_construct_id, typed having sum(n) >= ${value("least")}) as pair
    inner join construct on construct.id = pair.id
    order by pair.n desc, ${byCodePoints(db, sql`construct.name`)}, ${byCodePoints(db, sql`pair.typed`)}, pair.id
    limit ${value("most")}`.compile(db),
);

export type SlipSum = Omit<SlipPair, "name"> & { readonly language: string };

/** What was typed where one of these constructs belongs, at most 40 of them, by language. */
export async function slipsOf(
  db: Read,
  of: Since,
  constructIds: readonly number[],
): Promise<readonly SlipSum[]> {
  return (await selectSlips(db, { ...of, ...idsOf(constructIds) })).rows;
}

const selectSlips = preparedQuery<Since & Ids, SlipSum>((db, value) =>
  sql<SlipSum>`
    select expected_construct_id as id, typed, language, sum(n) as n from slip
    where user_id = ${value("userId")} and month >= ${value("month")} and ${isOfLanguage(value("language"))}
      and expected_construct_id in (${idList(value)})
    group by expected_construct_id, typed, language`.compile(db),
);

function isOfLanguage(language: string | null) {
  return sql`language = coalesce(cast(${language} as text), language)`;
}
