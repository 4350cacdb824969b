// Every change that an admin makes is noted in the audit: which call, about which ids, by whom. Texts are not. The note is
// of the same transaction as the change, so that there is never one without the other.

import { appendAudit } from "../store/accounts/audit.ts";
import type { Store } from "../store/store.ts";

type Deps = { readonly store: Store; readonly now: () => number };

export type AdminCall = {
  readonly userId: number;
  /** The call's name in the contract. */
  readonly name: string;
  /** Where the ids are that it is about; those of its answer go along. */
  readonly about: readonly unknown[];
};

/**
 * The store for one call of an admin: its first unit that is kept leaves the note, one that is undone leaves none. Further
 * units are of the same change (a course that goes in parts).
 */
export function notingStore({ store, now }: Deps, { userId, name, about }: AdminCall): Store {
  let isNoted = false;
  return {
    dialect: store.dialect,
    get counters() {
      return store.counters;
    },
    read: (ask) => store.read(ask),
    async write(run, options) {
      const kept = await store.write(async (tx) => {
        const outcome = await run(tx);
        if (isNoted) return outcome;
        const ids = Object.assign({}, ...[...about, outcome].map(idsIn)) as Record<string, number>;
        await appendAudit(tx, { at: now(), kind: "admin_write", userId, detail: { call: name, ...ids } });
        return outcome;
      }, options);
      isNoted = true;
      return kept;
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** The numbers that name something: `id`, `courseId`, `lesson_id`, … */
function idsIn(value: unknown): Record<string, number> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, number] => /^id$|Id$|_id$/.test(entry[0]) && typeof entry[1] === "number",
    ),
  );
}
