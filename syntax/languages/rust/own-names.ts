// Finds what the author of a text in Rust named.

import { wordSet } from "../../word-set.ts";
import { addEnumConstants, isInBracesOf, nothingOwn, type Own } from "../c-like/declared.ts";
import { startsValue } from "../c-like/forms.ts";
import type { Reading } from "../c-like/reading.ts";
import { keywords, names } from "../words/rust-words.ts";
import { isAfterTypeMark } from "./arrays.ts";

/** Keywords after which a name is declared. */
const declaring = wordSet("struct enum trait type const static mod union ref");

const typeKeywords = wordSet("impl trait");

export function declared(reading: Reading): Own {
  const own = nothingOwn();
  const { text, isWord } = reading;
  addEnumConstants(reading, own);
  let bars = 0;
  for (let index = 0; index < reading.tokens.length; index++) {
    // Not `&'static str` and `*const u8`, nor `type Item` of a trait of the library.
    const isOther =
      /^['*]$/.test(text(index - 1)) || (text(index) === "type" && isOfLibraryTrait(reading, index));
    if (declaring.has(text(index)) && isWord(index + 1) && !isOther) own.names.add(text(index + 1));
    // A field is never called as a method, so that its name hides none: `let sum: u32 = xs.iter().sum()`.
    if (isWord(index) && text(index + 1) === ":" && !keywords.has(text(index))) own.names.add(text(index));
    if (text(index) === "fn" && !isOfLibraryTrait(reading, index)) {
      own.names.add(text(index + 1));
      if (isMethod(reading, index)) own.members.add(text(index + 1));
    }
    if (/^(?:let|for)$/.test(text(index))) addPattern(reading, index, own.names);
    // `let Some(x)` declares `x` alone.
    if (text(index) === "let" && isWord(index + 1) && !/^(?:[({]|::)$/.test(text(index + 2)))
      own.names.add(text(index + 1));
    // `let mut x`, and not the types `&mut Vec<T>`, `&'a mut Vec<T>` and `*mut u8`.
    const isInType = /^(?:&&?|\*)$/.test(text(index - 1)) || text(index - 2) === "'";
    if (text(index) === "mut" && isWord(index + 1) && !isInType) own.names.add(text(index + 1));
    if (text(index) === "macro_rules!") own.names.add(`${text(index + 1)}!`);
    if (text(index) === "for" && isWord(index + 1) && text(index + 2) === "in")
      own.names.add(text(index + 1));
    if (text(index) === "use" && !/^(?:std|core|alloc)$/.test(text(index + 1)))
      addUsed(reading, index + 1, own.names);
    if (text(index) === "use" && text(index + 1) === "std") addRenamed(reading, index + 1, own.names);
    if (/^(?:fn|struct|enum|trait|impl|type)$/.test(text(index)))
      addTypeParameters(reading, index, own.names);
    const end = index < bars ? index : (barsAt(reading, index)?.[2] ?? index);
    for (let at = index + 1; at < end; at++) {
      // Not the types in `|a: &str, b: HashMap<u8, u8>|`.
      const isType = reading.angles.has(reading.around(at)) || isAfterTypeMark(reading, at);
      if (isWord(at) && /^(?:[|,(&]|mut)$/.test(text(at - 1)) && !isType) own.names.add(text(at));
    }
    bars = Math.max(bars, end + 1);
  }
  return own;
}

/** Whether a function is a method, or is in the braces of a type: others are called without a dot. */
function isMethod(reading: Reading, index: number): boolean {
  const angle = reading.angles.has(index + 2) ? reading.partners.get(index + 2) : undefined;
  const open = angle === undefined ? index + 2 : angle + 1;
  for (let at = open + 1; at < open + 6 && !/^[,)]$/.test(reading.text(at)); at++)
    if (reading.text(at) === "self") return true;
  return isInBracesOf(reading, index, typeKeywords);
}

/** Adds the variables in `for (index, char) in` and `let Some(text) =`. */
function addPattern(reading: Reading, index: number, names: Set<string>): void {
  const open = reading.text(index + 1) === "(" ? index + 1 : index + 2;
  const close = reading.text(open) === "(" ? reading.partners.get(open) : undefined;
  // `impl Area for (u8, u8)` has no variables.
  if (close === undefined || (reading.text(index) === "for" && reading.text(close + 1) !== "in")) return;
  for (let at = open + 1; at < close && at < open + 32; at++)
    if (reading.isWord(at) && /^[a-z]/.test(reading.text(at)) && !keywords.has(reading.text(at)))
      names.add(reading.text(at));
}

/** Whether a function is in `impl Display for Point`: the library chose its name. */
export function isOfLibraryTrait(reading: Reading, index: number): boolean {
  const open = reading.around(index);
  if (reading.text(open) !== "{") return false;
  let trait = "";
  for (let at = open - 1; at > open - 48 && at >= 0 && !/^[;{}]$/.test(reading.text(at)); at--) {
    if (reading.text(at) === "impl") return names.has(trait);
    if (reading.text(at) !== "for") continue;
    const before = reading.text(at - 1) === ">" ? (reading.partners.get(at - 1) ?? at) : at;
    trait = reading.text(before - 1);
  }
  return false;
}

/** Adds the names that come from the author's own modules: the last parts of `use shapes::{Circle, Square}`. */
function addUsed(reading: Reading, from: number, names: Set<string>): void {
  for (let at = from; at < from + 64 && reading.text(at) !== ";" && reading.text(at) !== ""; at++)
    if (reading.isWord(at) && reading.text(at + 1) !== "::" && !keywords.has(reading.text(at)))
      names.add(reading.text(at));
}

/** Adds the new names in `use std::fmt::Result as FmtResult`. */
function addRenamed(reading: Reading, from: number, names: Set<string>): void {
  for (let at = from; at < from + 64 && reading.text(at) !== ";" && reading.text(at) !== ""; at++)
    if (reading.text(at) === "as") names.add(reading.text(at + 1));
}

function addTypeParameters(reading: Reading, index: number, names: Set<string>): void {
  const open = reading.text(index) === "impl" ? index + 1 : index + 2;
  if (reading.text(open) !== "<" || !reading.angles.has(open)) return;
  const close = reading.partners.get(open) ?? open;
  for (let at = open + 1; at < close && at < open + 64; at++)
    if (reading.isWord(at) && /^(?:[<,]|const)$/.test(reading.text(at - 1)) && reading.around(at) === open)
      names.add(reading.text(at));
}

/** The bars around the parameters of a closure, if the first one is here. */
export function barsAt(reading: Reading, index: number) {
  const open = reading.tokens[index];
  if (open?.text !== "|" || open.kind !== "symbol") return undefined;
  if (!startsValue(reading, index) && reading.text(index - 1) !== "move") return undefined;
  for (let at = index + 1; at < index + 32; at++) {
    const text = reading.text(at);
    if (text === "|") {
      const close = reading.tokens[at];
      return close === undefined ? undefined : ([open, close, at] as const);
    }
    if (/^(?:[;{]|=>)$/.test(text)) return undefined;
  }
  return undefined;
}
