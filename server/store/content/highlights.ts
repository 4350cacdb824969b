// A cache of computed colours, by code, language and version of the highlighting engine.

import { createHash } from "node:crypto";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { type Selectable, sql } from "kysely";
import type { ExampleTable, HighlightTable } from "../schema.ts";
import type { Read, Tx } from "../store.ts";

/** The cache key of an example's code. */
export function codeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** Parses `highlight.runs`, which is null when the colours are not computed yet or the language has none. */
export function parseRuns(runs: string | null): Tokens | null {
  return runs === null ? null : JSON.parse(runs);
}

type MissingHighlight = Readonly<Pick<Selectable<ExampleTable>, "code_hash" | "language" | "code_content">>;
export type ClaimedHighlight = MissingHighlight & {
  /** How often its colours could not be computed. */
  readonly failures: number;
};

/** Code in use whose colours are missing or belong to another engine version. */
export async function missingHighlights(
  db: Read,
  engineVersion: string,
  limit: number,
): Promise<readonly MissingHighlight[]> {
  return selectMissing(db, engineVersion, limit).execute();
}

function selectMissing(db: Read, engineVersion: string, limit: number) {
  // Equal code has equal hashes, so any row of a group has the code.
  return db
    .selectFrom("example")
    .leftJoin("highlight", (join) =>
      join
        .onRef("highlight.code_hash", "=", "example.code_hash")
        .onRef("highlight.language", "=", "example.language")
        .on("highlight.engine_version", "=", engineVersion),
    )
    .select((eb) => [
      "example.code_hash",
      "example.language",
      eb.fn.min("example.code_content").as("code_content"),
    ])
    .where("highlight.code_hash", "is", null)
    .groupBy(["example.code_hash", "example.language"])
    .orderBy("example.code_hash")
    .orderBy("example.language")
    .limit(limit);
}

/** Those of `missingHighlights` that no server has claimed, or whose claim has run out at `at`. */
export async function unclaimedHighlights(
  db: Read,
  {
    engineVersion,
    limit,
    at,
  }: { readonly engineVersion: string; readonly limit: number; readonly at: number },
): Promise<readonly MissingHighlight[]> {
  return selectMissing(db, engineVersion, limit)
    .leftJoin("highlight_claim", (join) =>
      join
        .onRef("highlight_claim.code_hash", "=", "example.code_hash")
        .onRef("highlight_claim.language", "=", "example.language")
        .on("highlight_claim.engine_version", "=", engineVersion)
        .on("highlight_claim.due_at", ">", at),
    )
    .where("highlight_claim.code_hash", "is", null)
    .execute();
}

export type Claim = {
  readonly owner: string;
  readonly engineVersion: string;
  readonly at: number;
  /** Until then no other server may claim the texts. */
  readonly until: number;
};

/** Returns the texts that no one else has claimed in the meantime; each of them is this caller's alone. */
export async function claimHighlights(
  tx: Tx,
  texts: readonly MissingHighlight[],
  { owner, engineVersion, at, until }: Claim,
): Promise<readonly ClaimedHighlight[]> {
  const rows = await tx
    .insertInto("highlight_claim")
    .values(
      texts.map(({ code_hash, language }) => ({
        ...{ code_hash, language, engine_version: engineVersion, owner },
        failures: 0,
        due_at: until,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["code_hash", "language", "engine_version"])
        .doUpdateSet({ owner, due_at: until })
        .where("highlight_claim.due_at", "<=", at),
    )
    .returning(["code_hash", "language", "failures"])
    .execute();
  const failures = new Map(rows.map((row) => [`${row.code_hash} ${row.language}`, row.failures]));
  return texts.flatMap((text) => {
    const before = failures.get(`${text.code_hash} ${text.language}`);
    return before === undefined ? [] : [{ ...text, failures: before }];
  });
}

/** The colours of a claimed text could not be computed; it may be claimed again from `dueAt` on. */
export async function postponeHighlight(
  tx: Tx,
  { code_hash, language }: Pick<MissingHighlight, "code_hash" | "language">,
  { engineVersion, dueAt }: { readonly engineVersion: string; readonly dueAt: number },
): Promise<void> {
  await tx
    .updateTable("highlight_claim")
    .set((eb) => ({ failures: eb("failures", "+", 1), due_at: dueAt }))
    .where("code_hash", "=", code_hash)
    .where("language", "=", language)
    .where("engine_version", "=", engineVersion)
    .execute();
}

/** Other servers may claim immediately what this one has claimed and not failed at. */
export async function releaseHighlights(tx: Tx, owner: string, at: number): Promise<void> {
  await tx
    .updateTable("highlight_claim")
    .set({ due_at: at })
    .where("owner", "=", owner)
    .where("failures", "=", 0)
    .execute();
}

/** When the next claim runs out; null when there is none. */
export async function nextClaimEnd(db: Read): Promise<number | null> {
  const { next } = await db
    .selectFrom("highlight_claim")
    .select((eb) => eb.fn.min("due_at").as("next"))
    .executeTakeFirstOrThrow();
  return next;
}

/** Deletes the claims that have run out at `at`; call it when no text of an unclaimed row has missing colours. */
export async function sweepClaims(tx: Tx, at: number): Promise<void> {
  await tx.deleteFrom("highlight_claim").where("due_at", "<=", at).execute();
}

/** Deletes the colours of code that no example has any more; returns how many. */
export async function sweepHighlights(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("highlight")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("example")
            .select("example.id")
            .whereRef("example.code_hash", "=", "highlight.code_hash")
            .whereRef("example.language", "=", "highlight.language"),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * A row of the table with `runs` parsed. `runs` is null when the language has no colours; that is saved so that it is
 * not computed again.
 */
export type Highlight = Readonly<Omit<HighlightTable, "runs">> & { readonly runs: Tokens | null };

export async function saveHighlight(tx: Tx, highlight: Highlight): Promise<void> {
  const { code_hash, language } = highlight;
  const runs = highlight.runs && JSON.stringify(highlight.runs);
  const before = await tx
    .selectFrom("highlight")
    .select("runs")
    .where("code_hash", "=", code_hash)
    .where("language", "=", language)
    .executeTakeFirst();
  await tx
    .insertInto("highlight")
    .values({ ...highlight, runs })
    .onConflict((conflict) =>
      conflict.columns(["code_hash", "language"]).doUpdateSet((eb) => ({
        engine_version: eb.ref("excluded.engine_version"),
        runs: eb.ref("excluded.runs"),
      })),
    )
    .execute();
  // In a language without rules, the constructs follow from the colours.
  if (before === undefined || before.runs === runs) return;
  const these = sql`example_id in (
    select id from example where code_hash = ${code_hash} and language = ${language})`;
  await sql`update example_syntax set syntax_version = 0 where ${these}`.execute(tx);
  await sql`delete from syntax_claim where ${these}`.execute(tx);
}
