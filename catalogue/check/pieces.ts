// Splits code into code, text (the inside of quotes) and comments, as far as the lint needs it: to count comments, to
// find words in code only, to blank out literals. It is not a parser: a nested template or a here document counts as
// code, and the tools of the language judge the rest.

export type Piece = {
  readonly kind: "code" | "text" | "comment";
  readonly source: string;
  readonly line: number;
};

type Syntax = {
  readonly line?: string;
  /** Another mark that begins a comment. */
  readonly otherLine?: string;
  readonly block?: readonly [open: string, close: string];
  /** Longest first. */
  readonly quotes: readonly string[];
  /** A quote inside a string is doubled instead of escaped by a backslash. */
  readonly doubled?: boolean;
  /** A backslash inside of single quotes is an ordinary character. */
  readonly rawSingle?: boolean;
  /** `#` begins a comment only at the start of a word (not in `$#` and `${#name}`). */
  readonly lineAtWord?: boolean;
  readonly regexLiterals?: boolean;
  /** Go's backquotes, between which a backslash is an ordinary character. */
  readonly rawBackquote?: boolean;
  /** Rust's lifetimes and the digit separators of C++ begin no character, which has both its quotes. */
  readonly loneQuote?: boolean;
  /** PHP's `#[` begins an attribute. */
  readonly attributes?: boolean;
};

const script: Syntax = { line: "//", block: ["/*", "*/"], quotes: ['"', "'", "`"], regexLiterals: true };

const braces = { line: "//", block: ["/*", "*/"] } as const;

const syntaxes: Readonly<Record<string, Syntax>> = {
  javascript: script,
  typescript: script,
  python: { line: "#", quotes: ['"""', "'''", '"', "'"] },
  sql: { line: "--", block: ["/*", "*/"], quotes: ["'", '"'], doubled: true },
  bash: { line: "#", lineAtWord: true, rawSingle: true, quotes: ['"', "'"] },
  html: { block: ["<!--", "-->"], quotes: [] },
  css: { block: ["/*", "*/"], quotes: ['"', "'"] },
  json: { quotes: ['"'] },
  java: { ...braces, quotes: ['"""', '"', "'"] },
  c: { ...braces, quotes: ['"', "'"] },
  cpp: { ...braces, quotes: ['"', "'"], loneQuote: true },
  go: { ...braces, quotes: ['"', "'", "`"], rawBackquote: true },
  rust: { ...braces, quotes: ['"', "'"], loneQuote: true },
  php: { ...braces, quotes: ['"', "'"], otherLine: "#", attributes: true },
  ruby: { line: "#", quotes: ['"', "'"], lineAtWord: true },
};

/** The pieces in order; together they are the code again. A language without an entry is one piece of code. */
export function pieces(code: string, language: string): readonly Piece[] {
  const syntax = syntaxes[language];
  if (syntax === undefined) return [{ kind: "code", source: code, line: 1 }];
  const found: Piece[] = [];
  let start = 0;
  let at = 0;
  let line = 1;
  const cut = (kind: Piece["kind"], end: number) => {
    if (end <= start) return;
    const source = code.slice(start, end);
    found.push({ kind, source, line });
    line += source.split("\n").length - 1;
    start = end;
  };
  const take = (kind: Piece["kind"], end: number) => {
    cut("code", at);
    cut(kind, end);
    at = end;
  };
  while (at < code.length) {
    const quote = syntax.quotes.find((mark) => startsText(code, at, mark, syntax));
    if (isLineComment(code, at, syntax)) {
      const end = code.indexOf("\n", at);
      take("comment", end < 0 ? code.length : end);
    } else if (syntax.block !== undefined && code.startsWith(syntax.block[0], at)) {
      const end = code.indexOf(syntax.block[1], at + syntax.block[0].length);
      take("comment", end < 0 ? code.length : end + syntax.block[1].length);
    } else if (quote !== undefined) {
      take("text", endOfText(code, at, quote, syntax));
    } else if (syntax.regexLiterals && code[at] === "/" && regexMayStart(code, at)) {
      take("text", endOfRegex(code, at));
    } else {
      // In Bash, an escaped quote outside of quotes does not start a string.
      at += code[at] === "\\" ? 2 : 1;
    }
  }
  cut("code", code.length);
  return found;
}

/** The code with spaces in place of texts and comments; lines stay. */
export function bareCode(code: string, language: string): string {
  return pieces(code, language)
    .map((piece) => (piece.kind === "code" ? piece.source : piece.source.replace(/[^\n]/g, " ")))
    .join("");
}

function startsText(code: string, at: number, quote: string, { loneQuote }: Syntax): boolean {
  if (!code.startsWith(quote, at)) return false;
  return (
    !loneQuote || quote !== "'" || /^'(?:\\(?:u\{\w+\}|x\w\w|[^])|[^\\'\n])'/.test(code.slice(at, at + 14))
  );
}

function isLineComment(code: string, at: number, syntax: Syntax): boolean {
  const marks = [syntax.line, syntax.otherLine].filter((mark) => mark !== undefined);
  if (!marks.some((mark) => code.startsWith(mark, at))) return false;
  if (syntax.attributes && code.startsWith("#[", at)) return false;
  // The first line of a script names its interpreter, so it is not a comment.
  if (code.startsWith("#!", at) && at === 0) return false;
  return !syntax.lineAtWord || at === 0 || /[\s;&|(]/.test(code[at - 1] as string);
}

function endOfText(code: string, at: number, quote: string, syntax: Syntax): number {
  const isRaw = (syntax.rawSingle && quote === "'") || (syntax.rawBackquote && quote === "`");
  const escapes = !syntax.doubled && !isRaw;
  let end = at + quote.length;
  while (end < code.length) {
    if (code.startsWith(quote, end)) {
      if (!syntax.doubled || !code.startsWith(quote, end + quote.length)) return end + quote.length;
      end += quote.length;
    }
    end += escapes && code[end] === "\\" ? 2 : 1;
  }
  return code.length;
}

function regexMayStart(code: string, at: number): boolean {
  const before = code.slice(0, at).trimEnd();
  return before === "" || /[(,=:[!&|?{};]$|\breturn$/.test(before);
}

function endOfRegex(code: string, at: number): number {
  let inClass = false;
  for (let end = at + 1; end < code.length && code[end] !== "\n"; end++) {
    if (code[end] === "\\") end++;
    else if (code[end] === "[") inClass = true;
    else if (code[end] === "]") inClass = false;
    else if (code[end] === "/" && !inClass) return end + 1;
  }
  return at + 1;
}
