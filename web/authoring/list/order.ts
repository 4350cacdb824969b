// The order of siblings: what a step up or down makes of it, and sending it while further steps are made.

import type { CourseNode, LessonNode, Structure } from "../structure.ts";

/** Siblings: all courses, the lessons of a course, or the chapters of a lesson. */
export type Siblings =
  | { readonly kind: "course"; readonly parentId: null }
  | { readonly kind: "lesson" | "chapter"; readonly parentId: number };

export type Step = -1 | 1;

/** The same ids with `id` one place further; the same list where it can't go. */
export function moved(ids: readonly number[], id: number, step: Step): readonly number[] {
  const from = ids.indexOf(id);
  return from === -1 ? ids : movedTo(ids, id, from + step);
}

/** The same ids with `id` at a place; the same list where there is no such place. */
export function movedTo(ids: readonly number[], id: number, place: number): readonly number[] {
  const from = ids.indexOf(id);
  if (from === -1 || from === place || place < 0 || place >= ids.length) return ids;
  const next = ids.filter((other) => other !== id);
  next.splice(place, 0, id);
  return next;
}

export type Side = "before" | "after";

/** The same ids with `id` beside `over`; the same list where that changes nothing. */
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

/** Beside which of the others something is dropped at a point: the one below it, by the half of it; null beside all. */
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

/** The structure with these siblings in this order; rows that the order does not name keep the end. */
export function inOrder(structure: Structure, siblings: Siblings, ids: readonly number[]): Structure {
  const sort = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] => {
    const place = new Map(ids.map((id, at) => [id, at]));
    const placeOf = ({ id }: Row) => place.get(id) ?? ids.length;
    return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
  };
  if (siblings.kind === "course") return { courses: sort(structure.courses) };
  const inCourse = (course: CourseNode): CourseNode =>
    siblings.kind === "lesson"
      ? course.id === siblings.parentId
        ? { ...course, lessons: sort(course.lessons) }
        : course
      : { ...course, lessons: course.lessons.map(inLesson) };
  const inLesson = (lesson: LessonNode): LessonNode =>
    lesson.id === siblings.parentId ? { ...lesson, chapters: sort(lesson.chapters) } : lesson;
  return { courses: structure.courses.map(inCourse) };
}

function rowsOf({ courses }: Structure, siblings: Siblings): readonly { readonly id: number }[] {
  if (siblings.kind === "course") return courses;
  if (siblings.kind === "lesson") return courses.find(({ id }) => id === siblings.parentId)?.lessons ?? [];
  const lessons = courses.flatMap((course) => course.lessons);
  return lessons.find(({ id }) => id === siblings.parentId)?.chapters ?? [];
}

/**
 * Sends orders one at a time: what is asked for while one is under way waits, and of several for the same siblings only
 * the last is sent. After a failure nothing that waited is sent, since it was made from an order that does not hold.
 */
export function createOrderSaver<S extends { readonly kind: string; readonly parentId: number | null }>({
  save,
  settled,
}: {
  readonly save: (siblings: S, ids: readonly number[]) => Promise<unknown>;
  /** All that was asked for is saved (null), or one could not be. */
  readonly settled: (error: unknown) => void;
}) {
  const waiting = new Map<string, { siblings: S; ids: readonly number[] }>();
  let isSaving = false;

  async function drain(): Promise<void> {
    isSaving = true;
    let failure: unknown = null;
    for (;;) {
      const [next] = waiting;
      if (next === undefined) break;
      waiting.delete(next[0]);
      try {
        await save(next[1].siblings, next[1].ids);
      } catch (error) {
        failure = error;
        waiting.clear();
      }
    }
    isSaving = false;
    settled(failure);
  }

  return {
    add(siblings: S, ids: readonly number[]): void {
      waiting.set(`${siblings.kind} ${siblings.parentId}`, { siblings, ids });
      if (!isSaving) void drain();
    },
  };
}
