// Inserts and saves one course, lesson, chapter or example by hand. The caller locks the course first
// (`content-locks.ts`), so that limits and order are checked against the current content.

import type { Difficulty, Kind } from "@tabstop/course/course";
import { type InsertObject, sql } from "kysely";
import { coverageChanged, taughtChanged } from "../coverage-version.ts";
import { addExamples, parents } from "../results/totals.ts";
import type { Tables } from "../schema.ts";
import type { Tx } from "../store.ts";
import { type ChildKind, storedTable } from "./content-kinds.ts";
import type { Place } from "./content-locks.ts";
import { codeHash } from "./highlights.ts";

type NewContent = { readonly title: string; readonly description: string; readonly order_index: number };
export type NewLesson = NewContent & { readonly course_id: number };
export type NewChapter = NewContent & { readonly lesson_id: number };
export type NewExample = NewContent & {
  readonly chapter_id: number;
  readonly code_content: string;
  readonly language: string;
  readonly output: string;
};

/** This and the two below return the id. */
export async function insertLesson(tx: Tx, lesson: NewLesson, at: number): Promise<number> {
  const id = await insertRow(tx, "lesson", { ...lesson, created_at: at, updated_at: at });
  await tx.insertInto("lesson_total").values({ lesson_id: id, examples: 0, learners: 0 }).execute();
  return id;
}

export async function insertChapter(tx: Tx, chapter: NewChapter, at: number): Promise<number> {
  return insertRow(tx, "chapter", { ...chapter, created_at: at, updated_at: at });
}

/** `place` is that of its chapter. */
export async function insertExample(
  tx: Tx,
  example: NewExample,
  { lessonId, courseId }: Place,
  at: number,
): Promise<number> {
  const hashed = { code_hash: codeHash(example.code_content), code_version: 1 };
  const id = await insertRow(tx, "example", { ...example, ...hashed, created_at: at, updated_at: at });
  const nothing = { begun: 0, completions: 0, timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 };
  await tx
    .insertInto("example_total")
    .values({ example_id: id, ...nothing })
    .execute();
  for (const parent of parents)
    await addExamples(tx, parent, new Map([[parent.kind === "lesson" ? lessonId : courseId, 1]]));
  return id;
}

async function insertRow<K extends ChildKind>(
  tx: Tx,
  kind: K,
  row: InsertObject<Tables, (typeof storedTable)[K]>,
): Promise<number> {
  const table: (typeof storedTable)[ChildKind] = storedTable[kind];
  const inserted = tx.insertInto(table).values(row as InsertObject<Tables, typeof table>);
  return (await inserted.returning("id").executeTakeFirstOrThrow()).id;
}

/** The columns to save; an absent one keeps its value. */
export type Changes = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly order_index?: number | undefined;
  /** Only courses have it. */
  readonly difficulty_level?: Difficulty | undefined;
  readonly published?: boolean | undefined;
  /** Only examples have it. Their code is changed by `changeExampleCode`. */
  readonly language?: string | undefined;
  readonly output?: string | undefined;
  /** Later than that of the last save. */
  readonly updated_at: number;
};

export async function saveContent(tx: Tx, kind: Kind, id: number, changes: Changes): Promise<void> {
  const sets = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([column, value]) => sql`${sql.ref(column)} = ${typeof value === "boolean" ? Number(value) : value}`,
    );
  if (changes.language !== undefined) await forgetConstructs(tx, id, changes.language);
  await sql`update ${sql.table(storedTable[kind])} set ${sql.join(sets)} where id = ${id}`.execute(tx);
  const isOrderOther = changes.order_index !== undefined || changes.language !== undefined;
  if (changes.published !== undefined) await coverageChanged(tx);
  else if (isOrderOther || (kind === "lesson" && changes.title !== undefined)) await taughtChanged(tx);
}

/** In another language the code has other constructs. */
async function forgetConstructs(tx: Tx, exampleId: number, language: string): Promise<void> {
  for (const table of ["example_syntax", "syntax_claim"] as const)
    await tx
      .deleteFrom(table)
      .where("example_id", "in", (eb) =>
        eb.selectFrom("example").select("id").where("id", "=", exampleId).where("language", "<>", language),
      )
      .execute();
}
