// Where the reader goes on: 'Continue', and which example a lesson opens at.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { nextExample } from "../store/results/next-example.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

/** Both null when every example of every published course is completed. */
export async function getNextExample(
  { store }: { readonly store: Store },
  who: Principal,
): Promise<HandlerResult<"getNextExample">> {
  const next = await store.read((db) => nextExample(db, who.userId));
  return { exampleId: next?.exampleId ?? null, lessonId: next?.lessonId ?? null };
}
