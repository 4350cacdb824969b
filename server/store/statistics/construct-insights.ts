// Figures of constructs for admins, from `construct_total`. No query reads what single learners did, and each reads few
// rows, so that other requests are hardly delayed.

import { sql } from "kysely";
import type { Read } from "../store.ts";

const rowsPerPage = 500;
const examplesPerPage = 50;

export type ConstructSums = {
  readonly construct_id: number;
  readonly learners: number;
  readonly places: number;
  readonly slips: number;
  readonly hidden: number;
  readonly shown: number;
};
export type LanguageMonth = { readonly language: string; readonly month: number };

/** The languages of which there are totals from this month on, with the months. */
export async function languageMonths(db: Read, fromMonth: number): Promise<readonly LanguageMonth[]> {
  return db
    .selectFrom("construct_total")
    .select(["language", "month"])
    .distinct()
    .where("month", ">=", fromMonth)
    .execute();
}

/** A page of the totals of a language in a month, in the order of the constructs' ids. */
export async function constructSums(
  db: Read,
  { language, month, after }: LanguageMonth & { readonly after: number },
): Promise<readonly ConstructSums[]> {
  return db
    .selectFrom("construct_total")
    .select(["construct_id", "learners", "places", "slips", "hidden", "shown"])
    .where("month", "=", month)
    .where("language", "=", language)
    .where("construct_id", ">", after)
    .orderBy("construct_id")
    .limit(rowsPerPage)
    .execute();
}

/** The ids of a course's examples in ascending order; null when there is no such course. */
export async function examplesOfCourse(db: Read, courseId: number): Promise<readonly number[] | null> {
  const course = await db.selectFrom("course").select("id").where("id", "=", courseId).executeTakeFirst();
  if (course === undefined) return null;
  const rows = await db
    .selectFrom("lesson")
    .innerJoin("chapter", "chapter.lesson_id", "lesson.id")
    .innerJoin("example", "example.chapter_id", "chapter.id")
    .select("example.id")
    .where("lesson.course_id", "=", courseId)
    .orderBy("example.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The constructs that these examples have, each with the languages of the examples. */
export async function constructsOfExamples(
  db: Read,
  exampleIds: readonly number[],
): Promise<readonly { readonly construct_id: number; readonly language: string }[]> {
  if (exampleIds.length === 0) return [];
  return db
    .selectFrom("example")
    .innerJoin("example_construct", "example_construct.example_id", "example.id")
    .select(["example_construct.construct_id", "example.language"])
    .distinct()
    .where("example.id", "in", literals(exampleIds))
    .execute();
}

export async function constructNames(
  db: Read,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("construct").select(["id", "name"]).where("id", "in", literals(ids)).execute();
}

function literals(ids: readonly number[]) {
  return ids.map((id) => sql.lit(id));
}

/** The ids in lists that a query of this file takes. */
export function* inPages(
  ids: readonly number[],
  of: "constructs" | "examples",
): Generator<readonly number[]> {
  const size = of === "examples" ? examplesPerPage : rowsPerPage;
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}
