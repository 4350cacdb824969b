// C: the preprocessor, pointers, printf. C++ reads its preprocessor and its texts with the same rules.

import type { Place } from "../construct.ts";
import type { Reader } from "../found.ts";
import { type Quote, scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { type CLikeRules, type Context, cLike } from "./c-like/core.ts";
import { addEnumConstants, addLabels, declaredByType } from "./c-like/declared.ts";
import type { FormRule } from "./c-like/forms.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, readDirectives, type TextRules } from "./c-like/texts.ts";
import {
  constants,
  directives,
  formatters,
  functions,
  headers,
  keywords,
  notTypes,
  types,
} from "./words/c-words.ts";

/** The quotes of C, with the prefixes of wide texts. */
export function quoteOfC(code: string, at: number): Quote | undefined {
  const [, prefix = "", mark = ""] = /^(u8|[uUL])?(["'])/.exec(code.slice(at, at + 3)) ?? [];
  return mark === "" ? undefined : quoted(mark, prefix);
}

export const operatorsOfC = [...commonOperators, "->", "...", "##", ...directives];

const conversions = wordSet("d i u x X o f F e E g G a A c s p");
const conversionsOfTime = wordSet("a A b B c C d D e F H I j m M p S T u U w x X y Y z Z");

export const textOfC: TextRules = {
  escapes: () => commonEscapes,
  more: (part, opener, found) => {
    const name = callee(part.reading, opener);
    if (formatters.has(name)) readDirectives(part, conversions, found);
    else if (name === "strftime") readDirectives(part, conversionsOfTime, found);
  },
};

/** Reads a directive of the preprocessor, and the header of the library after `#include`. */
export function readPreprocessor(
  { reading, found }: Context,
  index: number,
  libraryHeaders: ReadonlySet<string>,
): number {
  const token = reading.tokens[index];
  const next = reading.tokens[index + 1];
  // `#  define`: the mark is the first of its line, with spaces behind it.
  if (
    token?.text === "#" &&
    reading.isFirst(index) &&
    next !== undefined &&
    directives.has(`#${next.text}`)
  ) {
    found.word(`#${next.text}`, token.start, token.end, next.start, next.end);
    return 2;
  }
  if (token === undefined || !directives.has(token.text)) return 0;
  found.word(token.text, token.start, token.end);
  if (token.text === "#include" && reading.text(index + 1) === "<") {
    const start = reading.tokens[index + 1]?.start ?? token.end;
    const end = reading.code.indexOf(">", start) + 1;
    const line = reading.code.slice(start, start + 40).split("\n", 1)[0] as string;
    const header = line.slice(0, line.indexOf(">") + 1);
    if (libraryHeaders.has(header)) found.word(header, start, start + header.length);
    if (end === 0 || header === "") return 1;
    let at = index + 1;
    while ((reading.tokens[at]?.start ?? end) < end) at += 1;
    return at - index;
  }
  return 1;
}

/** The names of macros with their parameters, of function pointers and of types after the braces of a typedef. */
export function addNamesOfC(reading: Reading, names: Set<string>, members: Set<string>): void {
  const { text } = reading;
  for (let index = 0; index < reading.tokens.length; index++) {
    const isDefine = text(index) === "#define" || (text(index) === "define" && text(index - 1) === "#");
    if (isDefine && reading.isWord(index + 1)) {
      names.add(text(index + 1));
      if (text(index + 2) === "(" && reading.isTight(index + 2))
        for (let at = index + 3; at < index + 32 && text(at) !== ")"; at++)
          if (reading.isWord(at)) names.add(text(at));
    }
    if (
      text(index) === "(" &&
      text(index + 1) === "*" &&
      reading.isWord(index + 2) &&
      /^[)[]$/.test(text(index + 3))
    )
      if (/^[([]$/.test(text(index + 4)) || text(index + 3) === "[") {
        names.add(text(index + 2));
        members.add(text(index + 2));
      }
    if (isAfterBraces(reading, index) && /^[;,[=]$/.test(text(index + 1))) names.add(text(index));
  }
}

/** Whether the word may be a name that is declared with its type in braces, and not the next line's statement. */
function isAfterBraces(reading: Reading, index: number): boolean {
  return reading.text(index - 1) === "}" && reading.isWord(index) && !reading.isFirst(index);
}

/** What may stand before the `*` of a pointer: a type of C, one of the author's, or a name as types have it. */
export function pointedIn(reading: Reading): (text: string) => boolean {
  const own = new Set<string>();
  for (let index = 0; index < reading.tokens.length; index++)
    if (
      /^(?:struct|union|enum|class|typedef|typename)$/.test(reading.text(index)) &&
      reading.isWord(index + 1)
    )
      own.add(reading.text(index + 1));
    else if (isAfterBraces(reading, index)) own.add(reading.text(index));
  return (text) =>
    own.has(text) ||
    types.has(text) ||
    (keywords.has(text) && !notTypes.has(text)) ||
    /^(?:[A-Z]\w*[a-z]\w*|\w+_t|bool|auto)$/.test(text);
}

export const formsOfC: readonly FormRule[] = [
  ["for (;;)", "for ( … ; … ; … )"],
  ["do while", "do { … } while ( … )"],
  ["else if", "else if"],
  ["case :", "case … :"],
  ["default:", "default :"],
  ["a ? b : c", "_ ? … :"],
  ["#ifndef #define", "#ifndef x #define"],
  ["#define x( )", "#define x tight ( … )"],
  ["while ((x = ) != )", "while ( ( x = … ) != … )"],
  ["typedef struct { }", "typedef struct x { … }", "typedef struct { … }", "typedef union { … }"],
  ["typedef enum { }", "typedef enum { … }", "typedef enum x { … }"],
  ["typedef struct", "typedef struct x x ;"],
  ["(*f)( )", "( * x ) ( … )", "( * x [ … ] ) ( … )"],
  [".x =", ". x ="],
  ["[ ][ ]", "[ … ] [ … ]"],
  ["(T) cast", "^^ ( ~*|& T ) V"],
  ["(T){ }", "^^ ( T ) { … }"],
  ["&= ~", "&= ~"],
  ["sizeof a / sizeof a[0]", "sizeof ( … ) / sizeof ( … )", "sizeof x / sizeof x [ … ]"],
];

/** Finds what the preprocessor takes or leaves: `#if`, `#ifdef` or `#ifndef` with its `#endif`. */
export function findConditions({ reading, found }: Context): void {
  const open: Place[] = [];
  for (let index = 0; index < reading.tokens.length; index++) {
    if (!reading.isFirst(index) || !reading.text(index).startsWith("#")) continue;
    const isSpaced = reading.text(index) === "#";
    const place = isSpaced ? reading.placeOf(index, index + 1) : reading.placeOf(index);
    const name = isSpaced ? `#${reading.text(index + 1)}` : reading.text(index);
    if (name.startsWith("#if")) open.push(place);
    else if (name === "#endif") found.form("#if #endif", ...(open.pop() ?? []), ...place);
  }
}

const rules: CLikeRules = {
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/" },
    quoteAt: quoteOfC,
    symbols: operatorsOfC,
  }),
  hasAngles: false,
  keywords,
  contextual: {
    defined: (reading, index) => /^(?:#if|#elif|&&|\|\||!)$/.test(reading.text(index - 1)),
    once: (reading, index) => reading.text(index - 1) === "#pragma",
  },
  names: new Set([...types, ...functions, ...constants]),
  members: new Set(),
  memberMarks: new Set([".", "->"]),
  declared: (reading) => {
    const own = declaredByType(reading, {
      keywords,
      notTypes,
      typeKeywords: wordSet("struct union enum"),
      isType: pointedIn(reading),
    });
    addNamesOfC(reading, own.names, own.members);
    addEnumConstants(reading, own);
    addLabels(reading, own.names);
    return own;
  },
  special: (context, index) => readPreprocessor(context, index, headers),
  text: textOfC,
  numberSuffix: /(?:(?<=\d)[uU]?[lL]{1,2}|(?<=\d)[uU]|(?<=^[\d.]+(?:[eE][+-]?\d+)?)[fF])$/,
  lineMarks: ["//"],
  forms: formsOfC,
  moreForms: findConditions,
};

export const c: Reader = cLike(rules);
