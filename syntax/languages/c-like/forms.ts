// Finds forms by patterns: `for ( … ; … ; … )` is the word `for`, a pair of parentheses and two semicolons between
// them. The pieces of a form are the tokens that its pattern names.

import type { Found } from "../../found.ts";
import type { Token } from "../../scan.ts";
import type { Reading } from "./reading.ts";

/**
 * A pattern is a list of elements with spaces between them:
 * - `x` is one word, `T` a type such as `java.util.List<String>[]`; neither is a piece of the form.
 * - `T&` is a type that ends with this mark, which is a piece; `n` is a number.
 * - `…` is any code up to the element after it, over brackets as wholes; it ends with its brackets and its statement.
 * - `^` stands at the beginning of a pattern whose first token begins a statement, `^^` where it begins a value, `_`
 *   where a space is before it, as before the `?` of a question and not of a type.
 * - `‥` is code without commas, colons and braces up to the element after it.
 * - `V` says that a value begins here, and `~a` or `~a|b` that the next token is none of these; `tight` says that nothing
 *   is between the next token and the one before it. They are no pieces.
 * - `a|b` is one of these words; everything else is a token by its text. The first element is such a token.
 */
export type FormRule = readonly [name: string, ...patterns: readonly string[]];

type Form = {
  readonly name: string;
  /** Where the first token must stand. */
  readonly start: "^" | "^^" | "_" | undefined;
  readonly elements: readonly Element[];
};

type Element = {
  /** `token`: one of `texts`. The others are as in patterns. */
  readonly kind: "token" | "x" | "n" | "T" | "T&" | "…" | "‥" | "V" | "~" | "tight";
  readonly texts: readonly string[];
  /** It closes a pair. */
  readonly isCloser: boolean;
};

/** A form's pattern looks at no more tokens than this, so that all forms of a text take time in its length. */
const maxSkipped = 64;

export function formFinder(rules: readonly FormRule[]): (reading: Reading, found: Found) => void {
  const byFirst = new Map<string, Form[]>();
  for (const [name, ...patterns] of rules)
    for (const pattern of patterns) {
      const all = pattern.split(" ");
      // `_ =>` is a pattern too: the mark needs two elements after it.
      const mark = all[0] === "_" && all.length < 3 ? undefined : all[0];
      const start = mark === "^" || mark === "^^" || mark === "_" ? mark : undefined;
      const elements = (start === undefined ? all : all.slice(1)).map(elementOf);
      for (const first of elements[0]?.texts ?? []) {
        const form: Form = { name, start, elements };
        byFirst.set(first, [...(byFirst.get(first) ?? []), form]);
      }
    }
  return (reading, found) => {
    const possible = possibleIn(reading, byFirst);
    for (let index = 0; index < reading.tokens.length; index++) {
      let done = "";
      for (const form of possible.get(reading.text(index)) ?? []) {
        // The patterns of one form are neighbours.
        if (done === form.name || !mayStart(reading, index, form.start)) continue;
        const place = match(reading, index, form.elements);
        if (place !== null && found.form(form.name, ...place)) done = form.name;
      }
    }
  };
}

/** The forms of whose tokens the text has each: to try the others would take most of the time. */
function possibleIn(
  { tokens }: Reading,
  byFirst: ReadonlyMap<string, readonly Form[]>,
): ReadonlyMap<string, readonly Form[]> {
  const texts = new Set(tokens.map(({ text }) => text));
  const isPossible = ({ elements }: Form) =>
    elements.every((element) => element.kind !== "token" || element.texts.some((text) => texts.has(text)));
  return new Map([...byFirst].map(([first, forms]) => [first, forms.filter(isPossible)]));
}

function elementOf(text: string): Element {
  const isCloser = /^[)\]}>]$/.test(text);
  if (/^(?:[xnT…‥V]|T&|tight)$/.test(text)) return { kind: text as Element["kind"], texts: [], isCloser };
  if (text.length > 1 && text.startsWith("~"))
    return { kind: "~", texts: alternatives(text.slice(1)), isCloser };
  return { kind: "token", texts: alternatives(text), isCloser };
}

function alternatives(text: string): readonly string[] {
  return /^(?:\w+|[*&])(?:\|(?:\w+|[*&]))+$/.test(text) ? text.split("|") : [text];
}

function mayStart(reading: Reading, index: number, start: Form["start"]): boolean {
  if (start === "^") return startsStatement(reading, index);
  if (start === "^^") return startsValue(reading, index);
  return start === undefined || !reading.isTight(index);
}

function startsStatement(reading: Reading, index: number): boolean {
  return reading.isFirst(index) || /^[;{}]?$/.test(reading.text(index - 1));
}

