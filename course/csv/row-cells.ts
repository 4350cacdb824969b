// The cells of a row by their columns, and which lesson, chapter or example a row is about.

import { isBlank } from "../line-reader.ts";
import { type Column, findColumn, normaliseName, type OrderColumn, orderColumns } from "./csv-columns.ts";
import { type CsvRow, lineBreaks } from "./csv-records.ts";
import type { Place } from "../problems.ts";
import type { Sheet } from "./csv-sheet.ts";
import { readingsWithoutUnseen } from "../unseen.ts";
import { rearm } from "./formula.ts";

/** A row without the apostrophes of the cells that its `escaped` cell lists. */
export class RowCells {
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

  isFilled(column: Column): boolean {
    return !isBlank(this.text(column));
  }

  /** Whether the cell is listed as escaped: its text is meant as it is. */
  isEscaped(column: Column): boolean {
    return this.#escaped.has(column);
  }

  /** The place of a cell or, with `line`, of a line of its value, counted from 1. */
  placeOf(column: Column, line?: number): Place {
    const { line: first, row } = this.place;
    const at = this.#columns.get(column) ?? 0;
    const above = this.#cells.slice(0, at).reduce((sum, cell) => sum + lineBreaks(cell), 0);
    const begins = first + above;
    if (line === undefined) return { line: begins, row, column };
    // The value of every other column has no blank lines at its start.
    const blank =
      column === "code_content" || column === "output" ? "" : (/^\s*/.exec(this.#cell(column))?.[0] ?? "");
    return { line: begins + lineBreaks(blank) + line - 1, row, column };
  }

  #cell(column: Column): string {
    const at = this.#columns.get(column);
    return at === undefined ? "" : (this.#cells[at] ?? "");
  }
}

/** Many times the names of all columns. */
const longestEscaped = 10_000;

const nothingEscaped: ReadonlySet<Column> = new Set();

function escapedColumns(cell: string): ReadonlySet<Column> {
  if (cell === "") return nothingEscaped;
  const words = readingsWithoutUnseen(cell.slice(0, longestEscaped)).flatMap((reading) =>
    reading.split(/\s+/),
  );
  const names = words.map((word) => findColumn(normaliseName(word)));
  return new Set(names.filter((name) => name !== undefined));
}

/** Whether a row has as many cells as the header; further cells do not matter if they are empty. */
export function hasWidth(row: CsvRow, width: number): boolean {
  return row.cells.length >= width && row.cells.every((cell, at) => at < width || isBlank(cell));
}

/** The order columns that have a value in any row. Then every row needs a value there. */
export function usedOrders(sheet: Sheet): ReadonlySet<OrderColumn> {
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

/** The columns about a lesson, a chapter and an example. A filled one needs the title of its level. */
const columnsOf = {
  lesson: ["lesson_order_index", "lesson_title", "lesson_description"],
  chapter: ["chapter_order_index", "chapter_title", "chapter_description"],
  example: [
    "example_order_index",
    "example_title",
    "example_description",
    "language",
    "code_content",
    "output",
  ],
} as const satisfies Record<string, readonly Column[]>;

export type Level = keyof typeof columnsOf;
const levels = ["lesson", "chapter", "example"] as const satisfies readonly Level[];

/** The innermost level with a filled cell; null when the row is about the course only. */
export function deepestLevel(row: RowCells): Level | null {
  return levels.findLast((level) => columnsOf[level].some((column) => row.isFilled(column))) ?? null;
}

/** A filled cell that needs the title of `of`, for the message: a title if there is one. */
export function filledUnder(row: RowCells, of: Level, deepest: Level): Column | null {
  const columns = levels
    .slice(levels.indexOf(of), levels.indexOf(deepest) + 1)
    .flatMap((level): readonly Column[] => columnsOf[level]);
  return (
    columns.find((column) => column.endsWith("_title") && row.isFilled(column)) ??
    columns.find((column) => row.isFilled(column)) ??
    null
  );
}
