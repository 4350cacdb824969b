// What an admin saves of a course, lesson, chapter or example. What the form does not send stays as it is; a new parent
// moves the thing, to the end unless it says where.
//
// Two admins: a form sends the `updated_at` of the row that it was filled from. When somebody saved since, the save is
// refused with the present row. Without it, it is taken. Every save makes `updated_at` at least 1 ms later.

import type { HandlerResult, ParsedBody, ParsedParams } from "@tabstop/contract/endpoints";
import { AdminChapter, AdminCourse, AdminExample, AdminLesson } from "@tabstop/contract/shapes-authoring";
import { instantText } from "@tabstop/contract/text";
import { DomainError } from "../domain-error.ts";
import { findChapter, findCourse, findExample, findLesson } from "../store/content/content-admin.ts";
import { changeExampleCode, moveChapter, moveExample, moveLesson } from "../store/content/content-changes.ts";
import { lockChapter, lockCourse, lockExample, lockLesson } from "../store/content/content-locks.ts";
import { nextOrderIndex, saveContent } from "../store/content/content-saves.ts";
import type { Store } from "../store/store.ts";
import { checkedFields } from "./checked-fields.ts";
import { orNotFound } from "./or-not-found.ts";
import { enforceLimits } from "./enforce-limits.ts";

type Deps = { readonly store: Store; readonly now: () => number };
type Input<
  N extends "adminUpdateCourse" | "adminUpdateLesson" | "adminUpdateChapter" | "adminUpdateExample",
> = ParsedParams<N> & ParsedBody<N>;

// Moving and clearing touch a row of every learner who has been there.
const long = { long: true } as const;

/** This and all that follow throw DomainError INVALID, NOT_FOUND (also for the new parent), EDIT_CONFLICT, TOO_MANY. */
export async function adminUpdateCourse(
  { store, now }: Deps,
  input: Input<"adminUpdateCourse">,
): Promise<HandlerResult<"adminUpdateCourse">> {
  const { courseId } = input;
  const { title, description, difficulty_level: difficultyLevel } = checkedFields("course", input);
  return store.write(async (tx) => {
    orNotFound("course", await lockCourse(tx, courseId));
    const present = orNotFound("course", await findCourse(tx, courseId));
    refuseStale(input, present, AdminCourse);
    await saveContent(tx, "course", courseId, {
      ...{ title, description, difficultyLevel, published: input.published, orderIndex: input.order_index },
      updatedAt: after(present, now()),
    });
    await enforceLimits(tx, { courseId, field: "description" });
    return orNotFound("course", await findCourse(tx, courseId));
  }, long);
}

export async function adminUpdateLesson(
  { store, now }: Deps,
  input: Input<"adminUpdateLesson">,
): Promise<HandlerResult<"adminUpdateLesson">> {
  const { lessonId } = input;
  const { title, description } = checkedFields("lesson", input);
  return store.write(async (tx) => {
    orNotFound("lesson", await lockLesson(tx, lessonId));
    const present = orNotFound("lesson", await findLesson(tx, lessonId));
    refuseStale(input, present, AdminLesson);
    const { course_id: courseId = present.course_id } = input;
    const isMoved = courseId !== present.course_id;
    let orderIndex = input.order_index;
    if (isMoved) {
      orNotFound("course", await lockCourse(tx, courseId));
      orderIndex ??= await nextOrderIndex(tx, "lesson", courseId, now());
      await moveLesson(tx, { lessonId, courseId });
    }
    await saveContent(tx, "lesson", lessonId, {
      ...{ title, description, orderIndex },
      updatedAt: after(present, now()),
    });
    await enforceLimits(tx, { courseId, field: isMoved ? "course_id" : "description" });
    return orNotFound("lesson", await findLesson(tx, lessonId));
  }, long);
}

export async function adminUpdateChapter(
  { store, now }: Deps,
  input: Input<"adminUpdateChapter">,
): Promise<HandlerResult<"adminUpdateChapter">> {
  const { chapterId } = input;
  const { title, description } = checkedFields("chapter", input);
  return store.write(async (tx) => {
    let { courseId } = orNotFound("chapter", await lockChapter(tx, chapterId));
    const present = orNotFound("chapter", await findChapter(tx, chapterId));
    refuseStale(input, present, AdminChapter);
    const { lesson_id: lessonId = present.lesson_id } = input;
    const isMoved = lessonId !== present.lesson_id;
    let orderIndex = input.order_index;
    if (isMoved) {
      courseId = orNotFound("lesson", await lockLesson(tx, lessonId)).courseId;
      orderIndex ??= await nextOrderIndex(tx, "chapter", lessonId, now());
      await moveChapter(tx, { chapterId, lessonId });
    }
    await saveContent(tx, "chapter", chapterId, {
      ...{ title, description, orderIndex },
      updatedAt: after(present, now()),
    });
    await enforceLimits(tx, { courseId, lessonId, field: isMoved ? "lesson_id" : "description" });
    return orNotFound("chapter", await findChapter(tx, chapterId));
  }, long);
}

/** New code starts a new version of the example, and its times and board afresh. */
export async function adminUpdateExample(
  { store, now, codeChanged }: Deps & { readonly codeChanged: () => void },
  input: Input<"adminUpdateExample">,
): Promise<HandlerResult<"adminUpdateExample">> {
  const { exampleId } = input;
  const { title, description, code_content: codeContent, language } = checkedFields("example", input);
  const saved = await store.write(async (tx) => {
    let { courseId } = orNotFound("example", await lockExample(tx, exampleId));
    const present = orNotFound("example", await findExample(tx, exampleId));
    refuseStale(input, present, AdminExample);
    const { chapter_id: chapterId = present.chapter_id } = input;
    const isMoved = chapterId !== present.chapter_id;
    let orderIndex = input.order_index;
    if (isMoved) {
      courseId = orNotFound("chapter", await lockChapter(tx, chapterId)).courseId;
      orderIndex ??= await nextOrderIndex(tx, "example", chapterId, now());
      await moveExample(tx, { exampleId, chapterId });
    }
    if (codeContent !== undefined) await changeExampleCode(tx, { exampleId, codeContent, at: now() });
    await saveContent(tx, "example", exampleId, {
      ...{ title, description, language, orderIndex },
      updatedAt: after(present, now()),
    });
    await enforceLimits(tx, { courseId, chapterId, field: isMoved ? "chapter_id" : "code_content" });
    return orNotFound("example", await findExample(tx, exampleId));
  }, long);
  if (codeContent !== undefined || language !== undefined) codeChanged();
  return saved;
}

/** `current` is the row as it is stored, and `schema` that of its response, which the refusal shows it in. */
function refuseStale<R extends { readonly updated_at: number }>(
  form: { readonly updated_at?: string | undefined },
  current: R,
  schema: { parse(row: R): unknown },
): void {
  if (form.updated_at === undefined || form.updated_at === instantText(current.updated_at)) return;
  throw new DomainError("EDIT_CONFLICT", "Somebody else has saved this since you opened it.", {
    extra: { current: schema.parse(current) },
  });
}

function after(present: { readonly updated_at: number }, now: number): number {
  return Math.max(now, present.updated_at + 1);
}
