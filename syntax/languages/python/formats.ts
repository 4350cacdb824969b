// The constructs in Python's formats: what follows the colon in an f-string, and the letters after `%`.

import type { Found } from "../../found.ts";

/** A part of a format: its text, or null for an expression in it, and where it starts. */
export type FormatPart = { readonly text: string | null; readonly start: number };

const expression = "\0";
const specification =
  /^(?:([^\0])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+|\0)?([,_])?(?:(\.)(\d+|\0))?([bcdeEfFgGnosxX%])?$/su;

/**
 * The format of an expression in an f-string, from its colon. Widths are numbers or expressions, and how many signs the
 * author wants is theirs: `:.2f` counts as `f"{:.nf}"`. Any other format, such as one of a date, has its letters after
 * `%` only.
 */
export function findFormat(colon: number, parts: readonly FormatPart[], found: Found): void {
  const text = parts.map((part) => part.text ?? expression).join("");
  const match = specification.exec(text);
  if (match === null) {
    found.symbol('f"{:}"', colon, colon + 1);
    for (const part of parts)
      for (const { 0: letter, index } of (part.text ?? "").matchAll(/%-?[A-Za-z%]/g))
        found.symbol(letter, part.start + index, part.start + index + letter.length);
    return;
  }
  const [, fill = "", align = "", sign = "", z = "", alternate = "", zero = "", width = "", ...rest] = match;
  const [grouping = "", dot = "", precision = "", type = ""] = rest;
  const lengths = [
    ["", fill],
    [align, align],
    [sign, sign],
    [z, z],
    [alternate, alternate],
    [zero, zero],
    ["", width],
    [grouping, grouping],
    [dot, dot],
    ["", precision],
    [type, type],
  ] as const;
  const starts = startsOf(parts);
  const place = [colon, colon + 1];
  let at = 0;
  for (const [part, whole] of lengths) {
    const start = starts[at] ?? colon + 1;
    at += whole.length;
    if (part === "") continue;
    if (place.at(-1) === start) place[place.length - 1] = start + part.length;
    else place.push(start, start + part.length);
  }
  const name = [align, sign, z, alternate, zero, width && "n", grouping, dot && ".n", type].join("");
  found.symbol(`f"{:${name}}"`, ...place);
}

/** Where each unit of the joined format stands; only the first ones, since no specification is long but its widths. */
function startsOf(parts: readonly FormatPart[]): readonly number[] {
  const starts: number[] = [];
  for (const { text, start } of parts)
    for (let at = 0; at < (text?.length ?? 1); at++) starts.push(start + at);
  return starts;
}

const directive = /%(\([^()]*\))?([-+ #0]*)(\d+|\*)?(\.(?:\d+|\*))?([diouxXeEfFgGcrsa%])/g;

/** The directives of a text before the operator `%`, such as `%s` and `%.2f`, which counts as `%.nf`. */
export function findDirectives(text: string, start: number, found: Found): void {
  for (const match of text.matchAll(directive)) {
    const [whole, name = "", flags = "", width = "", precision = "", type = ""] = match;
    let at = start + match.index;
    const place = [at, at + 1 + (name === "" ? flags.length : 1)];
    if (name !== "") {
      at += name.length;
      place.push(at, at + 1 + flags.length);
    }
    at += 1 + flags.length + width.length;
    if (precision !== "") add(place, at, at + 1);
    const end = start + match.index + whole.length;
    add(place, end - 1, end);
    const named = name === "" ? "" : "( )";
    found.symbol(`%${named}${flags}${width && "n"}${precision && ".n"}${type}`, ...place);
  }
}

function add(place: number[], start: number, end: number): void {
  if (place.at(-1) === start) place[place.length - 1] = end;
  else place.push(start, end);
}
