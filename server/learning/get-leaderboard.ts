// The ten best times of an example, and the reader's own rank whenever there is one.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { type BoardEntry, boardOf } from "../store/results/leaderboard.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { exampleUnknown } from "./attempt.ts";

const listed = 10;

/** Throws DomainError NOT_FOUND, also for examples of drafts. */
export async function getLeaderboard(
  { store }: { readonly store: Store },
  who: Principal,
  { exampleId }: ParsedParams<"getLeaderboard">,
): Promise<HandlerResult<"getLeaderboard">> {
  const board = await store.read((db) => boardOf(db, exampleId, who.userId, listed));
  if (board === null) throw exampleUnknown();
  return {
    leaderboard: board.top.map((entry) => ({
      rank: entry.rank,
      user_id: entry.userId,
      username: entry.username,
      email: maySeeAddress(who, entry) ? entry.email : maskedAddress(entry.email),
      profile_photo: entry.profilePhoto,
      best_time_ms: entry.bestTimeMs,
    })),
    userRank: board.own && { rank: board.own.rank, best_time_ms: board.own.bestTimeMs },
  };
}

function maySeeAddress(who: Principal, entry: BoardEntry): boolean {
  return who.role === "admin" || entry.userId === who.userId;
}

/** `a•••@example.com`: as long for every name, so that not even its length is told. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return "•••";
  const [first = ""] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
