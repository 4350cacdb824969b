// Prints a course as CSV.

import type { Course } from "../course.ts";
import { type Column, columnNames } from "./csv-columns.ts";
import { disarm } from "./formula.ts";

/**
 * The CSV of a course, always the same text for the same course: a byte order mark (spreadsheets need it to recognise
 * UTF-8), commas, CRLF after each row, quotes around every cell that is not empty. Titles are in every row,
 * descriptions only in the first.
 */
export function printCourseCsv(course: Course): string {
  const isOutputUsed = hasOutputs(course);
  const columns = columnNames.filter((column) => column !== "output" || isOutputUsed);
  const rows = [columns.join(",")];
  let courseOnce: Cells = {
    course_description: course.description,
    difficulty_level: course.difficulty_level,
    course_order_index: course.order_index === null ? "" : String(course.order_index),
  };
  const push = (cells: Cells) => {
    rows.push(printRow(columns, { course_title: course.title, ...courseOnce, ...cells }));
    courseOnce = {};
  };
  if (course.lessons.length === 0) push({});
  course.lessons.forEach((lesson, lessonAt) => {
    const ofLesson = { lesson_order_index: String(lessonAt + 1), lesson_title: lesson.title };
    let lessonOnce: Cells = { lesson_description: lesson.description };
    if (lesson.chapters.length === 0) push({ ...ofLesson, ...lessonOnce });
    lesson.chapters.forEach((chapter, chapterAt) => {
      const ofChapter = { chapter_order_index: String(chapterAt + 1), chapter_title: chapter.title };
      let chapterOnce: Cells = { chapter_description: chapter.description };
      const pushExample = (cells: Cells) => {
        push({ ...ofLesson, ...lessonOnce, ...ofChapter, ...chapterOnce, ...cells });
        lessonOnce = {};
        chapterOnce = {};
      };
      if (chapter.examples.length === 0) pushExample({});
      chapter.examples.forEach((example, exampleAt) => {
        pushExample({
          example_order_index: String(exampleAt + 1),
          example_title: example.title,
          example_description: example.description,
          language: example.language,
          code_content: example.code_content,
          output: example.output,
        });
      });
    });
  });
  return `\ufeff${rows.join("\r\n")}\r\n`;
}

type Cells = { readonly [column in Column]?: string };

/** Columns with text of an author; the others hold numbers and words of the format. */
const freeText: ReadonlySet<Column> = new Set([
  "course_title",
  "course_description",
  "lesson_title",
  "lesson_description",
  "chapter_title",
  "chapter_description",
  "example_title",
  "example_description",
  "language",
  "code_content",
  "output",
] as const);

/** Without one the sheet has no such column, so that a sheet from before there were outputs does not change. */
function hasOutputs(course: Course): boolean {
  return course.lessons.some((lesson) =>
    lesson.chapters.some((chapter) => chapter.examples.some((example) => example.output !== "")),
  );
}

function printRow(columns: readonly Column[], cells: Cells): string {
  const escaped: Column[] = [];
  const printed = columns.map((column) => {
    if (column === "escaped") return quoted(escaped.join(" "));
    const cell = cells[column] ?? "";
    const safe = freeText.has(column) ? disarm(cell) : cell;
    if (safe !== cell) escaped.push(column);
    return quoted(safe);
  });
  return printed.join(",");
}

function quoted(cell: string): string {
  return cell === "" ? "" : `"${cell.replaceAll('"', '""')}"`;
}
