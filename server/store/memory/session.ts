// What a review chooses from: the cards that are due most, and the completed examples that have their constructs.

import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { isCovered, isPublished } from "./covered.ts";
import { type Ids, idList, idsOf, inLists } from "./id-list.ts";

/** A graded card that is due, as far as a choice needs it. */
export type GradedDueCard = {
  readonly id: number;
  readonly stability: number;
  readonly last_day: number;
  readonly last_example_id: number | null;
};

/** Of very many due cards, those that have been due for the longest are looked at. */
const mostDueRead = 5_000;

type Due = { readonly userId: number; readonly today: number; readonly limit: number };

/** The graded cards that are due and that a completed example has, the most forgotten first. */
export async function mostForgotten(db: Read, of: Due): Promise<readonly GradedDueCard[]> {
  return (await forgotten(db, of)).rows;
}

// What is forgotten by FSRS grows with the days since the last grade, in units of the stability.
const forgotten = preparedQuery<Due, GradedDueCard>((db, value) =>
  sql<GradedDueCard>`
    select construct_id as id, stability, last_day, last_example_id from (
      select memory.construct_id, stability, last_day, last_example_id from memory
      where memory.user_id = ${value("userId")} and ${isCovered} and due_day <= ${value("today")}
      order by due_day limit ${sql.lit(mostDueRead)}) as due
    order by (${value("today")} - last_day) / stability desc, construct_id limit ${value("limit")}`.compile(
    db,
  ),
);

/** The constructs that were met before today and never graded and that a completed example has, in their order. */
export async function newInOrder(db: Read, of: Due): Promise<readonly number[]> {
  return (await newOnes(db, of)).rows.map(({ id }) => id);
}

const newOnes = preparedQuery<Due, { readonly id: number }>((db, value) =>
  sql<{ readonly id: number }>`
    select memory.construct_id as id from memory
    where memory.user_id = ${value("userId")} and ${isCovered} and first_day is null
      and met_day < ${value("today")}
    order by met_day, construct_id limit ${value("limit")}`.compile(db),
);

/** A completed example with those of the constructs that it has. */
export type CompletedExample = {
  readonly exampleId: number;
  readonly lessonId: number;
  /** Code points of its code, and how many of them are no blanks. */
  readonly characters: number;
  readonly visible: number;
  /** JSON of their places by construct. */
  readonly places: ReadonlyMap<number, string>;
  /** Those of them that it has in forms only. */
  readonly inForms: ReadonlySet<number>;
};

/** Of each construct, at most this many examples are looked at, those typed last. */
const mostEach = 20;
/** The examples typed last in which all constructs are looked for. */
const mostRecent = 400;
/** Of a construct that those lack, the newest examples that have it. */
const mostWithConstruct = 500;

/** The completed examples typed last that have these constructs, at most 40. Every construct is in one at least. */
export async function examplesFor(
  db: Read,
  userId: number,
  constructIds: readonly number[],
): Promise<readonly CompletedExample[]> {
  const chosen = new Set<number>();
  const found = new Map(constructIds.map((id) => [id, 0]));
  for (const row of await recentExamples(db, userId, constructIds)) {
    const before = found.get(row.construct_id) ?? 0;
    if (before === mostEach) continue;
    found.set(row.construct_id, before + 1);
    chosen.add(row.example_id);
  }
  for (const [constructId, seen] of found) {
    if (seen === mostEach) continue;
    const typed = (await examplesWith(db, { userId, constructId })).rows;
    const any =
      typed.length > 0 || seen > 0 ? typed : (await anyExampleWith(db, { userId, constructId })).rows;
    for (const { example_id: id } of any) chosen.add(id);
  }
  await yieldToEventLoop();
  return detailsOf(db, [...chosen], constructIds);
}

type Pair = { readonly example_id: number; readonly construct_id: number };

async function recentExamples(
  db: Read,
  userId: number,
  constructIds: readonly number[],
): Promise<readonly Pair[]> {
  return (await recent(db, { userId, ...idsOf(constructIds) })).rows;
}

