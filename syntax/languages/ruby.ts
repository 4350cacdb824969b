// Ruby.

import type { Found, Reader } from "../found.ts";
import { type Lexis, type Quote, scanner, type Token } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { cLike, type Context } from "./c-like/core.ts";
import { addAfter, addWordsIn, nothingOwn, type Own } from "./c-like/declared.ts";
import { commonOperators } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, commonEscapes, readDirectives } from "./c-like/texts.ts";
import { readPattern } from "./regex.ts";
import { globals, hooks, keywords, members, names, paths } from "./words/ruby-words.ts";

const conversions = wordSet("d i u f g e s p x X o b B c");
const formatters = wordSet("printf format sprintf");
const hole = { open: "#{", close: "}" };
const operators = [
  ...commonOperators.filter((one) => one !== "++" && one !== "--"),
  ..."=> -> ** **= && &&= || ||= &. &: :: .. ... === =~ !~ <=> <<~ <<- @@".split(" "),
];

export const ruby: Reader = cLike({
  // Each text has its own scanner, which remembers the documents that begin in the next line.
  scan: (code) =>
    scanner({
      line: ["#"],
      quoteAt: quotes(),
      symbols: operators,
      wordStart: "\\p{L}_",
      wordPart: "\\p{L}\\p{M}\\p{N}_",
    })(code),
  join: /^[a-zA-Z_]\w*[?!]$/,
  hasAngles: false,
  keywords,
  contextual: {
    it: isParameter,
    // method(:name)
    method: (reading, index) => reading.text(index + 1) === "(" && reading.text(index + 2) === ":",
  },
  names,
  members,
  paths,
  hasStatics: true,
  memberMarks: new Set([".", "&.", "::", "&:"]),
  declared,
  isOwn: (reading, index) =>
    // A key, a symbol, a method that is declared here.
    isKey(reading, index) || (reading.text(index - 1) === "def" && reading.text(index) !== "self"),
  special: readOwnSigns,
  text: {
    escapes: (open) => (open === "'" || open.startsWith("%") || open === "/" ? null : commonEscapes),
    pairName: (open, close) => (open.startsWith("%") ? `${open} ${close}` : undefined),
    more: (part, opener, found) => {
      if (/^(?:\/|%r)/.test(part.reading.text(opener)))
        readPattern(part.reading.code, part.start, part.start + part.text.length, found);
      const close = part.reading.partners.get(opener) ?? -2;
      const isFormat =
        formatters.has(callee(part.reading, opener)) ||
        formatters.has(part.reading.text(opener - 1)) ||
        part.reading.text(close + 1) === "%";
      if (isFormat) readDirectives(part, conversions, found);
    },
  },
  lineMarks: ["#"],
  forms: [
    ["do |x|", "do | … |"],
    ["{ |x| }", "{ | x | … }", "{ | x , … | … }", "{ | … | … }"],
    ["->(x) { }", "-> ( … ) { … }", "-> ( … ) do"],
    ["def self.f", "def self . x"],
    ["class << self", "class << self"],
    ["class T < U", "class T < T"],
    ["when then", "when ‥ then", "when ‥ , … then"],
    ["case when", "case x when", "case when", "case x . x when", "case x [ … ] when"],
    ["case in", "case x in", "case x . x in"],
    ["in { }", "in { … }"],
    ["in [ ]", "in [ … ]"],
    ["rescue T => e", "rescue T => x", "rescue T , T => x"],
    ["rescue => e", "rescue => x"],
    ["a ? b : c", "_ ? … :"],
    ["*args", "( * x", ", * x"],
    ["**opts", "( ** x", ", ** x"],
    ["&block", ", & x )", "( & x )"],
    ["(a..b)", "( … .. … )"],
    ["(a...b)", "( ~... … ... … )"],
    ["f(...)", "( ... )"],
    ["{ x: }", "{ x : … }"],
    ["loop do", "loop do"],
    ["Struct.new( ) do", "Struct . new ( … ) do"],
    ["def <=>", "def <=> ("],
    ["def ==", "def == ("],
    ["def +", "def + ("],
    ["def [ ]", "def [ ] ("],
    ["for in", "for x in"],
    ["raise T, text", "raise T ,"],
  ],
  moreForms: ({ reading, found }) => {
    for (let index = 1; index < reading.tokens.length; index++) {
      const { text, kind } = reading.tokens[index] as Token;
      if (kind === "word" && /^(?:if|unless|while|until|rescue)$/.test(text) && isModifier(reading, index)) {
        const first = firstOfLine(reading, index);
        if (reading.text(first) === "in") found.form(`in ${text}`, ...reading.placeOf(first, index));
        else found.form(`x ${text} y`, ...reading.placeOf(index));
      }
      const comma = text === "=" ? commaOfTargets(reading, index) : -1;
      if (comma >= 0) found.form("a, b =", ...reading.placeOf(comma, index));
    }
    findHashes(reading, found);
  },
});

