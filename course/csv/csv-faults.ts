// The faults of a sheet's rows: the number of cells, contradictions, missing titles and numbers.

import type { Kind } from "../course.ts";
import { codePointName } from "@tabstop/engine/code-points";
import { excerpt, type Fault, type Remark } from "../problems.ts";
import { counted, thousands } from "../words.ts";
import type { Column, OrderColumn } from "./csv-columns.ts";

export function cellCount(found: number, expected: number): Fault {
  const advice =
    found > expected
      ? 'Put " around a cell that contains the delimiter or a line break, and write "" for a " inside it.'
      : "Write the empty cells too.";
  const sentence = `This row has ${counted(found, "cell")}, the header has ${expected}. ${advice}`;
  return {
    code: "CSV_CELL_COUNT",
    found: counted(found, "cell"),
    expected: counted(expected, "cell"),
    sentence,
  };
}

/** `row` is the row of the other value; null when it is unknown. */
export function conflict(found: string, other: string, row: number | null): Fault {
  const where = row === null ? "an earlier row" : `row ${row}`;
  const sentence = `"${excerpt(found)}" differs from "${excerpt(other)}" in ${where}. Write the same text, or fill in only one of the rows.`;
  return {
    code: "CSV_CONFLICT",
    found: excerpt(found),
    expected: `${excerpt(other)} or an empty cell`,
    sentence,
  };
}

/** `filled` is a column of the row that needs this title and is filled; null when there is none. */
export function titleEmpty(kind: Kind, filled: Column | null): Fault {
  const though = filled === null ? "" : `, though ${filled} is filled`;
  const sentence = `The ${kind} title is empty${though}. Write it in every row.`;
  return { code: "TITLE_EMPTY", found: `empty${though}`, expected: `the ${kind} title`, sentence };
}

export function orderMissing(column: OrderColumn): Fault {
  const sentence = `${column} is empty here, though other rows have it. Write it in every row, or in none.`;
  return { code: "ORDER_MISSING", found: "empty", expected: "a whole number, 0 or more", sentence };
}

export function orderDuplicate(number: string, row: number): Fault {
  const sentence = `The chapter already has an example number ${excerpt(number)}, in row ${row}. Give each example a different number.`;
  return {
    code: "ORDER_DUPLICATE",
    found: excerpt(number),
    expected: "a number used once in the chapter",
    sentence,
  };
}

/** A cell that holds what a spreadsheet shows instead of a value. */
export function spreadsheetError(cell: string): Remark {
  const sentence = `This cell is "${excerpt(cell)}", which a spreadsheet shows when a formula has no value. Learners would see or type it. If it is meant so, put a ' before it and write the column's name into the column escaped.`;
  return { code: "SPREADSHEET_ERROR", found: excerpt(cell), sentence };
}

/** `first` is the spelling that is kept, `row` its row. */
export function titleSpellings(
  kind: Exclude<Kind, "example">,
  title: string,
  first: string,
  row: number,
): Remark {
  const own = [...title];
  const other = [...first];
  const at = own.findIndex((character, index) => character !== other[index]);
  const name = (character: string | undefined) =>
    character === undefined ? "nothing" : codePointName(character);
  const difference = at === -1 ? "" : ` (${name(own[at])} here, ${name(other[at])} there)`;
  const sentence = `The ${kind} title "${excerpt(title)}" looks like that of row ${row}, but is spelled with other characters${difference}. Both are read as one ${kind}.`;
  return { code: "TITLE_SPELLINGS", found: excerpt(title), sentence };
}

export function tooManyRows(most: number): Fault {
  const expected = `at most ${thousands(most)} rows`;
  const sentence = `The sheet has more than ${thousands(most)} rows. It is not read further.`;
  return { code: "TOO_MANY", found: `more than ${thousands(most)} rows`, expected, sentence };
}
