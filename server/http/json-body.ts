// Parses JSON strictly: UTF-8 only; no NUL and no broken characters in any text or name; limits on nesting, lists and
// names; no names that would reach an object's prototype, which are dropped like any unknown field.

import { malformed } from "./errors.ts";

/**
 * No schema of the contract is nested so deeply. A body of brackets alone would overflow the stack when it is written
 * back.
 */
const depthLimit = 100;

// No schema has so many. The fault of every single entry would take far more time to describe than the body to parse.
const entriesAtMost = 2_000;
const namesAtMost = 1_000;

/** `undefined` for an empty body; throws DomainError MALFORMED. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw malformed(
      error instanceof SyntaxError ? "The body is not valid JSON." : "The body is not valid UTF-8.",
    );
  }
  check(value, 1);
  return value;
}

function check(value: unknown, depth: number): void {
  if (typeof value === "string") checkText(value);
  else if (typeof value === "object" && value !== null) {
    if (depth > depthLimit) throw malformed("The body is nested too deeply.");
    if (Array.isArray(value)) checkList(value, depth);
    else checkObject(value as Record<string, unknown>, depth);
  }
}

function checkList(list: readonly unknown[], depth: number): void {
  if (list.length > entriesAtMost)
    throw malformed(`A list in the body has ${list.length} entries, but may have at most ${entriesAtMost}.`);
  for (const item of list) check(item, depth + 1);
}

function checkObject(object: Record<string, unknown>, depth: number): void {
  // JSON.parse makes these own properties; spreading or assigning them later would set a prototype.
  Reflect.deleteProperty(object, "__proto__");
  const { constructor } = object;
  if (Object.hasOwn(object, "constructor") && typeof constructor === "object")
    Reflect.deleteProperty(object, "constructor");
  const entries = Object.entries(object);
  if (entries.length > namesAtMost)
    throw malformed(
      `An object in the body has ${entries.length} names, but may have at most ${namesAtMost}.`,
    );
  for (const [name, item] of entries) {
    checkText(name);
    check(item, depth + 1);
  }
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw malformed("The body contains NUL or broken characters.");
}
