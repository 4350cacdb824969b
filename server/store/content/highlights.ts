// A cache of colours, by code, language and version of the engine that computed them.

import { createHash } from "node:crypto";
import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Read, Tx } from "../store.ts";

/** The key of a code in this cache. */
export function codeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/** `highlight.runs` as it is stored; null: not computed yet, or a language without colours. */
export function parseRuns(runs: string | null): Tokens | null {
  return runs === null ? null : JSON.parse(runs);
}

/** Codes in use whose colours are missing or of another engine version. */
export async function missingHighlights(
  db: Read,
  engineVersion: string,
  limit: number,
): Promise<readonly { readonly codeHash: string; readonly language: string; readonly code: string }[]> {
  // Equal codes have one hash, so that any of them will do.
  const rows = await db
    .selectFrom("example")
    .leftJoin("highlight", (join) =>
      join
        .onRef("highlight.code_hash", "=", "example.code_hash")
        .onRef("highlight.language", "=", "example.language")
        .on("highlight.engine_version", "=", engineVersion),
    )
    .select((eb) => ["example.code_hash", "example.language", eb.fn.min("example.code_content").as("code")])
    .where("highlight.code_hash", "is", null)
    .groupBy(["example.code_hash", "example.language"])
    .orderBy("example.code_hash")
    .orderBy("example.language")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ codeHash: row.code_hash, language: row.language, code: row.code }));
}

/** Forgets the colours of codes that no example has any more; answers how many. */
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

/** `runs` null: the language has no colours; noted so that it is not asked for again. */
export async function saveHighlight(
  tx: Tx,
  highlight: {
    readonly codeHash: string;
    readonly language: string;
    readonly engineVersion: string;
    readonly runs: Tokens | null;
  },
): Promise<void> {
  await tx
    .insertInto("highlight")
    .values({
      code_hash: highlight.codeHash,
      language: highlight.language,
      engine_version: highlight.engineVersion,
      runs: highlight.runs && JSON.stringify(highlight.runs),
    })
    .onConflict((conflict) =>
      conflict.columns(["code_hash", "language"]).doUpdateSet((eb) => ({
        engine_version: eb.ref("excluded.engine_version"),
        runs: eb.ref("excluded.runs"),
      })),
    )
    .execute();
}