/** Whether a value may begin at the token: what stands before it is no name, value or end of one. */
export function startsValue(reading: Reading, index: number): boolean {
  const kind = reading.tokens[index - 1]?.kind;
  const before = reading.text(index - 1);
  // `operator==(…)` of C++ and C# has parameters.
  if (reading.text(index - 2) === "operator" && kind === "symbol") return false;
  if (kind === "word") return /^(?:return|case|throw|else|yield|in|and|or|not|await|do|then)$/.test(before);
  return kind !== "number" && kind !== "quote-close" && !/^(?:[)\]}]|\+\+|--)$/.test(before);
}

/** Whether the token is the first of a value, as far as it tells: `-` may be a sign or an operator. */
function beginsValue(reading: Reading, index: number): boolean {
  const { kind, text } = reading.tokens[index] ?? {};
  if (kind === "word") return !/^(?:instanceof|is|as|in|and|or|xor)$/.test(text ?? "");
  return kind === "number" || kind === "quote-open" || text === "(";
}

function match(reading: Reading, from: number, elements: readonly Element[]): readonly number[] | null {
  const place: number[] = [];
  const open: number[] = [];
  let at = from;
  for (let nth = 0; nth < elements.length; nth++) {
    const element = elements[nth] as Element;
    switch (element.kind) {
      case "x":
      case "n":
        if (reading.tokens[at]?.kind !== (element.kind === "x" ? "word" : "number")) return null;
        at += 1;
        break;
      case "T":
      case "T&": {
        const end = endOfType(reading, at);
        if (end === at) return null;
        const last = reading.tokens[end - 1];
        if (element.kind === "T&" && last !== undefined) {
          if (last.text !== "&") return null;
          place.push(last.start, last.end);
        }
        at = end;
        break;
      }
      case "…":
      case "‥": {
        const to = elements[nth + 1] as Element;
        // The end of a pair is the end of the pair that this pattern opened, whatever is in it.
        const next = to.isCloser
          ? (reading.partners.get(open.at(-1) ?? -1) ?? null)
          : skipTo(reading, at, to, element.kind === "‥");
        if (next === null) return null;
        at = next;
        break;
      }
      case "~":
        if (element.texts.includes(reading.text(at))) return null;
        break;
      case "V":
        if (!beginsValue(reading, at)) return null;
        break;
      case "tight":
        if (!reading.isTight(at)) return null;
        break;
      case "token": {
        const token = reading.tokens[at];
        if (token === undefined || !isToken(token, element)) return null;
        place.push(token.start, token.end);
        const partner = reading.partners.get(at);
        if (partner !== undefined && partner > at) open.push(at);
        else if (partner !== undefined && partner >= from && open.pop() !== partner) return null;
        at += 1;
      }
    }
  }
  return place;
}

function isToken({ kind, text }: Token, { texts }: Element): boolean {
  return kind !== "text" && kind !== "comment" && texts.includes(text);
}

/** The next token that the element names, at the level of brackets of `from`; null when there is none. */
function skipTo(reading: Reading, from: number, element: Element, isPlain: boolean): number | null {
  let at = from;
  for (let steps = 0; steps < maxSkipped; steps++) {
    const token = reading.tokens[at];
    if (token === undefined) return null;
    if (element.kind === "x" ? token.kind === "word" : isToken(token, element)) return at;
    const partner = token.text.length === 1 || token.kind !== "word" ? reading.partners.get(at) : undefined;
    if (partner !== undefined && partner < at) return null;
    if (partner === undefined && ends.has(token.text)) return null;
    if (isPlain && endsPlain.has(token.text)) return null;
    at = (partner ?? at) + 1;
  }
  return null;
}

const ends: ReadonlySet<string> = new Set([";", ")", "]", "}"]);
const endsPlain: ReadonlySet<string> = new Set([",", "{", ":"]);

const beforeTypes = /^(?:&|&&|\*|mut|const|struct|union|enum|\?|dyn|impl|final|chan|<-)$/;
/** Types of C that are one type with the one after them: `unsigned char`. */
const typesOfSeveral = /^(?:(?:un)?signed|short|long) (?:char|short|int|long|double)$/;

/** The end of the type that begins at `from`; `from` when none does. */
function endOfType(reading: Reading, from: number): number {
  let at = from;
  for (let steps = 0; steps < 8; steps++) {
    const close = reading.text(at) === "[" ? reading.partners.get(at) : undefined;
    // []string and [3]int of Go.
    if (close !== undefined && reading.isTight(close + 1)) at = close + 1;
    else if (beforeTypes.test(reading.text(at))) at += 1;
    else if (typesOfSeveral.test(`${reading.text(at)} ${reading.text(at + 1)}`)) at += 1;
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
    // `(char *)` is a type, which no value can be.
    else if (text === "*" && /^[*)]$/.test(reading.text(at + 1))) at += 1;
    else if (text === "..." && reading.isWord(at + 1)) at += 1;
    else break;
  }
  return at;
}
