// The order of siblings: how a step or a drop changes it, and saving it while the user makes further steps.

import type { Kind } from "@tabstop/course/course";
import type { Structure } from "../structure.ts";

/** All courses, the lessons of a course, the chapters of a lesson, or the examples of a chapter. */
export type Siblings =
  | { readonly kind: "course"; readonly parentId: null }
  | { readonly kind: Exclude<Kind, "course">; readonly parentId: number };

export type Step = -1 | 1;

/** The ids with `id` moved by one place; the same array when it is at the end already. */
export function moved(ids: readonly number[], id: number, step: Step): readonly number[] {
  const from = ids.indexOf(id);
  return from === -1 ? ids : movedTo(ids, id, from + step);
}

/** The ids with `id` moved to a place; the same array when there is no such place. */
export function movedTo(ids: readonly number[], id: number, place: number): readonly number[] {
  const from = ids.indexOf(id);
  if (from === -1 || from === place || place < 0 || place >= ids.length) return ids;
  const next = ids.filter((other) => other !== id);
  next.splice(place, 0, id);
  return next;
}

export type Side = "before" | "after";

/** The ids with `id` moved beside `over`; the same array when that changes nothing. */
export function movedBeside(ids: readonly number[], id: number, over: number, side: Side): readonly number[] {
  const others = ids.filter((other) => other !== id);
  const at = others.indexOf(over);
  return at === -1 ? ids : movedTo(ids, id, side === "before" ? at : at + 1);
}

export type Box = {
  readonly id: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/** Where a row is dropped at a point: before or after the row under the point, by its halves; null if there is none. */
export function dropPlace(
  boxes: readonly Box[],
  dragged: number,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly id: number; readonly side: Side } | null {
  const over = boxes.find(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
  if (over === undefined || over.id === dragged) return null;
  return { id: over.id, side: y < (over.top + over.bottom) / 2 ? "before" : "after" };
}

export function idsOf(structure: Structure, siblings: Siblings): readonly number[] {
  return rowsOf(structure, siblings).map(({ id }) => id);
}

/** The structure with these siblings in this order; rows that the order does not name stay, at the end. */
export function inOrder({ courses }: Structure, siblings: Siblings, ids: readonly number[]): Structure {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: { readonly id: number }) => places.get(id) ?? ids.length;
  const sorted = <Row extends { readonly id: number }>(
    kind: Kind,
    parentId: number | null,
    rows: readonly Row[],
  ): Row[] =>
    kind === siblings.kind && parentId === siblings.parentId
      ? rows.toSorted((one, other) => placeOf(one) - placeOf(other))
      : [...rows];
  return {
    courses: sorted("course", null, courses).map((course) => ({
      ...course,
      lessons: sorted("lesson", course.id, course.lessons).map((lesson) => ({
        ...lesson,
        chapters: sorted("chapter", lesson.id, lesson.chapters),
      })),
    })),
  };
}

function rowsOf({ courses }: Structure, { kind, parentId }: Siblings): readonly { readonly id: number }[] {
  const parentIn = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
    rows.find(({ id }) => id === parentId);
  const siblings: { readonly [K in Kind]: readonly { readonly id: number }[] | undefined } = {
    course: courses,
    lesson: parentIn(courses)?.lessons,
    chapter: parentIn(courses.flatMap((course) => course.lessons))?.chapters,
    // The structure ends at the chapters.
    example: undefined,
  };
  return siblings[kind] ?? [];
}

/**
 * Saves orders one at a time. An order that is added during a save waits; of several for the same siblings only the
 * last one is saved. After a failure the waiting orders are dropped, since they are based on an order that was not
 * saved.
 */
export function createOrderSaver<S extends { readonly kind: string; readonly parentId: number | null }>({
  save,
  settled,
}: {
  readonly save: (siblings: S, ids: readonly number[]) => Promise<unknown>;
  /**
   * Everything is saved (`error` is null), or an order could not be saved. `last` has the siblings of the last save.
   */
  readonly settled: (error: unknown, last: S) => void;
}) {
  const waiting = new Map<string, { siblings: S; ids: readonly number[] }>();
  let isSaving = false;

  async function drain(first: S): Promise<void> {
    isSaving = true;
    let last = first;
    let failure: unknown = null;
    for (;;) {
      const [next] = waiting;
      if (next === undefined) break;
      const [key, { siblings, ids }] = next;
      waiting.delete(key);
      last = siblings;
      try {
        await save(siblings, ids);
      } catch (error) {
        failure = error;
        waiting.clear();
      }
    }
    isSaving = false;
    settled(failure, last);
  }

  return {
    add(siblings: S, ids: readonly number[]): void {
      waiting.set(`${siblings.kind} ${siblings.parentId}`, { siblings, ids });
      if (!isSaving) void drain(siblings);
    },
  };
}
