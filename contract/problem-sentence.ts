// Says in a sentence what is wrong with a field of a request, where its schema has no words of its own. It names no type
// of a programming language.

import type * as z from "zod/mini";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Ends with a full stop. */
export function problemSentence(issue: Issue): string {
  const name = issue.path?.join(".") || "The body";
  return `${name} ${faultOf(issue)}.`;
}

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is required"
        : `must be ${kinds[issue.expected] ?? "something else"}`;
    case "too_small":
      return `must be ${ofSize(issue.origin, `at least ${issue.minimum}`)}`;
    case "too_big":
      return `must be ${ofSize(issue.origin, `at most ${issue.maximum}`)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_format":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
    case "not_multiple_of":
    case "custom":
    default:
      return "is not valid";
  }
}

const kinds: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object",
  null: "null",
};

function ofSize(origin: string, bound: string): string {
  if (origin === "string") return `${bound} characters long`;
  return origin === "array" ? `${bound} entries long` : bound;
}
