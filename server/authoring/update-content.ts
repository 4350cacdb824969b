// What an admin saves of a course, lesson, chapter or example. What the form does not send stays as it is; a new parent
// moves the content there, to the end unless the form sends an order.
//
// Two admins: a form sends the `updated_at` of the row that it was filled from. When another admin has saved since, the
// save is refused with the current row. A form without it is saved in any case. Every save makes `updated_at` at least
// 1 ms later.

import type { ParsedBody } from "@tabstop/contract/endpoints";
import { AdminChapter, AdminCourse, AdminExample, AdminLesson } from "@tabstop/contract/shapes/authoring";
import { instantText } from "@tabstop/contract/text";
import type { Kind } from "@tabstop/course/course";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { findContent } from "../store/content/content-admin.ts";
import { changeExampleCode, moveContent } from "../store/content/content-changes.ts";
import { belongsTo } from "../store/content/content-kinds.ts";
import { lockContent, lockMove } from "../store/content/content-locks.ts";
import { nextOrderIndex } from "../store/content/content-order.ts";
import { saveContent } from "../store/content/content-saves.ts";
import type { Store, Tx } from "../store/store.ts";
import { type Checked, checkedFields } from "./checked-fields.ts";
import { enforceLimits } from "./enforce-limits.ts";
import { orNotFound } from "./or-not-found.ts";
import { savedContent } from "./saved-content.ts";

type Deps = { readonly store: Store; readonly now: () => number };
/**
 * `contentChanged` is called after COMMIT, and `codeChanged` when code may have no colours yet. New code starts a new version of the example,
 * and clears its times and leaderboard. Throws DomainError INVALID, NOT_FOUND (also for the new parent), EDIT_CONFLICT,
 * TOO_MANY.
 */
export async function adminUpdate<K extends Kind>(
  {
    store,
    now,
    codeChanged,
    contentChanged,
  }: Deps & {
    readonly codeChanged: () => void;
    readonly contentChanged: () => void;
  },
  { userId }: Principal,
  kind: K,
  id: number,
  form: Form,
) {
  const checked = { ...form, ...checkedFields(kind, form) };
  const saved = await store.write(async (tx) => {
    const parentIds = await save(tx, kind, id, checked, now());
    const ids = { [`${kind}Id`]: id, id, ...parentIds };
    await appendAdminWrite(tx, { at: now(), userId, endpoint: endpoints[kind], ids });
    return savedContent(tx, kind, id);
  });
  contentChanged();
  if (form.code_content !== undefined || form.language !== undefined) codeChanged();
  return saved;
}

const endpoints = {
  course: "adminUpdateCourse",
  lesson: "adminUpdateLesson",
  chapter: "adminUpdateChapter",
  example: "adminUpdateExample",
} as const;

/** The fields of any kind of content. */
type Form = ParsedBody<"adminUpdateCourse"> &
  ParsedBody<"adminUpdateLesson"> &
  ParsedBody<"adminUpdateChapter"> &
  ParsedBody<"adminUpdateExample">;

/** Returns the id of the parent by its column; a course has none. */
async function save(
  tx: Tx,
  kind: Kind,
  id: number,
  form: Checked<Form>,
  at: number,
): Promise<Readonly<Record<string, number>>> {
  const { title, description, difficulty_level, published, language, code_content, output } = form;
  let { courseId } = orNotFound(kind, await lockWithParent(tx, kind, id, form));
  const present: Present = orNotFound(kind, await findContent(tx, kind, id));
  refuseStale(form, present, responses[kind]);
  let { order_index } = form;
  let field = fieldOfText(kind, form, present);
  const { parent, column } = belongsTo[kind];
  const parentId = column && (form[column] ?? present[column] ?? null);
  if (kind !== "course" && parent && parentId !== null && parentId !== present[column]) {
    courseId = orNotFound(parent, await lockContent(tx, parent, parentId)).courseId;
    order_index ??= await nextOrderIndex(tx, kind, parentId, at);
    await moveContent(tx, kind, id, parentId);
    field = column;
  }
  if (code_content !== undefined)
    await changeExampleCode(tx, { exampleId: id, codeContent: code_content, at });
  await saveContent(tx, kind, id, {
    ...{ title, description, difficulty_level, published, language, output, order_index },
    updated_at: Math.max(at, present.updated_at + 1),
  });
  await enforceLimits(tx, { courseId, kind, parentId, field });
  return column === null || parentId === null ? {} : { [column]: parentId };
}

/** A new parent is locked together with the content, so that courses are locked in their order. */
async function lockWithParent(
  tx: Tx,
  kind: Kind,
  id: number,
  form: Form,
): Promise<{ readonly courseId: number } | null> {
  const { parent, column } = belongsTo[kind];
  const parentId = column === null ? undefined : form[column];
  if (parent === null || parentId === undefined) return lockContent(tx, kind, id);
  return (await lockMove(tx, { kind, id }, { kind: parent, id: parentId })).from;
}

/** The field to name when the course has too much text. */
function fieldOfText(kind: Kind, { code_content, output }: Checked<Form>, present: Present): string {
  if (kind !== "example") return "description";
  const isSameCode = code_content === undefined || code_content === present.code_content;
  return isSameCode && output !== undefined && output !== present.output ? "output" : "code_content";
}

/** The row before the save, with the id of its parent. */
type Present = {
  readonly updated_at: number;
  readonly code_content?: string;
  readonly output?: string;
  readonly course_id?: number;
  readonly lesson_id?: number;
  readonly chapter_id?: number;
};

const responses = { course: AdminCourse, lesson: AdminLesson, chapter: AdminChapter, example: AdminExample };

function refuseStale(
  form: { readonly updated_at?: string | undefined },
  current: { readonly updated_at: number },
  response: { parse(row: unknown): unknown },
): void {
  if (form.updated_at === undefined || form.updated_at === instantText(current.updated_at)) return;
  throw new DomainError("EDIT_CONFLICT", "Another admin has saved this since you opened it.", {
    extra: { current: response.parse(current) },
  });
}
