/**
 * Reads a sheet of a course, or of some of its lessons: one row an example, the rows of a lesson or chapter held
 * together by its number or, without numbers, by its title.
 */
import { codePoints } from "@tabstop/engine/code-points";
import {
  type Chapter,
  type Course,
  type Difficulty,
  type Example,
  type Kind,
  type Lesson,
  limits,
} from "../course.ts";
import {
  type Column,
  courseColumns,
  findColumn,
  normaliseName,
  type OrderColumn,
  orderColumns,
  requiredOfCourse,
  requiredOfLessons,
} from "./csv-columns.ts";
import type { CsvRow } from "./csv-records.ts";
import { openSheet, type Sheet } from "./csv-sheet.ts";
import {
  checkCount,
  checkCourseSize,
  checkFileSize,
  type Count,
  lessonsCharacters,
  normaliseLineEnds,
  readCode,
  readDescription,
  readDifficulty,
  readLanguage,
  readOrderIndex,
  readPosition,
  type Reading,
  readTitle,
} from "../fields.ts";
import { rearm } from "./formula.ts";
import { isBlank } from "../line-reader.ts";
import { titleDuplicate } from "../markdown/outline.ts";
import { excerpt, type Fault, Findings, type Place, type Refusal, type Warning } from "../problems.ts";

export type CourseCsvReading =
  | { readonly ok: true; readonly course: Course; readonly warnings: readonly Warning[] }
  /** `title`: the course's, where it could be read. */
  | (Refusal & { readonly title: string | null });

export type LessonsCsvReading =
  | { readonly ok: true; readonly lessons: readonly Lesson[]; readonly warnings: readonly Warning[] }
  /** `titles`: of the lessons that could be made out, in their order. */
  | (Refusal & { readonly titles: readonly string[] });

/** A whole course. `text` may start with a byte order mark and have any line ends. */
export function parseCourseCsv(text: string): CourseCsvReading {
  const findings = new Findings();
  const sheet = open(text, requiredOfCourse, findings);
  if (sheet === null) return { ...findings.refusal(), title: null };
  const build = new SheetReader(sheet, findings, "course");
  const lessons = build.lessons();
  const { course_title: title, difficulty_level: difficulty } = build.course;
  if (title !== undefined && difficulty !== undefined && !findings.failed) {
    const description = build.course.course_description ?? "";
    const orderIndex = build.course.course_order_index ?? null;
    const size = codePoints(title) + codePoints(description) + lessonsCharacters(lessons);
    const fault = checkCourseSize(size);
    if (fault === null) {
      const course = { title, description, difficulty_level: difficulty, order_index: orderIndex, lessons };
      return { ok: true, course, warnings: findings.warnings() };
    }
    findings.problem(fault, { line: sheet.line, row: sheet.row });
  }
  return { ...findings.refusal(), title: title ?? null };
}

/** Lessons for a course that exists; the columns of the course are left out. */
export function parseLessonsCsv(text: string): LessonsCsvReading {
  const findings = new Findings();
  const sheet = open(text, requiredOfLessons, findings);
  if (sheet === null) return { ...findings.refusal(), titles: [] };
  const lessons = new SheetReader(sheet, findings, "lessons").lessons();
  if (!findings.failed) {
    const fault = checkCourseSize(lessonsCharacters(lessons));
    if (fault === null) return { ok: true, lessons, warnings: findings.warnings() };
    findings.problem(fault, { line: sheet.line, row: sheet.row });
  }
  const titles = lessons.map((lesson) => lesson.title).filter((title) => title !== "");
  return { ...findings.refusal(), titles };
}

function open(text: string, required: readonly Column[], findings: Findings): Sheet | null {
  const tooLarge = checkFileSize(text.length);
  if (tooLarge !== null) {
    findings.problem(tooLarge, { line: 1 });
    return null;
  }
  return openSheet(normaliseLineEnds(text.startsWith("\ufeff") ? text.slice(1) : text), required, findings);
}

type CourseFields = {
  course_title?: string;
  course_description?: string;
  difficulty_level?: Difficulty;
  course_order_index?: number;
};

/** Which columns say something about a lesson, a chapter, an example: what stands under its title. */
const columnsOf = {
  lesson: ["lesson_order_index", "lesson_title", "lesson_description"],
  chapter: ["chapter_order_index", "chapter_title", "chapter_description"],
  example: ["example_order_index", "example_title", "example_description", "language", "code_content"],
} as const satisfies Record<string, readonly Column[]>;

type Level = keyof typeof columnsOf;

