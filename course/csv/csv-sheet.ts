// Opens a sheet: finds the delimiter and the header of CSV text. `sheet-reader.ts` knows what the cells mean. The rows
// are cut from the text each time they are read and never kept, so that a hostile file cannot fill the memory.

import { type Column, columnNames, findColumn, isNote, normaliseName } from "./csv-columns.ts";
import { type CsvRow, csvRows } from "./csv-records.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings, type Place } from "../problems.ts";
import { withoutUnseen } from "../as-it-looks.ts";
import { looksBlank } from "../unseen.ts";

export type Sheet = {
  /** Line and row of the header. */
  readonly line: number;
  readonly row: number;
  /** The index of each known column in a row. */
  readonly columns: ReadonlyMap<Column, number>;
  readonly width: number;
  /** The rows below the header that are not blank. */
  readonly rows: () => Iterable<CsvRow>;
};

/** `text` has LF line ends and no byte order mark. Returns null when the header has a fault, and reports it. */
export function openSheet(text: string, required: readonly Column[], findings: Findings): Sheet | null {
  const separator = readSeparatorLine(text);
  const header = findHeader(text, separator, findings);
  if (header === null) return null;
  const { line, row, cells } = header.row;
  const place = { line, row };
  const { columns, unnamed } = readColumns(header, place, findings);
  for (const column of required) {
    if (!columns.has(column)) findings.addProblem(columnMissing(column), place);
  }
  const sheet: Sheet = {
    line,
    row,
    columns,
    width: cells.length,
    rows: function* () {
      for (const each of csvRows(text, header.delimiter, separator.start, separator.firstLine)) {
        if (each.row > row && !isBlankRow(each)) yield each;
      }
    },
  };
  if (unnamed.size > 0) {
    for (const [at, filled] of firstFilled(sheet, unnamed))
      findings.addProblem(columnUnnamed(at + 1, filled), place);
  }
  return findings.failed ? null : sheet;
}

/** The header, read with the delimiter that yields the most column names. Reports a missing header and returns null. */
function findHeader(text: string, separator: SeparatorLine, findings: Findings): Header | null {
  const { start, firstLine, delimiter: declared } = separator;
  const headerFor = (delimiter: string): Header | null => {
    for (const row of csvRows(text, delimiter, start, firstLine)) {
      if (row.row > mostBlankRows) break;
      // The delimiter is not known yet, so a row that has only delimiters counts as blank.
      const isBlank = row.cells.every((cell) => !/[^\s,;]/.test(withoutUnseen(cell)));
      if (row.fault !== null || !isBlank)
        return { delimiter, row, names: row.cells.slice(0, mostColumns).map(normaliseName) };
    }
    return null;
  };
  const header = (declared === null ? delimiters : [declared])
    .map(headerFor)
    .reduce((best, other) => (namesKnown(other) > namesKnown(best) ? other : best));
  if (header === null) {
    findings.addProblem(headerMissing("no row"), { line: 1, row: 1 });
    return null;
  }
  const { line, row, cells, fault } = header.row;
  if (fault !== null) {
    findings.addProblem(fault.fault, { line: fault.line, row });
    return null;
  }
  if (namesKnown(header) > 0) return header;
  const found = excerpt(cells.join(header.delimiter));
  const actual = unexpected.find((delimiter) => namesKnown(headerFor(delimiter)) > 1);
  const problem = actual === undefined ? headerMissing(found) : otherDelimiter(found, actual, declared);
  findings.addProblem(problem, { line, row });
  return null;
}

/** The index of each known column, and the indexes of the columns without a name. */
function readColumns(
  { names, row }: Header,
  place: Place,
  findings: Findings,
): { columns: Map<Column, number>; unnamed: Set<number> } {
  const columns = new Map<Column, number>();
  const unnamed = new Set<number>();
  names.forEach((name, at) => {
    if (isNote(name)) return;
    if (name === "") {
      unnamed.add(at);
      return;
    }
    const column = findColumn(name);
    if (column === undefined) findings.addProblem(columnUnknown(row.cells[at] ?? ""), place);
    else if (columns.has(column)) findings.addProblem(columnTwice(column), place);
    else columns.set(column, at);
  });
  return { columns, unnamed };
}

/** An open quote with only spaces after it is a fault and not a blank row. */
function isBlankRow(row: CsvRow): boolean {
  return row.fault === null && row.cells.every((cell) => isBlank(cell) || looksBlank(cell));
}

