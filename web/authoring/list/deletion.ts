// The texts of a deletion: the question, what else is deleted, and the note afterwards.

import { capital, counted, list } from "../../ui/words.ts";
import { type ContentRow, type CountColumn, kinds } from "../kinds.ts";

/** The specification's question, word for word. */
export function deletionQuestion({ kind }: ContentRow): string {
  return `Are you sure you want to delete this ${kind}? This action cannot be undone.`;
}

export function deletionDone({ kind }: ContentRow): string {
  return `${capital(kind)} deleted successfully!`;
}

/**
 * '9 lessons, 24 chapters, 60 examples and 5,904 saved results will be deleted with it.' The title is drawn before it,
 * as an element with its own direction: a number after a Hebrew or Arabic title would otherwise appear on its other
 * side.
 */
export function deletionLosses({ kind, row }: ContentRow): string {
  const counts: { readonly [C in CountColumn]?: number } = row;
  const losses = kinds[kind].deletedWith.flatMap((column) => {
    const n = counts[column] ?? 0;
    return n > 0 ? [counted(n, nouns[column])] : [];
  });
  return losses.length === 0 ? "nothing else will be deleted." : `${list(losses)} will be deleted with it.`;
}

const nouns: { readonly [C in CountColumn]: string } = {
  lesson_count: "lesson",
  chapter_count: "chapter",
  example_count: "example",
  result_count: "saved result",
  time_count: "best time",
};
