// Loading and saving courses, lessons, chapters and examples: the same four ways for each kind.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError } from "@tabstop/contract/client";
import type { Kind } from "@tabstop/course/course";
import { api } from "../shell/data/api.ts";
import { useQuery } from "../shell/data/query.ts";
import { queryClient, userKey } from "../shell/data/query-client.ts";
import { problemText } from "../shell/data/problem-text.ts";
import { bannerText, fallbacks } from "./banner-text.ts";
import type { Content, ContentBody } from "./draft.ts";

/** `id` as it stands in the address: one that is no number gives the server's 404. */
export function useContent(userId: number, kind: Kind, id: string | undefined) {
  return useQuery({
    queryKey: userKey(userId, "admin", "content", kind, id ?? ""),
    queryFn: ({ signal }) => loadContent(kind, id ?? "", signal),
    enabled: id !== undefined,
    // A form is filled with what is there now.
    staleTime: 0,
    gcTime: 0,
  });
}

const coloursAgainMs = 4_000;

const examplesKey = (userId: number, chapterId: string) => userKey(userId, "admin", "examples", chapterId);

/** The examples of a chapter, in their order; `chapterId` empty: none is chosen. */
export function useExamples(userId: number, chapterId: string) {
  return useQuery({
    queryKey: examplesKey(userId, chapterId),
    queryFn: ({ signal }) => api("adminListExamples", { params: { chapterId } }, { signal }),
    enabled: chapterId !== "",
    staleTime: 0,
    // Colours are computed after a save; ask once more for those that were not there yet.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount === 1 &&
      data?.examples.some(({ tokens, language }) => tokens === null && language !== "text")
        ? coloursAgainMs
        : false,
  });
}

/** Shows the examples in another order until the server is asked again; it numbers them from 0. */
export function showOrder(userId: number, chapterId: string, ids: readonly number[]): void {
  queryClient.cancelQueries({ queryKey: examplesKey(userId, chapterId) });
  queryClient.setQueryData<ResponseOf<"adminListExamples">>(examplesKey(userId, chapterId), (old) => {
    if (old === undefined) return undefined;
    const rows = new Map(old.examples.map((row) => [row.id, row]));
    const examples = ids.flatMap((id, place) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ ...row, order_index: place }];
    });
    return { examples };
  });
}

export function shownIds(userId: number, chapterId: string): readonly number[] {
  const shown = queryClient.getQueryData<ResponseOf<"adminListExamples">>(examplesKey(userId, chapterId));
  return shown?.examples.map(({ id }) => id) ?? [];
}

export function reloadExamples(userId: number, chapterId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: examplesKey(userId, chapterId) });
}

async function loadContent(kind: Kind, id: string, signal: AbortSignal): Promise<Content> {
  const options = { signal };
  switch (kind) {
    case "course":
      return { kind, row: await api("adminGetCourse", { params: { courseId: id } }, options) };
    case "lesson":
      return { kind, row: await api("adminGetLesson", { params: { lessonId: id } }, options) };
    case "chapter":
      return { kind, row: await api("adminGetChapter", { params: { chapterId: id } }, options) };
    case "example":
      return { kind, row: await api("adminGetExample", { params: { exampleId: id } }, options) };
  }
}

export async function createContent(kind: Kind, parentId: number, body: ContentBody): Promise<Content> {
  switch (kind) {
    case "course":
      return { kind, row: await api("adminCreateCourse", { body }) };
    case "lesson":
      return { kind, row: await api("adminCreateLesson", { body: { ...body, course_id: parentId } }) };
    case "chapter":
      return { kind, row: await api("adminCreateChapter", { body: { ...body, lesson_id: parentId } }) };
    case "example": {
      const { code_content = "" } = body;
      const example = { ...body, code_content, chapter_id: parentId };
      return { kind, row: await api("adminCreateExample", { body: example }) };
    }
  }
}

/** Refused with EDIT_CONFLICT when somebody has saved since `row` was read: see `conflictRow`. */
export async function updateContent({ kind, row }: Content, fields: ContentBody): Promise<Content> {
  const body = { ...fields, updated_at: row.updated_at };
  const { id } = row;
  switch (kind) {
    case "course":
      return { kind, row: await api("adminUpdateCourse", { params: { courseId: id }, body }) };
    case "lesson":
      return { kind, row: await api("adminUpdateLesson", { params: { lessonId: id }, body }) };
    case "chapter":
      return { kind, row: await api("adminUpdateChapter", { params: { chapterId: id }, body }) };
    case "example":
      return { kind, row: await api("adminUpdateExample", { params: { exampleId: id }, body }) };
  }
}

/** The row that somebody else has saved, where that is why a save was refused. */
export function conflictRow(kind: Kind, error: unknown): Content | null {
  if (!(error instanceof ApiError) || error.code !== "EDIT_CONFLICT") return null;
  const { current } = error.body as { readonly current?: unknown };
  return current === undefined ? null : ({ kind, row: current } as Content);
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Why something can't be shown; of examples, the status and nothing else. */
export function loadFailure(kind: Kind, error: unknown): string {
  if (kind === "example" && error instanceof ApiError)
    return fallbacks.read.replace("{code}", String(error.status));
  return bannerText(error);
}

export function saveFailure(kind: Kind, error: unknown): string {
  return kind === "example" ? bannerText(error) : problemText(error, fallbacks.save);
}

/** After a save: what lists and forms have loaded before holds no longer. */
export async function forgetContent(userId: number): Promise<void> {
  const parts = ["structure", "examples", "content"];
  await Promise.all(
    parts.map((part) => queryClient.invalidateQueries({ queryKey: userKey(userId, "admin", part) })),
  );
}