// `+` keeps SQLite from looking up each of the constructs in each of the examples; so also below.
const recent = preparedQuery<{ readonly userId: number } & Ids, Pair>((db, value) =>
  sql<Pair>`
    select typed.example_id, example_construct.construct_id
    from (
      select example_id, saved_at from progress
      where user_id = ${value("userId")} and completed_at is not null
      order by saved_at desc, example_id desc limit ${sql.lit(mostRecent)}) as typed
    cross join example cross join chapter cross join lesson cross join course cross join example_construct
    where ${isPublished(sql.ref("typed.example_id"))} and example_construct.example_id = typed.example_id
      and +example_construct.construct_id in (${idList(value)})
    order by typed.saved_at desc, typed.example_id desc`.compile(db),
);

type WithConstruct = { readonly userId: number; readonly constructId: number };

const examplesWith = preparedQuery<WithConstruct, { readonly example_id: number }>((db, value) =>
  completedWith(
    sql`select example_id from example_construct where construct_id = ${value("constructId")}
      order by example_id desc limit ${sql.lit(mostWithConstruct)}`,
    sql`${value("userId")}`,
    sql`order by progress.saved_at desc, progress.example_id desc limit ${sql.lit(mostEach)}`,
  ).compile(db),
);

const anyExampleWith = preparedQuery<WithConstruct, { readonly example_id: number }>((db, value) =>
  completedWith(
    sql`select example_id from example_construct where construct_id = ${value("constructId")}`,
    sql`${value("userId")}`,
    sql`limit 1`,
  ).compile(db),
);

function completedWith(examples: RawBuilder<unknown>, userId: RawBuilder<unknown>, end: RawBuilder<unknown>) {
  return sql<{ readonly example_id: number }>`
    select progress.example_id from (${examples}) as having_it
    cross join progress cross join example cross join chapter cross join lesson cross join course
    where progress.user_id = ${userId} and progress.example_id = having_it.example_id
      and progress.completed_at is not null and ${isPublished(sql.ref("having_it.example_id"))}
    ${end}`;
}

async function detailsOf(
  db: Read,
  exampleIds: readonly number[],
  constructIds: readonly number[],
): Promise<readonly CompletedExample[]> {
  const examples: CompletedExample[] = [];
  const constructs = idsOf(constructIds, "construct");
  for (const ids of inLists(exampleIds)) {
    const places = new Map<number, Map<number, string>>();
    const inForms = new Map<number, Set<number>>();
    for (const row of (await placesOf(db, { ...ids, ...constructs })).rows) {
      const ofExample = places.get(row.example_id) ?? new Map<number, string>();
      places.set(row.example_id, ofExample.set(row.construct_id, row.places));
      if (row.in_forms === 1)
        inForms.set(row.example_id, (inForms.get(row.example_id) ?? new Set()).add(row.construct_id));
    }
    for (const { id, lesson_id: lessonId, characters, visible } of (await lengths(db, ids)).rows)
      examples.push({
        ...{ exampleId: id, lessonId, characters, visible },
        ...{ places: places.get(id) ?? new Map(), inForms: inForms.get(id) ?? new Set() },
      });
    await yieldToEventLoop();
  }
  return examples;
}

type Lengths = {
  readonly id: number;
  readonly lesson_id: number;
  readonly characters: number;
  readonly visible: number;
};

const lengths = preparedQuery<Ids, Lengths>((db, value) =>
  sql<Lengths>`
    select example.id, chapter.lesson_id, length(example.code_content) as characters,
      length(replace(replace(replace(example.code_content, ' ', ''), ${"\n"}, ''), ${"\t"}, '')) as visible
    from example inner join chapter on chapter.id = example.chapter_id
    where example.id in (${idList(value)})`.compile(db),
);

type PlacesRow = Pair & { readonly places: string; readonly in_forms: number };

const placesOf = preparedQuery<Ids & Ids<"construct">, PlacesRow>((db, value) =>
  sql<PlacesRow>`
    select example_id, construct_id, places, in_forms from example_construct
    where example_id in (${idList(value)}) and +construct_id in (${idList(value, "construct")})`.compile(db),
);
