// Cuts CSV text (LF line ends) into rows and cells, by RFC 4180 with any delimiter. A cell that starts with `"` is
// quoted up to the next single `"`; a `"` inside a cell that does not start with one is literal.

import { excerpt, type Fault } from "../problems.ts";
import { hasUnseen } from "../as-it-looks.ts";
import { looksBlank, unseenNames, unseenUnits } from "../unseen.ts";

export type CsvRow = {
  /** Where the row begins in a text editor, from 1. */
  readonly line: number;
  /** Its number in a spreadsheet, from 1; blank rows count. */
  readonly row: number;
  readonly cells: readonly string[];
  /** The first fault in the quotes of this row; its cells are then only a guess. */
  readonly fault: { readonly fault: () => Fault; readonly line: number } | null;
};

/**
 * The rows from an offset of the text on; `firstLine` is the line of that offset.
 *
 * Long: it walks the text once and shares its position, its line and the fault of the row between all steps.
 */
export function* csvRows(text: string, delimiter: string, start = 0, firstLine = 1): Generator<CsvRow> {
  let at = start;
  let line = firstLine;
  for (let row = 1; at < text.length; row += 1) {
    const begin = line;
    const cells: string[] = [];
    let fault: CsvRow["fault"] = null;
    for (let more = true; more; ) {
      let blanks = at;
      while (text[blanks] !== delimiter) {
        const units = blankUnits(text, blanks);
        if (units === 0) break;
        blanks += units;
      }
      if (text[blanks] !== '"') {
        const end = plainEnd(text, at, delimiter);
        cells.push(text.slice(at, end));
        at = end;
      } else {
        const begins = at;
        if (blanks > at) fault ??= { fault: () => spaceBeforeQuote(text.slice(begins, blanks + 40)), line };
        const opened = line;
        const close = quoteEnd(text, blanks + 1);
        const content = text.slice(blanks + 1, close === -1 ? text.length : close);
        line += lineBreaks(content);
        if (close === -1) {
          fault ??= { fault: () => quoteUnclosed(content), line: opened };
          cells.push(content);
          at = text.length;
        } else {
          const end = plainEnd(text, close + 1, delimiter);
          if (end > close + 1) fault ??= { fault: () => textAfterQuote(text.slice(close + 1, end)), line };
          cells.push(content.split('""').join('"') + text.slice(close + 1, end));
          at = end;
        }
      }
      more = at < text.length && text[at] === delimiter;
      at += 1;
    }
    line += 1;
    yield { line: begin, row, cells, fault };
  }
}

/** The UTF-16 units of a space, a tab or an unseen character; 0 for any other. */
function blankUnits(text: string, at: number): number {
  return text[at] === " " || text[at] === "\t" ? 1 : unseenUnits(text, at);
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at += 1;
  return at;
}

/** The next `"` that is not doubled; -1 when there is none. */
function quoteEnd(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') {
    at += 2;
    if (text[at] !== '"') at = text.indexOf('"', at);
  }
  return at;
}

export function lineBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

function quoteUnclosed(content: string): Fault {
  const found = `a cell that starts with "${excerpt(content)} and never ends`;
  const sentence =
    'The cell that starts here with " never ends. Close it with ", and write "" for a " inside it.';
  return { code: "CSV_QUOTE_UNCLOSED", found, expected: 'a closing "', sentence };
}

function textAfterQuote(text: string): Fault {
  const sentence = looksBlank(text)
    ? `There is ${blankName(text)} after the closing " of a cell. Remove it, or put it inside the quotes.`
    : `There is text after the closing " of a cell: ${excerpt(text.trim())}. Write "" for a " inside a cell.`;
  return { code: "CSV_TEXT_AFTER_QUOTE", found: excerpt(text), expected: "the end of the cell", sentence };
}

/** `text` is the start of the cell. */
function spaceBeforeQuote(text: string): Fault {
  const blanks = text.slice(0, text.indexOf('"'));
  const sentence = `There is ${blankName(blanks)} before the " that opens a cell. Remove it, or put it inside the quotes.`;
  return {
    code: hasUnseen(blanks) ? "CHARACTER_UNSEEN" : "CSV_SPACE_BEFORE_QUOTE",
    found: excerpt(text),
    expected: '" at the start of the cell',
    sentence,
  };
}

function blankName(blanks: string): string {
  return unseenNames(blanks.slice(0, 100)) || "a space or tab";
}