class SheetReader {
  readonly course: CourseFields = {};
  readonly #findings: Findings;
  readonly #of: "course" | "lessons";
  /** The order columns in which any row has something: then every row needs it. */
  readonly #ordered: ReadonlySet<OrderColumn>;
  readonly #root = new Siblings<LessonGroup>();
  /** What a course column says, to compare the other rows with. */
  readonly #said = new Map<Column, string>();
  #examples = 0;
  #courseColumnsTold = false;
  /** A row was left out because its cells are uncertain: what is missing may be in it. */
  #leftOut = false;
  #first: Place;

  constructor(sheet: Sheet, findings: Findings, of: "course" | "lessons") {
    this.#findings = findings;
    this.#of = of;
    this.#ordered = usedOrders(sheet);
    this.#first = { line: sheet.line, row: sheet.row };
    let seen = false;
    // After a row with a quote in the wrong place the next ones may be pieces of it, until one has its cells again.
    let doubt = false;
    for (const row of sheet.rows()) {
      if (!seen) this.#first = { line: row.line, row: row.row };
      seen = true;
      const whole = hasWidth(row, sheet.width);
      if (row.fault === null && whole) {
        doubt = false;
        this.#read(new RowCells(row, sheet));
        continue;
      }
      this.#leftOut = true;
      const piece = doubt && !whole;
      if (row.fault !== null) {
        if (!piece) findings.problem(row.fault.fault, { line: row.fault.line, row: row.row });
        doubt = !whole;
      } else if (!piece) {
        findings.problem(cellCount(row.cells.length, sheet.width), { line: row.line, row: row.row });
      }
    }
    this.#complete();
  }

  /** In their order; complete only when nothing was found to be wrong. */
  lessons(): Lesson[] {
    return inOrder(this.#root, this.#ordered.has("lesson_order_index")).map(
      (lesson): Lesson => ({
        title: lesson.title,
        description: lesson.description?.value ?? "",
        chapters: inOrder(lesson.children, this.#ordered.has("chapter_order_index")).map(
          (chapter): Chapter => ({
            title: chapter.title,
            description: chapter.description?.value ?? "",
            examples: inOrder(chapter.children, this.#ordered.has("example_order_index")).map(
              ({ example }): Example => example,
            ),
          }),
        ),
      }),
    );
  }

  #read(row: RowCells): void {
    if (this.#of === "course") this.#readCourse(row);
    else this.#ignoreCourse(row);
    const level = deepest(row);
    if (level === null) return;
    // A title that is missing is told once a row, for the outermost; what stands under it has no place then.
    const lesson = this.#lesson(row, level);
    if (level === "lesson") return;
    const chapter = this.#chapter(row, level, lesson.group, lesson.titled);
    if (level === "chapter") return;
    this.#example(row, chapter.group, chapter.titled);
  }

