// Finds forms by patterns: `for ( … ; … ; … )` is the word `for`, a pair of parentheses and two semicolons between
// them. The pieces of a form are the tokens that its pattern names.

import type { Found } from "../../found.ts";
import type { Reading } from "./reading.ts";

/**
 * A pattern is a list of elements with spaces between them:
 * - `x` is one word, `T` a type such as `java.util.List<String>[]`; neither is a piece of the form.
 * - `T&` is a type that ends with this mark, which is a piece; `n` is a number.
 * - `…` is any code up to the element after it, over brackets as wholes; it ends with its brackets and its statement.
 * - `^` stands at the beginning of a pattern whose first token begins a statement, `^^` where it begins a value, `_`
 *   where a space is before it, as before the `?` of a question and not of a type.
 * - `‥` is code without commas, colons and braces up to the element after it.
 * - `~a` says that the next token is not `a`; it is no piece.
 * - `a|b` is one of these words; everything else is a token by its text. The first element is such a token.
 */
export type FormRule = readonly [name: string, ...patterns: readonly string[]];

type Form = {
  readonly name: string;
  /** Where the first token must stand. */
  readonly start: "^" | "^^" | "_" | undefined;
  readonly elements: readonly string[];
};

/** A form's pattern looks at no more tokens than this, so that all forms of a text take time in its length. */
const maxSkipped = 96;
const closers = /^[)\]}>]$/;

export function formFinder(rules: readonly FormRule[]): (reading: Reading, found: Found) => void {
  const byFirst = new Map<string, Form[]>();
  for (const [name, ...patterns] of rules)
    for (const pattern of patterns) {
      const all = pattern.split(" ");
      // `_ =>` is a pattern too: the mark needs two elements after it.
      const mark = all[0] === "_" && all.length < 3 ? undefined : all[0];
      const start = mark === "^" || mark === "^^" || mark === "_" ? mark : undefined;
      const elements = start === undefined ? all : all.slice(1);
      for (const first of alternatives(elements[0] as string)) {
        const form: Form = { name, start, elements };
        byFirst.set(first, [...(byFirst.get(first) ?? []), form]);
      }
    }
  return (reading, found) => {
    for (let index = 0; index < reading.tokens.length; index++) {
      const done = new Set<string>();
      for (const form of byFirst.get(reading.text(index)) ?? []) {
        if (done.has(form.name)) continue;
        if (form.start === "^" && !startsStatement(reading, index)) continue;
        if (form.start === "_" && reading.isTight(index)) continue;
        if (form.start === "^^" && !startsValue(reading, index)) continue;
        const place = match(reading, index, form.elements);
        if (place !== null && found.form(form.name, ...place)) done.add(form.name);
      }
    }
  };
}

function alternatives(element: string): readonly string[] {
  return /^\w+(?:\|\w+)+$/.test(element) ? element.split("|") : [element];
}

function startsStatement(reading: Reading, index: number): boolean {
  return reading.isFirst(index) || /^[;{}]?$/.test(reading.text(index - 1));
}

/** Whether a value may begin at the token: what stands before it is no name, value or end of one. */
export function startsValue(reading: Reading, index: number): boolean {
  const kind = reading.tokens[index - 1]?.kind;
  const before = reading.text(index - 1);
  if (kind === "word") return /^(?:return|case|throw|else|yield|in|and|or|not|await|do|then)$/.test(before);
  return kind !== "number" && kind !== "quote-close" && !/^(?:[)\]}]|\+\+|--)$/.test(before);
}

function match(reading: Reading, from: number, elements: readonly string[]): readonly number[] | null {
  const place: number[] = [];
  const open: number[] = [];
  let at = from;
  for (let nth = 0; nth < elements.length; nth++) {
    const element = elements[nth] as string;
    if (element === "x" || element === "n") {
      if (reading.tokens[at]?.kind !== (element === "x" ? "word" : "number")) return null;
      at += 1;
    } else if (element === "T" || element === "T&") {
      const end = endOfType(reading, at);
      if (end === at) return null;
      const last = reading.tokens[end - 1];
      if (element === "T&" && last !== undefined) {
        if (last.text !== "&") return null;
        place.push(last.start, last.end);
      }
      at = end;
    } else if (element === "…" || element === "‥") {
      const to = elements[nth + 1] as string;
      // The end of a pair is the end of the pair that this pattern opened, whatever is in it.
      const next = closers.test(to)
        ? (reading.partners.get(open.at(-1) ?? -1) ?? null)
        : skipTo(reading, at, to, element === "‥");
      if (next === null) return null;
      at = next;
    } else if (element.length > 1 && element.startsWith("~")) {
      if (reading.text(at) === element.slice(1)) return null;
    } else {
      const token = reading.tokens[at];
      if (token === undefined || !isToken(reading, at, element)) return null;
      place.push(token.start, token.end);
      const partner = reading.partners.get(at);
      if (partner !== undefined && partner > at) open.push(at);
      else if (partner !== undefined && partner < at && partner >= from) {
        if (open.pop() !== partner) return null;
      }
      at += 1;
    }
  }
  return place;
}

function isToken(reading: Reading, index: number, element: string): boolean {
  const kind = reading.tokens[index]?.kind;
  return kind !== "text" && kind !== "comment" && alternatives(element).includes(reading.text(index));
}

/** The next token that the element names, at the level of brackets of `from`; null when there is none. */
function skipTo(reading: Reading, from: number, element: string, isPlain: boolean): number | null {
  let at = from;
  for (let steps = 0; steps < maxSkipped && at < reading.tokens.length; steps++) {
    if (element === "x" ? reading.isWord(at) : isToken(reading, at, element)) return at;
    const partner = reading.partners.get(at);
    if (partner !== undefined && partner < at) return null;
    if (reading.text(at) === ";" || (partner === undefined && /^[)\]}]$/.test(reading.text(at)))) return null;
    if (isPlain && /^[,{:]$/.test(reading.text(at))) return null;
    at = (partner ?? at) + 1;
  }
  return null;
}

const beforeTypes = /^(?:&|&&|\*|mut|const|unsigned|struct|\?|dyn|impl|final|chan|<-)$/;

/** The end of the type that begins at `from`; `from` when none does. */
export function endOfType(reading: Reading, from: number): number {
  let at = from;
  for (let steps = 0; steps < 8; steps++) {
    const close = reading.text(at) === "[" ? reading.partners.get(at) : undefined;
    // []string and [3]int of Go.
    if (close !== undefined && reading.isTight(close + 1)) at = close + 1;
    else if (beforeTypes.test(reading.text(at))) at += 1;
    else if (reading.text(at) === "'" && reading.isWord(at + 1)) at += 2;
    else break;
  }
  if (reading.text(at) === "[" || reading.text(at) === "(") {
    const end = reading.partners.get(at);
    return end === undefined ? from : end + 1;
  }
  if (!reading.isWord(at)) return from;
  at += 1;
  for (let steps = 0; steps < 32; steps++) {
    const text = reading.text(at);
    const partner = reading.partners.get(at);
    if ((text === "." || text === "::" || text === "\\") && reading.isWord(at + 1)) at += 2;
    else if (partner !== undefined && partner > at && (reading.angles.has(at) || text === "[")) {
      at = partner + 1;
      // map[string]int of Go.
      if (text === "[" && reading.isTight(at) && reading.isWord(at)) at += 1;
    } else if (/^(?:\*|&|&&|\?)$/.test(text) && reading.isTight(at)) at += 1;
    else if (text === "..." && reading.isWord(at + 1)) at += 1;
    else break;
  }
  return at;
}
