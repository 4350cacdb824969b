// The columns of a course sheet: their names, their order in an export, and what their header may look like.

import { readingsWithoutUnseen } from "../unseen.ts";

/** In the order of an export, which has `output` only when an example has one. */
export const columnNames = [
  "course_title",
  "course_description",
  "difficulty_level",
  "course_order_index",
  "lesson_order_index",
  "lesson_title",
  "lesson_description",
  "chapter_order_index",
  "chapter_title",
  "chapter_description",
  "example_order_index",
  "example_title",
  "example_description",
  "language",
  "code_content",
  "output",
  "escaped",
] as const;
export type Column = (typeof columnNames)[number];

export const courseColumns = [
  "course_title",
  "course_description",
  "difficulty_level",
  "course_order_index",
] as const satisfies readonly Column[];

export const orderColumns = [
  "lesson_order_index",
  "chapter_order_index",
  "example_order_index",
] as const satisfies readonly Column[];
export type OrderColumn = (typeof orderColumns)[number];

/** The columns that a sheet of lessons needs. A sheet of a course also needs course_title and difficulty_level. */
export const requiredOfLessons = [
  "lesson_title",
  "chapter_title",
  "example_title",
  "language",
  "code_content",
] as const satisfies readonly Column[];

export const requiredOfCourse = [
  "course_title",
  "difficulty_level",
  ...requiredOfLessons,
] as const satisfies readonly Column[];

/** `Lesson Title` and `lesson-title` are lesson_title. */
export function normaliseName(cell: string): string {
  const [spaced, joined] = readingsWithoutUnseen(cell.slice(0, longestCell)).map((reading) =>
    reading.trim().slice(0, longestName).toLowerCase().replace(/[ -]/g, "_"),
  );
  return joined !== undefined && findColumn(joined) ? joined : (spaced ?? "");
}

export function findColumn(name: string): Column | undefined {
  return columnNames.find((known) => known === name);
}

/** Longer than any name, so that a cut cell cannot become one. */
const longestName = 100;

/** A header cell is not read further: it may have blanks and unseen characters around its name. */
const longestCell = 1_000;

/** Whether a column is for notes, which are ignored. */
export function isNote(name: string): boolean {
  return name.startsWith("_") || name.startsWith("#");
}
