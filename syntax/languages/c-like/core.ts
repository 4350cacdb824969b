// What Java, C, C++, Go, Rust, C#, PHP, Ruby, Kotlin and Swift have in common: keywords, operators, pairs, quoted texts
// with holes and directives, comments, names of the library. Each language gives its words and what is its own.

import type { Found, Reader } from "../../found.ts";
import type { Token } from "../../scan.ts";
import { isOverride, type Own } from "./declared.ts";
import { type FormRule, formFinder } from "./forms.ts";
import { type Reading, type ReadingRules, readTokens } from "./reading.ts";
import { readText, type TextRules } from "./texts.ts";

export type Context = {
  readonly reading: Reading;
  readonly own: Own;
  readonly found: Found;
};

/** Whether a word that may also be a name is a keyword at this place. */
type Condition = (reading: Reading, index: number, own: Own) => boolean;

export type CLikeRules = ReadingRules & {
  readonly keywords: ReadonlySet<string>;
  readonly contextual?: Readonly<Record<string, Condition>>;
  /** Names of the library that stand alone: types, functions, constants. */
  readonly names: ReadonlySet<string>;
  /** Methods as `map()`, properties as `length`; a name may be both. */
  readonly members: ReadonlySet<string>;
  /** Names with marks between their parts, such as `System.out.println`. */
  readonly paths?: ReadonlySet<string>;
  /** Namespaces of the library: every name in them belongs to it. */
  readonly namespaces?: ReadonlySet<string>;
  /** Whether all members of a type of the library belong to the library: `List.of`, `String::from`. */
  readonly hasStatics?: boolean;
  /** The marks between an object and its member. */
  readonly memberMarks: ReadonlySet<string>;
  /** How the names of members begin where it is not with a dot. */
  readonly memberPrefix?: string;
  readonly declared: (reading: Reading) => Own;
  /** Whether the word is an author's name because of its place, such as a label or a key. */
  readonly isOwn?: (reading: Reading, index: number) => boolean;
  readonly text: TextRules;
  /** What follows the digits of a number, such as `L`; in `numberName` as learners read it. */
  readonly numberSuffix?: RegExp;
  readonly lineMarks: readonly string[];
  /** Reads a token in a way of its own and returns how many tokens it read; 0 when the common rules apply. */
  readonly special?: (context: Context, index: number) => number;
  /** Names of operators that differ from their text. */
  readonly operators?: Readonly<Record<string, string>>;
  readonly forms: readonly FormRule[];
  readonly moreForms?: (context: Context) => void;
};

const bracketNames: Readonly<Record<string, string>> = { "(": "( )", "[": "[ ]", "{": "{ }" };
export function cLike(rules: CLikeRules): Reader {
  const findForms = formFinder(rules.forms);
  return (code, found) => {
    const reading = readTokens(code, rules);
    const context = { reading, own: rules.declared(reading), found };
    for (let index = 0; index < reading.tokens.length; ) {
      const special = rules.special?.(context, index) ?? 0;
      index += special > 0 ? special : readToken(context, index, rules);
    }
    findForms(reading, found);
    rules.moreForms?.(context);
  };
}

/** Reads the token and returns how many tokens were read. */
function readToken(context: Context, index: number, rules: CLikeRules): number {
  const { reading, found } = context;
  const token = reading.tokens[index] as Token;
  switch (token.kind) {
    case "word":
      return readWord(context, index, rules);
    case "number":
      readNumber(token, rules.numberSuffix, found);
      return 1;
    case "symbol":
      readSymbol(reading, index, rules, found);
      return 1;
    case "comment":
      readComment(token, rules.lineMarks, found);
      return 1;
    case "text":
      readText(reading, index, rules.text, found);
      return 1;
    case "quote-open":
    case "hole-open": {
      const close = reading.tokens[reading.partners.get(index) ?? -1];
      if (close === undefined) return 1;
      const name = rules.text.pairName?.(token.text, close.text) ?? `${token.text} ${close.text}`;
      found.symbol(name, token.start, token.end, close.start, close.end);
      return 1;
    }
    case "quote-close":
    case "hole-close":
    case "line":
      return 1;
  }
}

