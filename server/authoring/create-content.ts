// Creates a course, lesson, chapter or example from an admin's form.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { findContent } from "../store/content/content-admin.ts";
import { lockContent } from "../store/content/content-locks.ts";
import { insertChapter, insertExample, insertLesson } from "../store/content/content-saves.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
import { checkedFields } from "./checked-fields.ts";
import { enforceLimits } from "./enforce-limits.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store; readonly now: () => number };

/** This and all that follow throw DomainError INVALID. */
export async function adminCreateCourse(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateCourse">,
): Promise<HandlerResult<"adminCreateCourse">> {
  const course = { ...checkedFields("course", input), lessons: [] };
  return store.write(async (tx) => {
    const { courseId } = await insertCourse(tx, { course, at: now() });
    return orNotFound("course", await findContent(tx, "course", courseId));
  });
}

/** This and all that follow throw DomainError NOT_FOUND for an unknown parent, TOO_MANY when it is full. */
export async function adminCreateLesson(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateLesson">,
): Promise<HandlerResult<"adminCreateLesson">> {
  const lesson = checkedFields("lesson", input);
  return store.write(async (tx) => {
    const { courseId } = orNotFound("course", await lockContent(tx, "course", lesson.course_id));
    const id = await insertLesson(tx, lesson, now());
    await enforceLimits(tx, { courseId, kind: "lesson", parentId: courseId, field: "description" });
    return orNotFound("lesson", await findContent(tx, "lesson", id));
  });
}

export async function adminCreateChapter(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateChapter">,
): Promise<HandlerResult<"adminCreateChapter">> {
  const chapter = checkedFields("chapter", input);
  return store.write(async (tx) => {
    const { courseId, lessonId } = orNotFound("lesson", await lockContent(tx, "lesson", chapter.lesson_id));
    const id = await insertChapter(tx, chapter, now());
    await enforceLimits(tx, { courseId, kind: "chapter", parentId: lessonId, field: "description" });
    return orNotFound("chapter", await findContent(tx, "chapter", id));
  });
}

export async function adminCreateExample(
  { store, now, codeChanged }: Deps & { readonly codeChanged: () => void },
  input: ParsedBody<"adminCreateExample">,
): Promise<HandlerResult<"adminCreateExample">> {
  const example = checkedFields("example", input);
  const parentId = example.chapter_id;
  const created = await store.write(async (tx) => {
    const place = orNotFound("chapter", await lockContent(tx, "chapter", parentId));
    const id = await insertExample(tx, example, place, now());
    await enforceLimits(tx, { courseId: place.courseId, kind: "example", parentId, field: "code_content" });
    return orNotFound("example", await findContent(tx, "example", id));
  });
  codeChanged();
  return created;
}
