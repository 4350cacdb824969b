// Creates a course, lesson, chapter or example from an admin's form.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { lockContent } from "../store/content/content-locks.ts";
import { insertChapter, insertExample, insertLesson } from "../store/content/content-saves.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
import { checkedFields } from "./checked-fields.ts";
import { enforceLimits } from "./enforce-limits.ts";
import { orNotFound } from "./or-not-found.ts";
import { savedContent } from "./saved-content.ts";

type Deps = { readonly store: Store; readonly now: () => number };

/** This and all that follow throw DomainError INVALID. */
export async function adminCreateCourse(
  { store, now }: Deps,
  { userId }: Principal,
  input: ParsedBody<"adminCreateCourse">,
): Promise<HandlerResult<"adminCreateCourse">> {
  const course = { ...checkedFields("course", input), lessons: [] };
  return store.write(async (tx) => {
    const at = now();
    const { courseId: id } = await insertCourse(tx, { course, at });
    await appendAdminWrite(tx, { at, userId, endpoint: "adminCreateCourse", ids: { id } });
    return savedContent(tx, "course", id);
  });
}

/** This and all that follow throw DomainError NOT_FOUND for an unknown parent, TOO_MANY when it is full. */
export async function adminCreateLesson(
  { store, now }: Deps,
  { userId }: Principal,
  input: ParsedBody<"adminCreateLesson">,
): Promise<HandlerResult<"adminCreateLesson">> {
  const lesson = checkedFields("lesson", input);
  const { course_id } = lesson;
  return store.write(async (tx) => {
    const at = now();
    const { courseId } = orNotFound("course", await lockContent(tx, "course", course_id));
    const id = await insertLesson(tx, lesson, at);
    await enforceLimits(tx, { courseId, kind: "lesson", parentId: courseId, field: "description" });
    await appendAdminWrite(tx, { at, userId, endpoint: "adminCreateLesson", ids: { course_id, id } });
    return savedContent(tx, "lesson", id);
  });
}

export async function adminCreateChapter(
  { store, now }: Deps,
  { userId }: Principal,
  input: ParsedBody<"adminCreateChapter">,
): Promise<HandlerResult<"adminCreateChapter">> {
  const chapter = checkedFields("chapter", input);
  const { lesson_id } = chapter;
  return store.write(async (tx) => {
    const at = now();
    const { courseId, lessonId } = orNotFound("lesson", await lockContent(tx, "lesson", lesson_id));
    const id = await insertChapter(tx, chapter, at);
    await enforceLimits(tx, { courseId, kind: "chapter", parentId: lessonId, field: "description" });
    await appendAdminWrite(tx, { at, userId, endpoint: "adminCreateChapter", ids: { lesson_id, id } });
    return savedContent(tx, "chapter", id);
  });
}

export async function adminCreateExample(
  { store, now, codeChanged }: Deps & { readonly codeChanged: () => void },
  { userId }: Principal,
  input: ParsedBody<"adminCreateExample">,
): Promise<HandlerResult<"adminCreateExample">> {
  const example = checkedFields("example", input);
  const { chapter_id } = example;
  const created = await store.write(async (tx) => {
    const at = now();
    const place = orNotFound("chapter", await lockContent(tx, "chapter", chapter_id));
    const { courseId } = place;
    const id = await insertExample(tx, example, place, at);
    await enforceLimits(tx, { courseId, kind: "example", parentId: chapter_id, field: "code_content" });
    await appendAdminWrite(tx, { at, userId, endpoint: "adminCreateExample", ids: { chapter_id, id } });
    return savedContent(tx, "example", id);
  });
  codeChanged();
  return created;
}
