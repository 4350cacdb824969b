import { expect, test } from "vitest";
import {
  createOrderSaver,
  dropPlace,
  idsOf,
  inOrder,
  moved,
  movedBeside,
  movedTo,
  type Siblings,
} from "./order.ts";
import type { Structure } from "../structure.ts";

/** 'Course 1 (lesson 11 (chapter 111)), …' from `{ 1: { 11: [111] } }`. */
function structure(tree: Record<number, Record<number, number[]>>, courseOrder?: number[]): Structure {
  const row = (id: number) => ({ id, title: String(id) });
  const courses = (courseOrder ?? Object.keys(tree).map(Number)).map((courseId) => ({
    ...row(courseId),
    lessons: Object.entries(tree[courseId] ?? {}).map(([lessonId, chapters]) => ({
      ...row(Number(lessonId)),
      chapters: chapters.map(row),
    })),
  }));
  return { courses } as unknown as Structure;
}
const drawn = ({ courses }: Structure) =>
  courses
    .map(
      ({ id, lessons }) =>
        `${id}(${lessons.map((l) => `${l.id}[${l.chapters.map((c) => c.id)}]`).join(" ")})`,
    )
    .join(" ");
const all: Siblings = { kind: "course", parentId: null };

test("a step moves a row among its siblings, but not beyond the ends", () => {
  expect(moved([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  const ids = [1, 2, 3];
  expect([moved(ids, 1, -1), moved(ids, 3, 1), moved(ids, 9, 1)].every((same) => same === ids)).toBe(true);
  expect([movedTo([1, 2, 3, 4], 1, 3), movedTo([1, 2, 3, 4], 4, 0)]).toEqual([
    [2, 3, 4, 1],
    [4, 1, 2, 3],
  ]);
  expect(movedTo(ids, 1, 3)).toBe(ids);
});

test("a dropped row is placed before or after the row under it", () => {
  const ids = [1, 2, 3, 4];
  expect(movedBeside(ids, 1, 3, "before")).toEqual([2, 1, 3, 4]);
  expect(movedBeside(ids, 1, 3, "after")).toEqual([2, 3, 1, 4]);
  expect(movedBeside(ids, 4, 1, "before")).toEqual([4, 1, 2, 3]);
  expect(movedBeside(ids, 2, 4, "after")).toEqual([1, 3, 4, 2]);
  // Rows dropped in their own place, on themselves, and on a row that is not a sibling.
  expect(movedBeside(ids, 2, 1, "after")).toBe(ids);
  expect(movedBeside(ids, 2, 3, "before")).toBe(ids);
  expect(movedBeside(ids, 2, 2, "after")).toBe(ids);
  expect(movedBeside(ids, 2, 9, "after")).toBe(ids);
});

test("a card is dropped before or after the card under the pointer, depending on its half, and never beside itself", () => {
  const box = (id: number, left: number, top: number, bottom: number) => ({
    id,
    left,
    right: left + 90,
    top,
    bottom,
  });
  // Two columns: 1 and 3 on the left, 2 on the right.
  const boxes = [box(1, 0, 0, 40), box(2, 100, 0, 200), box(3, 0, 50, 90)];
  expect(dropPlace(boxes, 3, { x: 10, y: 5 })).toEqual({ id: 1, side: "before" });
  expect(dropPlace(boxes, 3, { x: 10, y: 35 })).toEqual({ id: 1, side: "after" });
  expect(dropPlace(boxes, 3, { x: 150, y: 99 })).toEqual({ id: 2, side: "before" });
  expect(dropPlace(boxes, 3, { x: 150, y: 101 })).toEqual({ id: 2, side: "after" });
  expect([dropPlace(boxes, 3, { x: 10, y: 60 }), dropPlace(boxes, 3, { x: 95, y: 10 })]).toEqual([
    null,
    null,
  ]);
});

test("courses, lessons of a course and chapters of a lesson each have their own order", () => {
  const tree = structure({ 1: { 11: [111, 112], 12: [] }, 2: { 21: [211] } });
  expect(drawn(inOrder(tree, all, [2, 1]))).toBe("2(21[211]) 1(11[111,112] 12[])");
  expect(drawn(inOrder(tree, { kind: "lesson", parentId: 1 }, [12, 11]))).toBe(
    "1(12[] 11[111,112]) 2(21[211])",
  );
  expect(drawn(inOrder(tree, { kind: "chapter", parentId: 11 }, [112, 111]))).toBe(
    "1(11[112,111] 12[]) 2(21[211])",
  );
  expect(idsOf(tree, { kind: "chapter", parentId: 11 })).toEqual([111, 112]);
  expect(idsOf(tree, { kind: "lesson", parentId: 2 })).toEqual([21]);
  expect(idsOf(tree, { kind: "lesson", parentId: 9 })).toEqual([]);
});

test("a row that is missing in the order is kept at the end", () => {
  expect(drawn(inOrder(structure({ 1: {}, 2: {}, 3: {} }), all, [3, 1]))).toBe("3() 1() 2()");
});

test("of the orders added during a save, the last one is saved", async () => {
  const saved: string[] = [];
  const ends: (() => void)[] = [];
  const outcomes: unknown[] = [];
  const saver = createOrderSaver({
    save: (_, ids) => {
      saved.push(ids.join());
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    settled: (error) => outcomes.push(error),
  });
  saver.add(all, [1, 2]);
  saver.add(all, [2, 1]);
  saver.add(all, [3]);
  saver.add({ kind: "lesson", parentId: 1 }, [11]);
  expect(saved).toEqual(["1,2"]);
  for (const expected of [2, 3]) {
    ends.pop()?.();
    await expect.poll(() => saved.length).toBe(expected);
  }
  ends.pop()?.();
  await expect.poll(() => outcomes).toEqual([null]);
  expect(saved).toEqual(["1,2", "3", "11"]);
});

test("after a failure the waiting orders are dropped, and a later one is saved", async () => {
  const saved: string[] = [];
  const outcomes: unknown[] = [];
  const saver = createOrderSaver({
    save: async (_, ids) => {
      saved.push(ids.join());
      if (saved.length === 1) throw new Error("conflict");
    },
    settled: (error) => outcomes.push(error),
  });
  saver.add(all, [1, 2]);
  saver.add(all, [2, 1]);
  await expect.poll(() => outcomes.length).toBe(1);
  saver.add(all, [1, 2]);
  await expect.poll(() => outcomes.length).toBe(2);
  expect(saved).toEqual(["1,2", "1,2"]);
  expect(outcomes).toEqual([new Error("conflict"), null]);
});
