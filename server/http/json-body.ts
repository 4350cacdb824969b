// Bytes to JSON, strictly: UTF-8 only, no NUL and no broken characters in any text or name, no nesting that would be an
// attack, no name that reaches for an object's prototype (such names are dropped, like any unknown field).

import { malformed } from "./errors.ts";

/** Deeper than anything the contract declares; a body of brackets alone would overflow the stack when written back. */
const deepest = 100;

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
    if (depth > deepest) throw malformed("The body is nested too deeply.");
    if (Array.isArray(value)) for (const item of value) check(item, depth + 1);
    else checkObject(value as Record<string, unknown>, depth);
  }
}

function checkObject(object: Record<string, unknown>, depth: number): void {
  // JSON.parse makes these own properties; spreading or assigning them later would set a prototype.
  Reflect.deleteProperty(object, "__proto__");
  const { constructor } = object;
  if (Object.hasOwn(object, "constructor") && typeof constructor === "object")
    Reflect.deleteProperty(object, "constructor");
  for (const [name, item] of Object.entries(object)) {
    checkText(name);
    check(item, depth + 1);
  }
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw malformed("The body holds NUL or broken characters, which no text here may have.");
}
