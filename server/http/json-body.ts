// Parses JSON strictly: UTF-8 only; no NUL and no broken characters in any text or name; limits on nesting, lists and
// names; no names that would reach an object's prototype, which are dropped like any unknown field.

import { maxInteger } from "@tabstop/contract/shapes/common";
import { DomainError } from "../domain-error.ts";
import { malformed } from "./errors.ts";

/**
 * No schema of the contract is nested so deeply. A body of brackets alone would overflow the stack when it is written
 * back.
 */
const depthLimit = 100;

// No schema has so many. The fault of every single entry would take far more time to describe than the body to parse.
const entriesAtMost = 2_000;
const namesAtMost = 1_000;
// Each is a whole number within the bounds of ids, so that none has a fault to describe.
const idsAtMost = 10_000;

/** Names of fields of a body to which other rules apply. */
export type FieldRules = {
  /** Their values are never a reason to refuse the body. */
  readonly lenient?: readonly string[] | undefined;
  /** They are lists of ids, which may be longer than other lists. */
  readonly idLists?: readonly string[] | undefined;
};

/** `undefined` for an empty body; throws DomainError MALFORMED. */
export function parseJsonBody(bytes: Uint8Array, { lenient = [], idLists = [] }: FieldRules = {}): unknown {
  if (bytes.length === 0) return undefined;
  // A lenient field may be such a list too.
  const lists = idLists.length === 0 ? 0 : idLists.length + lenient.length;
  const value = parse(bytes, lenient.length > 0 && bytes.length > longBytes, lists);
  check(value, 1, { lenient, idLists });
  return value;
}

/** With lenient fields a body may be much longer than its other fields need. */
const longBytes = 64 * 1024;

function parse(bytes: Uint8Array, isLong: boolean, lists: number): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(isLong ? withoutNested(text, lists) : text);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw malformed(
      error instanceof SyntaxError ? "The body is not valid JSON." : "The body is not valid UTF-8.",
    );
  }
}

/**
 * The JSON of an object with an empty text in place of each list and object in it, except of the first so many lists of
 * ids: to build a megabyte of lists takes 60 ms, and no field of such a body has others. What is wrong inside them is
 * not noticed.
 */
function withoutNested(text: string, lists: number): string {
  let flat = "";
  let from = 0;
  let depth = 0;
  let names = 0;
  let kept = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if ((code | 0x20) === opening) {
      const end = depth === 1 && kept < lists ? endOfIds(text, at) : null;
      if (end !== null) {
        kept += 1;
        at = end;
        continue;
      }
      depth += 1;
      if (depth === 2) flat += `${text.slice(from, at)}""`;
    } else if ((code | 0x20) === closing) {
      depth -= 1;
      if (depth === 1) from = at + 1;
    } else if (code === colon && depth === 1) names += 1;
  }
  if (names > namesAtMost) throw tooManyNames(names);
  // What is not closed is not valid, and takes as long.
  return depth === 0 ? flat + text.slice(from) : "";
}

/** Character codes: `"`, `:`, and the braces, from which the square brackets differ by 0x20. */
const quote = 0x22;
const colon = 0x3a;
const opening = 0x7b;
const closing = 0x7d;

/** As JSON, each with a comma and a space. */
const longestIds = idsAtMost * "2147483647, ".length;

/** The place of the bracket that ends a list of ids; null when none begins at `from`. */
function endOfIds(text: string, from: number): number | null {
  const end = text.indexOf("]", from);
  if (text[from] !== "[" || end < 0 || end - from > longestIds) return null;
  return /^[\d,\s]*$/.test(text.slice(from + 1, end)) ? end : null;
}

/** The place of the quote that ends the text which begins at `from`; the length of all when there is none. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

function check(value: unknown, depth: number, rules: FieldRules = {}): void {
  if (typeof value === "string") checkText(value);
  else if (typeof value === "object" && value !== null) {
    if (depth > depthLimit) throw malformed("The body is nested too deeply.");
    if (Array.isArray(value)) checkList(value, depth);
    else checkObject(value as Record<string, unknown>, depth, rules);
  }
}

function checkList(list: readonly unknown[], depth: number): void {
  if (list.length > entriesAtMost)
    throw malformed(`A list in the body has ${list.length} entries, but may have at most ${entriesAtMost}.`);
  for (const item of list) check(item, depth + 1);
}

function isListOfIds(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > idsAtMost) return false;
  return value.every((item) => Number.isInteger(item) && item > 0 && item <= maxInteger);
}

/** Says what is wrong in a long list that is none of ids, or has too many. A short one is an ordinary list. */
function checkIds(name: string, { length }: readonly unknown[]): void {
  if (length > idsAtMost)
    throw malformed(`The list "${name}" has ${length} entries, but may have at most ${idsAtMost}.`);
  if (length > entriesAtMost)
    throw malformed(
      `The list "${name}" has ${length} entries, so each must be an id: a whole number from 1 to ${maxInteger}.`,
    );
}

function checkObject(object: Record<string, unknown>, depth: number, { lenient, idLists }: FieldRules): void {
  // JSON.parse makes these own properties; spreading or assigning them later would set a prototype.
  Reflect.deleteProperty(object, "__proto__");
  const { constructor } = object;
  if (Object.hasOwn(object, "constructor") && typeof constructor === "object")
    Reflect.deleteProperty(object, "constructor");
  const entries = Object.entries(object);
  if (entries.length > namesAtMost) throw tooManyNames(entries.length);
  for (const [name, item] of entries) {
    checkText(name);
    if (lenient?.includes(name) || (idLists?.includes(name) && isListOfIds(item))) continue;
    if (idLists?.includes(name) && Array.isArray(item)) checkIds(name, item);
    check(item, depth + 1);
  }
}

function tooManyNames(count: number): DomainError {
  return malformed(`An object in the body has ${count} names, but may have at most ${namesAtMost}.`);
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw malformed("The body contains NUL or broken characters.");
}
