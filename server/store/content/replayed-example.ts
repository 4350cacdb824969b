// An example as far as a replay of a run on it shows it.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";

/** Spelled as in the response. */
export type ReplayedExample = ExampleOfRun & {
  /** null when the colours are not computed yet or the language has none. */
  readonly tokens: Tokens | null;
};

type ExampleOfRun = {
  readonly id: number;
  readonly title: string;
  readonly code_content: string;
  readonly code_version: number;
  readonly language: string;
  readonly lesson_id: number;
  readonly course_id: number;
};

/** Returns null when the example does not exist or its course is not published. */
export async function replayedExample(db: Read, exampleId: number): Promise<ReplayedExample | null> {
  const row = (await publishedExample(db, { exampleId })).rows[0];
  if (row === undefined) return null;
  const { runs, ...example } = row;
  return { ...example, tokens: parseRuns(runs) };
}

const publishedExample = preparedQuery<
  { readonly exampleId: number },
  ExampleOfRun & { readonly runs: string | null }
>((db, value) =>
  db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .leftJoin("highlight", (join) =>
      join
        .onRef("highlight.code_hash", "=", "example.code_hash")
        .onRef("highlight.language", "=", "example.language"),
    )
    .select([
      "example.id",
      "example.title",
      "example.code_content",
      "example.code_version",
      "example.language",
      "chapter.lesson_id",
      "lesson.course_id",
      "highlight.runs",
    ])
    .where("example.id", "=", value("exampleId"))
    .where("course.published", "=", 1)
    .compile(),
);
