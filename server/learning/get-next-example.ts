// The example to continue with: for the button Continue, and for the example at which a lesson opens.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { nextExample } from "../store/results/next-example.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

/** Both ids are null when every example of every published course is completed. */
export async function getNextExample(
  { store }: { readonly store: Store },
  principal: Principal,
): Promise<HandlerResult<"getNextExample">> {
  const next = await store.read((db) => nextExample(db, principal.userId));
  return next ?? { exampleId: null, lessonId: null };
}
