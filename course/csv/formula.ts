/**
 * Spreadsheets run a cell that looks like a formula, and retype one that looks like a number, date, time or truth
 * value (`001` becomes 1, `3.10` becomes 3.1), even when it is quoted. A `'` before it keeps it as it is.
 *
 * The writer lists the cells it did this to in the row's `escaped` cell, and the reader takes one `'` off listed cells
 * only: code may start with `'` by itself (`'-'.join(x)`). Doing it to a cell that needed it not costs nothing but
 * looks, so what is retyped is judged broadly, for spreadsheets in several languages.
 */
export function disarm(cell: string): string {
  return needsApostrophe(cell) ? `'${cell}` : cell;
}

/** Of a cell that is listed as escaped. One that lost its `'` on the way is left alone. */
export function rearm(cell: string): string {
  return cell.startsWith("'") && needsApostrophe(cell.slice(1)) ? cell.slice(1) : cell;
}

export function needsApostrophe(cell: string): boolean {
  if (cell.startsWith("\t") || cell.startsWith("\n")) return true;
  const text = cell.trimStart();
  return formulaStarts.has(text.slice(0, 1)) || isRetyped(cell);
}

/** `= + - @` and their full-width forms, which a spreadsheet with an Asian input method takes for the same. */
const formulaStarts = new Set(["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"]);

/** Nothing longer is a number or a date. */
const longestRetyped = 100;

function isRetyped(cell: string): boolean {
  if (cell.length > longestRetyped) return false;
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

/** What may stand beside digits in a number, date or time: months and weekdays in seven languages, and units of these. */
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
