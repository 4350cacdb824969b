// Arrays and slices of Rust: the brackets of types and of values.

import type { Found } from "../../found.ts";
import { startsValue } from "../c-like/forms.ts";
import type { Reading } from "../c-like/reading.ts";
import { names } from "../words/rust-words.ts";

/** The types `&[T]` and `[T; n]`, and the value `[x; n]`. */
export function addArray(reading: Reading, index: number, found: Found): void {
  const { text, placeOf } = reading;
  const close = reading.partners.get(index) ?? index;
  const isType = beginsType(reading, index + 1) && isAfterTypeMark(reading, index);
  let mark = index + 1;
  while (mark < close && mark < index + 32 && text(mark) !== ";")
    mark = Math.max(mark, reading.partners.get(mark) ?? mark) + 1;
  if (mark < close && text(mark) === ";") {
    if (isType) found.form("[T; n]", ...placeOf(index, mark, close));
    else if (startsValue(reading, index)) found.form("[x; n]", ...placeOf(index, mark, close));
  } else if (isType && text(index - 1) === "&") found.form("&[T]", ...placeOf(index - 1, index, close));
}

/** Whether a type and no value stands here: after `:`, `->`, `type A =` or in `< >`, in brackets or behind `&` too. */
export function isAfterTypeMark(reading: Reading, index: number): boolean {
  let at = index - 1;
  for (let steps = 0; steps < 8; steps++) {
    if (/^(?:&|mut|\(|\[)$/.test(reading.text(at))) at -= 1;
    else if (reading.text(at - 1) === "'") at -= 2;
    else break;
  }
  if (reading.text(at) === ",") return reading.angles.has(reading.around(at));
  if (reading.text(at) === "=") return reading.text(at - 2) === "type";
  if (reading.text(at) === "<") return reading.angles.has(at);
  return /^(?::|->)$/.test(reading.text(at));
}

function beginsType(reading: Reading, from: number): boolean {
  let at = from;
  while (at < from + 8 && /^[&([]$/.test(reading.text(at))) at += 1;
  const text = reading.text(at);
  if (/^(?:'|dyn|impl|mut)$/.test(text)) return true;
  return (
    reading.isWord(at) && (/^[A-Z]/.test(text) || names.has(text)) && !/^(?:None|Some|Ok|Err)$/.test(text)
  );
}
