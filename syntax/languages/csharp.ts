// C#.

import type { Reader } from "../found.ts";
import { type Quote, scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { after, before, beforeWord, cLike, type Context, either } from "./c-like/core.ts";
import {
  addEnumConstants,
  addLabels,
  addParameters,
  addTypeParameters,
  declaredByType,
} from "./c-like/declared.ts";
import { commonOperators, quoted } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { commonEscapes } from "./c-like/texts.ts";
import { keywords, members, names, notTypes, paths } from "./words/csharp-words.ts";

export const csharp: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/" },
    quoteAt,
    symbols: [...commonOperators, "=>", "??", "??=", "?.", "..", "::", "->", ">>>"],
    wordStart: "\\p{L}_@",
    wordPart: "\\p{L}\\p{M}\\p{N}_",
  }),
  keywords,
  contextual: {
    var: beforeWord,
    record: beforeWord,
    get: before(";", "=>", "{"),
    set: before(";", "=>", "{"),
    init: before(";", "=>", "{"),
    value: isInSetter,
    async: beforeWord,
    await: (reading, index) => !/^(?:[.=;,)]|)$/.test(reading.text(index + 1)),
    yield: (reading, index) => /^(?:return|break)$/.test(reading.text(index + 1)),
    when: either(after(")", "}"), beforeWord, before("(")),
    where: beforeWord,
    and: isInPattern,
    or: isInPattern,
    not: isInPattern,
    nameof: before("("),
    partial: beforeWord,
    required: beforeWord,
    file: beforeWord,
    dynamic: beforeWord,
    global: before("::"),
    with: (reading, index) => reading.text(index + 1) === "{",
    notnull: after(":"),
    unmanaged: after(":"),
    from: (reading, index) => reading.isWord(index + 1) && reading.text(index + 2) === "in",
    select: beforeWord,
    orderby: beforeWord,
    descending: (reading, index) => reading.isWord(index - 1),
    _: (reading, index) => /^(?:=>|,|\))$/.test(reading.text(index + 1)) || reading.text(index + 1) === "=",
  },
  names,
  members,
  paths,
  hasStatics: true,
  memberMarks: new Set([".", "?.", "->", "::"]),
  declared: (reading) => {
    const own = declaredByType(reading, {
      keywords,
      notTypes,
      typeKeywords: wordSet("class interface enum record struct namespace"),
    });
    addParameters(reading, "=>", own);
    addEnumConstants(reading, own);
    addLabels(reading, own.names);
    addTypeParameters(reading, own.names);
    addProperties(reading, own.members);
    return own;
  },
  isOwn: (reading, index) =>
    // A named argument: Move(to: 3).
    (reading.text(index + 1) === ":" &&
      /^[(,]$/.test(reading.text(index - 1)) &&
      !/^(?:default)$/.test(reading.text(index))) ||
    isInNamespace(reading, index),
  special: readFormat,
  text: {
    escapes: (open) => (open.includes("@") || open.includes('"""') ? null : commonEscapes),
    pairName: (open, close) => (open === "{" || open === "{{" ? "{}" : `${open} ${close}`),
    more: ({ reading, start, text }, opener, found) => {
      const isHoled = reading.text(opener).includes("$");
      for (const { index, 0: sign } of text.matchAll(isHoled ? /\{\{|\}\}|""/g : /""/g))
        if (sign !== '""' || reading.text(opener).includes("@"))
          found.symbol(sign, start + index, start + index + 2);
    },
  },
  numberSuffix: /(?:(?<=\d)(?:[uU]?[lL]|[uU])|(?<=^[\d._]+(?:[eE][+-]?\d+)?)[fFmMdD])$/,
  lineMarks: ["///", "//"],
  forms: [
    ["for (;;)", "for ( … ; … ; … )"],
    ["foreach (T x in xs)", "foreach ( T x in … )", "foreach ( var ( … ) in … )"],
    ["do while", "do { … } while ( … )"],
    ["else if", "else if"],
    ["case :", "case ‥ :"],
    ["default:", "default :"],
    ["a ? b : c", "_ ? … :"],
    ["switch { => }", "switch { … => … }"],
    ["_ =>", "_ =>"],
    ["x is T t", "is ~not T x"],
    ["is not null", "is not null"],
    ["is null", "is null"],
    ["is { }", "is { … }", "is not { … }"],
    ["x when c =>", "when ‥ =>"],
    ["{ get; set; }", "{ get ; set ; }"],
    ["{ get; init; }", "{ get ; init ; }"],
    ["{ get; private set; }", "{ get ; private set ; }"],
    ["{ get; }", "{ get ; }"],
    ["( ) =>", "( … ) =>"],
    ["=> ;", "=> … ;"],
    ["record T( );", "record x ( … ) ;", "record struct x ( … ) ;", "record x < … > ( … ) ;"],
    ["record struct", "record struct"],
    ["x with { }", "with { … }"],
    ["new( )", "new ( … )"],
    ["new[ ] { }", "new [ ] {"],
    ["new T { }", "new ~( T {", "new ~( T ( ) {"],
    ["new T[n]", "new x [ … ] ;", "new x [ … ] ,"],
    ["using var", "using var"],
    ["using ( )", "using ( … )"],
    ["try catch", "try { … } catch ( … )", "try { … } catch {"],
    ["} finally {", "} finally {"],
    ["catch when", "catch ( … ) when ( … )"],
    ["where T :", "where x :"],
    ["where T : new( )", "where x : … new ( )"],
    ["(T) cast", "^^ ( T ) V"],
    ["(a, b) =", "^ ( … , … ) =", "var ( … , … ) ="],
    ["out var", "out var", "out T x )"],
    ["a[^n]", "[ ^ n ]"],
    ["a[x..y]", "[ … .. … ]", "[ .. … ]", "[ … .. ]"],
    ["async Task", "async Task"],
    ["await foreach", "await foreach ("],
    ["base( )", ": base ( … )"],
    ["this( )", ": this ( … )"],
    ["yield return", "yield return"],
    ["throw new", "throw new"],
    ["?? throw", "?? throw"],
    ["from in select", "from x in … select … ;"],
    ["namespace ;", "namespace T ;"],
    ["operator +", ...["+", "-", "*", "/", "==", "!=", "<", ">"].map((one) => `operator ${one} (`)],
    ["this[ ]", "this [ T x ]"],
    ["params T[ ]", "params T x"],
    ["readonly struct", "readonly struct"],
  ],
});