  #lesson(row: RowCells, level: Level): { group: LessonGroup; titled: boolean } {
    const title = this.#title(row, "lesson", level, true);
    const key = this.#key(row, "lesson_order_index", title);
    const place = title === null || key === null ? null : this.#root;
    const group = this.#group(
      "lesson",
      row,
      key ?? "",
      title ?? "",
      place,
      "lessonsInCourse",
      () => new Siblings<ChapterGroup>(),
    );
    this.#describe("lesson", "lesson_description", row, group);
    return { group, titled: title !== null };
  }

  #chapter(
    row: RowCells,
    level: Level,
    lesson: LessonGroup,
    under: boolean,
  ): { group: ChapterGroup; titled: boolean } {
    const title = this.#title(row, "chapter", level, under);
    const key = this.#key(row, "chapter_order_index", title);
    const place = title === null || key === null ? null : lesson.children;
    const group = this.#group(
      "chapter",
      row,
      key ?? "",
      title ?? "",
      place,
      "chaptersInLesson",
      () => new Siblings<ExampleItem>(),
    );
    this.#describe("chapter", "chapter_description", row, group);
    return { group, titled: under && title !== null };
  }

  #example(row: RowCells, chapter: ChapterGroup, under: boolean): void {
    const title = this.#title(row, "example", "example", under);
    // In a row that has no title, only what is filled is judged.
    const judged = (column: Column) => title !== null || row.filled(column);
    const titleText =
      title === null ? "" : (this.#take(readTitle(title, "example"), row, "example_title") ?? title);
    const description = this.#take(
      readDescription(row.text("example_description"), "example"),
      row,
      "example_description",
    );
    const language = judged("language")
      ? this.#take(readLanguage(row.text("language")), row, "language")
      : "";
    const code = judged("code_content")
      ? this.#take(readCode(row.text("code_content")), row, "code_content")
      : "";
    const key = this.#key(row, "example_order_index", title);
    const example: Example = {
      title: titleText,
      description: description ?? "",
      language: language ?? "",
      code_content: code ?? "",
    };
    this.#examples += 1;
    const number = chapter.children.count + 1;
    chapter.children.count = number;
    const fitsChapter = this.#fits("examplesInChapter", number, row);
    const fitsCourse = this.#fits("examplesInCourse", this.#examples, row);
    if (title !== null) this.#twin("example", titleText, chapter.children, row);
    if (!fitsChapter || !fitsCourse || key === null) return;
    if (this.#ordered.has("example_order_index")) {
      const other = chapter.children.get(key);
      if (other !== undefined) {
        const place = { ...row.place, column: "example_order_index" };
        this.#findings.problem(orderDuplicate(key, other.row), place);
        return;
      }
    }
    const item = { key, row: row.place.row, example };
    chapter.children.add(this.#ordered.has("example_order_index") ? key : String(number), item);
  }

  /** The group of a row: the one with this key, or a new one. Without `place` it belongs nowhere and is only judged. */
  #group<Children>(
    of: "lesson" | "chapter",
    row: RowCells,
    key: string,
    title: string,
    place: Siblings<Group<Children>> | null,
    count: Count,
    children: () => Children,
  ): Group<Children> {
    const column: Column = `${of}_title`;
    const known = place?.get(key);
    if (known !== undefined) {
      if (known.title !== title) {
        this.#findings.problem(conflict(title, known.title, known.row), { ...row.place, column });
      }
      return known;
    }
    const group: Group<Children> = {
      key,
      title,
      row: row.place.row,
      line: row.place.line,
      description: null,
      children: children(),
    };
    if (title !== "") this.#take(readTitle(title, of), row, column);
    if (place === null) return group;
    place.count += 1;
    this.#twin(of, title, place, row);
    if (!this.#fits(count, place.count, row)) return group;
    place.add(key, group);
    return group;
  }

  /** The title cell of a level, trimmed; null when it is empty, which is told if something stands under it. */
  #title(row: RowCells, of: Level, level: Level, tell: boolean): string | null {
    const column: Column = `${of}_title`;
    const title = normaliseLineEnds(row.text(column)).trim();
    if (title !== "") return title;
    if (tell) {
      this.#findings.problem(() => titleEmpty(of, filledUnder(row, of, level)), { ...row.place, column });
    }
    return null;
  }

  /** What tells a row's lesson, chapter or example from its siblings; null when that is missing or wrong. */
  #key(row: RowCells, column: OrderColumn, title: string | null): string | null {
    if (!this.#ordered.has(column)) return title;
    if (!row.filled(column)) {
      if (title === null) return null;
      this.#findings.problem(orderMissing(column), { ...row.place, column });
      return null;
    }
    return this.#take(readPosition(row.text(column)), row, column) ?? null;
  }

  #describe(of: Kind, column: Column, row: RowCells, group: Group<unknown>): void {
    if (!row.filled(column)) return;
    const value = normaliseLineEnds(row.text(column)).trim();
    if (group.description === null) {
      this.#take(readDescription(value, of), row, column);
      group.description = { value, row: row.place.row };
    } else if (group.description.value !== value) {
      const { value: other, row: otherRow } = group.description;
      this.#findings.problem(conflict(value, other, otherRow), { ...row.place, column });
    }
  }

  #readCourse(row: RowCells): void {
    this.#courseField(row, "course_title", (text) => readTitle(text, "course"));
    this.#courseField(row, "course_description", (text) => readDescription(text, "course"));
    this.#courseField(row, "difficulty_level", readDifficulty);
    this.#courseField(row, "course_order_index", readOrderIndex);
  }

  #courseField<C extends keyof CourseFields>(
    row: RowCells,
    column: C,
    read: (text: string) => Reading<NonNullable<CourseFields[C]>>,
  ): void {
    if (!row.filled(column)) return;
    const result = read(row.text(column));
    const value = result.ok ? String(result.value) : result.text;
    const said = this.#said.get(column);
    if (said !== undefined) {
      if (said !== value) this.#findings.problem(conflict(value, said, null), { ...row.place, column });
      return;
    }
    this.#said.set(column, value);
    const taken = this.#take(result, row, column);
    if (taken !== undefined) this.course[column] = taken;
  }

  #ignoreCourse(row: RowCells): void {
    if (this.#courseColumnsTold) return;
    const column = courseColumns.find((each) => row.filled(each));
    if (column === undefined) return;
    this.#courseColumnsTold = true;
    const sentence = "The columns of the course are left out: these lessons go into a course that exists.";
    const found = `${column}: ${excerpt(row.text(column).trim())}`;
    this.#findings.warning({ code: "COURSE_COLUMNS_IGNORED", found, sentence }, { ...row.place, column });
  }

  /** What only the whole sheet can lack. */
  #complete(): void {
    if (this.#leftOut) return;
    if (this.#of === "course") {
      for (const column of ["course_title", "difficulty_level"] as const) {
        if (this.#said.has(column)) continue;
        const result = column === "course_title" ? readTitle("", "course") : readDifficulty("");
        if (!result.ok)
          for (const fault of result.faults) this.#findings.problem(fault, { ...this.#first, column });
      }
      if (this.#root.count === 0) {
        const sentence = "The course has no lesson yet: no row has a lesson_title.";
        this.#findings.warning({ code: "COURSE_EMPTY", found: "no lesson", sentence }, this.#first);
      }
    } else if (this.#root.count === 0 && !this.#findings.failed) {
      const place = { ...this.#first, column: "lesson_title" };
      this.#findings.problem(titleEmpty("lesson", null), place);
    }
    for (const lesson of this.#root.items) {
      this.#empty("lesson", lesson, lesson.children.count, "chapter");
      for (const chapter of lesson.children.items)
        this.#empty("chapter", chapter, chapter.children.count, "example");
    }
  }

  #empty(
    of: "lesson" | "chapter",
    { title, line, row }: Group<unknown>,
    children: number,
    child: Kind,
  ): void {
    if (children > 0) return;
    const code = of === "lesson" ? "LESSON_EMPTY" : "CHAPTER_EMPTY";
    const sentence = `The ${of} "${excerpt(title)}" has no ${child} yet.`;
    this.#findings.warning({ code, found: `no ${child}`, sentence }, { line, row });
  }

  #twin(of: Kind, title: string, siblings: Siblings<unknown>, row: RowCells): void {
    if (title === "" || siblings.count > limits.examplesInChapter) return;
    if (siblings.isNewTitle(title)) return;
    this.#findings.warning(() => titleDuplicate(of, title), { ...row.place, column: `${of}_title` });
  }

  #fits(what: Count, number: number, row: RowCells): boolean {
    if (number <= limits[what]) return true;
    if (number > limits[what] + 1) return false;
    const fault = checkCount(what, number);
    if (fault !== null) this.#findings.problem(fault, row.place);
    return false;
  }

  /** The value of a cell. Of the faults of one kind in a cell the first is told, since all have the same place. */
  #take<T>(result: Reading<T>, row: RowCells, column: Column): T | undefined {
    if (result.ok && result.remarks.length === 0) return result.value;
    const place = { ...row.place, column };
    for (const remark of firstOfEachCode(result.remarks)) this.#findings.warning(remark, place);
    if (result.ok) return result.value;
    for (const fault of firstOfEachCode(result.faults)) this.#findings.problem(fault, place);
    return undefined;
  }
}

