// The published courses as they are offered to those who have not typed in them: without any progress.

import { sql } from "kysely";
import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Difficulty } from "@tabstop/course/course";
import type { Read } from "../store.ts";
import { parseRuns } from "./highlights.ts";

type OfferedCourse = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly difficulty_level: Difficulty;
  readonly total_examples: number;
};

/** In order. */
export async function offeredCourses(db: Read): Promise<readonly OfferedCourse[]> {
  return db
    .selectFrom("course")
    .leftJoin("course_total", "course_total.course_id", "course.id")
    .select((eb) => [
      "course.id",
      "course.title",
      "course.description",
      "course.difficulty_level",
      eb.fn.coalesce("course_total.examples", sql.lit(0)).as("total_examples"),
    ])
    .where("course.published", "=", 1)
    .orderBy("course.order_index")
    .orderBy("course.id")
    .execute();
}

export type OfferedCode = {
  readonly code_content: string;
  /** null when the colours are not computed yet or the language has none. */
  readonly tokens: Tokens | null;
};

const pageSize = 20;

/**
 * The first example of a course, in order, whose code passes, of those with at least `leastLength` characters; null when
 * there is none.
 */
export async function firstCode(
  db: Read,
  courseId: number,
  { leastLength, passes }: { readonly leastLength: number; passes(code: string): boolean },
): Promise<OfferedCode | null> {
  for (let offset = 0; ; offset += pageSize) {
    const ids = await idsInOrder(db, { courseId, leastLength, offset });
    const codes = await codesOf(db, ids);
    for (const id of ids) {
      const code = codes.get(id);
      if (code && passes(code.code_content)) return code;
    }
    if (ids.length < pageSize) return null;
  }
}

async function idsInOrder(
  db: Read,
  at: { readonly courseId: number; readonly leastLength: number; readonly offset: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("lesson")
    .innerJoin("chapter", "chapter.lesson_id", "lesson.id")
    .innerJoin("example", "example.chapter_id", "chapter.id")
    .select("example.id")
    .where("lesson.course_id", "=", at.courseId)
    .where(sql<number>`length(example.code_content)`, ">=", at.leastLength)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .orderBy("example.order_index")
    .orderBy("example.id")
    .limit(pageSize)
    .offset(at.offset)
    .execute();
  return rows.map(({ id }) => id);
}

async function codesOf(db: Read, ids: readonly number[]): Promise<ReadonlyMap<number, OfferedCode>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("example")
    .leftJoin("highlight", (join) =>
      join
        .onRef("highlight.code_hash", "=", "example.code_hash")
        .onRef("highlight.language", "=", "example.language"),
    )
    .select(["example.id", "example.code_content", "highlight.runs"])
    .where("example.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, code_content, runs }) => [id, { code_content, tokens: parseRuns(runs) }] as const),
  );
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
