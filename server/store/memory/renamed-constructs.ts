// What becomes of cards when a change of rules gives a construct another name. A name that the dictionary lacks is simply
// written over the old one. Where it has both, cards move from the one to the other in pages of bounded size; what has
// moved is no longer found, so that they go on after a restart. The old row of the dictionary stays, without cards.

import { sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import type { Read, Tx } from "../store.ts";
import { type FoldedColumns, lockFreeLearners } from "./earlier-completions.ts";

/** As `syntax/renamed.ts` lists them. */
export type Rename = {
  readonly family: string;
  readonly from: string;
  readonly to: { readonly family: string; readonly name: string };
};

/** The ids of two constructs that are the same now. */
export type Move = { readonly from: number; readonly to: number };

/** Puts two histories together, each day with its worst grade. */
export type MergeHistories = (
  metDay: number,
  history: Uint8Array,
  other: Uint8Array,
) => FoldedColumns & { readonly history: Uint8Array };

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

/** Moves the cards, costs and slips of some learners. Returns how many; 0 when other transactions hold their accounts. */
export async function moveCards(tx: Tx, move: Move, merge: MergeHistories): Promise<number> {
  const { rows: learners } = await sql<{ user_id: number }>`
    select user_id from memory where construct_id = ${sql.lit(move.from)}
    limit ${sql.lit(learnersPerPage)} ${forUpdate(tx, { skipLocked: true })}`.execute(tx);
  const free = [...(await lockFreeLearners(tx, learners))];
  if (free.length === 0) return 0;
  const users = sql`(${sql.join(free.map((id) => sql.lit(id)))})`;
  const { rows: both } = await sql<Pair>`
    select one.user_id, one.met_day, one.history, one.last_at, one.last_example_id, other.met_day as other_met_day,
      other.history as other_history, other.last_at as other_last_at, other.last_example_id as other_last_example_id
    from memory as one join memory as other on other.user_id = one.user_id
    where one.construct_id = ${sql.lit(move.from)} and other.construct_id = ${sql.lit(move.to)}
      and one.user_id in ${users}`.execute(tx);
  for (const pair of both) await mergeCards(tx, move, pair, merge);
  await sql`
    update memory set construct_id = ${sql.lit(move.to)}, covered = null
    where construct_id = ${sql.lit(move.from)} and user_id in ${users}`.execute(tx);
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

type Pair = {
  readonly user_id: number;
  readonly met_day: number;
  readonly history: Uint8Array | null;
  readonly last_at: number | null;
  readonly last_example_id: number | null;
  readonly other_met_day: number;
  readonly other_history: Uint8Array | null;
  readonly other_last_at: number | null;
  readonly other_last_example_id: number | null;
};

async function mergeCards(tx: Tx, { from, to }: Move, pair: Pair, merge: MergeHistories): Promise<void> {
  const { user_id, history, other_history } = pair;
  const met_day = Math.min(pair.met_day, pair.other_met_day);
  const last = [
    { last_at: pair.last_at, last_example_id: pair.last_example_id },
    { last_at: pair.other_last_at, last_example_id: pair.other_last_example_id },
  ].toSorted(
    (a, b) => (b.last_at ?? -1) - (a.last_at ?? -1) || (b.last_example_id ?? 0) - (a.last_example_id ?? 0),
  )[0];
  // A history with itself: the day of the first meeting may be another one.
  const one = history ?? other_history;
  const merged = one === null ? {} : merge(met_day, one, other_history ?? one);
  await tx.deleteFrom("memory").where("user_id", "=", user_id).where("construct_id", "=", from).execute();
  await tx
    .updateTable("memory")
    .set({ met_day, ...merged, ...last })
    .where("user_id", "=", user_id)
    .where("construct_id", "=", to)
    .execute();
}

const costSums = ["places", "slips", "ms", "characters"] as const;

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
    and user_id in (${sql.join(users.map((id) => sql.lit(id)))})`;
  await sql`
    insert into ${sql.table(table)} (${sql.ref(construct)}, ${columns})
    select ${sql.lit(to)}, ${columns} from ${sql.table(table)} ${old}
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}, ${sql.ref(construct)}) do update set ${added}`.execute(
    tx,
  );
  await sql`delete from ${sql.table(table)} ${old}`.execute(tx);
}
