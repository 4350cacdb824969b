// Reads what stands between `${` and `}`, and the formats of printf.

import type { Found } from "../../found.ts";

/** An expansion with braces, up to where its last part begins. */
export type Parameter = {
  /** What counts, such as `${x[@]}` and `${x%y}`, with the pieces so far. */
  readonly names: readonly string[];
  readonly pieces: readonly number[];
  /** The sign of the change, when the list of an array has the braces. */
  readonly change: readonly number[] | undefined;
  /** A sign that may come once more in the last part. */
  readonly separator: string | undefined;
  readonly end: number;
};

const head = /\$\{([!#]?)([A-Za-z_]\w*|\d+|[@*#?!$-])(\[(?:[@*]|[^\]\n]{0,200})\])?/y;
const changes = /:[-=+?]|[-=+?]|##?|%%?|\/\/?|\^\^?|,,?|:|@[A-Za-z]/y;
const endings: Readonly<Record<string, string>> = {
  ":": ":n:n",
  "/": "/a/b",
  "//": "//a/b",
  "^": "^",
  "^^": "^^",
  ",": ",",
  ",,": ",,",
};

/** Undefined when no parameter stands there. */
export function parameterAt(code: string, at: number): Parameter | undefined {
  head.lastIndex = at;
  const match = head.exec(code);
  if (match === null) return undefined;
  const [whole, mark = "", name = "", list = ""] = match;
  let end = at + whole.length;
  const isAll = list === "[@]" || list === "[*]";
  const pieces = [at, at + 2 + mark.length];
  if (list !== "") {
    const start = end - list.length;
    if (isAll) pieces.push(start, end);
    else pieces.push(start, start + 1, end - 1, end);
  }
  changes.lastIndex = end;
  const change = changes.exec(code)?.[0];
  const isPlain = change === undefined;
  const listName = list === "" ? "" : isAll ? list : "[n]";
  const names: string[] = [];
  if (/^(?:\d+|[@*#?!$-])$/.test(name) && list === "" && isPlain) {
    // The number or sign is as much a part of it as the braces.
    pieces[1] = end;
    names.push(`\${${mark}${name}}`);
  } else if (mark !== "" || listName !== "" || isPlain) names.push(`\${${mark}x${listName}}`);
  let changed: number[] | undefined;
  if (change !== undefined) {
    names.push(change.startsWith("@") ? `\${x${change}}` : `\${x${endings[change] ?? `${change}y`}}`);
    if (names.length > 1) changed = [end, end + change.length];
    else pieces.push(end, end + change.length);
    end += change.length;
  }
  const separator =
    change === undefined ? undefined : change.startsWith("/") ? "/" : change === ":" ? ":" : undefined;
  return { names, pieces, change: changed, separator, end };
}

const format = /%([-+ #0]*)(\d+|\*)?(\.(?:\d+|\*))?([diouxXeEfFgGcsqb%])/y;
const escape = /\\[abefnrtv\\"']|\\x|\\u/y;

/** A format or escape of printf that stands at a place; returns where it ends, or the place itself. */
export function formatAt(code: string, at: number, found: Found): number {
  escape.lastIndex = at;
  const escaped = escape.exec(code)?.[0];
  if (escaped !== undefined) {
    found.symbol(escaped, at, at + escaped.length);
    return at + escaped.length;
  }
  format.lastIndex = at;
  const match = format.exec(code);
  if (match === null) return at;
  const [whole, flags = "", width = "", precision = "", type = ""] = match;
  const end = at + whole.length;
  const pieces = [at, at + 1 + flags.length];
  let next = at + 1 + flags.length + width.length;
  if (precision !== "") {
    if (width === "") pieces[1] = next + 1;
    else pieces.push(next, next + 1);
    next += precision.length;
  }
  if (pieces.at(-1) === next) pieces[pieces.length - 1] = end;
  else pieces.push(next, end);
  // Today's name of `%5.1f` has no precision: how many digits the author wants is theirs.
  found.symbol(`%${flags}${width === "" ? "" : "n"}${precision === "" ? "" : ".n"}${type}`, ...pieces);
  return end;
}
