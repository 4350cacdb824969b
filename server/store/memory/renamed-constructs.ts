// What becomes of cards when a change of rules gives a construct another name. A name that the dictionary lacks is simply
// written over the old one. Where it has both, cards move from the one to the other in pages of bounded size; what has
// moved is no longer found, so that they go on after a restart. The old row of the dictionary stays, without cards.

import { type RawBuilder, sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import type { Read, Tx } from "../store.ts";
import { type CardRow, cardColumns, saveCards } from "./cards.ts";
import { lockFreeLearners } from "../lock-free-learners.ts";
import { tryHoldSweep } from "../sweep.ts";
import { noteUncounted, uncount } from "../statistics/construct-totals.ts";

/** As `syntax/renamed.ts` lists them. */
export type Rename = {
  readonly family: string;
  readonly from: string;
  readonly to: { readonly family: string; readonly name: string };
};

/** The ids of two constructs that are the same now. */
export type Move = { readonly from: number; readonly to: number };

/** Puts two cards of one learner together, as one of the first one's construct. */
export type MergeCards = (card: CardRow, other: CardRow) => CardRow;

/** Constructs under an old name whose new name the dictionary does not have. */
export async function findRenames(db: Read, renames: readonly Rename[]): Promise<readonly Rename[]> {
  const found: Rename[] = [];
  for (const rename of renames)
    if ((await idOf(db, rename.family, rename.from)) !== null && (await idOfNew(db, rename)) === null)
      found.push(rename);
  return found;
}

/** Gives these constructs their new names. Another server may do the same at this moment. */
export async function applyRenames(tx: Tx, renames: readonly Rename[]): Promise<void> {
  for (const { family, from, to } of renames)
    await sql`
      update construct set family = ${to.family}, name = ${to.name}
      where family = ${family} and name = ${from} and not exists (
        select 1 from construct as other where other.family = ${to.family} and other.name = ${to.name})`.execute(
      tx,
    );
}

/** The first of these renames that has cards under both names. */
export async function findMove(db: Read, renames: readonly Rename[]): Promise<Move | null> {
  for (const rename of renames) {
    const [from, to] = [await idOf(db, rename.family, rename.from), await idOfNew(db, rename)];
    if (from === null || to === null) continue;
    const card = await db
      .selectFrom("memory")
      .select("user_id")
      .where("construct_id", "=", from)
      .limit(1)
      .executeTakeFirst();
    if (card !== undefined) return { from, to };
  }
  return null;
}

async function idOf(db: Read, family: string, name: string): Promise<number | null> {
  const row = await db
    .selectFrom("construct")
    .select("id")
    .where("family", "=", family)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.id ?? null;
}

function idOfNew(db: Read, { to }: Rename): Promise<number | null> {
  return idOf(db, to.family, to.name);
}

const learnersPerPage = 50;

/** Moves the cards, costs and slips of some learners. Returns how many; 0 when other transactions hold their accounts or the totals. */
export async function moveCards(tx: Tx, move: Move, merge: MergeCards): Promise<number> {
  if (!(await tryHoldSweep(tx))) return 0;
  const { rows: learners } = await sql<{ user_id: number }>`
    select user_id from memory where construct_id = ${sql.lit(move.from)}
    limit ${sql.lit(learnersPerPage)} ${forUpdate(tx, { skipLocked: true })}`.execute(tx);
  const free = await lockFreeLearners(tx, learners);
  if (free.length === 0) return 0;
  const both = await cardsOf(tx, move.to, free);
  const old = await cardsOf(tx, move.from, [...both.keys()]);
  if (both.size > 0)
    await sql`
      delete from memory where construct_id = ${sql.lit(move.from)} and user_id in ${listOf([...both.keys()])}`.execute(
      tx,
    );
  await saveCards(
    tx,
    [...both.values()].map((card) => merge(card, old.get(card.user_id) ?? card)),
  );
  await sql`
    update memory set construct_id = ${sql.lit(move.to)}, covered = null
    where construct_id = ${sql.lit(move.from)} and user_id in ${listOf(free)}`.execute(tx);
  await uncountBoth(tx, move, free);
  await moveSums(tx, "cost", "construct_id", ["user_id", "month", "language"], costSums, move, free);
  await moveSums(
    tx,
    "slip",
    "expected_construct_id",
    ["user_id", "month", "language", "typed"],
    ["n"],
    move,
    free,
  );
  return free.length;
}

/** The cards of these learners, who hold still, by learner. */
async function cardsOf(
  tx: Tx,
  construct: number,
  users: readonly number[],
): Promise<ReadonlyMap<number, CardRow>> {
  if (users.length === 0) return new Map();
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from memory
    where construct_id = ${sql.lit(construct)} and user_id in ${listOf(users)} order by user_id`.execute(tx);
  return new Map(rows.map((row) => [row.user_id, row]));
}

function listOf(ids: readonly number[]): RawBuilder<unknown> {
  return sql`(${sql.join(ids.map((id) => sql.lit(id)))})`;
}

const costSums = ["places", "slips", "ms", "characters", "hidden", "shown"] as const;

/** Subtracts what is counted of both constructs: the moved rows are counted again behind this. */
async function uncountBoth(tx: Tx, { from, to }: Move, users: readonly number[]): Promise<void> {
  const both = sql`user_id in ${listOf(users)} and construct_id in (${sql.lit(from)}, ${sql.lit(to)})`;
  for (const userId of users) await noteUncounted(tx, { userId });
  await uncount(tx, both);
  await sql`
    update cost set counted_places = 0, counted_slips = 0, counted_hidden = 0, counted_shown = 0
    where ${both}`.execute(tx);
}

/** Adds rows to those of the same key with the other construct. Finds them by their learners. */
async function moveSums(
  tx: Tx,
  table: "cost" | "slip",
  construct: string,
  key: readonly string[],
  sums: readonly string[],
  { from, to }: Move,
  users: readonly number[],
): Promise<void> {
  const columns = sql.join([...key, ...sums].map((name) => sql.ref(name)));
  const added = sql.join(
    sums.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    ),
  );
  const old = sql`where ${sql.ref(construct)} = ${sql.lit(from)}
    and user_id in ${listOf(users)}`;
  await sql`
    insert into ${sql.table(table)} (${sql.ref(construct)}, ${columns})
    select ${sql.lit(to)}, ${columns} from ${sql.table(table)} ${old}
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}, ${sql.ref(construct)}) do update set ${added}`.execute(
    tx,
  );
  await sql`delete from ${sql.table(table)} ${old}`.execute(tx);
}
