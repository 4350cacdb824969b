// The ten best times of an example, and the learner's own rank if they have a time.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { adminBoardOf, type BoardEntry, boardOf } from "../store/results/leaderboard.ts";
import type { BoardKind } from "../store/results/time-counts.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { exampleUnknown } from "./attempt.ts";

const listedTimes = 10;

/** Throws DomainError NOT_FOUND, also for examples of unpublished courses. */
export async function getLeaderboard(
  { store, board }: { readonly store: Store; readonly board: BoardKind },
  principal: Principal,
  { exampleId }: ParsedParams<"getLeaderboard">,
): Promise<HandlerResult<"getLeaderboard">> {
  const found = await store.read((db) => boardOf(db, exampleId, principal.userId, listedTimes, board));
  if (found === null) throw exampleUnknown();
  const { top, own, unlisted, has_replay } = found;
  return {
    leaderboard: top.map((entry) => ({
      ...entry,
      email: maySeeAddress(principal, entry) ? entry.email : maskedAddress(entry.email),
    })),
    userRank: own,
    unlisted,
    has_replay,
  };
}

/** The same times with why they are not checked, for admins. Throws DomainError NOT_FOUND as `getLeaderboard` does. */
export async function adminGetBoard(
  { store, board }: { readonly store: Store; readonly board: BoardKind },
  { exampleId }: ParsedParams<"adminGetBoard">,
): Promise<HandlerResult<"adminGetBoard">> {
  const found = await store.read((db) => adminBoardOf(db, exampleId, listedTimes, board));
  if (found === null) throw exampleUnknown();
  return { board: found };
}

function maySeeAddress({ role, userId }: Principal, entry: BoardEntry): boolean {
  return role === "admin" || entry.user_id === userId;
}

/** `a•••@example.com`: always three dots, so that not even the length of the name is visible. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return "•••";
  const [first = ""] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
