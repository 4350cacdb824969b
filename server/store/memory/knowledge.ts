// A learner's cards of some constructs. They are read in pages, between which other requests are served.

import type { constructKinds } from "@tabstop/contract/vocabulary";
import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { type Ids, idList, inLists } from "./id-list.ts";
import { type CardColumns, cardColumns } from "./review-example.ts";

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
