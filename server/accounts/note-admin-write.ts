// Every change that an admin makes is noted in the audit: which call, about which ids, by whom. Texts are not.

import { appendAudit } from "../store/audit.ts";
import type { Store } from "../store/store.ts";

type Needs = { readonly store: Store; readonly now: () => number };

export type AdminWrite = {
  readonly userId: number;
  /** The call's name in the contract. */
  readonly call: string;
  /** Ids of the path, of the body and of the answer, by their names. */
  readonly ids: Readonly<Record<string, number>>;
};

export async function noteAdminWrite(
  { store, now }: Needs,
  { userId, call, ids }: AdminWrite,
): Promise<void> {
  await store.write((tx) =>
    appendAudit(tx, { at: now(), kind: "admin_write", userId, detail: { call, ...ids } }),
  );
}
