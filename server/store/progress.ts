// What learners did. One attempt counts once, over both calls and in any order; the saved share never goes down; what
// is completed stays completed.

import type { Read, Tx } from "./store.ts";

/** What both calls say about a run. */
type Run = {
  readonly userId: number;
  readonly exampleId: number;
  /** A UUID made at the first key; null: an old client. */
  readonly attemptId: string | null;
  /** The version of the code that the learner saw; null: the present one. */
  readonly codeVersion: number | null;
  /** When the run ended. At most `at`. */
  readonly endedAt: number;
  /** Now. */
  readonly at: number;
};

export type ProgressSave = Run & {
  readonly percent: number;
  readonly accuracy: number;
  readonly errors: number;
  readonly isComplete: boolean;
  /** Counts only with `isComplete`; null: completes without a time. */
  readonly timeMs: number | null;
};

export type CompletionSave = Run & {
  readonly timeMs: number | null;
};

export type Completed = {
  readonly kind: "completed";
  readonly bestTimeMs: number | null;
  readonly lastTimeMs: number | null;
  /** The time beat the learner's best, or was the first. */
  readonly isRecord: boolean;
};

/** No such example, or of a draft. */
type Unknown = { readonly kind: "unknown" };

/** Keeps an autosave, or a completion when `isComplete`. */
export async function recordProgress(
  tx: Tx,
  save: ProgressSave,
): Promise<{ readonly kind: "saved" } | Completed | Unknown> {
  throw new Error(`follows ${tx} ${save}`);
}

/** Keeps a completion. A repeat of an attempt changes nothing and gets the first answer. */
export async function recordCompletion(tx: Tx, save: CompletionSave): Promise<Completed | Unknown> {
  throw new Error(`follows ${tx} ${save}`);
}

/**
 * Where a learner goes on: the first example not completed, in order, of the published course in which he last saved
 * anything (else of the first); if that is done, of the next unfinished one, wrapping round. null: nothing is left.
 */
export async function nextExample(
  db: Read,
  userId: number,
): Promise<{ readonly exampleId: number; readonly lessonId: number } | null> {
  throw new Error(`follows ${db} ${userId}`);
}
