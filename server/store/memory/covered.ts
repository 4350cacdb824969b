// Which cards count: those whose construct a completed example of the learner has now, that is an example of a published
// course that the learner completed, with the constructs that its code has today.
//
// To look this up for each card takes 1 µs, which is too much for a count that every page asks for. So each card keeps the
// answer (`memory.covered`). It is right as long as nothing has changed since: no card is new (null), and the version of
// the content (`coverage-version.ts`) is that at which the learner's cards were looked at. Otherwise the answers are looked
// up again before they are read. A completion renews those of its example itself.

import { type Expression, type RawBuilder, sql } from "kysely";
import { coverageVersion } from "../coverage-version.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Read, Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

/** Whether the row `memory` counts, where `areFlagsRight` holds for its learner. */
export const isCovered = sql<boolean>`memory.covered = 1`;
export const isNotCovered = sql<boolean>`memory.covered = 0`;

/** Whether the flags of a learner's cards are right: 1 or 0. */
export function areFlagsRight(userId: Expression<unknown> | RawBuilder<unknown>): RawBuilder<0 | 1> {
  return sql`case
    when exists (select 1 from memory where memory.user_id = ${userId} and memory.covered is null) then 0
    when exists (select 1 from activity
      where activity.user_id = ${userId} and activity.covered_version = ${coverageVersion}) then 1
    when exists (select 1 from memory where memory.user_id = ${userId}) then 0
    else 1 end`;
}

/** Joins an example to its course, for a query that names the tables. A deleted or unpublished example has no row. */
export function isPublished(exampleId: Expression<unknown>): RawBuilder<boolean> {
  return sql`example.id = ${exampleId} and chapter.id = example.chapter_id and lesson.id = chapter.lesson_id
    and course.id = lesson.course_id and course.published = 1`;
}

/** What `memory.covered` should be. */
export const lookedUp = sql<0 | 1>`case when exists (
    select 1 from example_construct
      cross join progress cross join example cross join chapter cross join lesson cross join course
    where example_construct.construct_id = memory.construct_id
      and progress.user_id = memory.user_id and progress.example_id = example_construct.example_id
      and progress.completed_at is not null
      and ${isPublished(sql.ref("example_construct.example_id"))}) then 1 else 0 end`;

/** Cards of a statement, so that others get their turn. */
const cardsAtOnce = 2_000;

/** Makes the flags of a learner's cards right. */
export async function renewFlags(tx: Tx, userId: number): Promise<void> {
  // A completion changes this row before it sets flags, so that none comes between looking up and writing.
  const learner = await tx
    .selectFrom("activity")
    .select("covered_version")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const version = (await versionNow(tx, {})).rows[0]?.version ?? "";
  const wanted = learner?.covered_version === version ? renewNew : renewAll;
  let after = 0;
  for (;;) {
    const last = (await pageEnd(tx, { userId, after })).rows[0]?.id ?? null;
    const to = last ?? 2 ** 31 - 1;
    await wanted(tx, { userId, after, to });
    if (last === null) break;
    after = to;
    await yieldToEventLoop();
  }
  await saveVersion(tx, { userId, version });
}

type Of = { readonly userId: number };
type Page = Of & { readonly after: number };

const pageEnd = preparedQuery<Page, { readonly id: number }>((db, value) =>
  sql<{ readonly id: number }>`
    select construct_id as id from memory where user_id = ${value("userId")} and construct_id > ${value("after")}
    order by construct_id limit 1 offset ${sql.lit(cardsAtOnce)}`.compile(db),
);

type Range = Page & { readonly to: number };

const renew = (which: RawBuilder<boolean>) =>
  preparedQuery<Range, never>((db, value) =>
    sql<never>`
      update memory set covered = ${lookedUp}
      where user_id = ${value("userId")} and construct_id > ${value("after")} and construct_id <= ${value("to")}
        and ${which}`.compile(db),
  );

const renewNew = renew(sql`covered is null`);
const renewAll = renew(sql`(covered is null or covered <> ${lookedUp})`);

const versionNow = preparedQuery<object, { readonly version: string }>((db) =>
  sql<{ readonly version: string }>`select ${coverageVersion} as version`.compile(db),
);

const saveVersion = preparedQuery<Of & { readonly version: string }, never>((db, value) =>
  sql<never>`
    insert into activity (user_id, last_active_at, covered_version)
    values (${value("userId")}, 0, ${value("version")})
    on conflict (user_id) do update set covered_version = excluded.covered_version`.compile(db),
);

/**
 * The learner completed this example for the first time, in this transaction, and has the cards of its constructs.
 * `recordRun` comes before, which locks the learner's row against `renewFlags`.
 */
export async function coverConstructs(
  tx: Tx,
  of: { readonly userId: number; readonly exampleId: number },
): Promise<void> {
  await cover(tx, of);
}

// An admin may have unpublished the course since the example was locked.
const cover = preparedQuery<{ readonly userId: number; readonly exampleId: number }, never>((db, value) =>
  sql<never>`
    update memory set covered = 1
    where user_id = ${value("userId")} and (covered is null or covered = 0)
      and construct_id in (select construct_id from example_construct where example_id = ${value("exampleId")})
      and exists (
        select 1 from example cross join chapter cross join lesson cross join course
        where ${isPublished(sql`${value("exampleId")}`)})`.compile(db),
);

/** Whether the flags of a learner's cards are right. */
export async function hasRightFlags(db: Read, userId: number): Promise<boolean> {
  return (await rightFlags(db, { userId })).rows[0]?.are === 1;
}

const rightFlags = preparedQuery<Of, { readonly are: 0 | 1 }>((db, value) =>
  sql<{ readonly are: 0 | 1 }>`select ${areFlagsRight(sql`${value("userId")}`)} as are`.compile(db),
);
