// Breaks an example into rows of the screen and gives each character its column, by arithmetic.
//
// The browser does not break the lines, so that the place of any character is known without asking the page. The rest
// of a line that is too long follows in rows with a hanging indent, four columns deeper than the line's own. No row
// is wider than the pane, except for one trailing space, which may overhang its edge as it does in a browser.
//
// A column is the width of one character of the code font. A tab takes two. Characters that the code font does not
// have are wider or narrower than the guess made here, which errs on the wide side; the code area measures their rows
// once they are drawn. It measures all rows if the reader's own font or spacing makes characters differ in width.

import { type PreparedExample, offsetOfStep, stepAtOffset } from "@tabstop/engine/example";
import { indentColumns, indentEnd, type TextRow } from "./coloured-rows.ts";

/** [start, end) is its part of the example's text in UTF-16 units, without the newline. */
export type Row = TextRow & {
  /** Counted from 0. */
  readonly line: number;
  /** The column of its first character: 0, or the hanging indent. */
  readonly left: number;
  /** Columns of the line's own indent. */
  readonly indent: number;
  /** A newline follows: the row shows an Enter mark. */
  readonly hasEnter: boolean;
  /** `even` has one column per unit; `tabs` too, except for tabs. `measured` may have glyphs outside the code font. */
  readonly kind: "even" | "tabs" | "measured";
};

/** The widths of the characters from space to "~", in columns. */
export type Widths = Float64Array;

const hangingColumns = 4;
const tabColumns = 2;
/** A row has at least this many columns, even in a narrower pane. */
const fewestColumns = 8;

/**
 * All rows of the example in order, for a pane of this width. At least one: a text without characters is an empty
 * row. `widths` is null if the characters of the code font are one column wide. `isBlank` says which units are hidden:
 * those always are, so that no width tells them.
 */
export function breakIntoRows(
  example: PreparedExample,
  columns: number,
  widths: Widths | null = null,
  isBlank: Page["isBlank"] = null,
): readonly Row[] {
  const width = Math.max(fewestColumns, Math.floor(columns));
  return Array.from(example.lineStarts, (start, line) => {
    const hasEnter = line + 1 < example.lineStarts.length;
    const end = hasEnter ? at(example.lineStarts, line + 1) - 1 : example.text.length;
    return breakLine(example, { line, start, end, hasEnter }, { width, widths, isBlank });
  }).flat();
}

