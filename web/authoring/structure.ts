// All courses with their lessons and chapters, as admins see them: one request, shared by the admin pages.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { api } from "../shell/data/api.ts";
import { useQuery } from "../shell/data/query.ts";
import { queryClient, userKey } from "../shell/data/query-client.ts";

export type Structure = ResponseOf<"adminGetStructure">;
export type CourseNode = Structure["courses"][number];
export type LessonNode = CourseNode["lessons"][number];
export type ChapterNode = LessonNode["chapters"][number];

export const structureKey = (userId: number) => userKey(userId, "adminGetStructure");

/** Loads nothing while `enabled` is false. */
export function useStructure(userId: number, enabled = true) {
  return useQuery({
    queryKey: structureKey(userId),
    queryFn: ({ signal }) => api("adminGetStructure", undefined, { signal }),
    enabled,
    // Other admins change it, and so do the forms that lead back to the list.
    staleTime: 0,
  });
}

export function reloadStructure(userId: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: structureKey(userId) });
}

/** Shows another order until the structure is loaded again. */
export function showStructure(userId: number, change: (old: Structure) => Structure): void {
  queryClient.cancelQueries({ queryKey: structureKey(userId) });
  queryClient.setQueryData<Structure>(structureKey(userId), (old) => old && change(old));
}
