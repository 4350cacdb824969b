// A cache of colours, by code, language and version of the engine that computed them.

import type { Read, Tx } from "./store.ts";

/** k keyword, f function, y type, s string, d number, c comment, "" plain. */
export type ColourClass = "" | "k" | "f" | "y" | "s" | "d" | "c";
/** Runs of class and length in UTF-16 units; the lengths add up to the code's. */
export type ColourRuns = [ColourClass, number][];

/** Codes in use whose colours are missing or of another engine version. */
export async function missingHighlights(
  db: Read,
  engineVersion: string,
  limit: number,
): Promise<readonly { readonly codeHash: string; readonly language: string; readonly code: string }[]> {
  throw new Error(`follows ${db} ${engineVersion} ${limit}`);
}

/** `runs` null: the language has no colours; noted so that it is not asked for again. */
export async function saveHighlight(
  tx: Tx,
  highlight: {
    readonly codeHash: string;
    readonly language: string;
    readonly engineVersion: string;
    readonly runs: ColourRuns | null;
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
