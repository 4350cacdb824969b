// What an admin reads of the content: single rows, lists, and the tree of everything but the examples.

import type { Answer, ParsedParams } from "@tabstop/contract/calls";
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

type Needs = { readonly store: Store };

export async function adminListCourses({ store }: Needs): Promise<Answer<"adminListCourses">> {
  return { courses: (await store.read(listCourses)).map(courseAnswer) };
}

export async function adminGetStructure({ store }: Needs): Promise<Answer<"adminGetStructure">> {
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
  { store }: Needs,
  { courseId }: ParsedParams<"adminGetCourse">,
): Promise<Answer<"adminGetCourse">> {
  return courseAnswer(known("course", await store.read((db) => findCourse(db, courseId))));
}

export async function adminListLessons(
  { store }: Needs,
  { courseId }: ParsedParams<"adminListLessons">,
): Promise<Answer<"adminListLessons">> {
  const lessons = known("course", await store.read((db) => listLessons(db, courseId)));
  return { lessons: lessons.map(lessonAnswer) };
}

export async function adminGetLesson(
  { store }: Needs,
  { lessonId }: ParsedParams<"adminGetLesson">,
): Promise<Answer<"adminGetLesson">> {
  return lessonAnswer(known("lesson", await store.read((db) => findLesson(db, lessonId))));
}

export async function adminListChapters(
  { store }: Needs,
  { lessonId }: ParsedParams<"adminListChapters">,
): Promise<Answer<"adminListChapters">> {
  const chapters = known("lesson", await store.read((db) => listChapters(db, lessonId)));
  return { chapters: chapters.map(chapterAnswer) };
}

export async function adminGetChapter(
  { store }: Needs,
  { chapterId }: ParsedParams<"adminGetChapter">,
): Promise<Answer<"adminGetChapter">> {
  return chapterAnswer(known("chapter", await store.read((db) => findChapter(db, chapterId))));
}

export async function adminListExamples(
  { store }: Needs,
  { chapterId }: ParsedParams<"adminListExamples">,
): Promise<Answer<"adminListExamples">> {
  const examples = known("chapter", await store.read((db) => listExamples(db, chapterId)));
  return { examples: examples.map((row) => ({ ...exampleAnswer(row), tokens: row.runs })) };
}

export async function adminGetExample(
  { store }: Needs,
  { exampleId }: ParsedParams<"adminGetExample">,
): Promise<Answer<"adminGetExample">> {
  return exampleAnswer(known("example", await store.read((db) => findExample(db, exampleId))));
}
