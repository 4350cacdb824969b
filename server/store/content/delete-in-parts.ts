// Deletes a course with very many results. On SQLite every writer waits for a transaction, and deleting 80,000 results
// takes most of a second, so it takes several transactions. The first unpublishes the course, so that for learners it
// disappears immediately and as a whole; each deletes some chapters or a single example. After each, the rest is a
// course with exact counts. If the server stops before the last, an unpublished course remains that an admin can
// delete.

import { deleteContent } from "./content-changes.ts";
import { lockContent } from "./content-locks.ts";
import type { Tx } from "../store.ts";

/** Some 20 ms of writing. An example with more results is deleted in a transaction by itself. */
const resultsPerPart = 1_000;

/** Deletes the course or a part of it; call it again after a part. Returns null when the course does not exist. */
export async function deletePartOfCourse(tx: Tx, courseId: number): Promise<"all" | "part" | null> {
  if (!(await lockContent(tx, "course", courseId))) return null;
  const chapters = await chaptersWithResults(tx, courseId);
  if (chapters.reduce((sum, { begun }) => sum + begun, 0) <= resultsPerPart) {
    await deleteContent(tx, "course", courseId);
    return "all";
  }
  await tx.updateTable("course").set({ published: 0 }).where("id", "=", courseId).execute();
  let results = 0;
  for (const chapter of chapters) {
    results += chapter.begun;
    if (results > resultsPerPart) break;
    await deleteContent(tx, "chapter", chapter.id);
  }
  const first = chapters[0];
  if (first !== undefined && first.begun > resultsPerPart) await deleteSomeExamples(tx, first.id);
  return "part";
}

async function chaptersWithResults(tx: Tx, courseId: number) {
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
    if (results > resultsPerPart && results > begun) break;
    await deleteContent(tx, "example", id);
  }
}
