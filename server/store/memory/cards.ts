// Cards: what a learner remembers of each construct. This file locks, reads and stores them; what the grades of days lead
// to is worked out by its callers (`server/learning/memory/`), who pass it as `refold` where rows change in here.
//
// The cards of a learner are always locked in ascending order of their constructs.

import { type CompiledQuery, sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import { preparedInsert, preparedQuery } from "../prepared-query.ts";
import type { MemoryTable } from "../memory-tables.ts";
import type { Read, Store, Tx } from "../store.ts";

/** What follows from the days in the history of a card. */
export type GradedColumns = {
  readonly first_day: number;
  readonly due_day: number;
  readonly last_day: number;
  readonly stability: number;
  readonly difficulty: number;
  readonly lapses: number;
  readonly history: Uint8Array;
};

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** A row of `memory`; `lapses` is 0, and all else of its grades null, when the card was never graded. */
export type CardRow = Nullable<Omit<GradedColumns, "lapses">> &
  Pick<GradedColumns, "lapses"> & {
    readonly user_id: number;
    readonly construct_id: number;
    readonly met_day: number;
    readonly last_example_id: number | null;
    readonly last_at: number | null;
  };

/** A card that was graded. */
export type GradedRow = CardRow & GradedColumns;

/** Folds the history of a card again; returns the columns as they are when the history cannot be read. */
export type Refold = (card: GradedRow) => GradedColumns;

// ---------------------------------------------------------------- copies

type Meeting = {
  readonly userId: number;
  readonly exampleId: number;
  /** The version of the code that was typed. */
  readonly codeVersion: number;
  /** The day on which it was typed. */
  readonly day: number;
};

/**
 * The learner typed an example: creates the cards of its constructs, or lowers the day on which they were met. Takes one
 * statement, which locks nothing, when they were all met before. Changes nothing when the example has no constructs yet
 * for this code: the filler creates the cards of earlier completions.
 */
export async function meetConstructs(tx: Tx, meeting: Meeting, refold: Refold): Promise<void> {
  const { rows } = await meet(tx, meeting);
  await saveCards(
    tx,
    rows.filter(isGraded).flatMap((card) => refolded(card, refold)),
  );
}

const columns = [
  ...(["user_id", "construct_id", "met_day", "first_day", "due_day", "last_day"] as const),
  ...(["stability", "difficulty", "lapses", "history", "last_example_id", "last_at"] as const),
] satisfies readonly (keyof MemoryTable)[];

export const cardColumns = sql.join(columns.map((column) => sql.ref(`memory.${column}`)));

const meet = preparedQuery<Meeting, CardRow>((db, value) =>
  sql<CardRow>`
    insert into memory (user_id, construct_id, met_day)
    select cast(${value("userId")} as integer), example_construct.construct_id, cast(${value("day")} as integer)
    from example_construct
    join example_syntax on example_syntax.example_id = example_construct.example_id
      and example_syntax.code_version = ${value("codeVersion")}
    left join memory on memory.user_id = ${value("userId")}
      and memory.construct_id = example_construct.construct_id
    where example_construct.example_id = ${value("exampleId")}
      and (memory.met_day is null or memory.met_day > ${value("day")})
    order by example_construct.construct_id
    on conflict (user_id, construct_id) do update set met_day = excluded.met_day
    where memory.met_day > excluded.met_day
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.compile(db),
);

// ---------------------------------------------------------------- runs from memory

/** A construct of an example, with its places. */
export type ExampleConstruct = {
  readonly id: number;
  readonly kind: "symbol" | "word" | "form";
  /** JSON. */
  readonly places: string;
};

type OfCode = { readonly exampleId: number; readonly codeVersion: number };

/** Whether the constructs of an example are known for this code. */
export async function hasConstructs(db: Read, of: OfCode): Promise<boolean> {
  return (await selectMarker(db, of)).rows.length > 0;
}

/** The constructs of an example in the order of its text; null when they are not known for this code yet. */
export async function constructsOfCode(tx: Tx, of: OfCode): Promise<readonly ExampleConstruct[] | null> {
  const constructs = (await selectConstructs(tx, of)).rows;
  // An example may have none at all.
  return constructs.length > 0 || (await hasConstructs(tx, of)) ? constructs : null;
}

const selectConstructs = preparedQuery<OfCode, ExampleConstruct>((db, value) =>
  db
    .selectFrom("example_construct")
    .innerJoin("example_syntax", "example_syntax.example_id", "example_construct.example_id")
    .innerJoin("construct", "construct.id", "example_construct.construct_id")
    .select(["construct.id", "construct.kind", "example_construct.places"])
    .where("example_construct.example_id", "=", value("exampleId"))
    .where("example_syntax.code_version", "=", value("codeVersion"))
    .orderBy("example_construct.position")
    .compile(),
);

const selectMarker = preparedQuery<OfCode, { example_id: number }>((db, value) =>
  db
    .selectFrom("example_syntax")
    .select("example_id")
    .where("example_id", "=", value("exampleId"))
    .where("code_version", "=", value("codeVersion"))
    .compile(),
);

type Learner = { readonly userId: number; readonly exampleId: number };

/**
 * Locks the learner's cards of an example and creates those of `constructIds` that are missing, met on this day. Returns
 * the cards of these constructs. All of them are constructs of the example.
 */
export async function lockCards(
  tx: Tx,
  { constructIds, day, ...of }: Learner & { readonly constructIds: readonly number[]; readonly day: number },
): Promise<readonly CardRow[]> {
  const wanted = new Set(constructIds);
  const found = async () => (await selectCards(tx, of)).rows.filter((row) => wanted.has(row.construct_id));
  const cards = await found();
  if (cards.length === wanted.size) return cards;
  for (const { construct_id } of cards) wanted.delete(construct_id);
  const missing = [...wanted].toSorted((left, right) => left - right);
  await insertMet(
    tx,
    missing.map((construct_id) => ({ user_id: of.userId, construct_id, met_day: day })),
  );
  // The filler may have created some of them in this moment.
  return [...cards, ...(await found())];
}

const selectCards = preparedQuery<Learner, CardRow>((db, value) =>
  db
    .selectFrom("example_construct")
    .innerJoin("memory", "memory.construct_id", "example_construct.construct_id")
    .select(columns.map((column) => `memory.${column}` as const))
    .where("example_construct.example_id", "=", value("exampleId"))
    .where("memory.user_id", "=", value("userId"))
    .orderBy("memory.construct_id")
    .forUpdate("memory")
    .compile(),
);

const insertMet = preparedInsert<Pick<CardRow, "user_id" | "construct_id" | "met_day">, never>(
  ["user_id", "construct_id", "met_day"],
  (db, rows) =>
    db
      .insertInto("memory")
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .compile() as CompiledQuery<never>,
);

/** Stores cards that the caller has locked. */
export const saveCards = preparedInsert<CardRow, never>(
  columns,
  (db, rows) =>
    db
      .insertInto("memory")
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "construct_id"])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              columns
                .filter((column) => column !== "user_id" && column !== "construct_id")
                .map((column) => [column, eb.ref(`excluded.${column}`)]),
            ),
          ),
      )
      .compile() as CompiledQuery<never>,
);

// ---------------------------------------------------------------- recount

/** Cards of one transaction, so that no other request waits long for it. */
const cardsAtOnce = 500;

/** Folds all cards again from their histories, page by page. Returns how many there are and how many changed. */
export async function refoldAll(
  store: Store,
  refold: Refold,
): Promise<{ readonly cards: number; readonly changed: number }> {
  const total = { cards: 0, changed: 0 };
  let after = { userId: 0, constructId: 0 };
  for (;;) {
    const { last, cards, changed } = await store.write(async (tx) => {
      const rows = (await selectPage(tx, after)).rows;
      const changes = rows.filter(isGraded).flatMap((card) => refolded(card, refold));
      await saveCards(tx, changes);
      return { last: rows.at(-1), cards: rows.length, changed: changes.length };
    });
    total.cards += cards;
    total.changed += changed;
    if (last === undefined) return total;
    after = { userId: last.user_id, constructId: last.construct_id };
  }
}

const selectPage = preparedQuery<{ readonly userId: number; readonly constructId: number }, CardRow>(
  (db, value) =>
    sql<CardRow>`
      select ${cardColumns} from memory
      where history is not null and (user_id, construct_id) > (${value("userId")}, ${value("constructId")})
      order by user_id, construct_id limit ${sql.lit(cardsAtOnce)} ${forUpdate(db)}`.compile(db),
);

export function isGraded(card: CardRow): card is GradedRow {
  return card.history !== null;
}

/** The card if folding it again changes it, else nothing. */
function refolded(card: GradedRow, refold: Refold): readonly CardRow[] {
  const after = { ...card, ...refold(card) };
  const isSame = columns.every((column) => column === "history" || after[column] === card[column]);
  return isSame ? [] : [after];
}