/** The lessons of the sheet, the chapters of a lesson, the examples of a chapter. */
class Siblings<Item> {
  /** In the order of the file; no more than are allowed. */
  readonly items: Item[] = [];
  count = 0;
  // A row without a place makes a lesson and a chapter of its own, which stay empty: no maps for these.
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

  /** False: a sibling has this title already. */
  isNewTitle(title: string): boolean {
    this.#titles ??= new Set();
    if (this.#titles.has(title)) return false;
    this.#titles.add(title);
    return true;
  }
}
type Group<Children> = {
  readonly key: string;
  readonly title: string;
  readonly line: number;
  readonly row: number;
  description: { readonly value: string; readonly row: number } | null;
  readonly children: Children;
};
type ExampleItem = { readonly key: string; readonly row: number; readonly example: Example };
type ChapterGroup = Group<Siblings<ExampleItem>>;
type LessonGroup = Group<Siblings<ChapterGroup>>;

function inOrder<Item extends { readonly key: string }>(
  siblings: Siblings<Item>,
  ordered: boolean,
): readonly Item[] {
  if (!ordered) return siblings.items;
  // Digits without leading zeros: the longer number is the greater one.
  return siblings.items.toSorted(
    (a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
}

/** A row by its columns, with the apostrophes of its `escaped` cell taken off. */
class RowCells {
  readonly place: { readonly line: number; readonly row: number };
  readonly #cells: readonly string[];
  readonly #columns: ReadonlyMap<Column, number>;
  readonly #escaped: ReadonlySet<Column>;

  constructor(row: CsvRow, sheet: Sheet) {
    this.place = { line: row.line, row: row.row };
    this.#cells = row.cells;
    this.#columns = sheet.columns;
    this.#escaped = escapedColumns(this.#cell("escaped"));
  }

  text(column: Column): string {
    const cell = this.#cell(column);
    return this.#escaped.has(column) ? rearm(cell) : cell;
  }

  filled(column: Column): boolean {
    return !isBlank(this.text(column));
  }

  #cell(column: Column): string {
    const at = this.#columns.get(column);
    return at === undefined ? "" : (this.#cells[at] ?? "");
  }
}

function escapedColumns(cell: string): ReadonlySet<Column> {
  if (cell === "") return nothingEscaped;
  const names = cell.split(/\s+/).map((name) => findColumn(normaliseName(name)));
  return new Set(names.filter((name) => name !== undefined));
}

const nothingEscaped: ReadonlySet<Column> = new Set();

/** The header's number of cells; more are no matter when they are empty. */
function hasWidth(row: CsvRow, width: number): boolean {
  return row.cells.length >= width && row.cells.every((cell, at) => at < width || isBlank(cell));
}

function usedOrders(sheet: Sheet): ReadonlySet<OrderColumn> {
  const used = new Set<OrderColumn>();
  const places = orderColumns.flatMap((column) => {
    const at = sheet.columns.get(column);
    return at === undefined ? [] : [{ column, at }];
  });
  if (places.length === 0) return used;
  for (const row of sheet.rows()) {
    if (row.fault !== null || !hasWidth(row, sheet.width)) continue;
    for (const { column, at } of places) if (!isBlank(row.cells[at] ?? "")) used.add(column);
    if (used.size === places.length) break;
  }
  return used;
}

/** How far down a row says something; null when it is about the course only. */
function deepest(row: RowCells): Level | null {
  for (const level of ["example", "chapter", "lesson"] as const) {
    if (columnsOf[level].some((column) => row.filled(column))) return level;
  }
  return null;
}

/** A filled cell that needs the title of `of`, for the message. */
function filledUnder(row: RowCells, of: Level, level: Level): Column | null {
  const levels: readonly Level[] = ["lesson", "chapter", "example"];
  const columns = levels
    .slice(levels.indexOf(of), levels.indexOf(level) + 1)
    .flatMap((each) => columnsOf[each]);
  return (
    columns.find((column) => column.endsWith("_title") && row.filled(column)) ??
    columns.find((column) => row.filled(column)) ??
    null
  );
}

function firstOfEachCode<T extends { readonly code: string }>(all: readonly T[]): T[] {
  return all.filter((each, at) => all.findIndex((other) => other.code === each.code) === at);
}

function cellCount(found: number, expected: number): Fault {
  const advice =
    found > expected
      ? 'Put a cell that holds the delimiter or a line break into ", and write "" for a " inside it.'
      : "Write the empty cells too.";
  const sentence = `This row has ${cells(found)}, the header has ${expected}. ${advice}`;
  return { code: "CSV_CELL_COUNT", found: cells(found), expected: cells(expected), sentence };
}

function cells(number: number): string {
  return `${number} ${number === 1 ? "cell" : "cells"}`;
}

function conflict(found: string, other: string, row: number | null): Fault {
  const where = row === null ? "an earlier row" : `row ${row}`;
  const sentence = `"${excerpt(found)}" differs from "${excerpt(other)}" in ${where}. Write the same, or fill in one row only.`;
  return {
    code: "CSV_CONFLICT",
    found: excerpt(found),
    expected: `${excerpt(other)} or an empty cell`,
    sentence,
  };
}

function titleEmpty(of: Level, filled: Column | null): Fault {
  const though = filled === null ? "" : `, though ${filled} is filled`;
  const sentence = `The ${of} title is empty${though}. Write it in every row.`;
  return { code: "TITLE_EMPTY", found: `empty${though}`, expected: `the ${of} title`, sentence };
}

function orderMissing(column: OrderColumn): Fault {
  const sentence = `${column} is empty here, though other rows have it. Write it in every row, or in none.`;
  return { code: "ORDER_MISSING", found: "empty", expected: "a whole number, 0 or more", sentence };
}

function orderDuplicate(number: string, row: number): Fault {
  const sentence = `The chapter has an example number ${excerpt(number)} already, in row ${row}. Give each its own number.`;
  return {
    code: "ORDER_DUPLICATE",
    found: excerpt(number),
    expected: "a number used once in the chapter",
    sentence,
  };
}
