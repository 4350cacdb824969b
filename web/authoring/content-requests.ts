// Loading and saving courses, lessons, chapters and examples, and keeping what the pages show of them up to date.

import type { ReadEndpoint, ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError } from "@tabstop/contract/client";
import type { Kind } from "@tabstop/course/course";
import { api } from "../shell/data/api.ts";
import { useQueries, useQuery } from "../shell/data/query.ts";
import { queryClient, userKey } from "../shell/data/query-client.ts";
import { problemText } from "../shell/data/problem-text.ts";
import { bannerText, fallbacks } from "./banner-text.ts";
import type { ContentBody, ContentRow, Rows } from "./kinds.ts";
import { lastLanguage } from "./last-language.ts";

type Requests<Row> = {
  readonly load: (id: string | number, signal: AbortSignal) => Promise<Row>;
  readonly create: (body: ContentBody, parentId: number) => Promise<Row & Warned>;
  readonly update: (id: number, body: ContentBody & { readonly updated_at: string }) => Promise<Row & Warned>;
  readonly remove: (id: number) => Promise<unknown>;
};

type Warned = Pick<ResponseOf<"adminCreateCourse">, "warnings">;

/** A row after a save, and the sentences that its author should read. */
export type SavedContent<K extends Kind = Kind> = {
  readonly saved: ContentRow<K>;
  readonly warnings: readonly string[];
};

function savedContent<K extends Kind>(kind: K, response: Rows[K] & Warned): SavedContent<K> {
  return { saved: { kind, row: response }, warnings: response.warnings?.map(({ message }) => message) ?? [] };
}

const requests: { readonly [K in Kind]: Requests<Rows[K]> } = {
  course: {
    load: (courseId, signal) => api("adminGetCourse", { params: { courseId } }, { signal }),
    create: (body) => api("adminCreateCourse", { body }),
    update: (courseId, body) => api("adminUpdateCourse", { params: { courseId }, body }),
    remove: (courseId) => api("adminDeleteCourse", { params: { courseId } }),
  },
  lesson: {
    load: (lessonId, signal) => api("adminGetLesson", { params: { lessonId } }, { signal }),
    create: (body, course_id) => api("adminCreateLesson", { body: { ...body, course_id } }),
    update: (lessonId, body) => api("adminUpdateLesson", { params: { lessonId }, body }),
    remove: (lessonId) => api("adminDeleteLesson", { params: { lessonId } }),
  },
  chapter: {
    load: (chapterId, signal) => api("adminGetChapter", { params: { chapterId } }, { signal }),
    create: (body, lesson_id) => api("adminCreateChapter", { body: { ...body, lesson_id } }),
    update: (chapterId, body) => api("adminUpdateChapter", { params: { chapterId }, body }),
    remove: (chapterId) => api("adminDeleteChapter", { params: { chapterId } }),
  },
  example: {
    load: (exampleId, signal) => api("adminGetExample", { params: { exampleId } }, { signal }),
    create: (body, chapter_id) =>
      api("adminCreateExample", { body: { code_content: "", ...body, chapter_id } }),
    update: (exampleId, body) => api("adminUpdateExample", { params: { exampleId }, body }),
    remove: (exampleId) => api("adminDeleteExample", { params: { exampleId } }),
  },
};

const loadedFrom = {
  course: "adminGetCourse",
  lesson: "adminGetLesson",
  chapter: "adminGetChapter",
  example: "adminGetExample",
} as const satisfies Record<Kind, ReadEndpoint>;

/** `purpose` tells apart queries of the same row with other options. */
export function contentKey(userId: number, kind: Kind, id: string | number, ...purpose: readonly string[]) {
  return userKey(userId, loadedFrom[kind], id, ...purpose);
}

/** An example in the list of its chapter, with its colours. */
export type ListedExample = ResponseOf<"adminListExamples">["examples"][number];