/** Texts, texts with holes, verbatim and raw ones. */
function quoteAt(code: string, at: number): Quote | undefined {
  if (code[at] === "'") return quoted("'");
  const match = /^([$@]{0,2})("{3,}|")/.exec(code.slice(at, at + 8));
  if (match === null) return undefined;
  const [whole, prefix = "", marks = ""] = match;
  const hole =
    prefix === "$$"
      ? { hole: { open: "{{", close: "}}" } }
      : prefix.includes("$")
        ? { hole: { open: "{", close: "}", isDoubled: true } }
        : {};
  const open = whole.length;
  if (marks.length >= 3) return { open, close: marks, ...hole };
  if (prefix.includes("@")) return { open, close: '"', isDoubled: true, ...hole };
  return { open, close: '"', escape: "\\", isOneLine: true, ...hole };
}

/** `value` in the body of a setter. */
function isInSetter(reading: Reading, index: number): boolean {
  let open = reading.around(index);
  for (let steps = 0; steps < 4 && open >= 0; steps++) {
    if (/^(?:set|init)$/.test(reading.text(open - 1))) return true;
    open = reading.around(open);
  }
  for (let at = index - 1; at > index - 12 && at >= 0 && !/^[;{}]$/.test(reading.text(at)); at--)
    if (reading.text(at) === "=>" && /^(?:set|init)$/.test(reading.text(at - 1))) return true;
  return false;
}

function isInPattern(reading: Reading, index: number): boolean {
  const next = reading.tokens[index + 1];
  if (next === undefined || reading.text(index - 1) === ".") return false;
  if (
    reading.text(index) === "not" &&
    reading.text(index - 1) !== "is" &&
    !/^(?:and|or|case|[{,(:])$/.test(reading.text(index - 1))
  )
    return false;
  return (
    next.kind === "word" ||
    next.kind === "number" ||
    next.kind === "quote-open" ||
    /^(?:[<>({-]|[<>]=)$/.test(next.text)
  );
}

function isInNamespace(reading: Reading, index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - 12; at--) {
    if (reading.text(at) === "namespace") return true;
    if (!reading.isWord(at) && reading.text(at) !== ".") return false;
  }
  return false;
}

const directives = wordSet(
  "if else elif endif define undef region endregion nullable pragma warning error line",
);

/** Directives of the compiler; the format in a hole, `F2` in `{price:F2}`, and its width, `8` in `{name,-8}`. */
function readFormat({ reading, found }: Context, index: number): number {
  const token = reading.tokens[index];
  const next = reading.tokens[index + 1];
  if (token?.text === "#" && reading.isFirst(index) && next !== undefined && directives.has(next.text)) {
    found.word(`#${next.text}`, token.start, token.end, next.start, next.end);
    return 2;
  }
  const open = reading.around(index);
  if (token?.kind !== "symbol" || reading.tokens[open]?.kind !== "hole-open") return 0;
  const close = reading.tokens[reading.partners.get(open) ?? -1];
  if (close === undefined || token.text !== ":") return 0;
  const format = reading.code.slice(token.start, Math.min(close.start, token.start + 24));
  const shape = /^:(?:([CDEFGNPRXcdefgnprx])(\d*)|(0[0.#,]*|#[0.#,]*%?|[dMyHhms\-/:. ]+))$/.exec(format);
  if (shape === null || format.length < close.start - token.start) return 0;
  const name = shape[1] === undefined ? format : `:${shape[1]}${shape[2] === "" ? "" : "n"}`;
  found.symbol(name, token.start, close.start);
  let at = index + 1;
  while ((reading.tokens[at]?.start ?? close.start) < close.start) at += 1;
  return at - index;
}

/** Properties: a name before braces with `get`, or before `=>` in a type. */
function addProperties(reading: Reading, own: Set<string>): void {
  for (let index = 1; index < reading.tokens.length; index++)
    if (
      reading.isWord(index) &&
      (reading.text(index + 1) === "=>" || /^(?:get|set|init|private)$/.test(reading.text(index + 2)))
    )
      if (reading.isWord(index - 1) || /^[>\]?]$/.test(reading.text(index - 1))) own.add(reading.text(index));
}
