// An example with the titles of what it belongs to, and its place in its chapter.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";

type Row = {
  readonly title: string;
  readonly lesson: string;
  readonly chapter: string;
  readonly course: string;
  /** Its number in its chapter, from 1, and how many examples that has. */
  readonly place: number;
  readonly of: number;
  readonly language: string;
  readonly code_content: string;
};

export type ExampleInPlace = Row & {
  /** null when the colours are not computed yet or the language has none. */
  readonly tokens: Tokens | null;
};

/** Returns null when the example does not exist. */
export async function exampleInPlace(db: Read, exampleId: number): Promise<ExampleInPlace | null> {
  const row = (await selectExample(db, { exampleId })).rows[0];
  if (row === undefined) return null;
  const { runs, ...example } = row;
  return { ...example, tokens: parseRuns(runs) };
}

const selectExample = preparedQuery<{ readonly exampleId: number }, Row & { readonly runs: string | null }>(
  (db, value) =>
    sql<Row & { readonly runs: string | null }>`
    select example.title, lesson.title as lesson, chapter.title as chapter, course.title as course,
      (select count(*) from example as sibling where sibling.chapter_id = example.chapter_id
        and (sibling.order_index < example.order_index
          or sibling.order_index = example.order_index and sibling.id <= example.id)) as place,
      (select count(*) from example as sibling where sibling.chapter_id = example.chapter_id) as "of",
      example.language, example.code_content, highlight.runs
    from example
      inner join chapter on chapter.id = example.chapter_id
      inner join lesson on lesson.id = chapter.lesson_id
      inner join course on course.id = lesson.course_id
      left join highlight on highlight.code_hash = example.code_hash and highlight.language = example.language
    where example.id = ${value("exampleId")}`.compile(db),
);
