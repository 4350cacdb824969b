// What an admin reads of the content: single rows, lists, and the tree of everything but the examples.

import type { ResponseOf, ParsedParams } from "@tabstop/contract/calls";
import {
  findChapter,
  findCourse,
  findExample,
  findLesson,
  listChapters,
  listCourses,
  listExamples,
  listLessons,
  readStructure,
} from "../store/content/content-admin.ts";
import type { Store } from "../store/store.ts";
import { chapterAnswer, courseAnswer, exampleAnswer, known, lessonAnswer } from "./content-responses.ts";

type Deps = { readonly store: Store };

export async function adminListCourses({ store }: Deps): Promise<ResponseOf<"adminListCourses">> {
  return { courses: (await store.read(listCourses)).map(courseAnswer) };
}

export async function adminGetStructure({ store }: Deps): Promise<ResponseOf<"adminGetStructure">> {
  const courses = await store.read(readStructure);
  return {
    courses: courses.map((course) => ({
      ...courseAnswer(course),
      lessons: course.lessonRows.map((lesson) => ({
        ...lessonAnswer(lesson),
        chapters: lesson.chapterRows.map(chapterAnswer),
      })),
    })),
  };
}

/** This and all that follow throw DomainError NOT_FOUND. */
export async function adminGetCourse(
  { store }: Deps,
  { courseId }: ParsedParams<"adminGetCourse">,
): Promise<ResponseOf<"adminGetCourse">> {
  return courseAnswer(known("course", await store.read((db) => findCourse(db, courseId))));
}

export async function adminListLessons(
  { store }: Deps,
  { courseId }: ParsedParams<"adminListLessons">,
): Promise<ResponseOf<"adminListLessons">> {
  const lessons = known("course", await store.read((db) => listLessons(db, courseId)));
  return { lessons: lessons.map(lessonAnswer) };
}

export async function adminGetLesson(
  { store }: Deps,
  { lessonId }: ParsedParams<"adminGetLesson">,
): Promise<ResponseOf<"adminGetLesson">> {
  return lessonAnswer(known("lesson", await store.read((db) => findLesson(db, lessonId))));
}

export async function adminListChapters(
  { store }: Deps,
  { lessonId }: ParsedParams<"adminListChapters">,
): Promise<ResponseOf<"adminListChapters">> {
  const chapters = known("lesson", await store.read((db) => listChapters(db, lessonId)));
  return { chapters: chapters.map(chapterAnswer) };
}

export async function adminGetChapter(
  { store }: Deps,
  { chapterId }: ParsedParams<"adminGetChapter">,
): Promise<ResponseOf<"adminGetChapter">> {
  return chapterAnswer(known("chapter", await store.read((db) => findChapter(db, chapterId))));
}

export async function adminListExamples(
  { store }: Deps,
  { chapterId }: ParsedParams<"adminListExamples">,
): Promise<ResponseOf<"adminListExamples">> {
  const examples = known("chapter", await store.read((db) => listExamples(db, chapterId)));
  return { examples: examples.map((row) => ({ ...exampleAnswer(row), tokens: row.runs })) };
}

export async function adminGetExample(
  { store }: Deps,
  { exampleId }: ParsedParams<"adminGetExample">,
): Promise<ResponseOf<"adminGetExample">> {
  return exampleAnswer(known("example", await store.read((db) => findExample(db, exampleId))));
}
