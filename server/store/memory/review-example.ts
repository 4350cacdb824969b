// An example as a run from memory needs it: its code, its constructs with their places, and the learner's cards of these.

import type { constructKinds } from "@tabstop/contract/vocabulary";
import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";

/** Spelled as in the response. */
export type ReviewedExample = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly code_content: string;
  readonly output: string;
  readonly code_version: number;
  readonly language: string;
  readonly chapter_id: number;
  readonly lesson_id: number;
  readonly lesson_title: string;
  readonly course_id: number;
  readonly course_title: string;
  /** JSON of its colours; null when they are not computed yet or the language has none. */
  readonly runs: string | null;
  /** Whether its constructs were found in this code. */
  readonly is_filled: 0 | 1;
};

/** Returns null when the example does not exist or its course is not published. */
export async function reviewedExample(db: Read, exampleId: number): Promise<ReviewedExample | null> {
  return (await publishedExample(db, { exampleId })).rows[0] ?? null;
}

const publishedExample = preparedQuery<{ readonly exampleId: number }, ReviewedExample>((db, value) =>
  sql<ReviewedExample>`
    select example.id, example.title, example.description, example.code_content, example.output, example.code_version,
      example.language, example.chapter_id, lesson.id as lesson_id, lesson.title as lesson_title,
      course.id as course_id, course.title as course_title, highlight.runs,
      case when example_syntax.code_version = example.code_version then 1 else 0 end as is_filled
    from example
      inner join chapter on chapter.id = example.chapter_id
      inner join lesson on lesson.id = chapter.lesson_id
      inner join course on course.id = lesson.course_id
      left join highlight
        on highlight.code_hash = example.code_hash and highlight.language = example.language
      left join example_syntax on example_syntax.example_id = example.id
    where example.id = ${value("exampleId")} and course.published = 1`.compile(db),
);

/** The columns of a card; all null without one. */
export type CardColumns = {
  readonly met_day: number | null;
  readonly first_day: number | null;
  readonly due_day: number | null;
  readonly last_day: number | null;
  readonly stability: number | null;
  readonly difficulty: number | null;
  readonly lapses: number | null;
  readonly history: Uint8Array | null;
};

export type ConstructOfExample = CardColumns & {
  readonly id: number;
  readonly name: string;
  readonly kind: (typeof constructKinds)[number];
  /** JSON. */
  readonly places: string;
};

type OfExample = {
  readonly exampleId: number;
  readonly userId: number;
  /** An edit may have replaced the code in between. */
  readonly codeVersion: number;
};

/** In the order of the text; none when those of this code were not found yet. */
export async function constructsOfExample(db: Read, of: OfExample): Promise<readonly ConstructOfExample[]> {
  return (await constructs(db, of)).rows;
}

const constructs = preparedQuery<OfExample, ConstructOfExample>((db, value) =>
  sql<ConstructOfExample>`
    select construct.id, construct.name, construct.kind, example_construct.places, ${cardColumns}
    from example_syntax
      inner join example_construct on example_construct.example_id = example_syntax.example_id
      inner join construct on construct.id = example_construct.construct_id
      left join memory on memory.user_id = ${value("userId")} and memory.construct_id = construct.id
    where example_syntax.example_id = ${value("exampleId")}
      and example_syntax.code_version = ${value("codeVersion")}
    order by example_construct.position, construct.id`.compile(db),
);

export const cardColumns = sql`memory.met_day, memory.first_day, memory.due_day, memory.last_day,
  memory.stability, memory.difficulty, memory.lapses, memory.history`;
