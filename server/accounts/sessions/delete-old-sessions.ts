// Deletes expired sessions after a retention time, during which operators can still look at them.

import { sweepSessions } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";

const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** Returns how many sessions were deleted. */
export function deleteOldSessions({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => number;
}): Promise<number> {
  return store.write((tx) => sweepSessions(tx, now() - keptForMs));
}
