// Protects cells from spreadsheets: they run a cell that looks like a formula, and convert one that looks like a
// number, date, time, truth value or error (`001` becomes 1, `3.10` becomes 3.1), even when it is quoted. A `'` before it
// prevents both.
//
// The writer lists the cells with an added `'` in the row's `escaped` cell, and the reader removes one `'` from listed
// cells only, because code may start with `'` itself (`'-'.join(x)`). An unneeded `'` only looks odd, so the rule for
// converted cells is broad and covers spreadsheets in several languages.

import { withoutUnseen } from "../as-it-looks.ts";
import { plainWord, skipUnseen } from "../unseen.ts";
import { isSpreadsheetError } from "./cell-errors.ts";

export function disarm(cell: string): string {
  return needsApostrophe(cell) ? `'${cell}` : cell;
}

/** A cell that is listed as escaped, without its `'`. One that lost its `'` on the way stays as it is. */
export function rearm(raw: string): string {
  const cell = raw.slice(skipUnseen(raw, 0));
  return cell.startsWith("'") && needsApostrophe(cell.slice(1)) ? cell.slice(1) : raw;
}

export function needsApostrophe(cell: string): boolean {
  if (cell.startsWith("\t") || cell.startsWith("\n")) return true;
  if (isSpreadsheetError(cell)) return true;
  const start = withoutUnseen(cell.slice(0, 1_000)).trimStart();
  return (
    formulaStarts.has(start.slice(0, 1)) ||
    isConverted(cell.length > longestConverted ? cell : plainWord(cell))
  );
}

/** `= + - @` and their full-width forms, which spreadsheets in East Asian languages treat alike. */
const formulaStarts = new Set(["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"]);

/** No number or date is longer. */
const longestConverted = 100;

function isConverted(cell: string): boolean {
  if (cell.length > longestConverted) return false;
  const text = cell.trim().toLowerCase();
  if (text.includes("\n")) return false;
  if (truthValues.has(text)) return true;
  if (!/\p{Nd}/u.test(text)) return false;
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return (
    words.every((word) => numberWords.has(word)) &&
    !/[^\p{L}\p{M}\p{Nd}\p{Sc}\s.,:;/'’%()_+\-−*^&#]/u.test(text)
  );
}

const truthValues = new Set(
  "true false wahr falsch vrai faux verdadero falso verdadeiro vero waar onwaar sant falskt".split(" "),
);

/** Words beside the digits of a number, date or time: months and weekdays in seven languages, units and currencies. */
const numberWords = new Set(
  `e t z a p am pm h uhr utc gmt st nd rd th de di del of der den le ad bc
  usd eur gbp chf jpy cny inr kr kč zł r rs
  jan january feb february mar march apr april may jun june jul july aug august sep sept september
  oct october nov november dec december
  jän jänner januar februar mär mrz märz mai juni juli okt oktober dez dezember
  janv janvier févr février mars avr avril juin juil juillet août septembre octobre novembre déc décembre
  ene enero febrero marzo abr abril mayo junio julio ago agosto septiembre octubre noviembre dic diciembre
  gen gennaio febbraio mag maggio giu giugno lug luglio set settembre ott ottobre dicembre aprile
  janeiro fev fevereiro março maio junho julho setembro out outubro dezembro
  maart mrt mei januari februari augustus
  mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday
  mo montag dienstag mi mittwoch do donnerstag fr freitag sa samstag so sonntag
  lun lundi mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
