// The board of an example: who was fastest.
//
// Counting all better rows would grow with the board. `time_count` holds how many best times fall into buckets of
// four sizes, so that a rank is a sum over at most 63 buckets of each of the three finer sizes and those of the coarse.

import type { Read } from "./store.ts";

export type BoardEntry = {
  /** 1 + how many learners have a strictly better time; equal times share it, earlier first. */
  readonly rank: number;
  readonly userId: number;
  readonly username: string;
  /** Whole: masking it is the caller's policy. */
  readonly email: string;
  readonly profilePhoto: string | null;
  readonly bestTimeMs: number;
};

/** false: no such example, or of a draft. */
export async function isPublishedExample(db: Read, exampleId: number): Promise<boolean> {
  throw new Error(`follows ${db} ${exampleId}`);
}

export async function topTimes(db: Read, exampleId: number, limit: number): Promise<readonly BoardEntry[]> {
  throw new Error(`follows ${db} ${exampleId} ${limit}`);
}

/** null: no best time. */
export async function ownRank(
  db: Read,
  exampleId: number,
  userId: number,
): Promise<{ readonly rank: number; readonly bestTimeMs: number } | null> {
  throw new Error(`follows ${db} ${exampleId} ${userId}`);
}
