// How much content there is in a course, lesson or chapter; its limits are judged by these counts.

import { sql } from "kysely";
import type { Read } from "../store.ts";
import { belongsTo, type ChildKind } from "./content-kinds.ts";

/** `characters` are the code points of all titles, descriptions, code and outputs, as `courseCharacters` counts them. */
export type CourseSize = { readonly lessons: number; readonly examples: number; readonly characters: number };

export async function sizeOfCourse(db: Read, courseId: number): Promise<CourseSize> {
  const text = sql`length(title) + length(description)`;
  const inLessons = sql`(select id from lesson where course_id = ${courseId})`;
  const inChapters = sql`(select id from chapter where lesson_id in ${inLessons})`;
  const { rows } = await sql<CourseSize>`
    select
      (select count(*) from lesson where course_id = ${courseId}) as lessons,
      (select count(*) from example where chapter_id in ${inChapters}) as examples,
      (select coalesce(sum(${text}), 0) from course where id = ${courseId})
      + (select coalesce(sum(${text}), 0) from lesson where course_id = ${courseId})
      + (select coalesce(sum(${text}), 0) from chapter where lesson_id in ${inLessons})
      + (select coalesce(sum(${text} + length(code_content) + length(output)), 0) from example where chapter_id in ${inChapters})
      as characters`.execute(db);
  return rows[0] as CourseSize;
}

/** How many lessons, chapters or examples a parent has. */
export async function countChildren(db: Read, kind: ChildKind, parentId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(kind)}
    where ${sql.ref(belongsTo[kind].column)} = ${parentId}`.execute(db);
  return rows[0]?.n ?? 0;
}
