/**
 * A sheet: CSV text whose header is understood. Delimiter, header and row numbers; what the cells mean is for
 * `parse-csv.ts`. The rows are cut anew for each walk instead of kept, so that a hostile file fills no memory.
 */
import { type Column, columnNames, findColumn, isNote, normaliseName } from "./csv-columns.ts";
import { type CsvRow, csvRows } from "./csv-records.ts";
import { isBlank } from "../line-reader.ts";
import { excerpt, type Fault, type Findings } from "../problems.ts";

export type Sheet = {
  /** Line and row of the header. */
  readonly line: number;
  readonly row: number;
  /** Where in a row each known column stands. */
  readonly columns: ReadonlyMap<Column, number>;
  readonly width: number;
  /** The rows below the header that are not blank. */
  readonly rows: () => Iterable<CsvRow>;
};

/** null: the header cannot be used, and the findings say why. `text`: LF line ends, no byte order mark. */
export function openSheet(text: string, required: readonly Column[], findings: Findings): Sheet | null {
  const { start, firstLine, delimiter: declared } = readSeparatorLine(text);
  const headerFor = (delimiter: string): Header | null => {
    for (const row of csvRows(text, delimiter, start, firstLine)) {
      // What delimits is not known yet: a row of nothing but delimiters is blank.
      const blank = row.cells.every((cell) => !/[^\s,;]/.test(cell));
      if (row.fault !== null || !blank) return { delimiter, row, names: row.cells.map(normaliseName) };
    }
    return null;
  };
  const header = (declared === null ? delimiters : [declared])
    .map(headerFor)
    .reduce((best, other) => (known(other) > known(best) ? other : best));
  if (header === null) {
    findings.problem(headerMissing("no row"), { line: 1, row: 1 });
    return null;
  }
  const { line, row, cells, fault } = header.row;
  if (fault !== null) {
    findings.problem(fault.fault, { line: fault.line, row });
    return null;
  }
  if (known(header) === 0) {
    const found = cells.join(header.delimiter);
    const apart = unexpected.find((sign) => known(headerFor(sign)) > 1);
    const fault =
      apart === undefined ? headerMissing(excerpt(found)) : otherDelimiter(excerpt(found), apart, declared);
    findings.problem(fault, { line, row });
    return null;
  }
  const place = { line, row };
  const columns = new Map<Column, number>();
  const unnamed = new Set<number>();
  header.names.forEach((name, at) => {
    if (isNote(name)) return;
    if (name === "") {
      unnamed.add(at);
      return;
    }
    const column = findColumn(name);
    if (column === undefined) findings.problem(columnUnknown(cells[at] ?? ""), place);
    else if (columns.has(column)) findings.problem(columnTwice(column), place);
    else columns.set(column, at);
  });
  for (const column of required) {
    if (!columns.has(column)) findings.problem(columnMissing(column), place);
  }
  const sheet: Sheet = {
    line,
    row,
    columns,
    width: cells.length,
    rows: function* () {
      for (const each of csvRows(text, header.delimiter, start, firstLine)) {
        if (each.row > row && !isBlankRow(each)) yield each;
      }
    },
  };
  if (unnamed.size > 0) {
    for (const [at, filled] of firstFilled(sheet, unnamed))
      findings.problem(columnUnnamed(at + 1, filled), place);
  }
  return findings.failed ? null : sheet;
}

/** A quote that opens nothing but blanks and never ends is no blank row. */
function isBlankRow(row: CsvRow): boolean {
  return row.fault === null && row.cells.every(isBlank);
}

type Header = { readonly delimiter: string; readonly row: CsvRow; readonly names: readonly string[] };

/** In this order when two fit equally. */
const delimiters = [",", ";", "\t"] as const;

/** What people part cells by all the same, or against what the first line says. */
const unexpected = [...delimiters, "|", ":", "&"] as const;

/** How many of the header's cells are names of columns. Counting delimiters would count those inside code. */
function known(header: Header | null): number {
  return header === null ? -1 : header.names.filter((name) => findColumn(name) !== undefined).length;
}

/** Excel's `sep=;` line, which is no row of the sheet. */
function readSeparatorLine(text: string): { start: number; firstLine: number; delimiter: string | null } {
  const end = text.indexOf("\n");
  const length = end === -1 ? text.length : end;
  const line = length <= 10 ? text.slice(0, length) : "";
  const delimiter = /^sep=([^"])$/i.exec(line)?.[1];
  if (delimiter === undefined) return { start: 0, firstLine: 1, delimiter: null };
  return { start: length + 1, firstLine: 2, delimiter };
}

/** For each of these columns that is not empty: its first row with something in it, and what. */
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

/** The names are there, but not as cells. */
function otherDelimiter(found: string, apart: string, declared: string | null): Fault {
  const name = (sign: string) => (sign === "\t" ? "a tab" : `"${sign}"`);
  return {
    code: "CSV_HEADER_MISSING",
    found,
    expected: `cells that are parted by ${name(declared ?? ",")}`,
    sentence:
      declared === null
        ? `The cells of this row are parted by ${name(apart)}. Part them by a comma, a semicolon or a tab, or put a line sep=${apart} above it.`
        : `The first line says that cells are parted by ${name(declared)}, but here they are parted by ${name(apart)}. Take the first line away, or write sep=${apart}.`,
  };
}

function columnUnknown(cell: string): Fault {
  const names = columnNames.join(", ");
  const sentence = `There is no column "${excerpt(cell.trim())}". The names are ${names}; a name that starts with _ is left out.`;
  return { code: "CSV_COLUMN_UNKNOWN", found: excerpt(cell.trim()), expected: `one of ${names}`, sentence };
}

function columnMissing(column: Column): Fault {
  const sentence = `The column ${column} is missing.`;
  return { code: "CSV_COLUMN_MISSING", found: `no ${column}`, expected: column, sentence };
}

function columnTwice(column: Column): Fault {
  const sentence = `The column ${column} is there twice.`;
  return { code: "CSV_COLUMN_TWICE", found: `${column} twice`, expected: `${column} once`, sentence };
}

function columnUnnamed(number: number, filled: { row: number; cell: string }): Fault {
  const found = excerpt(filled.cell.trim());
  const sentence = `Column ${number} has no name, but row ${filled.row} has "${found}" in it. Name it; a name that starts with _ is left out.`;
  return { code: "CSV_COLUMN_UNNAMED", found, expected: `a name for column ${number}`, sentence };
}
