// What the published examples of a language have, and a learner's cards of it. All of it is read in pages, between which
// other requests are served.

import type { constructKinds } from "@tabstop/contract/vocabulary";
import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { type Ids, idList, inLists } from "./id-list.ts";
import { type CardColumns, cardColumns } from "./review-example.ts";

type Lesson = { readonly id: number; readonly title: string };

/**
 * The constructs of the published examples of a language with the first lesson that has them, in the order of courses,
 * lessons, chapters, examples and text.
 */
export async function constructsOfLanguage(db: Read, language: string): Promise<ReadonlyMap<number, Lesson>> {
  const lessons = new Map<number, Lesson>();
  for (const { lesson_id: id, title } of (await lessonsOf(db, { language })).rows)
    lessons.set(id, { id, title });
  const found = new Map<number, Lesson>();
  for (const lesson of lessons.values()) {
    const examples = (await examplesOf(db, { language, lessonId: lesson.id })).rows.map(({ id }) => id);
    for (const ids of inLists(examples)) {
      const order = new Map(examples.map((id, at) => [id, at]));
      const rows = (await constructsIn(db, ids)).rows;
      const sorted = rows.toSorted(
        (a, b) =>
          (order.get(a.example_id) ?? 0) - (order.get(b.example_id) ?? 0) ||
          a.position - b.position ||
          a.construct_id - b.construct_id,
      );
      for (const { construct_id: id } of sorted) if (!found.has(id)) found.set(id, lesson);
      await yieldToEventLoop();
    }
  }
  return found;
}

const lessonsOf = preparedQuery<
  { readonly language: string },
  { readonly lesson_id: number; readonly title: string }
>((db, value) =>
  sql<{ readonly lesson_id: number; readonly title: string }>`
      select lesson.id as lesson_id, lesson.title
      from course inner join lesson on lesson.course_id = course.id
      where course.published = 1 and exists (
        select 1 from chapter inner join example on example.chapter_id = chapter.id
        where chapter.lesson_id = lesson.id and example.language = ${value("language")})
      order by course.order_index, course.id, lesson.order_index, lesson.id`.compile(db),
);

const examplesOf = preparedQuery<
  { readonly language: string; readonly lessonId: number },
  { readonly id: number }
>((db, value) =>
  sql<{ readonly id: number }>`
      select example.id from chapter inner join example on example.chapter_id = chapter.id
      where chapter.lesson_id = ${value("lessonId")} and example.language = ${value("language")}
      order by chapter.order_index, chapter.id, example.order_index, example.id`.compile(db),
);

type Place = { readonly example_id: number; readonly construct_id: number; readonly position: number };

const constructsIn = preparedQuery<Ids, Place>((db, value) =>
  sql<Place>`
    select example_id, construct_id, position from example_construct
    where example_id in (${idList(value)})`.compile(db),
);

/** Of these examples the published ones, by their ids. */
export async function publishedExamples(
  db: Read,
  exampleIds: readonly number[],
): Promise<ReadonlyMap<number, LastExample>> {
  const found = new Map<number, LastExample>();
  for (const ids of inLists(exampleIds))
    for (const row of (await examplesNamed(db, ids)).rows) found.set(row.id, row);
  return found;
}

type LastExample = { readonly id: number; readonly lesson_id: number; readonly title: string };

const examplesNamed = preparedQuery<Ids, LastExample>((db, value) =>
  sql<LastExample>`
    select example.id, lesson.id as lesson_id, example.title
    from example inner join chapter on chapter.id = example.chapter_id
      inner join lesson on lesson.id = chapter.lesson_id inner join course on course.id = lesson.course_id
    where course.published = 1 and example.id in (${idList(value)})`.compile(db),
);

/** The languages in which the learner has practised, in alphabetical order. */
export async function practisedLanguages(db: Read, userId: number): Promise<readonly string[]> {
  return (await practised(db, { userId })).rows.map(({ language }) => language);
}

const practised = preparedQuery<{ readonly userId: number }, { readonly language: string }>((db, value) =>
  sql<{ readonly language: string }>`
    select distinct language from practice_day where user_id = ${value("userId")} order by language`.compile(
    db,
  ),
);

export type KnownConstruct = CardColumns & {
  readonly last_example_id: number | null;
  readonly id: number;
  readonly family: string;
  readonly name: string;
  readonly kind: (typeof constructKinds)[number];
};

/** These constructs with the learner's cards of them, in any order, some at a time. */
export async function* cardsOf(
  db: Read,
  userId: number,
  constructIds: readonly number[],
): AsyncGenerator<readonly KnownConstruct[]> {
  for (const ids of inLists(constructIds)) {
    yield (await cardsIn(db, { userId, ...ids })).rows;
    await yieldToEventLoop();
  }
}

const cardsIn = preparedQuery<{ readonly userId: number } & Ids, KnownConstruct>((db, value) =>
  sql<KnownConstruct>`
    select construct.id, construct.family, construct.name, construct.kind, memory.last_example_id, ${cardColumns}
    from construct
      left join memory on memory.user_id = ${value("userId")} and memory.construct_id = construct.id
    where construct.id in (${idList(value)})`.compile(db),
);
