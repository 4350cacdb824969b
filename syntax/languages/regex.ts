// Regular expressions: an example of patterns, a literal of JavaScript, or an argument of grep. Names of groups, literal
// characters and counts are the author's. Each line is a pattern of its own.

import type { Found } from "../found.ts";

export function regexConstructs(code: string, found: Found): void {
  readPattern(code, 0, code.length, found);
}

/** What opens a group, the longest first; a named group is read apart. */
const groups = ["(?<=", "(?<!", "(?:", "(?=", "(?!", "(?>"];

/** Adds the constructs of the pattern from `start` up to `end` of the text. */
export function readPattern(code: string, start: number, end: number, found: Found): void {
  const add = (sign: string, ...place: readonly number[]): boolean => found.symbol(`regex ${sign}`, ...place);
  /** The groups that are open: the name and what opened each. */
  const open: Group[] = [];
  /** The class that is open. */
  let set: { readonly name: string; readonly start: number; readonly inside: number } | undefined;
  let at = start;
  while (at < end) {
    const sign = code[at] as string;
    if (sign === "\n") {
      set = undefined;
      open.length = 0;
      at += 1;
    } else if (sign === "\\") at = readEscape(code, at, end, add);
    else if (set !== undefined) {
      const named = sign === "[" ? matched(/\[:[a-z]{1,10}:\]/y, code, at, end) : "";
      if (named !== "") add(named, at, at + named.length);
      else if (sign === "]") {
        add(set.name, set.start, set.inside, at, at + 1);
        set = undefined;
      } else if (sign === "-" && at > set.inside && code[at + 1] !== "]" && at + 1 < end)
        add("-", at, at + 1);
      at += Math.max(1, named.length);
    } else if (sign === "[") {
      const length = code[at + 1] === "^" && at + 1 < end ? 2 : 1;
      set = { name: length === 2 ? "[^ ]" : "[ ]", start: at, inside: at + length };
      at += length;
    } else if (sign === "(") {
      const opener = openerAt(code, at, end);
      open.push(opener);
      at = opener.place.at(-1) as number;
    } else if (sign === ")") {
      const opener = open.pop();
      if (opener !== undefined) add(opener.name, ...opener.place, at, at + 1);
      at += 1;
    } else if (sign === "{") at = readCount(code, at, end, add);
    else if (sign === "*" || sign === "+" || sign === "?") {
      const isLazy = code[at + 1] === "?" && at + 1 < end;
      add(isLazy ? `${sign}?` : sign, at, at + (isLazy ? 2 : 1));
      at += isLazy ? 2 : 1;
    } else {
      if ("^$.|".includes(sign)) add(sign, at, at + 1);
      at += 1;
    }
  }
}

type Group = { readonly name: string; readonly place: readonly number[] };
type Add = (sign: string, ...place: readonly number[]) => boolean;

function readEscape(code: string, at: number, end: number, add: Add): number {
  const next = code[at + 1] ?? "";
  if (at + 1 >= end || !/[!-~]/.test(next)) return at + 1;
  const { length } = matched(/\\(?:k<[\p{L}\p{N}_$]{1,60}>|[pPu]\{[\w=]{1,60}\})/uy, code, at, end);
  if (length > 0) {
    add(next === "k" ? "\\k<name>" : `\\${next}{ }`, at, at + 3, at + length - 1, at + length);
    return at + length;
  }
  // The number of a group is as arbitrary as a name.
  add(/[1-9]/.test(next) ? "\\1" : `\\${next}`, at, at + 2);
  return at + 2;
}

/** What the pattern, which has the flag `y`, matches at a place before the end; empty if nothing. */
function matched(pattern: RegExp, code: string, at: number, end: number): string {
  pattern.lastIndex = at;
  const [text = ""] = pattern.exec(code) ?? [];
  return at + text.length <= end ? text : "";
}

function openerAt(code: string, at: number, end: number): Group {
  const plain = groups.find((group) => at + group.length <= end && code.startsWith(group, at));
  if (plain !== undefined) return { name: `${plain} )`, place: [at, at + plain.length] };
  // `(?i)` and `(?i:`: which letters stand there is a part of the name.
  const flags = matched(/\(\?[aimnsuxLU]{0,8}(?:-[aimnsuxLU]{1,8})?:?(?=\)|(?<=:))/y, code, at, end);
  if (flags.length > 2)
    return { name: flags.endsWith(":") ? `${flags} )` : `${flags})`, place: [at, at + flags.length] };
  if (matched(/\(\?P=\w{1,60}(?=\))/y, code, at, end) !== "")
    return { name: "(?P=name)", place: [at, at + 4] };
  const whole = matched(/\(\?P?<[\p{L}_$][\p{L}\p{N}_$]{0,60}>/uy, code, at, end);
  if (whole === "") return { name: "( )", place: [at, at + 1] };
  const mark = whole.slice(0, whole.indexOf("<") + 1);
  const close = at + whole.length - 1;
  return { name: `${mark}name> )`, place: [at, at + mark.length, close, close + 1] };
}

/** `{2}`, `{2,}` or `{2,4}`: its signs, not its numbers. */
function readCount(code: string, at: number, end: number, add: Add): number {
  const whole = matched(/\{\d{1,9}(?:,\d{0,9})?\}/y, code, at, end);
  if (whole === "") return at + 1;
  const close = at + whole.length - 1;
  const comma = at + whole.indexOf(",");
  if (comma < at) add("{n}", at, at + 1, close, close + 1);
  else add("{n,m}", at, at + 1, comma, comma + 1, close, close + 1);
  return close + 1;
}
