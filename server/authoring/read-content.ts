// What an admin reads of the content: single rows, lists, and the tree of everything but the examples.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import {
  findContent,
  listContent,
  listCourses,
  listExamples,
  readStructure,
} from "../store/content/content-admin.ts";
import type { Store } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store };

export async function adminListCourses({ store }: Deps): Promise<HandlerResult<"adminListCourses">> {
  return { courses: await store.read(listCourses) };
}

export async function adminGetStructure({ store }: Deps): Promise<HandlerResult<"adminGetStructure">> {
  return { courses: await store.read(readStructure) };
}

/** This and all that follow throw DomainError NOT_FOUND. */
export async function adminGetCourse(
  { store }: Deps,
  { courseId }: ParsedParams<"adminGetCourse">,
): Promise<HandlerResult<"adminGetCourse">> {
  return orNotFound("course", await store.read((db) => findContent(db, "course", courseId)));
}

export async function adminListLessons(
  { store }: Deps,
  { courseId }: ParsedParams<"adminListLessons">,
): Promise<HandlerResult<"adminListLessons">> {
  return { lessons: orNotFound("course", await store.read((db) => listContent(db, "lesson", courseId))) };
}

export async function adminGetLesson(
  { store }: Deps,
  { lessonId }: ParsedParams<"adminGetLesson">,
): Promise<HandlerResult<"adminGetLesson">> {
  return orNotFound("lesson", await store.read((db) => findContent(db, "lesson", lessonId)));
}

export async function adminListChapters(
  { store }: Deps,
  { lessonId }: ParsedParams<"adminListChapters">,
): Promise<HandlerResult<"adminListChapters">> {
  return { chapters: orNotFound("lesson", await store.read((db) => listContent(db, "chapter", lessonId))) };
}

export async function adminGetChapter(
  { store }: Deps,
  { chapterId }: ParsedParams<"adminGetChapter">,
): Promise<HandlerResult<"adminGetChapter">> {
  return orNotFound("chapter", await store.read((db) => findContent(db, "chapter", chapterId)));
}

export async function adminListExamples(
  { store }: Deps,
  { chapterId }: ParsedParams<"adminListExamples">,
): Promise<HandlerResult<"adminListExamples">> {
  return { examples: orNotFound("chapter", await store.read((db) => listExamples(db, chapterId))) };
}

export async function adminGetExample(
  { store }: Deps,
  { exampleId }: ParsedParams<"adminGetExample">,
): Promise<HandlerResult<"adminGetExample">> {
  return orNotFound("example", await store.read((db) => findContent(db, "example", exampleId)));
}
