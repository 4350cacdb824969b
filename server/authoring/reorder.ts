// Saves a new order of siblings. It is accepted only when it names exactly the current siblings, so that no admin
// orders a list to which another has just added, or from which another has just moved or deleted.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { belongsTo } from "../store/content/content-kinds.ts";
import { lockContent } from "../store/content/content-locks.ts";
import { lockCourses, numberSiblings, siblings } from "../store/content/content-order.ts";
import type { Store, Tx } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Order = ParsedBody<"adminReorder">;

/** Throws DomainError NOT_FOUND for an unknown parent, EDIT_CONFLICT with the current ids in their order. */
export async function adminReorder(
  { store, now }: { readonly store: Store; readonly now: () => number },
  { userId }: Principal,
  order: Order,
): Promise<HandlerResult<"adminReorder">> {
  await store.write(async (tx) => {
    await lockParent(tx, order);
    const present = await siblings(tx, order.kind, order.parent_id);
    if (!isSameSet(present, order.ids))
      throw new DomainError("EDIT_CONFLICT", "The list has changed since you opened it.", {
        extra: { current: present },
      });
    await numberSiblings(tx, order.kind, order.ids, now());
    const ids = order.parent_id === null ? {} : { parent_id: order.parent_id };
    await appendAdminWrite(tx, { at: now(), userId, endpoint: "adminReorder", ids });
  });
  return { message: "Order saved successfully!" };
}

async function lockParent(tx: Tx, { kind, parent_id: parentId }: Order): Promise<void> {
  const { parent } = belongsTo[kind];
  if (parent === null || parentId === null) await lockCourses(tx);
  else orNotFound(parent, await lockContent(tx, parent, parentId));
}

function isSameSet(present: readonly number[], ids: readonly number[]): boolean {
  const given = new Set(ids);
  return given.size === ids.length && present.length === ids.length && present.every((id) => given.has(id));
}
