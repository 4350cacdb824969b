// Reads the rows of a sheet into lessons: one row an example. Rows belong to the same lesson or chapter if they have
// the same number or, in a sheet without numbers, the same title.

import { normaliseLineEnds } from "../characters.ts";
import { emptyContent, emptyCourse, titleDuplicate } from "../content-warnings.ts";
import { type Chapter, type Difficulty, type Example, type Lesson, limits } from "../course.ts";
import { checkCount, type Count } from "../course-size.ts";
import {
  readCode,
  readDescription,
  readDifficulty,
  readLanguage,
  readOrderIndex,
  readOutput,
  readPosition,
  type Reading,
  readTitle,
  trimmedTitle,
  valueOf,
} from "../fields.ts";
import { excerpt, type Findings, type Place } from "../problems.ts";
import { looksOf } from "../fold.ts";
import { isSpreadsheetError } from "./cell-errors.ts";
import { type Column, columnNames, courseColumns, type OrderColumn } from "./csv-columns.ts";
import {
  cellCount,
  conflict,
  orderDuplicate,
  orderMissing,
  spreadsheetError,
  titleEmpty,
  titleSpellings,
  tooManyRows,
} from "./csv-faults.ts";
import type { Sheet } from "./csv-sheet.ts";
import { type ChapterGroup, type Group, inOrder, type LessonGroup, Siblings } from "./groups.ts";
import { deepestLevel, filledUnder, hasWidth, type Level, RowCells, usedOrders } from "./row-cells.ts";

type CourseFields = {
  course_title?: string;
  course_description?: string;
  difficulty_level?: Difficulty;
  course_order_index?: number;
};

const groupLimits = { lesson: "lessonsInCourse", chapter: "chaptersInLesson" } as const satisfies Partial<
  Record<Level, Count>
>;

/** Several times the rows of the largest course; the rest is not read. */
const mostRows = 100_000;

export class SheetReader {
  /** The fields of the course that could be read. */
  readonly course: CourseFields = {};
  readonly #findings: Findings;
  readonly #of: "course" | "lessons";
  readonly #ordered: ReadonlySet<OrderColumn>;
  readonly #lessons = new Siblings<LessonGroup>();
  /** The first value of each course column, to compare other rows with. */
  readonly #courseValues = new Map<Column, { readonly text: string; readonly row: number }>();
  #exampleCount = 0;
  #areCourseColumnsReported = false;
  /** A row was skipped because its cells are uncertain: content that seems to be missing may be in it. */
  #isRowSkipped = false;
  #first: Place;

  constructor(sheet: Sheet, findings: Findings, of: "course" | "lessons") {
    this.#findings = findings;
    this.#of = of;
    this.#ordered = usedOrders(sheet);
    this.#first = { line: sheet.line, row: sheet.row };
    this.#readRows(sheet);
    this.#reportMissing();
  }

