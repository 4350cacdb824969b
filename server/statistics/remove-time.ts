// Removes one learner's time from an example's leaderboard. The example stays completed for them.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { removeTime as removeStoredTime } from "../store/content/content-changes.ts";
import type { Store } from "../store/store.ts";

/** Throws DomainError NOT_FOUND if that learner has no time there. */
export async function removeTime(
  { store }: { readonly store: Store },
  time: ParsedParams<"removeTime">,
): Promise<HandlerResult<"removeTime">> {
  await store.write(async (tx) => {
    if (!(await removeStoredTime(tx, time)))
      throw new DomainError("NOT_FOUND", "There is no such time on the board.");
  });
  return { message: "Time removed successfully!" };
}
