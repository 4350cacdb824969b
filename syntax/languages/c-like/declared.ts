// Finds what the author of a text named, by the places at which languages declare names. A name too many hides at most
// a name of the library; a name too few would show an author's name.

import type { Reading } from "./reading.ts";

/** What the author named in a text: names that stand alone, and names of members. */
export type Own = { readonly names: Set<string>; readonly members: Set<string> };

export function nothingOwn(): Own {
  return { names: new Set(), members: new Set() };
}

/** Adds the word after each of these keywords, such as `class`. */
export function addAfter(reading: Reading, keywords: ReadonlySet<string>, add: (name: string) => void): void {
  for (let index = 0; index + 1 < reading.tokens.length; index++)
    if (reading.isWord(index) && keywords.has(reading.text(index)) && reading.isWord(index + 1))
      add(reading.text(index + 1));
}

export type TypedRules = {
  /** Keywords that are no types: a word after them is no declaration. */
  readonly notTypes: ReadonlySet<string>;
  /** Keywords before a type's name: the braces after it have members. */
  readonly typeKeywords: ReadonlySet<string>;
  /** Types before which a `*` or `&` declares: in `int *p`, and not in `a * b`. */
  readonly isType?: (text: string) => boolean;
  readonly keywords: ReadonlySet<string>;
};

/**
 * The names in languages where the type stands before the name, as in `int n`, `List<String> names` and `char *text`.
 * Fields, methods and record components are members and names; variables and parameters are names alone.
 */
export function declaredByType(reading: Reading, rules: TypedRules): Own {
  const own = nothingOwn();
  const { tokens } = reading;
  for (let index = 1; index < tokens.length; index++) {
    if (!reading.isWord(index) || rules.keywords.has(reading.text(index))) continue;
    if (isOverride(reading, index)) continue;
    const name = reading.text(index);
    // `const std::string name` declares no `std`.
    if (reading.text(index + 1) === "::" || !isAfterType(reading, index, rules)) continue;
    own.names.add(name);
    if (rules.typeKeywords.has(reading.text(index - 1))) continue;
    if (isInType(reading, index, rules) || reading.text(index + 1) === "(") own.members.add(name);
    // int a = 1, b = 2; and the constants after the first one's value.
    addRest(reading, index + 1, own, isInType(reading, index, rules));
  }
  return own;
}

/** Whether the name is one that the library may have chosen: that of a method after `@Override` or `override`. */
export function isOverride(reading: Reading, index: number): boolean {
  if (reading.text(index + 1) !== "(") return false;
  for (let at = index - 1; at > index - 8 && at >= 0 && !/^[;{}]$/.test(reading.text(at)); at--)
    if (/^(?:Override|override)$/.test(reading.text(at))) return true;
  return false;
}

function isAfterType(reading: Reading, index: number, rules: TypedRules): boolean {
  const last = reading.tokens[index - 1];
  if (last === undefined || last.kind === "comment" || isAfterDirective(reading, index)) return false;
  if (last.kind === "word") return !rules.notTypes.has(last.text);
  if (last.text === ">" && reading.angles.has(index - 1)) return true;
  if (last.text === "]" && reading.partners.has(index - 1)) {
    const open = reading.partners.get(index - 1) as number;
    return (
      open === index - 2 &&
      (reading.isWord(open - 1) || reading.text(open - 1) === "]" || reading.text(open - 1) === ">")
    );
  }
  if (last.text === "?" && reading.isTight(index - 1) && !reading.isTight(index))
    return reading.isWord(index - 2) || reading.angles.has(index - 2) || reading.text(index - 2) === "]";
  if (last.text === "..." && reading.isWord(index - 2)) return true;
  let at = index - 1;
  while (/^(?:\*|&|&&|\*\*|const|restrict)$/.test(reading.text(at)) && at > index - 6) at -= 1;
  if (at === index - 1 || rules.isType === undefined) return false;
  return (reading.isWord(at) && rules.isType(reading.text(at))) || reading.angles.has(at);
}

/** Whether the token begins the line after a directive, such as `#ifdef DEBUG`. */
function isAfterDirective(reading: Reading, index: number): boolean {
  if (!reading.isFirst(index)) return false;
  let at = index - 1;
  while (at > index - 24 && at > 0 && !reading.isFirst(at)) at -= 1;
  return reading.isFirst(at) && reading.text(at).startsWith("#");
}

/** Whether the braces around the name, or the parentheses of a record's head, are those of a type. */
function isInType(reading: Reading, index: number, { typeKeywords }: TypedRules): boolean {
  const open = reading.around(index);
  if (reading.text(open) !== "(") return isInBracesOf(reading, index, typeKeywords);
  return typeKeywords.has(reading.text(open - 2)) || reading.angles.has(open - 1);
}