/** The header is not looked for further down. */
const mostBlankRows = 10_000;

/** Further cells of a header are not read; there are 17 columns, and some for notes. */
const mostColumns = 1_000;

type Header = { readonly delimiter: string; readonly row: CsvRow; readonly names: readonly string[] };

/** The first one wins if two fit equally well. */
const delimiters = [",", ";", "\t"] as const;

/** Delimiters that people use although the format or the first line of the file does not allow them. */
const unexpected = [...delimiters, "|", ":", "&"] as const;

/** How many of the header's cells are names of columns. (Counting delimiters would count those inside code.) */
function namesKnown(header: Header | null): number {
  return header === null ? -1 : header.names.filter((name) => findColumn(name) !== undefined).length;
}

/** Where the sheet begins, and the delimiter that the file declares, if it does. */
type SeparatorLine = {
  readonly start: number;
  readonly firstLine: number;
  readonly delimiter: string | null;
};

/** Excel's line `sep=;`, which is not a row of the sheet. */
function readSeparatorLine(text: string): SeparatorLine {
  const end = text.indexOf("\n");
  const length = end === -1 ? text.length : end;
  // Some programs put quotes around it; one that saved the sheet again also adds the empty cells of the row.
  const line = length <= longestSeparatorLine ? text.slice(0, length) : "";
  const delimiter = separatorLine.exec(withoutUnseen(line))?.[2];
  if (delimiter === undefined) return { start: 0, firstLine: 1, delimiter: null };
  return { start: length + 1, firstLine: 2, delimiter };
}

const separatorLine = /^ *("?)sep=([^"])\1[ ,;\t|]*$/i;
const longestSeparatorLine = 200;

/** The first filled cell of each of these columns that has one. */
function firstFilled(sheet: Sheet, columns: ReadonlySet<number>): Map<number, { row: number; cell: string }> {
  const filled = new Map<number, { row: number; cell: string }>();
  for (const { row, cells, fault } of sheet.rows()) {
    if (fault !== null || filled.size === columns.size) continue;
    for (let at = 0; at < Math.min(cells.length, sheet.width); at += 1) {
      const cell = cells[at] ?? "";
      if (columns.has(at) && !isBlank(cell) && !filled.has(at)) filled.set(at, { row, cell });
    }
  }
  return filled;
}

function headerMissing(found: string): Fault {
  return {
    code: "CSV_HEADER_MISSING",
    found,
    expected: "a first row with the names of the columns",
    sentence: `The first row does not name the columns. Their names are ${columnNames.join(", ")}.`,
  };
}

/** The names of the columns are there, but with another delimiter. */
function otherDelimiter(found: string, actual: string, declared: string | null): Fault {
  const name = (delimiter: string) => (delimiter === "\t" ? "a tab" : `"${delimiter}"`);
  return {
    code: "CSV_HEADER_MISSING",
    found,
    expected: `cells separated by ${name(declared ?? ",")}`,
    sentence:
      declared === null
        ? `The cells of this row are separated by ${name(actual)}. Separate them by a comma, a semicolon or a tab, or put a line sep=${actual} above it.`
        : `The first line says that cells are separated by ${name(declared)}, but here they are separated by ${name(actual)}. Remove the first line, or write sep=${actual}.`,
  };
}

function columnUnknown(cell: string): Fault {
  const names = columnNames.join(", ");
  const sentence = `There is no column "${excerpt(cell.trim())}". The columns are ${names}; a column whose name starts with _ is ignored.`;
  return { code: "CSV_COLUMN_UNKNOWN", found: excerpt(cell.trim()), expected: `one of ${names}`, sentence };
}

function columnMissing(column: Column): Fault {
  const sentence = `The column ${column} is missing.`;
  return { code: "CSV_COLUMN_MISSING", found: `no ${column}`, expected: column, sentence };
}

function columnTwice(column: Column): Fault {
  const sentence = `The column ${column} appears twice.`;
  return { code: "CSV_COLUMN_TWICE", found: `${column} twice`, expected: `${column} once`, sentence };
}

function columnUnnamed(number: number, filled: { row: number; cell: string }): Fault {
  const found = excerpt(filled.cell.trim());
  const sentence = `Column ${number} has no name, but row ${filled.row} has "${found}" in it. Give it a name; a column whose name starts with _ is ignored.`;
  return { code: "CSV_COLUMN_UNNAMED", found, expected: `a name for column ${number}`, sentence };
}
