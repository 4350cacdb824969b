// Places within one row, in px from the row's left edge: of characters, of the end of the ink, of missed characters.

import { type Attempt, missedBetween } from "@tabstop/engine/attempt";
import type { PreparedExample } from "@tabstop/engine/example";
import { columnsOfRow, type Row } from "./rows.ts";

export type RowLayout = {
  readonly row: Row;
  /** The width of a column, px. */
  readonly column: number;
  /** The left edge of each UTF-16 unit and, last, the row's end; null if they can be computed from the columns. */
  readonly edges: Float64Array | null;
};

/** A mark under a missed character. */
export type Scar = { readonly left: number; readonly width: number };

const thinnestScar = 2;

export function layOutRow(example: PreparedExample, row: Row, column: number): RowLayout {
  const columns = columnsOfRow(example, row);
  return { row, column, edges: columns === null ? null : columns.map((edge) => edge * column) };
}

/** The left edge of the character at an offset of the text, or the end of the row. */
export function xOf({ row, column, edges }: RowLayout, offset: number): number {
  const unit = offset - row.start;
  if (edges === null) return (row.left + unit) * column;
  return edges[unit] ?? edges.at(-1) ?? 0;
}

/** The width of a character that is not one column wide, such as 日; null for the others. */
export function unusualWidth(layout: RowLayout, offset: number, length: number): number | null {
  if (layout.edges === null || length === 0) return null;
  const width = xOf(layout, Math.min(offset + length, layout.row.end)) - xOf(layout, offset);
  return width > 0 && Math.abs(width - layout.column) > 0.5 ? width : null;
}

/**
 * Where a row's ink ends: at the caret in the caret's row, `Infinity` in typed rows, null in rows that are not yet
 * typed. A finished example is all ink.
 */
export function inkEnd(index: number, caretRow: number, caretX: number, isDone: boolean): number | null {
  if (index < caretRow || (index === caretRow && isDone)) return Number.POSITIVE_INFINITY;
  return index === caretRow ? caretX : null;
}

/** The `clip-path` that shows ink up to `end` in a row of this width. */
export function clipPath(end: number | null, rowWidth: number): string {
  const hidden = rowWidth - (end ?? 0);
  return hidden <= 0 ? "" : `inset(0 ${hidden}px 0 0)`;
}

export function scarsOf(attempt: Attempt, layout: RowLayout): readonly Scar[] {
  const { start, end } = layout.row;
  return missedBetween(attempt, start, end).map(([from, to]) => {
    const left = xOf(layout, from);
    return { left, width: Math.max(thinnestScar, xOf(layout, Math.min(to, end)) - left) };
  });
}
