import fc from "fast-check";
import { expect, test } from "vitest";
import type { Example, Lesson } from "./flow.ts";
import { addressOf, courseAddress, placeNamed, placeOpened, readAddress } from "./place-address.ts";

/** A lesson with one chapter of examples that have these ids. */
const lesson = (...ids: readonly number[]) =>
  ({
    id: 9,
    chapters: [{ id: 1, order_index: 0, examples: ids.map((id) => ({ id }) as Example) }],
  }) as Lesson;
const nowhere = { lessonId: 9, courseId: null, exampleId: null, way: null, search: "" };

test("a written address is read as the same place", () => {
  const ids = fc.integer({ min: 1, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      ids,
      fc.option(ids),
      fc.constantFrom(null, "gaps" as const, "recall" as const),
      fc.string({ unit: "grapheme" }),
      (lessonId, exampleId, way, search) => {
        const place = { lessonId, exampleId, way, search };
        const address = addressOf(place);
        expect(readAddress(address.slice(address.indexOf("?")))).toEqual({ ...place, courseId: null });
      },
    ),
  );
});
test("only a positive whole number is an id", () => {
  for (const text of ["", "0", "-1", "1.5", "x", "01", "12345678901"])
    expect(readAddress(`?lessonId=${text}&exampleId=${text}&courseId=${text}`)).toEqual({
      lessonId: null,
      courseId: null,
      exampleId: null,
      way: null,
      search: "",
    });
});
test("a course opens at its own address, which keeps the filter", () => {
  expect(courseAddress(7, "")).toBe("/courses?courseId=7");
  const address = courseAddress(7, "a b&c");
  expect(readAddress(address.slice(address.indexOf("?")))).toEqual({
    ...nowhere,
    lessonId: null,
    courseId: 7,
    search: "a b&c",
  });
});
test("any other way in the address is Copy", () => {
  for (const text of ["", "copy", "Gaps", "recall ", "x"])
    expect(readAddress(`?lessonId=1&way=${text}`).way).toBe(null);
});
test("the example is that of the address, else that of the history entry, and unknown while the lesson loads", () => {
  const named = (exampleId: number | null, inHistory: number | undefined, loaded: Lesson | undefined) =>
    placeNamed(loaded, { ...nowhere, exampleId }, inHistory ? { exampleId: inHistory } : null, null)?.example
      .id;
  expect(named(2, 1, lesson(1, 2))).toBe(2);
  expect(named(77, 1, lesson(1, 2))).toBe(1);
  expect(named(null, undefined, lesson(1, 2))).toBe(undefined);
  expect(named(2, 1, undefined)).toBe(undefined);
});
test("a lesson opens when the server has suggested an example, a review immediately at the first example", () => {
  const opened = (suggestedId: number | null | undefined, review = false) =>
    placeOpened(lesson(1, 2), review ? { review } : null, suggestedId)?.example.id;
  expect(opened(undefined)).toBe(undefined);
  expect(opened(2)).toBe(2);
  expect(opened(null)).toBe(1);
  expect(opened(undefined, true)).toBe(1);
  expect(placeOpened(undefined, null, 1)).toBe(null);
});
