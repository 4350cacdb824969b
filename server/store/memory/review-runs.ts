// Runs from memory, each once: a repeat of an attempt gets the first answer.

import type { CompiledQuery } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { ReviewRunTable } from "../memory-tables.ts";
import type { Tx } from "../store.ts";

type Key = Pick<ReviewRunTable, "user_id" | "example_id" | "attempt_key">;

/**
 * Stores a run and returns null, or returns the stored answer to this attempt. A repeat that arrives while the first is
 * being saved waits for it. The caller stores the answer to a new run in the same transaction.
 */
export async function beginReviewRun(tx: Tx, run: Omit<ReviewRunTable, "answer">): Promise<string | null> {
  const { numAffectedRows } = await insert(tx, run);
  return numAffectedRows === 1n ? null : answerOfRun(tx, run);
}

/** The stored answer to an attempt; null when there is none. */
export async function answerOfRun(tx: Tx, key: Key): Promise<string | null> {
  return (await selectAnswer(tx, key)).rows[0]?.answer ?? null;
}

export const answerReviewRun = preparedQuery<Key & Pick<ReviewRunTable, "answer">, never>(
  (db, value) =>
    db
      .updateTable("review_run")
      .set({ answer: value("answer") })
      .where("user_id", "=", value("user_id"))
      .where("example_id", "=", value("example_id"))
      .where("attempt_key", "=", value("attempt_key"))
      .compile() as unknown as CompiledQuery<never>,
);

/** The language of an example that exists. */
export async function languageOfExample(tx: Tx, exampleId: number): Promise<string> {
  return (await selectLanguage(tx, { exampleId })).rows[0]?.language ?? "";
}

const insert = preparedQuery<Omit<ReviewRunTable, "answer">, never>(
  (db, value) =>
    db
      .insertInto("review_run")
      .values({
        user_id: value("user_id"),
        example_id: value("example_id"),
        attempt_key: value("attempt_key"),
        way: value("way"),
        code_version: value("code_version"),
        ended_at: value("ended_at"),
        day: value("day"),
        zone: value("zone"),
        time_ms: value("time_ms"),
        graded: value("graded"),
        answer: "",
      })
      .onConflict((conflict) => conflict.doNothing())
      .compile() as unknown as CompiledQuery<never>,
);

const selectAnswer = preparedQuery<Key, Pick<ReviewRunTable, "answer">>((db, value) =>
  db
    .selectFrom("review_run")
    .select("answer")
    .where("user_id", "=", value("user_id"))
    .where("example_id", "=", value("example_id"))
    .where("attempt_key", "=", value("attempt_key"))
    .compile(),
);

const selectLanguage = preparedQuery<{ readonly exampleId: number }, { language: string }>((db, value) =>
  db.selectFrom("example").select("language").where("id", "=", value("exampleId")).compile(),
);
