// Examples whose constructs are missing or were found by earlier rules, and which server finds them.

import { type RawBuilder, sql } from "kysely";
import type { Read, Tx } from "../store.ts";

export type UnfilledExample = { readonly example_id: number; readonly code_version: number };
export type ClaimedExample = UnfilledExample & {
  /** How often its constructs could not be found. */
  readonly failures: number;
};

/** By which rules constructs are found. */
export type Rules = {
  readonly version: number;
  /** The languages that have rules. Any other needs the colours of its text. */
  readonly languages: readonly string[];
};

/** How many examples one query looks at, so that it takes about a millisecond. */
const examplesPerPage = 200;

/**
 * The first examples after this id that have no constructs of these rules, or a newer version's, for their code, and
 * that no server has claimed at `at`. `next`: after which id to go on; null when there are no examples after these.
 */
export async function unfilledExamples(
  db: Read,
  {
    after,
    limit,
    at,
    rules,
  }: { readonly after: number; readonly limit: number; readonly at: number; readonly rules: Rules },
): Promise<{ readonly examples: readonly UnfilledExample[]; readonly next: number | null }> {
  const { rows: page } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from example where id > ${after} order by id limit ${sql.lit(examplesPerPage)}) as page`.execute(
    db,
  );
  const last = page[0]?.last ?? null;
  if (last === null) return { examples: [], next: null };
  const { rows: examples } = await sql<UnfilledExample>`
    select example.id as example_id, example.code_version
    from example
    left join example_syntax as found on found.example_id = example.id
      and found.code_version = example.code_version and found.syntax_version >= ${rules.version}
    left join syntax_claim as claim on claim.example_id = example.id
      and claim.code_version = example.code_version and claim.syntax_version = ${rules.version}
      and claim.due_at > ${at}
    where example.id > ${after} and example.id <= ${last}
      and found.example_id is null and claim.example_id is null
      and (${hasRules(rules.languages)} or exists (
        select 1 from highlight
        where highlight.code_hash = example.code_hash and highlight.language = example.language))
    order by example.id limit ${sql.lit(limit)}`.execute(db);
  return { examples, next: examples.length === limit ? (examples.at(-1)?.example_id ?? last) : last };
}

function hasRules(languages: readonly string[]): RawBuilder<unknown> {
  return languages.length === 0 ? sql`1 = 0` : sql`example.language in (${sql.join(languages)})`;
}

export type Claim = {
  readonly owner: string;
  readonly version: number;
  readonly at: number;
  /** Until then no other server may claim the examples. */
  readonly until: number;
};

/** Returns the examples that no one else has claimed in the meantime; each of them is this caller's alone. */
export async function claimExamples(
  tx: Tx,
  examples: readonly UnfilledExample[],
  { owner, version, at, until }: Claim,
): Promise<readonly ClaimedExample[]> {
  // Without the lock, an example that another transaction deletes at this moment would fail the statement. Those that
  // another one has locked are left for the next look.
  const free = await tx
    .selectFrom("example")
    .select("id")
    .where(
      "id",
      "in",
      examples.map(({ example_id }) => sql.lit(example_id)),
    )
    .orderBy("id")
    .forKeyShare()
    .skipLocked()
    .execute();
  if (free.length === 0) return [];
  const ids = free.map(({ id }) => sql.lit(id));
  const { rows } = await sql<ClaimedExample>`
    insert into syntax_claim (example_id, code_version, syntax_version, owner, failures, due_at)
    select id, code_version, ${sql.lit(version)}, ${owner}, 0, ${sql.lit(until)} from example
      where id in (${sql.join(ids)}) order by id
    on conflict (example_id, code_version, syntax_version) do update
      set owner = excluded.owner, due_at = excluded.due_at where syntax_claim.due_at <= ${sql.lit(at)}
    returning example_id, code_version, failures`.execute(tx);
  return rows.toSorted((a, b) => a.example_id - b.example_id);
}

/** The constructs of a claimed example could not be found; it may be claimed again from `dueAt` on. */
export async function postponeExample(
  tx: Tx,
  { example_id, code_version }: UnfilledExample,
  { version, dueAt }: { readonly version: number; readonly dueAt: number },
): Promise<void> {
  await tx
    .updateTable("syntax_claim")
    .set((eb) => ({ failures: eb("failures", "+", 1), due_at: dueAt }))
    .where("example_id", "=", example_id)
    .where("code_version", "=", code_version)
    .where("syntax_version", "=", version)
    .execute();
}

/** Other servers may claim immediately what this one has claimed and not failed at. */
export async function releaseExamples(tx: Tx, owner: string, at: number): Promise<void> {
  await tx
    .updateTable("syntax_claim")
    .set({ due_at: at })
    .where("owner", "=", owner)
    .where("failures", "=", 0)
    .execute();
}

/** When the next claim runs out; null when there is none. */
export async function nextClaimEnd(db: Read): Promise<number | null> {
  const { next } = await db
    .selectFrom("syntax_claim")
    .select((eb) => eb.fn.min("due_at").as("next"))
    .executeTakeFirstOrThrow();
  return next;
}

/** Deletes the claims that have run out at `at`; call it when nothing is left to claim. */
export async function sweepClaims(tx: Tx, at: number): Promise<void> {
  await tx.deleteFrom("syntax_claim").where("due_at", "<=", at).execute();
}
