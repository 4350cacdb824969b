// A cache of computed colours, by code, language and version of the highlighting engine.

import { createHash } from "node:crypto";
import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Selectable } from "kysely";
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

/** Code in use whose colours are missing or belong to another engine version. */
export async function missingHighlights(
  db: Read,
  engineVersion: string,
  limit: number,
): Promise<readonly Pick<Selectable<ExampleTable>, "code_hash" | "language" | "code_content">[]> {
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
    .limit(limit)
    .execute();
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
  await tx
    .insertInto("highlight")
    .values({ ...highlight, runs: highlight.runs && JSON.stringify(highlight.runs) })
    .onConflict((conflict) =>
      conflict.columns(["code_hash", "language"]).doUpdateSet((eb) => ({
        engine_version: eb.ref("excluded.engine_version"),
        runs: eb.ref("excluded.runs"),
      })),
    )
    .execute();
}
