// Where a row stands among its siblings with a given order number: courses among all courses, the others in their
// parent. Learners see siblings in the order of their numbers; equal numbers in the order in which they were created.

import type { Kind } from "@tabstop/course/course";
import type { Structure } from "../structure.ts";

export type Sibling = { readonly id: number; readonly order_index: number };

/** The rows beside which this one stands; null while they are not known. Those of an example are not in the structure. */
export function siblingsIn(
  structure: Structure | undefined,
  kind: Exclude<Kind, "example">,
  parentId: string,
): readonly Sibling[] | null {
  if (structure === undefined) return null;
  const { courses } = structure;
  if (kind === "course") return courses;
  const parents = kind === "lesson" ? courses : courses.flatMap(({ lessons }) => lessons);
  const parent = parents.find(({ id }) => String(id) === parentId);
  if (parent === undefined) return null;
  return "lessons" in parent ? parent.lessons : parent.chapters;
}

/** 'first of 8', '3rd of 8', 'last of 8', 'the only one'. `id` is null for a new row, which gets the highest one. */
export function placeText(siblings: readonly Sibling[], id: number | null, order: number): string {
  const others = siblings.filter((other) => other.id !== id);
  const before = others.filter(
    (other) => other.order_index < order || (other.order_index === order && (id === null || other.id < id)),
  ).length;
  const count = others.length + 1;
  if (count === 1) return "the only one";
  return `${before === 0 ? "first" : before === others.length ? "last" : ordinal(before + 1)} of ${count}`;
}

/** The lowest number that puts a row behind all others. */
export function lastOrder(siblings: readonly Sibling[], id: number | null): number {
  return Math.max(-1, ...siblings.filter((other) => other.id !== id).map((other) => other.order_index)) + 1;
}

const endings = ["th", "st", "nd", "rd"];

function ordinal(n: number): string {
  const isTeen = Math.floor((n % 100) / 10) === 1;
  return `${n}${(isTeen ? undefined : endings[n % 10]) ?? "th"}`;
}
