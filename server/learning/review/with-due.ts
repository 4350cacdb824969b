// Reads what is due on the learner's today, after the flags of the cards are right.

import type { Principal } from "../../principal.ts";
import { renewFlags } from "../../store/memory/covered.ts";
import { type DueCards, dueCards } from "../../store/memory/due.ts";
import { type Read, StorageFull, type Store } from "../../store/store.ts";
import { type Today, todayOf } from "../days/today.ts";

export type ReviewDeps = {
  readonly store: Store;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Finds the constructs of an example at once. False when they cannot be found at present. */
  readonly ensureConstructs: (exampleId: number) => Promise<boolean>;
};

type Ask<T> = (db: Read, today: Today, due: DueCards) => Promise<T>;

/** @param zone that the request names, if any */
export async function withDue<T>(
  { store, now }: Pick<ReviewDeps, "store" | "now">,
  { userId }: Pick<Principal, "userId">,
  zone: string | null | undefined,
  ask: Ask<T>,
): Promise<T> {
  const read = (isRightNeeded: boolean) =>
    store.read(async (db) => {
      const today = await todayOf(db, { userId, now: now() }, zone);
      const due = await dueCards(db, { userId, today: today.day });
      return due.isRight === 1 || !isRightNeeded ? { answer: await ask(db, today, due) } : null;
    });
  const first = await read(true);
  if (first !== null) return first.answer;
  try {
    await store.write((tx) => renewFlags(tx, userId));
  } catch (error) {
    // A full disk must not stop users from reading; the flags are as they were.
    if (!(error instanceof StorageFull)) throw error;
  }
  return ((await read(false)) as { readonly answer: T }).answer;
}
