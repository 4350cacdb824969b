// Reads a whole course in the form of the course formats.

import type { Chapter, Course, Difficulty, Example, Lesson } from "@tabstop/course/course";
import { sql } from "kysely";
import type { Read } from "../store.ts";

type Row = {
  readonly kind: "course" | "lesson" | "chapter" | "example";
  readonly id: number;
  readonly parent: number | null;
  readonly place: number;
  readonly title: string;
  readonly description: string;
  /** The level of a course or the language of an example. */
  readonly word: string | null;
  readonly code: string | null;
  readonly output: string | null;
};

/** null when the course does not exist. One statement, so that the result is consistent while others save. */
export async function readCourseTree(db: Read, courseId: number): Promise<Course | null> {
  const lessons = sql`(select id from lesson where course_id = ${courseId})`;
  const chapters = sql`(select id from chapter where lesson_id in ${lessons})`;
  const { rows } = await sql<Row>`
    select 'course' as kind, id, null as parent, order_index as place, title, description,
      difficulty_level as word, null as code, null as output from course where id = ${courseId}
    union all
    select 'lesson', id, course_id, order_index, title, description, null, null, null
      from lesson where course_id = ${courseId}
    union all
    select 'chapter', id, lesson_id, order_index, title, description, null, null, null
      from chapter where lesson_id in ${lessons}
    union all
    select 'example', id, chapter_id, order_index, title, description, language, code_content, output
      from example where chapter_id in ${chapters}`.execute(db);
  const course = rows.find(({ kind }) => kind === "course");
  if (!course) return null;
  const children = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.place - b.place || a.id - b.id)) {
    const key = `${row.kind} ${row.parent}`;
    const siblings = children.get(key);
    if (siblings) siblings.push(row);
    else children.set(key, [row]);
  }
  const below = (kind: Row["kind"], parent: Row) => children.get(`${kind} ${parent.id}`) ?? [];
  return {
    title: course.title,
    description: course.description,
    difficulty_level: course.word as Difficulty,
    order_index: course.place,
    lessons: below("lesson", course).map(
      (lesson): Lesson => ({
        title: lesson.title,
        description: lesson.description,
        chapters: below("chapter", lesson).map(
          (chapter): Chapter => ({
            title: chapter.title,
            description: chapter.description,
            examples: below("example", chapter).map(exampleOf),
          }),
        ),
      }),
    ),
  };
}

function exampleOf({ title, description, word, code, output }: Row): Example {
  return { title, description, language: word as string, code_content: code as string, output: output ?? "" };
}
