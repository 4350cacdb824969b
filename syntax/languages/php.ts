// PHP, with the HTML around it left alone.

import type { Reader } from "../found.ts";
import { type Quote, scanner } from "../scan.ts";
import { wordSet } from "../word-set.ts";
import { after, beforeWord, cLike, type Context } from "./c-like/core.ts";
import { addAfter, nothingOwn, type Own } from "./c-like/declared.ts";
import { commonOperators } from "./c-like/lexis.ts";
import type { Reading } from "./c-like/reading.ts";
import { callee, readDirectives } from "./c-like/texts.ts";
import { functions, keywords, magic, members, names, superglobals } from "./words/php-words.ts";

const conversions = wordSet("b c d e E f F g G o s u x X");
const formatters = wordSet("printf sprintf vsprintf fprintf vprintf");

export const php: Reader = cLike({
  scan: scanner({
    line: ["//"],
    block: { open: "/*", close: "*/" },
    quoteAt,
    symbols: [...commonOperators, ..."=> -> ?-> :: ?? ??= ?: ** **= <=> === !== <> .= ... && |>".split(" ")],
    wordStart: "\\p{L}_",
    wordPart: "\\p{L}\\p{M}\\p{N}_",
  }),
  hasAngles: false,
  keywords,
  contextual: {
    from: (reading, index) => reading.text(index - 1) === "yield",
    strict_types: (reading, index) => reading.text(index - 2) === "declare",
    php: after("<?"),
    mixed: beforeWord,
  },
  names: new Set([...names, ...functions, ...magic]),
  members,
  hasStatics: true,
  memberMarks: new Set(["->", "?->", "::"]),
  memberPrefix: "->",
  declared,
  isOwn: (reading, index) => {
    const text = reading.text(index);
    const isDeclared = /^(?:function|const|case|class|enum|interface|trait|as)$/.test(
      reading.text(index - 1),
    );
    if (
      isDeclared &&
      !magic.has(text) &&
      !/^(?:array|class|public|private|protected|default|true|false|null)$/.test(text)
    )
      return reading.text(index - 1) !== "case" || !names.has(text);
    if (functions.has(text) && !keywords.has(text))
      return reading.text(index + 1) !== "(" || reading.text(index - 1) === "new";
    const isArgument = reading.text(index + 1) === ":" && /^[(,]$/.test(reading.text(index - 1));
    return (
      isArgument ||
      (reading.text(index - 1) === "\\" && reading.isWord(index - 2)) ||
      reading.text(index - 1) === "namespace"
    );
  },
  special: readOwnSigns,
  text: {
    escapes: (open) =>
      open === '"' || (open.startsWith("<<<") && !open.includes("'"))
        ? withDollar
        : open === "'"
          ? inSingle
          : null,
    more: (part, opener, found) => {
      const open = part.reading.text(opener);
      if (open === '"' || (open.startsWith("<<<") && !open.includes("'"))) {
        // Variables; those in braces are pairs in the texts that the scanner reads as a whole.
        for (const { index, 0: whole, 1: name, 2: after = "" } of part.text.matchAll(
          /(?<!\\)\{\$[^{}\n]*\}|(?<!\\)\$([a-zA-Z_]\w*)(->(?=[a-zA-Z_])|\[[^[\]\n]{1,40}\])?/g,
        )) {
          const at = part.start + index;
          if (name !== undefined) {
            if (name === "this") found.word("$this", at, at + 5);
            else found.symbol("$", at, at + 1);
            const end = at + whole.length;
            if (after === "->") found.symbol("->", end - 2, end);
            else if (after !== "")
              found.symbol("[ ]", end - after.length, end - after.length + 1, end - 1, end);
          } else found.symbol("{$ }", at, at + 2, at + whole.length - 1, at + whole.length);
        }
      }
      if (formatters.has(callee(part.reading, opener))) readDirectives(part, conversions, found);
    },
  },
  lineMarks: ["//"],
  forms: [
    ["for (;;)", "for ( … ; … ; … )"],
    ["foreach ( as )", "foreach ( … as $ x )", "foreach ( … as & $ x )", "foreach ( … as [ … ] )"],
    [
      "foreach ( as => )",
      "foreach ( … as $ x => $ x )",
      "foreach ( … as $ x => & $ x )",
      "foreach ( … as $ x => [ … ] )",
    ],
    ["do while", "do { … } while ( … )"],
    ["else if", "else if"],
    ["case :", "case ‥ :"],
    ["default:", "default :"],
    ["default =>", "default =>"],
    ["a ? b : c", "_ ? … :"],
    ["match { => }", "match ( … ) { … => … }"],
    ["match (true)", "match ( true ) {"],
    ["fn( ) =>", "fn ( … ) =>", "fn ( … ) : ‥ =>"],
    ["function( ) { }", "function ( … ) {", "function ( … ) : ‥ {"],
    ["function( ) use ( )", "function ( … ) use ( … )"],
    ["function f( ): T", "function x ( … ) :"],
    ["[ ] =", "^ [ … ] ="],
    ["$xs[ ] =", "$ x [ ] ="],
    ["[ => ]", "[ … => … ]"],
    ["...$xs", "... $"],
    ["f(...)", "( ... )"],
    ["f(x: )", "( x :", ", x :"],
    ["?T $x", "? T $"],
    ["T|U $x", "| x $"],
    ["__construct( private )", "__construct ( private|public|protected … )"],
    ["try catch", "try { … } catch ( … )"],
    ["catch (A | B)", "catch ( T | … )", "catch ( \\ x | … )"],
    ["} finally {", "} finally {"],
    ["foreach ( ):", "foreach ( … ) :"],
    ["for ( ):", "for ( … ) :"],
    ["while ( ):", "while ( … ) :"],
    ["if ( ):", "if ( … ) :"],
    ["elseif ( ):", "elseif ( … ) :"],
    ["else:", "else :"],
    ["declare(strict_types=1)", "declare ( strict_types = n )"],
    ["enum T: string", "enum x : T {"],
    ["case A =", "case x ="],
    ["T::class", ":: class"],
    ["throw new", "throw new"],
    ["?? throw", "?? throw"],
    ["new class", "new class"],
    ["(T) cast", "^^ ( int|float|string|bool|array|object )"],
    ["abstract class", "abstract class"],
    ["readonly class", "readonly class"],
    ["list( ) =", "list ( … ) ="],
    ["yield =>", "yield … =>"],
    ["use T { }", "use x { … }"],
    ["use function", "use function"],
  ],
});

const withDollar = /\\(?:u\{[\da-fA-F]{1,8}\}|[nrtvef0$"\\x])/g;
const inSingle = /\\['\\]/g;

/** Texts, the documents of `<<<`, HTML outside `<?php`, and comments after a `#`, which is no `#[`. */
function quoteAt(code: string, at: number, before: { readonly kind: string } | undefined): Quote | undefined {
  const sign = code[at];
  if (before === undefined && /<\?(?:php|=)/.test(code)) return { open: 0, close: "<?", endOf: nextOpening };
  if (sign === "?" && code[at + 1] === ">") return { open: 2, close: "<?", endOf: nextOpening };
  if (sign === "'") return { open: 1, close: "'", escape: "\\" };
  if (sign === '"') return { open: 1, close: '"', escape: "\\", hole: { open: "{$", close: "}" } };
  if (sign === "#" && code[at + 1] !== "[") return { open: 1, close: "\n\n", endOf: endOfLine };
  const document =
    sign === "<" ? /^<<<[ \t]*(["']?)([A-Za-z_]\w{0,40})\1(?=\n)/.exec(code.slice(at, at + 64)) : null;
  if (document === null) return undefined;
  const label = document[2] as string;
  return { open: document[0].length, close: label, endOf: (text, from) => endOfDocument(text, from, label) };
}

function nextOpening(code: string, from: number): number {
  const end = code.indexOf("<?", from);
  return end < 0 ? code.length : end;
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf("\n", from);
  return end < 0 ? code.length : end;
}

/** The label at the beginning of a line, after spaces. */
function endOfDocument(code: string, from: number, label: string): number {
  let line = code.indexOf("\n", from);
  while (line >= 0) {
    let at = line + 1;
    while (code[at] === " " || code[at] === "\t") at += 1;
    if (code.startsWith(label, at) && !/\w/.test(code[at + label.length] ?? "")) return at;
    line = code.indexOf("\n", at);
  }
  return code.length;
}

/** Variables, whose names are the author's but for `$this`, and the marks around PHP. */
function readOwnSigns({ reading, found }: Context, index: number): number {
  const token = reading.tokens[index];
  if (token === undefined) return 0;
  const next = reading.tokens[index + 1];
  const isTight = next !== undefined && reading.isTight(index + 1);
  if (token.kind === "symbol" && token.text === "$" && isTight && next.kind === "word") {
    if (next.text === "this" || superglobals.has(next.text))
      found.word(`$${next.text}`, token.start, next.end);
    else found.symbol("$", token.start, token.end);
    return 2;
  }
  const attribute = reading.tokens[reading.partners.get(index + 1) ?? -1];
  if (token.text === "#" && token.kind === "symbol" && next?.text === "[" && attribute !== undefined) {
    found.symbol("#[ ]", token.start, next.end, attribute.start, attribute.end);
    return 2;
  }
  if (token.kind === "hole-open" && isTight && next.kind === "word") {
    const close = reading.tokens[reading.partners.get(index) ?? -1];
    if (close !== undefined) found.symbol("{$ }", token.start, token.end, close.start, close.end);
    return 2;
  }
  if (token.kind === "quote-open" && token.text.startsWith("<<<")) {
    found.symbol("<<<", token.start, token.start + 3);
    return 1;
  }
  if (token.kind === "quote-open" && token.text === "#") {
    found.symbol("#", token.start, token.end);
    return 1;
  }
  if (token.kind === "quote-open" && (token.text === "?>" || token.text === "")) {
    if (token.text === "?>") found.symbol("?>", token.start, token.end);
    return 1;
  }
  if (token.kind === "quote-close" && token.text === "<?" && isTight) {
    if (next.text === "php") found.word("<?php", token.start, next.end);
    else if (next.text === "=") found.symbol("<?=", token.start, next.end);
    return 2;
  }
  if (magic.has(token.text) && reading.text(index - 1) === "::") {
    found.word(token.text, token.start, token.end);
    return 1;
  }
  // The value or name of a case: `Suit::Hearts->value`.
  if (/^(?:name|value)$/.test(token.text) && isOfCase(reading, index)) {
    found.word(`->${token.text}`, token.start, token.end);
    return 1;
  }
  if (token.text === "class" && reading.text(index - 1) === "::") {
    found.word("::class", token.start, token.end);
    return 1;
  }
  return 0;
}

function isOfCase(reading: Reading, index: number): boolean {
  return (
    reading.text(index - 1) === "->" &&
    reading.isWord(index - 2) &&
    reading.text(index - 3) === "::" &&
    reading.text(index + 1) !== "("
  );
}

function declared(reading: Reading): Own {
  const own = nothingOwn();
  addAfter(reading, wordSet("function class interface trait enum const case as"), (name) => {
    if (magic.has(name)) return;
    own.names.add(name);
    own.members.add(name);
  });
  for (let index = 0; index < reading.tokens.length; index++) {
    // use App\Models\User; a class of the library has one part, or a mark before it alone.
    if (reading.text(index) !== "use" || !reading.isWord(index + 1)) continue;
    let at = index + 1;
    while (at < index + 32 && reading.text(at + 1) === "\\" && reading.isWord(at + 2)) at += 2;
    if (at > index + 1) own.names.add(reading.text(at));
  }
  return own;
}
