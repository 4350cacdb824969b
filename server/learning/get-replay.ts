// A run of an example, key by key: one's own best, or for an admin that of any user.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { replayedExample } from "../store/content/replayed-example.ts";
import type { Store } from "../store/store.ts";
import { exampleUnknown } from "./attempt.ts";

type Input = ParsedParams<"getReplay"> & ParsedQuery<"getReplay">;

/** Throws DomainError NOT_FOUND, also for examples of unpublished courses, and FORBIDDEN. */
export async function getReplay(
  { store }: { readonly store: Store },
  { userId, role }: Principal,
  { exampleId, userId: other }: Input,
): Promise<HandlerResult<"getReplay">> {
  if (other !== undefined && other !== userId && role !== "admin")
    throw new DomainError("FORBIDDEN", "Only admins may watch a run of another user.");
  const example = await store.read((db) => replayedExample(db, exampleId));
  if (example === null) throw exampleUnknown();
  return { example, run: null, ...(other !== undefined && role === "admin" ? { notes: [] } : {}) };
}