  /** In their order; complete only if there was no fault. */
  lessons(): Lesson[] {
    return this.#inOrder(this.#lessons, "lesson").map(
      (lesson): Lesson => ({
        title: lesson.title,
        description: lesson.description?.value ?? "",
        chapters: this.#inOrder(lesson.children, "chapter").map(
          (chapter): Chapter => ({
            title: chapter.title,
            description: chapter.description?.value ?? "",
            examples: this.#inOrder(chapter.children, "example").map(({ example }): Example => example),
          }),
        ),
      }),
    );
  }

  #inOrder<Item extends { readonly key: string }>(siblings: Siblings<Item>, level: Level): readonly Item[] {
    return inOrder(siblings, this.#ordered.has(`${level}_order_index`));
  }

  #readRows(sheet: Sheet): void {
    let isFirst = true;
    // After a row with a quote in the wrong place the next rows may be pieces of it, until one has as many cells as the
    // header again.
    let isUncertain = false;
    let rows = 0;
    for (const row of sheet.rows()) {
      rows += 1;
      if (rows > mostRows) this.#findings.addProblem(tooManyRows(mostRows), { line: row.line, row: row.row });
      const isTooMuch = rows > mostRows || this.#exampleCount > 10 * limits.examplesInCourse;
      if (isTooMuch || this.#findings.isHopeless) {
        this.#isRowSkipped = true;
        break;
      }
      if (isFirst) this.#first = { line: row.line, row: row.row };
      isFirst = false;
      const isWhole = hasWidth(row, sheet.width);
      if (row.fault === null && isWhole) {
        isUncertain = false;
        this.#readRow(new RowCells(row, sheet));
        continue;
      }
      this.#isRowSkipped = true;
      const isPiece = isUncertain && !isWhole;
      if (row.fault !== null) {
        const { fault, line } = row.fault;
        if (!isPiece) this.#findings.addProblem(fault, { line, row: row.row });
        isUncertain = !isWhole;
      } else if (!isPiece) {
        const fault = cellCount(row.cells.length, sheet.width);
        this.#findings.addProblem(fault, { line: row.line, row: row.row });
      }
    }
  }

  #readRow(row: RowCells): void {
    this.#warnOfErrors(row);
    if (this.#of === "course") this.#readCourse(row);
    else this.#ignoreCourse(row);
    const level = deepestLevel(row);
    if (level === null) return;
    const lesson = this.#readGroup("lesson", row, level, this.#lessons, true);
    if (level === "lesson") return;
    const chapter = this.#readGroup("chapter", row, level, lesson.group.children, lesson.isTitled);
    if (level === "chapter") return;
    this.#readExample(row, chapter.group, chapter.isTitled);
  }

  /**
   * The lesson or chapter of a row. A missing title is reported once per row, for the outermost level
   * (`isParentTitled`). Without a title or number the row gets a group without a parent, whose content is only checked.
   */
  #readGroup<Child>(
    kind: "lesson" | "chapter",
    row: RowCells,
    level: Level,
    siblings: Siblings<Group<Child>>,
    isParentTitled: boolean,
  ): { group: Group<Child>; isTitled: boolean } {
    const title = this.#titleCell(row, kind, level, isParentTitled);
    const key = this.#key(row, `${kind}_order_index`, title);
    const isPlaced = title !== null && key !== null;
    const group = this.#findGroup(kind, row, key ?? "", title ?? "", isPlaced ? siblings : null);
    this.#describe(kind, row, group);
    return { group, isTitled: isParentTitled && title !== null };
  }

  #readExample(row: RowCells, chapter: ChapterGroup, isParentTitled: boolean): void {
    const title = this.#titleCell(row, "example", "example", isParentTitled);
    // In a row without a title only the filled cells are judged.
    const isJudged = (column: Column) => title !== null || row.isFilled(column);
    const read = <T>(column: Column, reader: (text: string) => Reading<T>) =>
      isJudged(column) ? this.#valueOf(reader(row.text(column)), row, column) : undefined;
    const titleText =
      title === null ? "" : (this.#valueOf(readTitle(title, "example"), row, "example_title") ?? title);
    const example: Example = {
      title: titleText,
      description: read("example_description", (text) => readDescription(text, "example")) ?? "",
      language: read("language", readLanguage) ?? "",
      code_content: read("code_content", readCode) ?? "",
      output: read("output", readOutput) ?? "",
    };
    const key = this.#key(row, "example_order_index", title);
    this.#exampleCount += 1;
    const number = chapter.children.count + 1;
    chapter.children.count = number;
    const fitsChapter = this.#fits("examplesInChapter", number, row);
    const fitsCourse = this.#fits("examplesInCourse", this.#exampleCount, row);
    if (title !== null) this.#warnOfSameTitle("example", titleText, chapter.children, row);
    if (!fitsChapter || !fitsCourse || key === null) return;
    const isNumbered = this.#ordered.has("example_order_index");
    const other = isNumbered ? chapter.children.get(key) : undefined;
    if (other !== undefined) {
      const place = row.placeOf("example_order_index");
      this.#findings.addProblem(orderDuplicate(key, other.row), place);
      return;
    }
    chapter.children.add(isNumbered ? key : String(number), { key, row: row.place.row, example });
  }

  /** The group with this key, or a new one, which is added to no parent when `siblings` is null. */
  #findGroup<Child>(
    kind: "lesson" | "chapter",
    row: RowCells,
    key: string,
    title: string,
    siblings: Siblings<Group<Child>> | null,
  ): Group<Child> {
    const column: Column = `${kind}_title`;
    const known = siblings?.get(key);
    if (known !== undefined) {
      if (looksOf(known.title) !== looksOf(title)) {
        this.#findings.addProblem(conflict(title, known.title, known.row), row.placeOf(column));
      } else if (known.title !== title) {
        this.#findings.addWarning(
          () => titleSpellings(kind, title, known.title, known.row),
          row.placeOf(column),
        );
      }
      return known;
    }
    const { line, row: number } = row.place;
    const group: Group<Child> = {
      key,
      title,
      row: number,
      line,
      description: null,
      children: new Siblings(),
    };
    if (title !== "") this.#valueOf(readTitle(title, kind), row, column);
    if (siblings === null) return group;
    siblings.count += 1;
    this.#warnOfSameTitle(kind, title, siblings, row);
    if (this.#fits(groupLimits[kind], siblings.count, row)) siblings.add(key, group);
    return group;
  }

  /** The trimmed title; null when it is empty, which is reported if `isReported`. */
  #titleCell(row: RowCells, of: Level, level: Level, isReported: boolean): string | null {
    const column: Column = `${of}_title`;
    const title = trimmedTitle(row.text(column));
    if (title !== "") return title;
    if (isReported) {
      this.#findings.addProblem(() => titleEmpty(of, filledUnder(row, of, level)), row.placeOf(column));
    }
    return null;
  }

  /** What distinguishes a row's lesson, chapter or example from its siblings; null when it is missing or invalid. */
  #key(row: RowCells, column: OrderColumn, title: string | null): string | null {
    if (!this.#ordered.has(column)) return title === null ? null : looksOf(title);
    if (row.isFilled(column)) return this.#valueOf(readPosition(row.text(column)), row, column) ?? null;
    if (title !== null) this.#findings.addProblem(orderMissing(column), row.placeOf(column));
    return null;
  }

  #describe(kind: "lesson" | "chapter", row: RowCells, group: Group<unknown>): void {
    const column: Column = `${kind}_description`;
    if (!row.isFilled(column)) return;
    const value = normaliseLineEnds(row.text(column)).trim();
    if (group.description === null) {
      this.#valueOf(readDescription(value, kind), row, column);
      group.description = { value, row: row.place.row };
    } else if (group.description.value !== value) {
      const { value: other, row: otherRow } = group.description;
      this.#findings.addProblem(conflict(value, other, otherRow), row.placeOf(column));
    }
  }

  #warnOfErrors(row: RowCells): void {
    for (const column of columnNames) {
      const text = row.text(column);
      if (!isSpreadsheetError(text) || row.isEscaped(column)) continue;
      this.#findings.addWarning(() => spreadsheetError(text.trim()), row.placeOf(column));
    }
  }

  #readCourse(row: RowCells): void {
    this.#readCourseField(row, "course_title", (text) => readTitle(text, "course"));
    this.#readCourseField(row, "course_description", (text) => readDescription(text, "course"));
    this.#readCourseField(row, "difficulty_level", readDifficulty);
    this.#readCourseField(row, "course_order_index", readOrderIndex);
  }

  #readCourseField<C extends keyof CourseFields>(
    row: RowCells,
    column: C,
    read: (text: string) => Reading<NonNullable<CourseFields[C]>>,
  ): void {
    if (!row.isFilled(column)) return;
    const reading = read(row.text(column));
    const text = reading.ok ? String(reading.value) : reading.text;
    const known = this.#courseValues.get(column);
    if (known !== undefined) {
      if (known.text === text) return;
      if (column === "course_title" && looksOf(known.text) === looksOf(text))
        this.#findings.addWarning(
          () => titleSpellings("course", text, known.text, known.row),
          row.placeOf(column),
        );
      else this.#findings.addProblem(() => conflict(text, known.text, null), row.placeOf(column));
      return;
    }
    this.#courseValues.set(column, { text, row: row.place.row });
    const value = this.#valueOf(reading, row, column);
    if (value !== undefined) this.course[column] = value;
  }

  #ignoreCourse(row: RowCells): void {
    if (this.#areCourseColumnsReported) return;
    const column = courseColumns.find((each) => row.isFilled(each));
    if (column === undefined) return;
    this.#areCourseColumnsReported = true;
    const sentence = "The course columns are ignored: these lessons are added to an existing course.";
    const found = `${column}: ${excerpt(row.text(column).trim())}`;
    this.#findings.addWarning({ code: "COURSE_COLUMNS_IGNORED", found, sentence }, row.placeOf(column));
  }

  /** Reports what is missing from the sheet as a whole. */
  #reportMissing(): void {
    if (this.#isRowSkipped) return;
    const isEmpty = this.#lessons.count === 0;
    if (this.#of === "course") {
      this.#reportMissingField("course_title", readTitle("", "course"));
      this.#reportMissingField("difficulty_level", readDifficulty(""));
      if (isEmpty) this.#findings.addWarning(emptyCourse(": no row has a lesson_title."), this.#first);
    } else if (isEmpty && !this.#findings.failed) {
      this.#findings.addProblem(titleEmpty("lesson", null), { ...this.#first, column: "lesson_title" });
    }
    for (const lesson of this.#lessons.items) {
      this.#warnIfEmpty("lesson", lesson);
      for (const chapter of lesson.children.items) this.#warnIfEmpty("chapter", chapter);
    }
  }

  #reportMissingField(column: Column, readingOfNothing: Reading<unknown>): void {
    if (this.#courseValues.has(column)) return;
    valueOf(readingOfNothing, this.#findings, () => ({ ...this.#first, column }));
  }

  #warnIfEmpty(kind: "lesson" | "chapter", { title, line, row, children }: Group<unknown>): void {
    if (children.count === 0) this.#findings.addWarning(emptyContent(kind, title), { line, row });
  }

  #warnOfSameTitle(kind: Level, title: string, siblings: Siblings<unknown>, row: RowCells): void {
    if (title === "" || siblings.count > limits.examplesInChapter) return;
    if (siblings.isNewTitle(title)) return;
    const place = row.placeOf(`${kind}_title`);
    this.#findings.addWarning(() => titleDuplicate(kind, title), place);
  }

  /** Reports the first that is too many. */
  #fits(what: Count, number: number, row: RowCells): boolean {
    if (number <= limits[what]) return true;
    if (number > limits[what] + 1) return false;
    const fault = checkCount(what, number);
    if (fault !== null) this.#findings.addProblem(fault, row.place);
    return false;
  }

  /** The value of a cell. Each fault and remark stands at its own line. */
  #valueOf<T>(reading: Reading<T>, row: RowCells, column: Column): T | undefined {
    if (reading.ok && reading.remarks.length === 0) return reading.value;
    return valueOf(reading, this.#findings, (line) => row.placeOf(column, line));
  }
}