/** Whether the braces around the token belong to one of these keywords, such as `class`. */
export function isInBracesOf(reading: Reading, index: number, keywords: ReadonlySet<string>): boolean {
  const open = reading.around(index);
  if (open < 0 || reading.text(open) !== "{") return false;
  for (let at = open - 1; at >= 0 && at > open - 48; at--) {
    const text = reading.text(at);
    if (keywords.has(text) && reading.isWord(at)) return true;
    if (/^[;{}=]$/.test(text)) return false;
    // The parentheses of a head may have values of their own.
    if (text === ")") at = reading.partners.get(at) ?? at;
  }
  return false;
}

/** Adds the names after commas of one declaration: `b` and `c` in `int a = 1, b, *c;`. */
function addRest(reading: Reading, from: number, own: Own, isMember: boolean): void {
  if (/^[({]$/.test(reading.text(reading.around(from - 1))) && reading.text(reading.around(from - 1)) === "(")
    return;
  let at = from;
  for (let steps = 0; steps < 48; steps++) {
    const text = reading.text(at);
    const partner = reading.partners.get(at);
    if (text === "" || text === ";" || text === "{" || (partner !== undefined && partner < at)) return;
    if (text === ",") {
      while (/^[*&]$/.test(reading.text(at + 1))) at += 1;
      if (reading.isWord(at + 1) && /^(?:[,;=[({]|)$/.test(reading.text(at + 2))) {
        own.names.add(reading.text(at + 1));
        if (isMember) own.members.add(reading.text(at + 1));
      }
    }
    at = (partner ?? at) + 1;
  }
}

/** Adds each word before an arrow, and those in the parentheses before it: the parameters of a lambda. */
export function addParameters(reading: Reading, arrow: string, own: Own): void {
  for (const [index, { text, kind }] of reading.tokens.entries()) {
    if (text !== arrow || kind !== "symbol") continue;
    if (reading.isWord(index - 1)) own.names.add(reading.text(index - 1));
    if (reading.text(index - 1) === ")") addWordsIn(reading, index - 1, own.names);
  }
}

/** Adds the words of a pair of brackets that stand before a comma or its end. */
export function addWordsIn(reading: Reading, close: number, names: Set<string>): void {
  const open = reading.partners.get(close) ?? close;
  for (let at = open + 1; at < close && at < open + 64; at++)
    if (reading.isWord(at) && (at + 1 === close || reading.text(at + 1) === ",")) names.add(reading.text(at));
}

/** The constants at the head of an enum: words before a comma, a parenthesis or the end of the list. */
export function addEnumConstants(reading: Reading, own: Own): void {
  for (let index = 0; index < reading.tokens.length; index++) {
    if (reading.text(index) !== "enum") continue;
    let at = index + 1;
    while (at < index + 16 && reading.text(at) !== "{") at += 1;
    const end = reading.partners.get(at) ?? at;
    for (let steps = 0; at < end && steps < 256; steps++) {
      at += 1;
      if (reading.text(at) === ";") break;
      if (reading.isWord(at) && /^[{,]$/.test(reading.text(at - 1))) {
        own.names.add(reading.text(at));
        own.members.add(reading.text(at));
      }
      at = reading.partners.get(at) ?? at;
    }
  }
}

/** Names before a colon at the beginning of a statement, and after `goto`. */
export function addLabels(reading: Reading, names: Set<string>): void {
  for (let index = 0; index < reading.tokens.length; index++) {
    if (reading.text(index) === "goto") names.add(reading.text(index + 1));
    if (
      reading.isWord(index) &&
      reading.text(index + 1) === ":" &&
      (reading.isFirst(index) || /^[;{}:]$/.test(reading.text(index - 1)))
    )
      names.add(reading.text(index));
  }
}

/** The names in `<T, R extends Number>` of a class, a record, an interface or a method. */
export function addTypeParameters(reading: Reading, names: Set<string>): void {
  for (let index = 0; index < reading.tokens.length; index++) {
    if (reading.text(index) !== "<" || !reading.angles.has(index)) continue;
    const declares =
      /^(?:class|interface|record|struct|delegate|fun)$/.test(reading.text(index - 2)) ||
      !reading.isWord(index - 1) ||
      // A generic method: `T Largest<T>(…)`.
      (reading.text((reading.partners.get(index) ?? index) + 1) === "(" &&
        reading.isWord(index - 2) &&
        reading.text(index - 2) !== "new" &&
        reading.text(index - 2) !== "return") ||
      /^(?:public|private|protected|static|final|default)$/.test(reading.text(index - 1));
    if (!declares) continue;
    const end = reading.partners.get(index) ?? index;
    for (let at = index + 1; at < end && at < index + 64; at++) {
      if (reading.isWord(at) && /^[<,]$/.test(reading.text(at - 1))) names.add(reading.text(at));
      at = Math.max(at, reading.partners.get(at) ?? at);
    }
  }
}
