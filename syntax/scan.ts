// Splits code into tokens, for languages whose code is words, numbers, symbols, quoted texts and comments. It is not a
// parser: broken code has tokens too. One pass without recursion, so that any text takes time in proportion to its
// length and none is too deeply nested.

type TokenKind =
  | "word"
  | "number"
  | "symbol"
  | "comment"
  /** The mark that opens or closes a quoted text, with its prefix. */
  | "quote-open"
  | "quote-close"
  /** A part of a quoted text between its marks and holes. */
  | "text"
  /** The marks around code inside a quoted text. */
  | "hole-open"
  | "hole-close"
  /** A line break outside quoted texts and comments. */
  | "line";

export type Token = {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** A quoted text as it stands at a place. */
export type Quote = {
  /** The length of what opens it, with its prefix. */
  readonly open: number;
  readonly close: string;
  /** A character after which the next one is taken literally; none in raw texts. */
  readonly escape?: string;
  /** The closing mark, written twice, is a part of the text. */
  readonly isDoubled?: boolean;
  /** It ends at the end of the line at the latest. */
  readonly isOneLine?: boolean;
  /**
   * What opens and closes code in it; the code may have braces, brackets and parentheses of its own. Where `isDoubled`,
   * the opening mark written twice is a part of the text.
   */
  readonly hole?: { readonly open: string; readonly close: string; readonly isDoubled?: boolean };
  /** Where the text that begins at `from` ends, when its closing mark alone does not tell. In linear time in all. */
  readonly endOf?: (code: string, from: number) => number;
};

export type Lexis = {
  /** What opens a comment that ends with its line. */
  readonly line?: readonly string[];
  readonly block?: { readonly open: string; readonly close: string; readonly isNested?: boolean };
  /** The quoted text that opens at `at`, if any does; `before` is the token before it, no line break. */
  readonly quoteAt: (code: string, at: number, before: Token | undefined) => Quote | undefined;
  /** Symbols of several characters; every other character is a symbol by itself. */
  readonly symbols: readonly string[];
  /** The characters with which a word begins and goes on, as the inside of a class of a pattern. */
  readonly wordStart?: string;
  readonly wordPart?: string;
};

export type Scan = (code: string) => readonly Token[];

/** Makes the scanner of a language. */
export function scanner(lexis: Lexis): Scan {
  const { wordStart = "\\p{L}_$", wordPart = "\\p{L}\\p{M}\\p{N}_$" } = lexis;
  // Most texts are plain ASCII, for which a table is faster than a pattern.
  const beginner = new RegExp(`[${wordStart}]`, "u");
  const beginners = Array.from({ length: 128 }, (_, unit) => beginner.test(String.fromCharCode(unit)));
  const patterns = {
    word: new RegExp(`[${wordStart}][${wordPart}]*`, "uy"),
    number:
      /0[xXbBoO][\da-fA-F_]+\w*|\d(?:[\d_]|'(?=\d))*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?\w*|\.\d[\d_]*(?:[eE][+-]?\d+)?\w*/y,
    space: /[^\S\n]+/y,
    mayBeginWord: (unit: number) => unit > 127 || beginners[unit] === true,
  };
  // By their first characters, since a text may have nothing but symbols.
  const symbols = new Map<string, string[]>();
  for (const symbol of [...lexis.symbols].sort((a, b) => b.length - a.length)) {
    const first = symbol.charAt(0);
    symbols.set(first, [...(symbols.get(first) ?? []), symbol]);
  }
  return (code) => scan(code, lexis, patterns, symbols);
}

type Symbols = ReadonlyMap<string, readonly string[]>;

type Patterns = {
  readonly word: RegExp;
  readonly number: RegExp;
  readonly space: RegExp;
  /** By the UTF-16 unit. */
  readonly mayBeginWord: (unit: number) => boolean;
};
/** A quoted text that is open; `depth` counts the brackets that are open in its hole, null outside a hole. */
type Open = { readonly quote: Quote; depth: number | null };

function scan(code: string, lexis: Lexis, patterns: Patterns, symbols: Symbols): readonly Token[] {
  const tokens: Token[] = [];
  const open: Open[] = [];
  let before: Token | undefined;
  let at = 0;
  const add = (kind: TokenKind, end: number): void => {
    const token = { kind, start: at, end, text: code.slice(at, end) };
    tokens.push(token);
    if (kind !== "line") before = token;
    at = end;
  };
  while (at < code.length) {
    const inside = open.at(-1);
    if (inside !== undefined && inside.depth === null) {
      const end = endOfText(code, at, inside.quote);
      if (end > at) add("text", end);
      if (inside.quote.hole !== undefined && code.startsWith(inside.quote.hole.open, at)) {
        inside.depth = 0;
        add("hole-open", at + inside.quote.hole.open.length);
        continue;
      }
      open.pop();
      if (code.startsWith(inside.quote.close, at)) add("quote-close", at + inside.quote.close.length);
      continue;
    }
    if (inside?.depth === 0 && code.startsWith(inside.quote.hole?.close ?? "\n", at)) {
      inside.depth = null;
      add("hole-close", at + (inside.quote.hole?.close.length ?? 1));
      continue;
    }
    if (code[at] === "\n") {
      add("line", at + 1);
      continue;
    }
    const unit = code.charCodeAt(at);
    if (unit === 32 || unit === 9 || unit > 127) {
      const space = matchEnd(patterns.space, code, at);
      if (space > at) {
        at = space;
        continue;
      }
    }
    const quote = lexis.quoteAt(code, at, before);
    if (quote !== undefined) {
      add("quote-open", at + quote.open);
      open.push({ quote, depth: null });
      continue;
    }
    const comment = endOfComment(code, at, lexis);
    if (comment > at) {
      add("comment", comment);
      continue;
    }
    const word = patterns.mayBeginWord(unit) ? matchEnd(patterns.word, code, at) : at;
    if (word > at) {
      add("word", word);
      continue;
    }
    // `pair.0` has a dot and a number, `= .5` only a number.
    const isMember =
      code[at] === "." && before?.end === at && (before.kind === "word" || before.kind === "number");
    const mayBeNumber = !isMember && (unit === 46 || (unit >= 48 && unit <= 57));
    const number = mayBeNumber ? matchEnd(patterns.number, code, at) : at;
    if (number > at) {
      add("number", number);
      continue;
    }
    const symbol = symbols.get(code[at] as string)?.find((one) => code.startsWith(one, at));
    const character = symbol ?? String.fromCodePoint(code.codePointAt(at) ?? 0);
    if (inside !== undefined && inside.depth !== null) {
      if ("([{".includes(character)) inside.depth += 1;
      else if (")]}".includes(character)) inside.depth = Math.max(0, inside.depth - 1);
    }
    add("symbol", at + character.length);
  }
  return tokens;
}

function matchEnd(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : at;
}

function endOfComment(code: string, at: number, { line = [], block }: Lexis): number {
  if (line.some((mark) => code.startsWith(mark, at))) {
    const end = code.indexOf("\n", at);
    return end < 0 ? code.length : end;
  }
  if (block === undefined || !code.startsWith(block.open, at)) return at;
  const from = at + block.open.length;
  if (block.isNested === true) return endOfNested(code, from, block);
  const close = code.indexOf(block.close, from);
  return close < 0 ? code.length : close + block.close.length;
}

function endOfNested(code: string, from: number, { open, close }: NonNullable<Lexis["block"]>): number {
  let depth = 1;
  let at = from;
  while (at < code.length && depth > 0) {
    if (code.startsWith(close, at)) {
      depth -= 1;
      at += close.length;
    } else if (code.startsWith(open, at)) {
      depth += 1;
      at += open.length;
    } else at += 1;
  }
  return at;
}

/** The end of the text up to the next hole, the closing mark or the end of the code. */
function endOfText(code: string, from: number, quote: Quote): number {
  const { close, escape, hole, isDoubled = false, isOneLine = false, endOf } = quote;
  if (endOf !== undefined) return Math.max(from, Math.min(endOf(code, from), code.length));
  let at = from;
  while (at < code.length) {
    const isHole = hole !== undefined && code.startsWith(hole.open, at);
    // The mark of a hole may begin with that of an escape, as `\\(` of Swift does.
    if (escape !== undefined && code[at] === escape && !isHole) at += 2;
    else if (isHole) {
      if (hole.isDoubled !== true || !code.startsWith(hole.open, at + hole.open.length)) return at;
      at += 2 * hole.open.length;
    } else if (code.startsWith(close, at)) {
      if (!isDoubled || !code.startsWith(close, at + close.length)) return at;
      at += 2 * close.length;
    } else if (isOneLine && code[at] === "\n") return at;
    else at += 1;
  }
  return code.length;
}

const openers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * For each token that is a bracket, the number of the token that closes or opens its pair. Brackets without a partner
 * have no entry: one that is never closed ends with the pair around it, and one that closes nothing is passed over. The
 * code in a hole of a quoted text has its partners there; the marks of the hole are a pair too.
 */
export function pairsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const scopes: Scope[] = [newScope(-1)];
  const pair = (opener: number, closer: number): void => {
    pairs.set(opener, closer);
    pairs.set(closer, opener);
  };
  for (const [index, { kind, text }] of tokens.entries()) {
    const scope = scopes.at(-1) as Scope;
    if (kind === "hole-open") scopes.push(newScope(index));
    else if (kind === "hole-close" && scopes.length > 1) {
      pair(scope.hole, index);
      scopes.pop();
    } else if (kind === "symbol") {
      if (text === "(" || text === "[" || text === "{") {
        scope.open.push({ index, text });
        scope.counts[text] = (scope.counts[text] ?? 0) + 1;
      } else if (text === ")" || text === "]" || text === "}") {
        const opener = openerIn(scope, openers[text] as string);
        if (opener !== undefined) pair(opener, index);
      }
    }
  }
  return pairs;
}

/** The brackets that are open in the code or in one hole, and how many of each kind. */
type Scope = {
  readonly hole: number;
  readonly open: { readonly index: number; readonly text: string }[];
  readonly counts: Record<string, number>;
};

function newScope(hole: number): Scope {
  return { hole, open: [], counts: {} };
}

/** Closes the innermost bracket of a kind and all in it. */
function openerIn({ open, counts }: Scope, text: string): number | undefined {
  if ((counts[text] ?? 0) === 0) return undefined;
  for (;;) {
    const last = open.pop();
    if (last === undefined) return undefined;
    counts[last.text] = (counts[last.text] ?? 1) - 1;
    if (last.text === text) return last.index;
  }
}
