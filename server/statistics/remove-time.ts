// Removes one learner's time from an example's leaderboard. The example stays completed for them.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { removeTime as removeStoredTime } from "../store/content/content-changes.ts";
import type { Store } from "../store/store.ts";

/** Throws DomainError NOT_FOUND if the learner has no best time for the example. */
export async function removeTime(
  { store, now }: { readonly store: Store; readonly now: () => number },
  { userId }: Principal,
  time: ParsedParams<"removeTime">,
): Promise<HandlerResult<"removeTime">> {
  await store.write(async (tx) => {
    if (!(await removeStoredTime(tx, time)))
      throw new DomainError("NOT_FOUND", "There is no such time on the board.");
    await appendAdminWrite(tx, { at: now(), userId, endpoint: "removeTime", ids: time });
  });
  return { message: "Time removed successfully!" };
}
