// The published courses as they are offered to those who have not typed in them, each with the code of one example.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Difficulty } from "@tabstop/course/course";
import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";

type Row = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly difficulty_level: Difficulty;
  readonly total_examples: number;
  /** Of the first example whose first two lines have at least 16 characters together, else of the first one. */
  readonly code_content: string | null;
};

type OfferedCourse = Row & {
  /** null when the colours are not computed yet or the language has none. */
  readonly tokens: Tokens | null;
};

/** In order. A course without an example has no code. */
export async function offeredCourses(db: Read): Promise<readonly OfferedCourse[]> {
  const { rows } = await selectOffered(db, {});
  return rows.map(({ runs, ...course }) => ({ ...course, tokens: parseRuns(runs) }));
}

/** Of the first two lines together. */
const leastCharacters = 16;

const selectOffered = preparedQuery<object, Row & { readonly runs: string | null }>((db) =>
  sql<Row & { readonly runs: string | null }>`
    select course.id, course.title, course.description, course.difficulty_level,
      coalesce(course_total.examples, 0) as total_examples, example.code_content, highlight.runs
    from course
      left join course_total on course_total.course_id = course.id
      left join example on example.id = coalesce(${firstOfCourse(isTelling)}, ${firstOfCourse(sql`1 = 1`)})
      left join highlight on highlight.code_hash = example.code_hash and highlight.language = example.language
    where course.published = 1
    order by course.order_index, course.id`.compile(db),
);

// Of the first characters at most one is a line feed, and so they are of the first two lines.
const isTelling = sql<boolean>`length(replace(
  substr(shown.code_content, 1, ${sql.lit(leastCharacters + 1)}), ${sql.lit("\n")}, '')) >= ${sql.lit(leastCharacters)}`;

function firstOfCourse(is: RawBuilder<unknown>) {
  return sql`(
    select shown.id from lesson
      inner join chapter on chapter.lesson_id = lesson.id
      inner join example as shown on shown.chapter_id = chapter.id
    where lesson.course_id = course.id and ${is}
    order by lesson.order_index, lesson.id, chapter.order_index, chapter.id, shown.order_index, shown.id limit 1)`;
}

type KnownCode = { readonly code_hash: string; readonly language: string };

/** Of each of these codes the first example, in order, of a published course that has it letter for letter. */
export async function examplesWithCode(db: Read, codes: readonly KnownCode[]) {
  const rows = await db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select([
      "example.id",
      "example.language",
      "example.code_hash",
      "example.code_version",
      "lesson.id as lesson_id",
      "course.id as course_id",
    ])
    .where(
      "example.code_hash",
      "in",
      codes.map((code) => code.code_hash),
    )
    .where("course.published", "=", 1)
    .orderBy("course.order_index")
    .orderBy("course.id")
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .orderBy("example.order_index")
    .orderBy("example.id")
    .execute();
  return codes.flatMap(({ code_hash, language }) => {
    const found = rows.find((row) => row.code_hash === code_hash && row.language === language);
    if (!found) return [];
    const { code_hash: _, ...example } = found;
    return [example];
  });
}