/** Whether `if` comes after a statement, in its line. */
function isModifier(reading: Reading, index: number): boolean {
  const before = reading.text(index - 1);
  if (reading.isFirst(index) || reading.tokens[index - 1]?.kind === "comment") return false;
  return !/^(?:[=([{,;|]|=>|->|&&|\|\||\|\|=|else|then|do|begin|return|and|or|not|!)$/.test(before);
}

function firstOfLine(reading: Reading, index: number): number {
  let at = index;
  while (at > 0 && at > index - 64 && !reading.isFirst(at)) at -= 1;
  return at;
}

/** The comma before the last of several names that begin a statement and get values; -1 where there are none. */
function commaOfTargets(reading: Reading, equals: number): number {
  let comma = -1;
  for (let at = equals - 1; reading.isWord(at) && at > equals - 48; at -= 1) {
    while (/^(?:\*|@@?|\$)$/.test(reading.text(at - 1)) && at > equals - 48) at -= 1;
    if (reading.text(at - 1) !== ",") {
      const isBlock = reading.text(at - 1) === "|" && !/^(?:\{|do)$/.test(reading.text(at - 2));
      const isStart = reading.isFirst(at) || isBlock || /^(?:[;{]|do|then|else)$/.test(reading.text(at - 1));
      return isStart && !/^[([]$/.test(reading.text(reading.around(at))) ? comma : -1;
    }
    at -= 1;
    if (comma < 0) comma = at;
  }
  return -1;
}

/** Hashes with arrows. In the braces of a pattern, an arrow gives a name to what it finds. */
function findHashes(reading: Reading, found: Found): void {
  const done = new Set<number>();
  for (let index = 1; index < reading.tokens.length; index++) {
    const open = reading.around(index);
    if (reading.text(index) !== "=>" || reading.text(open) !== "{" || done.has(open)) continue;
    done.add(open);
    if (isInPattern(reading, open)) continue;
    found.form("{ => }", ...reading.placeOf(open, index, reading.partners.get(open) ?? open));
  }
}

function isInPattern(reading: Reading, open: number): boolean {
  for (let at = open, steps = 0; at >= 0 && steps < 16; at = reading.around(at), steps++)
    if (reading.text(at - 1) === "in" && reading.isWord(at - 1)) return true;
  return false;
}

/** Whether `it` is the parameter of a block that names none, and no method of the author's. */
function isParameter(reading: Reading, index: number, own: Own): boolean {
  if (own.names.has("it") || /^(?:[({=]|do|"|')$/.test(reading.text(index + 1))) return false;
  for (let at = reading.around(index), steps = 0; at >= 0 && steps < 16; at = reading.around(at), steps++)
    if (reading.text(at) === "{") return reading.text(at + 1) !== "|";
  return false;
}

function isKey(reading: Reading, index: number): boolean {
  return reading.text(index + 1) === ":" && reading.isTight(index + 1);
}

type Waiting = { readonly label: string; readonly isRaw: boolean; readonly line: { end: number } };

function quotes(): Lexis["quoteAt"] {
  /** Documents that were opened and not read, with the end of what they follow: a line, then the document before. */
  const waiting: Waiting[] = [];
  return (code, at, before) => {
    const first = waiting[0];
    if (first !== undefined && at > first.line.end) {
      waiting.shift();
      const { quote, end } = documentAt(code, at, first);
      // The next document of the same line begins behind this one.
      first.line.end = end;
      return quote;
    }
    const sign = code[at];
    if (sign === '"' || sign === "`") return { open: 1, close: sign, escape: "\\", hole };
    if (sign === "'") return { open: 1, close: "'", escape: "\\" };
    if (sign === "%") return percentAt(code, at, before);
    if (sign === "?" && mayBeginCharacter(code, at, before))
      return { open: 2, close: "\0", endOf: (_, from) => from };
    if (sign === "/" && mayBeginRegex(code, at, before))
      return { open: 1, close: "/", escape: "\\", isOneLine: true, hole };
    const [, mark = "", label = ""] =
      sign === "<" ? (/^<<[~-](["']?)([A-Z_]\w{0,40})/.exec(code.slice(at, at + 48)) ?? []) : [];
    if (label !== "") {
      const known = waiting.at(-1)?.line;
      const line = known !== undefined && known.end > at ? known : { end: code.indexOf("\n", at) };
      if (line.end >= 0) waiting.push({ label, isRaw: mark === "'", line });
    }
    return undefined;
  };
}

function documentAt(
  code: string,
  at: number,
  { label, isRaw, line: { end: lineEnd } }: Waiting,
): { readonly quote: Quote; readonly end: number } {
  const holes = isRaw ? {} : { escape: "\\", hole };
  let line = lineEnd;
  while (line >= 0) {
    let start = line + 1;
    while (code[start] === " " || code[start] === "\t") start += 1;
    if (code.startsWith(label, start) && !/\w/.test(code[start + label.length] ?? "")) {
      const end = start + label.length;
      if (start <= at) return { quote: { open: 0, close: label }, end };
      return { quote: { open: 0, close: code.slice(line, start) + label, ...holes }, end };
    }
    line = code.indexOf("\n", start);
  }
  return { quote: { open: 0, close: "\0", ...holes }, end: code.length };
}

function percentAt(code: string, at: number, before: Token | undefined): Quote | undefined {
  const match = /^%([wiqrsxQWI]?)([[({<|!])/.exec(code.slice(at, at + 3));
  if (match === null || (before !== undefined && before.end === at && before.kind === "word"))
    return undefined;
  const [whole, kind = "", open = ""] = match;
  if (kind === "" && (!/^[[({]$/.test(open) || !mayBeginText(code, at, before))) return undefined;
  const closers: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}", "<": ">" };
  const close = closers[open] ?? open;
  if (/^[rxQWI]?$/.test(kind)) return { open: whole.length, close, escape: "\\", hole };
  return { open: 3, close, escape: "\\", endOf: (text, from) => endOfNested(text, from, open, close) };
}

/** Whether `?a` is a character; in `b ?a : c` it is the sign of a question. */
function mayBeginCharacter(code: string, at: number, before: Token | undefined): boolean {
  const [character = "", colon = ""] = /^\?\w(?!\w)(\s?:)?/.exec(code.slice(at, at + 4)) ?? [];
  if (character === "" || (before?.kind === "word" && colon !== "")) return false;
  return mayBeginRegex(code, at, before);
}

/** Whether `%(` begins a text: it divides after a name of the author's, as in `n %(m)`. */
function mayBeginText(code: string, at: number, before: Token | undefined): boolean {
  if (before?.kind === "word" && !keywords.has(before.text) && !names.has(before.text)) return false;
  return mayBeginRegex(code, at, before);
}

/** The text may have pairs of its own brackets in it: `%q(a (b))`. */
function endOfNested(code: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === close) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (code[at] === open) depth += 1;
  }
  return code.length;
}

function mayBeginRegex(code: string, at: number, before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "word")
    return keywords.has(before.text)
      ? !/^(?:end|self|nil|true|false)$/.test(before.text)
      : before.end < at && !/\s/.test(code[at + 1] ?? " ");
  return before.kind === "symbol" && !/^[)\]}]$/.test(before.text);
}

/** Symbols, keys, variables of objects and globals: their signs; and the signs of documents. */
function readOwnSigns({ reading, found }: Context, index: number): number {
  const token = reading.tokens[index];
  if (token === undefined) return 0;
  const next = reading.tokens[index + 1];
  const touches = next !== undefined && reading.isTight(index + 1);
  if (token.kind === "quote-open" && token.text === "") return 1;
  if (token.kind === "quote-open" && token.text.startsWith("?")) {
    found.symbol("?x", token.start, token.start + 1);
    return 1;
  }
  if (token.kind === "word" && hooks.has(token.text) && isDefined(reading, index)) {
    found.word(members.has(token.text) ? `.${token.text}` : token.text, token.start, token.end);
    return 1;
  }
  if (token.kind !== "symbol") return 0;
  if (/^<<[~-]$/.test(token.text)) {
    found.symbol(token.text, token.start, token.end);
    return next?.kind === "word" && touches ? 2 : 1;
  }
  if (/^@@?$/.test(token.text) && touches && next.kind === "word") {
    found.symbol(token.text, token.start, token.end);
    return 2;
  }
  if (token.text === "$" && touches) {
    if (globals.has(next.text)) found.word(`$${next.text}`, token.start, next.end);
    else if (/^[~!&`'+?]$/.test(next.text)) found.symbol(`$${next.text}`, token.start, next.end);
    else found.symbol("$", token.start, token.end);
    return 2;
  }
  if (token.text !== ":") return 0;
  const before = reading.tokens[index - 1];
  const isBehindKey =
    before !== undefined &&
    reading.isTight(index) &&
    (before.kind === "word" || before.kind === "quote-close");
  if (isBehindKey) {
    found.symbol("x:", token.start, token.end);
    return 1;
  }
  // inject(:+)
  const isOperator = next?.kind === "symbol" && /^(?:[(,]|\[)$/.test(before?.text ?? "");
  if (touches && (next.kind === "word" || next.kind === "quote-open" || isOperator)) {
    found.symbol(":x", token.start, token.end);
    return next.kind === "word" ? 2 : 1;
  }
  return 0;
}

/** Whether a method with this name is defined: `def name` or `def self.name`. */
function isDefined(reading: Reading, index: number): boolean {
  return (
    reading.text(index - 1) === "def" ||
    (reading.text(index - 1) === "." && reading.text(index - 3) === "def")
  );
}

function declared(reading: Reading): Own {
  const own = nothingOwn();
  const { text, isWord } = reading;
  addAfter(reading, wordSet("class module for"), (name) => own.names.add(name));
  for (let index = 0; index < reading.tokens.length; index++) {
    if (text(index) === "def") addMethod(reading, index, own);
    // x = 1, a, b = 1, 2; and not x == 1.
    if (
      /^(?:=|\|\|=|[+*/-]=)$/.test(text(index)) &&
      isWord(index - 1) &&
      !/^(?:\.|&\.)$/.test(text(index - 2))
    )
      for (let at = index - 1; isWord(at) && at > index - 24; at -= 2) {
        own.names.add(text(at));
        if (text(at - 1) !== ",") break;
      }
    if (text(index) === "=>" && isWord(index + 1)) own.names.add(text(index + 1));
    if (isKey(reading, index) && isWord(index) && text(index - 1) !== "?") own.names.add(text(index));
    if (text(index) === "|" && /^(?:\{|do)$/.test(text(index - 1)))
      for (let at = index + 1; at < index + 32 && text(at) !== "|"; at++)
        if (isWord(at)) own.names.add(text(at));
    if (text(index) === "->" && text(index + 1) === "(")
      addWordsIn(reading, reading.partners.get(index + 1) ?? index, own.names);
    if (/^(?:attr_\w+|define_method|alias_method|new|define)$/.test(text(index)))
      addSymbols(reading, index + 1, own.members);
  }
  return own;
}

/** The name of a method after `def` or `def self.`, and its parameters. */
function addMethod(reading: Reading, index: number, own: Own): void {
  const at = reading.text(index + 2) === "." ? index + 3 : index + 1;
  if (reading.isWord(at) && !hooks.has(reading.text(at))) {
    own.names.add(reading.text(at));
    own.members.add(reading.text(at));
  }
  const close = reading.text(at + 1) === "(" ? (reading.partners.get(at + 1) ?? at) : at;
  for (let nth = at + 2; nth < close && nth < at + 64; nth++)
    if (reading.isWord(nth) && /^(?:[(,*&]|\*\*)$/.test(reading.text(nth - 1)))
      own.names.add(reading.text(nth));
}

/** The symbols in a list of arguments, such as `:name, :age` after `attr_reader` or `Struct.new(`. */
function addSymbols(reading: Reading, from: number, members: Set<string>): void {
  for (let at = reading.text(from) === "(" ? from + 1 : from; at < from + 48; at++) {
    if (reading.text(at) === ":" && reading.isWord(at + 1)) {
      members.add(reading.text(at + 1));
      at += 1;
      if (reading.text(at + 1) !== ",") return;
    } else if (reading.text(at) !== ",") return;
  }
}