/** The row that holds the caret at this offset: at a newline the row before it, between two rows the later one. */
export function rowAtOffset(rows: readonly Row[], offset: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (at(rows, middle).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Like `rowAtOffset`, but it starts at the caret's last row, since most keys stay in their row or move to the next one.
 */
export function rowNear(rows: readonly Row[], offset: number, near: number): number {
  const row = rows[near];
  if (row !== undefined && row.start <= offset) {
    const next = rows[near + 1];
    if (next === undefined || offset < next.start) return near;
    const afterNext = rows[near + 2];
    if (afterNext === undefined || offset < afterNext.start) return near + 1;
  }
  return rowAtOffset(rows, offset);
}

/**
 * The column at each UTF-16 unit of a row and at its end, estimated for a `measured` row. null for an `even` row, where
 * the column is `left + offset - start`.
 */
export function columnsOfRow(example: PreparedExample, row: Row): Float64Array | null {
  if (row.kind === "even") return null;
  const columns = new Float64Array(row.end - row.start + 1);
  let column = row.left;
  forEachStep(example, row.start, row.end, (start, end) => {
    for (let unit = start; unit < end; unit++) columns[unit - row.start] = column;
    column += columnsOf(example.text.slice(start, end));
  });
  columns[row.end - row.start] = column;
  return columns;
}

type Line = Pick<Row, "line" | "start" | "end" | "hasEnter">;

type Page = {
  readonly width: number;
  readonly widths: Widths | null;
  readonly isBlank: ((unit: number) => boolean) | null;
};

function breakLine(example: PreparedExample, line: Line, { width, widths, isBlank }: Page): Row[] {
  const { text } = example;
  const body = text.slice(line.start, line.end);
  const kind = widths !== null ? "measured" : kindOf(body);
  const bodyStart = indentEnd(text, line.start, line.end);
  const indent = indentColumns(text, line.start, bodyStart);
  const hangingIndent = Math.min(indent + hangingColumns, Math.floor(width / 2));
  const bounds = [line.start];
  forEachStep(example, line.start, line.end, (_, to) => bounds.push(to));
  const steps = bounds.length - 1;
  const rows: Row[] = [];
  let first = 0;
  do {
    const isFirstOfLine = first === 0;
    const left = isFirstOfLine ? 0 : hangingIndent;
    const next = firstStepOfNextRow(text, bounds, { first, room: width - left, bodyStart, widths, isBlank });
    rows.push({
      line: line.line,
      start: at(bounds, first),
      end: at(bounds, next),
      left,
      indent,
      isFirstOfLine,
      hasEnter: next === steps && line.hasEnter,
      kind,
    });
    first = next;
  } while (first < steps);
  return rows;
}

/**
 * The best end of a row that starts at step `first` and has room for this many columns: after its last blank that is
 * not part of the indent, or else at the edge. The row contains at least one step.
 */
function firstStepOfNextRow(
  text: string,
  bounds: readonly number[],
  {
    first,
    room,
    bodyStart,
    widths,
    isBlank,
  }: Pick<Page, "widths" | "isBlank"> & {
    readonly first: number;
    readonly room: number;
    readonly bodyStart: number;
  },
): number {
  const steps = bounds.length - 1;
  let column = 0;
  let afterBlank = first;
  for (let step = first; step < steps; step++) {
    const start = at(bounds, step);
    const character = text[start];
    const end =
      column + columnsOf(text.slice(start, at(bounds, step + 1)), isBlank?.(start) === true ? null : widths);
    const fits = end <= room || (character === " " && end <= room + 1);
    if (!fits && step > first) return afterBlank > first ? afterBlank : step;
    column = end;
    if ((character === " " || character === "\t") && start >= bodyStart) afterBlank = step + 1;
  }
  return steps;
}

/** Visits the steps of the caret between two offsets, as [start, end) in UTF-16 units. */
export function forEachStep(
  example: PreparedExample,
  from: number,
  to: number,
  visit: (start: number, end: number) => void,
): void {
  if (example.stepStarts === null) {
    for (let unit = from; unit < to; unit++) visit(unit, unit + 1);
    return;
  }
  let step = stepAtOffset(example, from);
  for (let start = from; start < to; ) {
    const end = Math.min(to, offsetOfStep(example, step + 1));
    if (end > start) visit(start, end);
    start = end;
    step += 1;
  }
}

function kindOf(body: string): Row["kind"] {
  if (/^[\x20-\x7e]*$/.test(body)) return "even";
  return /^[\t\x20-\x7e]*$/.test(body) ? "tabs" : "measured";
}

/** The width of one step as it is drawn, in columns. */
function columnsOf(step: string, widths: Widths | null = null): number {
  if (step.length === 1 && step >= " " && step <= "~") return widths?.[step.charCodeAt(0) - 32] ?? 1;
  if (step.includes("\t")) return tabColumns;
  if (emoji.test(step)) return 2.25;
  if (wideCharacters.test(step)) return 2;
  return codeFont.test(step) ? 1 : 1.5;
}

const emoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}/u;
const wideCharacters =
  /[\u1100-\u115f\u2e80-\u303e\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Characters that the code font draws in one column: its scripts, punctuation and symbols, with their marks. */
const codeFont =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{Sm}\p{Sc}\p{Zs}\u2190-\u21ff\u2500-\u259f\p{Mn}\p{Cf}\p{Cc}]+$/u;

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`${index} of ${list.length}`);
  return value;
}
