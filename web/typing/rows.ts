/**
 * Where an example's characters stand: rows and columns, by arithmetic.
 *
 * Lines are broken here and not by the browser, so that the place of any character is known without asking the page.
 * A line that is too long goes on in rows that hang four columns deeper than its own indent. Rows are never wider than
 * the pane, but for one space, which may hang over its edge as it does in a browser.
 *
 * A column is the width of one character of the code font. A tab takes two. What the code font doesn't have is wider
 * or narrower than the guess made here, which is on the safe side; the code area measures such rows once it has drawn them.
 */
import { type Example, offsetOfStep, stepAtOffset } from "@tabstop/engine/example";

export type Row = {
  /** Counted from 0. */
  readonly line: number;
  /** Its part of the example's text, [start, end) in UTF-16 units, without the newline. */
  readonly start: number;
  readonly end: number;
  /** The column of its first character. */
  readonly left: number;
  /** Columns of the line's own indent. */
  readonly indent: number;
  readonly isFirstOfLine: boolean;
  /** A newline follows: the row shows an Enter mark. */
  readonly hasEnter: boolean;
  /** `even`: one column a unit. `tabs`: the same but for tabs. `measured`: the code font may not have it. */
  readonly kind: "even" | "tabs" | "measured";
};

const hangingColumns = 4;
const tabColumns = 2;
/** Narrower than this no row gets, whatever the pane says. */
const fewestColumns = 8;

/** All rows of the example in order, in a pane that is so many columns wide. At least one, an empty one if there is no text. */
export function breakIntoRows(example: Example, columns: number): readonly Row[] {
  const width = Math.max(fewestColumns, Math.floor(columns));
  const rows: Row[] = [];
  for (let line = 0; line < example.lineStarts.length; line++) {
    const start = at(example.lineStarts, line);
    const hasEnter = line + 1 < example.lineStarts.length;
    const end = hasEnter ? at(example.lineStarts, line + 1) - 1 : example.text.length;
    breakLine(example, line, start, end, hasEnter, width, rows);
  }
  return rows;
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

/** The same, beginning where the caret was: a key mostly stays in its row or goes to the next. */
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
 * The column of every boundary of a row from its start to its end, by UTF-16 unit; null for an `even` row, where it is
 * `left + offset - start`. Only a guess for a `measured` one.
 */
export function columnsOfRow(example: Example, row: Row): Float64Array | null {
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

/** Whether the two units at this offset are drawn as one indent stop: a pair of spaces in the line's indent. */
export function isIndentPair(text: string, lineStart: number, offset: number): boolean {
  if ((offset - lineStart) % 2 !== 0 || !text.startsWith("  ", offset)) return false;
  for (let unit = lineStart; unit < offset; unit++) if (text[unit] !== " ") return false;
  return true;
}

function breakLine(
  example: Example,
  line: number,
  lineStart: number,
  lineEnd: number,
  hasEnter: boolean,
  width: number,
  rows: Row[],
): void {
  const { text } = example;
  const body = text.slice(lineStart, lineEnd);
  const kind = /^[\x20-\x7e]*$/.test(body) ? "even" : /^[\t\x20-\x7e]*$/.test(body) ? "tabs" : "measured";
  const indentEnd = lineStart + (/^[ \t]*/.exec(body)?.[0].length ?? 0);
  let indent = 0;
  for (let unit = lineStart; unit < indentEnd; unit++) indent += text[unit] === "\t" ? tabColumns : 1;
  const hang = Math.min(indent + hangingColumns, Math.floor(width / 2));

  const bounds = [lineStart];
  const widths: number[] = [];
  forEachStep(example, lineStart, lineEnd, (from, to) => {
    bounds.push(to);
    widths.push(columnsOf(text.slice(from, to)));
  });
  const steps = widths.length;
  let first = 0;
  do {
    const left = first === 0 ? 0 : hang;
    let column = left;
    let step = first;
    /** The step before which a row may end best: behind the last blank since its start, but not within the indent. */
    let good = first;
    for (; step < steps; step++) {
      const sign = text[at(bounds, step)];
      const end = column + at(widths, step);
      const fits = end <= width || (sign === " " && end <= width + 1);
      if (!fits && step > first) break;
      column = end;
      if ((sign === " " || sign === "\t") && at(bounds, step) >= indentEnd) good = step + 1;
    }
    if (step < steps && good > first) step = good;
    const [start, end] = [at(bounds, first), at(bounds, step)];
    const isLast = step === steps;
    rows.push({
      line,
      start,
      end,
      left,
      indent,
      isFirstOfLine: first === 0,
      hasEnter: isLast && hasEnter,
      kind,
    });
    first = step;
  } while (first < steps);
}

/** Visits the steps of the caret between two offsets, as [start, end) in UTF-16 units. */
export function forEachStep(
  example: Example,
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

/** How wide one step is drawn, in columns. */
function columnsOf(step: string): number {
  if (step.length === 1 && step >= " " && step <= "~") return 1;
  if (step.includes("\t")) return tabColumns;
  if (emoji.test(step)) return 2.25;
  if (wideCharacters.test(step)) return 2;
  return codeFont.test(step) ? 1 : 1.5;
}

const emoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}/u;
const wideCharacters =
  /[\u1100-\u115f\u2e80-\u303e\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** What the code font draws in one column: its own scripts, punctuation and signs, with marks on them. */
const codeFont =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{Sm}\p{Sc}\p{Zs}\u2190-\u21ff\u2500-\u259f\p{Mn}\p{Cf}\p{Cc}]+$/u;

function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`${index} of ${list.length}`);
  return value;
}