function readSymbol(reading: Reading, index: number, rules: CLikeRules, found: Found): void {
  const { start, end, text } = reading.tokens[index] as Token;
  const partner = reading.partners.get(index);
  if (partner !== undefined) {
    const other = reading.tokens[partner] as Token;
    if (partner > index)
      found.symbol(
        reading.angles.has(index) ? "< >" : (bracketNames[text] ?? text),
        start,
        end,
        other.start,
        other.end,
      );
    return;
  }
  if (/^[()[\]{}]$/.test(text)) return;
  if (/^[!-/:-@[-^`{-~]+$/.test(text)) found.symbol(rules.operators?.[text] ?? text, start, end);
}

function readComment({ start, end, text }: Token, lineMarks: readonly string[], found: Found): void {
  const mark = lineMarks.find((one) => text.startsWith(one));
  if (mark !== undefined) {
    found.symbol(mark, start, start + mark.length);
    return;
  }
  if (text.length >= 4 && text.startsWith("/*") && text.endsWith("*/"))
    found.symbol("/* */", start, start + 2, end - 2, end);
}

function readNumber({ start, text }: Token, suffix: RegExp | undefined, found: Found): void {
  const base = /^0[xXbBoO]/.exec(text);
  if (base !== null) found.symbol(base[0].toLowerCase(), start, start + 2);
  for (const { index } of text.matchAll(/(?<=[\da-fA-F])['_](?=[\da-fA-F])/g))
    found.symbol(`1${text[index]}000`, start + index, start + index + 1);
  const end = suffix === undefined || text.length > 40 ? null : suffix.exec(text);
  if (end !== null && end.index > 0)
    found.word(
      `${text.includes(".") ? "1.0" : "1"}${end[0]}`,
      start + end.index,
      start + end.index + end[0].length,
    );
}

function readWord({ reading, own, found }: Context, index: number, rules: CLikeRules): number {
  const { start, end, text } = reading.tokens[index] as Token;
  const before = reading.text(index - 1);
  const isMember = rules.memberMarks.has(before) && reading.tokens[index - 1]?.kind === "symbol";
  if (!isMember) {
    const length = pathLength(reading, index, own, rules);
    if (length > 0) {
      readPath(reading, index, length, rules, found);
      return length;
    }
    if (rules.isOwn?.(reading, index) === true) return 1;
    const condition =
      rules.contextual !== undefined && Object.hasOwn(rules.contextual, text)
        ? rules.contextual[text]
        : undefined;
    if (rules.keywords.has(text)) found.word(text, start, end);
    else if (condition?.(reading, index, own) === true) found.word(text, start, end);
    else if (rules.names.has(text) && !own.names.has(text)) found.word(text, start, end);
    else if (rules.members.has(`${text}()`) && !own.members.has(text) && isOverride(reading, index))
      found.word(`${rules.memberPrefix ?? "."}${text}()`, start, end);
    return 1;
  }
  if (own.members.has(text)) return 1;
  // `names::sort` and `&:upcase` name a method without a call; `.parse::<u8>()` has its types between.
  const isCalled =
    /^(?:[({]|::)$/.test(reading.text(index + 1)) ||
    reading.angles.has(index + 1) ||
    before === "::" ||
    before === "&:";
  const prefix = rules.memberPrefix === undefined ? "." : before === "::" ? "::" : rules.memberPrefix;
  if (rules.members.has(`${text}()`) && isCalled) found.word(`${prefix}${text}()`, start, end);
  else if (rules.members.has(text)) found.word(`${prefix}${text}`, start, end);
  else if (before === "::" && rules.names.has(text) && !own.names.has(text)) found.word(text, start, end);
  return 1;
}

/** A name with marks between its parts, such as `Math.max`: its parts are one place, its marks are signs. */
function readPath(reading: Reading, index: number, length: number, rules: CLikeRules, found: Found): void {
  const parts = reading.tokens.slice(index, index + length);
  const words = parts.filter(({ kind }) => kind === "word");
  found.word(parts.map(({ text }) => text).join(""), ...words.flatMap(({ start, end }) => [start, end]));
  for (let at = index + 1; at < index + length; at += 2) readSymbol(reading, at, rules, found);
}

/** How many tokens the library's name with marks has that begins at the word; 0 when none begins there. */
function pathLength(reading: Reading, index: number, own: Own, rules: CLikeRules): number {
  const first = reading.text(index);
  if (own.names.has(first)) return 0;
  const isKnown = rules.names.has(first) && rules.hasStatics === true;
  const isNamespace = rules.namespaces?.has(first) === true;
  let path = first;
  let length = 0;
  for (let at = index + 1; at < index + 10; at += 2) {
    const mark = reading.text(at);
    if (!rules.memberMarks.has(mark) || mark === "?." || !reading.isTight(at) || !reading.isTight(at + 1))
      break;
    if (!reading.isWord(at + 1)) break;
    path += mark + reading.text(at + 1);
    if (rules.paths?.has(path) === true || isNamespace) length = at + 2 - index;
    if (at === index + 1 && isKnown && mark !== "->" && !own.members.has(reading.text(at + 1))) length = 3;
  }
  return length;
}

export const beforeWord: Condition = (reading, index) =>
  reading.isWord(index + 1) && !/^(?:instanceof|is|as|in|and|or)$/.test(reading.text(index + 1));
export const before =
  (...texts: readonly string[]): Condition =>
  (reading, index) =>
    texts.includes(reading.text(index + 1));
export const after =
  (...texts: readonly string[]): Condition =>
  (reading, index) =>
    texts.includes(reading.text(index - 1));
export const either =
  (...conditions: readonly Condition[]): Condition =>
  (reading, index, own) =>
    conditions.some((condition) => condition(reading, index, own));
