// What the published examples of each language have. All of it is read in pages, between which other requests are served.

import { sql } from "kysely";
import { taughtVersion } from "../coverage-version.ts";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { type Ids, idList, inLists } from "./id-list.ts";

type Lesson = { readonly id: number; readonly title: string };

/**
 * By language, the constructs of its published examples with the first lesson that has them, in the order of courses,
 * lessons, chapters, examples and text.
 */
export type Taught = ReadonlyMap<string, ReadonlyMap<number, Lesson>>;

export async function readTaught(db: Read): Promise<Taught> {
  const found = new Map<string, Map<number, Lesson>>();
  for (const lesson of (await publishedLessons(db, {})).rows) {
    const examples = (await examplesOf(db, { lessonId: lesson.id })).rows;
    const order = new Map(examples.map((example, at) => [example.id, { at, ...example }]));
    for (const ids of inLists(examples.map(({ id }) => id))) {
      const rows = (await constructsIn(db, ids)).rows.toSorted(
        (a, b) =>
          (order.get(a.example_id)?.at ?? 0) - (order.get(b.example_id)?.at ?? 0) ||
          a.position - b.position ||
          a.construct_id - b.construct_id,
      );
      for (const { construct_id: id, example_id } of rows) {
        const language = order.get(example_id)?.language ?? "";
        const ofLanguage = found.get(language) ?? new Map<number, Lesson>();
        found.set(language, ofLanguage);
        if (!ofLanguage.has(id)) ofLanguage.set(id, lesson);
      }
      await yieldToEventLoop();
    }
  }
  return found;
}

/** Another text after each change of what `readTaught` reads. */
export async function taughtVersionNow(db: Read): Promise<string> {
  return (await selectVersion(db, {})).rows[0]?.version ?? "";
}

const selectVersion = preparedQuery<object, { readonly version: string }>((db) =>
  sql<{ readonly version: string }>`select ${taughtVersion} as version`.compile(db),
);

const publishedLessons = preparedQuery<object, Lesson>((db) =>
  sql<Lesson>`
    select lesson.id, lesson.title from course inner join lesson on lesson.course_id = course.id
    where course.published = 1
    order by course.order_index, course.id, lesson.order_index, lesson.id`.compile(db),
);

type Example = { readonly id: number; readonly language: string };

const examplesOf = preparedQuery<{ readonly lessonId: number }, Example>((db, value) =>
  sql<Example>`
    select example.id, example.language from chapter inner join example on example.chapter_id = chapter.id
    where chapter.lesson_id = ${value("lessonId")}
    order by chapter.order_index, chapter.id, example.order_index, example.id`.compile(db),
);

type Place = { readonly example_id: number; readonly construct_id: number; readonly position: number };

const constructsIn = preparedQuery<Ids, Place>((db, value) =>
  sql<Place>`
    select example_id, construct_id, position from example_construct
    where example_id in (${idList(value)})`.compile(db),
);
