// How a course goes in which very many results hang. On SQLite everybody who saves waits for a transaction, and taking
// away 80,000 results takes the better part of a second. So it goes in several: the first makes it a draft, so that
// learners see it go at once and whole, and each takes some chapters or a single example with it; what is left is a
// course, and exactly counted, after each of them. Should the server end on the way, a draft stays that can be deleted.

import { deleteChapter, deleteCourse, deleteExample } from "./content-changes.ts";
import { lockCourse } from "./content-locks.ts";
import type { Tx } from "../store.ts";

/** Some 20 ms of writing. An example in which more learners have begun goes by itself. */
const resultsAtOnce = 1_000;

/** Deletes the course, or a part of it: call it again then. null: there is no such course. */
export async function deletePartOfCourse(tx: Tx, courseId: number): Promise<"all" | "part" | null> {
  if (!(await lockCourse(tx, courseId))) return null;
  const chapters = await begunChapters(tx, courseId);
  if (chapters.reduce((sum, { begun }) => sum + begun, 0) <= resultsAtOnce) {
    await deleteCourse(tx, courseId);
    return "all";
  }
  await tx.updateTable("course").set({ published: 0 }).where("id", "=", courseId).execute();
  let results = 0;
  for (const chapter of chapters) {
    results += chapter.begun;
    if (results > resultsAtOnce) break;
    await deleteChapter(tx, chapter.id);
  }
  const first = chapters[0];
  if (first !== undefined && first.begun > resultsAtOnce) await deleteSomeExamples(tx, first.id);
  return "part";
}

async function begunChapters(tx: Tx, courseId: number) {
  const rows = await tx
    .selectFrom("lesson")
    .innerJoin("chapter", "chapter.lesson_id", "lesson.id")
    .innerJoin("example", "example.chapter_id", "chapter.id")
    .innerJoin("example_total", "example_total.example_id", "example.id")
    .select((eb) => ["chapter.id", eb.fn.sum("example_total.begun").as("begun")])
    .where("lesson.course_id", "=", courseId)
    .where("example_total.begun", ">", 0)
    .groupBy("chapter.id")
    .orderBy("chapter.id")
    .execute();
  return rows.map(({ id, begun }) => ({ id, begun: Number(begun) }));
}

async function deleteSomeExamples(tx: Tx, chapterId: number): Promise<void> {
  const examples = await tx
    .selectFrom("example")
    .innerJoin("example_total", "example_total.example_id", "example.id")
    .select(["example.id", "example_total.begun"])
    .where("example.chapter_id", "=", chapterId)
    .where("example_total.begun", ">", 0)
    .orderBy("example.id")
    .execute();
  let results = 0;
  for (const { id, begun } of examples) {
    results += begun;
    if (results > resultsAtOnce && results > begun) break;
    await deleteExample(tx, id);
  }
}