/** `id` is the id in the page's address. Loads nothing when it is undefined. */
export function useContent(userId: number, kind: Kind, id: string | undefined) {
  return useQuery({
    queryKey: contentKey(userId, kind, id ?? ""),
    queryFn: ({ signal }) => loadContent(kind, id ?? "", signal),
    enabled: id !== undefined,
    // A form is filled with the current row.
    staleTime: 0,
    gcTime: 0,
  });
}

const coloursAgainMs = 4_000;

const examplesKey = (userId: number, chapterId: string | number) =>
  userKey(userId, "adminListExamples", String(chapterId));

function examplesOf(userId: number, chapterId: string) {
  return {
    queryKey: examplesKey(userId, chapterId),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api("adminListExamples", { params: { chapterId } }, { signal }),
    staleTime: 0,
  };
}

/**
 * The language of the example that was saved last in these chapters. Until it is known, `isPending` is true; chapters
 * that cannot be loaded are left out.
 */
export function useLastLanguage(
  userId: number,
  chapterIds: readonly number[],
): { readonly language: string | null; readonly isPending: boolean } {
  return useQueries({
    queries: chapterIds.map((id) => examplesOf(userId, String(id))),
    combine: (results) => ({
      language: lastLanguage(results.flatMap(({ data }) => data?.examples ?? [])),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
}

/** The examples of a chapter, in their order. `chapterId` is empty when no chapter is chosen. */
export function useExamples(userId: number, chapterId: string) {
  return useQuery({
    ...examplesOf(userId, chapterId),
    enabled: chapterId !== "",
    // The server computes colours after a save: load the list once more where some are missing.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount === 1 &&
      data?.examples.some(({ tokens, language }) => tokens === null && language !== "text")
        ? coloursAgainMs
        : false,
  });
}

/** Shows the examples in this order, numbered from 0, until they are loaded again. */
export function showExampleOrder(userId: number, chapterId: number, ids: readonly number[]): void {
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

/** The ids of the examples that are shown, in their order. */
export function shownExampleIds(userId: number, chapterId: number): readonly number[] {
  const shown = queryClient.getQueryData<ResponseOf<"adminListExamples">>(examplesKey(userId, chapterId));
  return shown?.examples.map(({ id }) => id) ?? [];
}

export function reloadExamples(userId: number, chapterId: string | number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: examplesKey(userId, chapterId) });
}

/** `id` is the id in the page's address. When it is not a number, the server responds with 404. */
export async function loadContent<K extends Kind>(
  kind: K,
  id: string | number,
  signal: AbortSignal,
): Promise<ContentRow<K>> {
  return { kind, row: await requests[kind].load(id, signal) };
}

export async function createContent<K extends Kind>(
  kind: K,
  parentId: number,
  body: ContentBody,
): Promise<SavedContent<K>> {
  return savedContent(kind, await requests[kind].create(body, parentId));
}

/** Refused with EDIT_CONFLICT when another admin has saved since `row` was read: see `conflictRow`. */
export async function updateContent<K extends Kind>(
  { kind, row }: ContentRow<K>,
  body: ContentBody,
): Promise<SavedContent<K>> {
  const { id, updated_at } = row;
  return savedContent(kind, await requests[kind].update(id, { ...body, updated_at }));
}

export function deleteContent({ kind, row }: ContentRow): Promise<unknown> {
  return requests[kind].remove(row.id);
}

/** The row that another admin has saved, if a save was refused because of it. */
export function conflictRow(kind: Kind, error: unknown): ContentRow | null {
  if (!(error instanceof ApiError) || error.code !== "EDIT_CONFLICT") return null;
  const { current } = error.body as { readonly current?: unknown };
  return current === undefined ? null : ({ kind, row: current } as ContentRow);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Why a row could not be loaded or deleted; for examples, the status instead of a sentence. */
export function loadFailure(kind: Kind, error: unknown): string {
  if (kind === "example" && error instanceof ApiError)
    return fallbacks.read.replace("{code}", String(error.status));
  return bannerText(error);
}

export function saveFailure(kind: Kind, error: unknown): string {
  return kind === "example" ? bannerText(error) : problemText(error, fallbacks.save);
}
