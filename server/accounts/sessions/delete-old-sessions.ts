// Sign-ins that ran out are kept for a while, for whoever asks what happened, and then forgotten.

import { sweepSessions } from "../../store/accounts/sessions.ts";
import type { Store } from "../../store/store.ts";

export const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** Answers how many were forgotten. */
export function forgetOldSessions({
  store,
  now,
}: {
  readonly store: Store;
  readonly now: () => number;
}): Promise<number> {
  return store.write((tx) => sweepSessions(tx, now() - keptForMs));
}
