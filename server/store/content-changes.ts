// How content changes and goes, with everything that is derived from it kept in the same transaction.

import type { Tx } from "./store.ts";

/** With all lessons, chapters, examples, progress and times in it; false when there is no such course. */
export async function deleteCourse(tx: Tx, courseId: number): Promise<boolean> {
  throw new Error(`follows ${tx} ${courseId}`);
}

export async function deleteLesson(tx: Tx, lessonId: number): Promise<boolean> {
  throw new Error(`follows ${tx} ${lessonId}`);
}

export async function deleteChapter(tx: Tx, chapterId: number): Promise<boolean> {
  throw new Error(`follows ${tx} ${chapterId}`);
}

export async function deleteExample(tx: Tx, exampleId: number): Promise<boolean> {
  throw new Error(`follows ${tx} ${exampleId}`);
}

/** With progress, times, sessions and activity; audit entries keep the number. */
export async function deleteUser(tx: Tx, userId: number): Promise<boolean> {
  throw new Error(`follows ${tx} ${userId}`);
}

/**
 * Replaces the code. When it differs, the version goes up by one, completions stay, and best and last times and the
 * board start afresh. null: no such example.
 */
export async function changeExampleCode(
  tx: Tx,
  change: { readonly exampleId: number; readonly codeContent: string; readonly at: number },
): Promise<{ readonly changed: boolean; readonly codeVersion: number } | null> {
  throw new Error(`follows ${tx} ${change}`);
}
