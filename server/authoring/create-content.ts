// A course, lesson, chapter or example made by hand.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { insertCourse } from "../store/content/content.ts";
import { findChapter, findCourse, findExample, findLesson } from "../store/content/content-admin.ts";
import { lockChapter, lockCourse, lockLesson } from "../store/content/content-locks.ts";
import { insertChapter, insertExample, insertLesson } from "../store/content/content-saves.ts";
import type { Store } from "../store/store.ts";
import { checkedFields } from "./checked-fields.ts";
import { orNotFound } from "./or-not-found.ts";
import { enforceLimits } from "./enforce-limits.ts";

type Deps = { readonly store: Store; readonly now: () => number };

/** This and all that follow throw DomainError INVALID. */
export async function adminCreateCourse(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateCourse">,
): Promise<HandlerResult<"adminCreateCourse">> {
  const { order_index: orderIndex, ...fields } = checkedFields("course", input);
  return store.write(async (tx) => {
    const course = { ...fields, order_index: null, lessons: [] };
    const { courseId } = await insertCourse(tx, { course, orderIndex, at: now() });
    return orNotFound("course", await findCourse(tx, courseId));
  });
}

/** This and all that follow throw DomainError NOT_FOUND for an unknown parent, TOO_MANY when it is full. */
export async function adminCreateLesson(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateLesson">,
): Promise<HandlerResult<"adminCreateLesson">> {
  const { title, description, order_index: orderIndex } = checkedFields("lesson", input);
  return store.write(async (tx) => {
    const { courseId } = orNotFound("course", await lockCourse(tx, input.course_id));
    const id = await insertLesson(tx, { title, description, orderIndex, courseId, at: now() });
    await enforceLimits(tx, { courseId, field: "description" });
    return orNotFound("lesson", await findLesson(tx, id));
  });
}

export async function adminCreateChapter(
  { store, now }: Deps,
  input: ParsedBody<"adminCreateChapter">,
): Promise<HandlerResult<"adminCreateChapter">> {
  const { title, description, order_index: orderIndex } = checkedFields("chapter", input);
  return store.write(async (tx) => {
    const { courseId, lessonId } = orNotFound("lesson", await lockLesson(tx, input.lesson_id));
    const id = await insertChapter(tx, { title, description, orderIndex, lessonId, at: now() });
    await enforceLimits(tx, { courseId, lessonId, field: "description" });
    return orNotFound("chapter", await findChapter(tx, id));
  });
}

export async function adminCreateExample(
  { store, now, codeChanged }: Deps & { readonly codeChanged: () => void },
  input: ParsedBody<"adminCreateExample">,
): Promise<HandlerResult<"adminCreateExample">> {
  const { code_content: codeContent, order_index: orderIndex, ...fields } = checkedFields("example", input);
  const { title, description, language, chapter_id: chapterId } = fields;
  const created = await store.write(async (tx) => {
    const place = orNotFound("chapter", await lockChapter(tx, chapterId));
    const id = await insertExample(tx, {
      ...{ title, description, codeContent, language, orderIndex, chapterId, at: now() },
      ...place,
    });
    await enforceLimits(tx, { courseId: place.courseId, chapterId, field: "code_content" });
    return orNotFound("example", await findExample(tx, id));
  });
  codeChanged();
  return created;
}
