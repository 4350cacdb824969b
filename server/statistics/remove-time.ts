// Removes one learner's time from an example's leaderboard. The example stays completed for them. A report that is known
// to repeat the removed run (`attempts.ts`) does not bring the time back, and a further run that is as fast counts only
// if it is checked.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { removeTime as removeStoredTime } from "../store/content/content-changes.ts";
import type { BoardKind } from "../store/results/time-counts.ts";
import type { Store } from "../store/store.ts";

/**
 * Throws DomainError NOT_FOUND if the leaderboard of the example lists no time of the learner, or another than `timeMs`:
 * after a removal the learner's next time is listed, which a second admin or a repeated request must not remove.
 */
export async function removeTime(
  { store, now, board }: { readonly store: Store; readonly now: () => number; readonly board: BoardKind },
  { userId }: Principal,
  of: ParsedParams<"removeTime">,
  { timeMs }: ParsedQuery<"removeTime">,
): Promise<HandlerResult<"removeTime">> {
  await store.write(async (tx) => {
    if (!(await removeStoredTime(tx, { ...of, timeMs }, board)))
      throw new DomainError("NOT_FOUND", "There is no such time on the board.");
    await appendAdminWrite(tx, { at: now(), userId, endpoint: "removeTime", ids: of });
  });
  return { message: "Time removed successfully!" };
}
