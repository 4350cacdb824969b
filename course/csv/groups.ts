// Lessons and chapters while the rows of a sheet are read: each collects the rows that have its number or its title.

import type { Example } from "../course.ts";
import { fold } from "../fold.ts";

/** A lesson or a chapter. */
export type Group<Child> = {
  /** Distinguishes it from its siblings: its number or, in a sheet without numbers, its title. */
  readonly key: string;
  readonly title: string;
  readonly line: number;
  readonly row: number;
  description: { readonly value: string; readonly row: number } | null;
  readonly children: Siblings<Child>;
};
type ExampleItem = { readonly key: string; readonly row: number; readonly example: Example };
export type ChapterGroup = Group<ExampleItem>;
export type LessonGroup = Group<ChapterGroup>;

/** The lessons of a sheet, the chapters of a lesson, the examples of a chapter. */
export class Siblings<Item> {
  /** In the order of the file; no more than are allowed. */
  readonly items: Item[] = [];
  /** How many there are, also of those that are too many to keep. */
  count = 0;
  // A faulty row makes a lesson and a chapter that stay empty, so these are only made when they are needed.
  #byKey: Map<string, Item> | null = null;
  #titles: Set<string> | null = null;

  get(key: string): Item | undefined {
    return this.#byKey?.get(key);
  }

  add(key: string, item: Item): void {
    this.#byKey ??= new Map();
    this.#byKey.set(key, item);
    this.items.push(item);
  }

  /** Records a title. Returns false when a sibling already has it, or one that reads the same. */
  isNewTitle(title: string): boolean {
    this.#titles ??= new Set();
    const key = fold(title);
    if (this.#titles.has(key)) return false;
    this.#titles.add(key);
    return true;
  }
}

/** The items in the order of their numbers if the sheet has numbers, else in the order of the file. */
export function inOrder<Item extends { readonly key: string }>(
  siblings: Siblings<Item>,
  isNumbered: boolean,
): readonly Item[] {
  if (!isNumbered) return siblings.items;
  // Digits without leading zeros: the longer number is the greater one.
  return siblings.items.toSorted(
    (a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
}
