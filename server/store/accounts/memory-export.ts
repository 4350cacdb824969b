// What is stored about what an account remembers and when it practised, for its owner. Days and months are numbers, as
// they are stored; histories are packed.

import { sql } from "kysely";
import { pageOf, type PageOf, without } from "./account-export.ts";

const rowsPerPage = 500;

export const memoryPage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("memory")
    .innerJoin("construct", "construct.id", "memory.construct_id")
    .select(["construct.name", "construct.family", "construct.kind", "met_day", "first_day", "due_day"])
    .select(["last_day", "stability", "difficulty", "lapses", "history", "last_example_id", "last_at"])
    .select("construct_id")
    .where("user_id", "=", userId)
    .where("construct_id", ">", Number(after?.[0] ?? 0))
    .orderBy("construct_id")
    .limit(rowsPerPage)
    .execute();
  return withoutId(pageOf(rows, ({ construct_id }) => [construct_id]));
}) satisfies PageOf;

/** The answers to these runs follow from the cards. */
export const reviewRunPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("review_run")
    .select(["example_id", "way", "code_version", "ended_at", "day", "zone", "time_ms", "graded", "answer"])
    .select("attempt_key")
    .where("user_id", "=", userId)
    .where("ended_at", "<=", until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(example_id, attempt_key) > (${sql.join(after ?? [])})`),
    )
    .orderBy("example_id")
    .orderBy("attempt_key")
    .limit(rowsPerPage)
    .execute();
  const page = pageOf(rows, ({ example_id, attempt_key }) => [example_id, attempt_key]);
  return {
    ...page,
    rows: rows.map((row) => ({
      ...without(row, "attempt_key"),
      graded: row.graded === 1,
      answer: JSON.parse(row.answer) as unknown,
    })),
  };
}) satisfies PageOf;

export const practiceDayPage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("practice_day")
    .select([
      "day",
      "language",
      "zone",
      "ms",
      "characters",
      "errors",
      "rated_characters",
      "runs",
      "completed",
    ])
    .select(["reviews", "review_ms", "review_characters", "asked", "came_back", "first_at", "last_at"])
    .where("user_id", "=", userId)
    .$if(after !== null, (query) => query.where(sql<boolean>`(day, language) > (${sql.join(after ?? [])})`))
    .orderBy("day")
    .orderBy("language")
    .limit(rowsPerPage)
    .execute();
  return pageOf(rows, ({ day, language }) => [day, language]);
}) satisfies PageOf;

export const costPage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("cost")
    .innerJoin("construct", "construct.id", "cost.construct_id")
    .select(["month", "language", "construct.name as construct", "places", "slips", "ms", "characters"])
    .select(["hidden", "shown", "construct_id"])
    .where("user_id", "=", userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(month, language, construct_id) > (${sql.join(after ?? [])})`),
    )
    .orderBy("month")
    .orderBy("language")
    .orderBy("construct_id")
    .limit(rowsPerPage)
    .execute();
  return withoutId(pageOf(rows, ({ month, language, construct_id }) => [month, language, construct_id]));
}) satisfies PageOf;

export const slipPage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("slip")
    .innerJoin("construct", "construct.id", "slip.expected_construct_id")
    .select(["month", "language", "construct.name as expected", "typed", "n"])
    .select("expected_construct_id as construct_id")
    .where("user_id", "=", userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(month, language, expected_construct_id, typed) > (${sql.join(after ?? [])})`),
    )
    .orderBy("month")
    .orderBy("language")
    .orderBy("expected_construct_id")
    .orderBy("typed")
    .limit(rowsPerPage)
    .execute();
  return withoutId(
    pageOf(rows, ({ month, language, construct_id, typed }) => [month, language, construct_id, typed]),
  );
}) satisfies PageOf;

/** Constructs are exported with their names. */
function withoutId<Page extends { readonly rows: readonly object[] }>(page: Page) {
  return { ...page, rows: page.rows.map((row) => without(row, "construct_id")) };
}
