// Splits Python into tokens. Its f-strings have code and formats inside, nested at will, and its lines and their indents
// are syntax, so it has a scanner of its own. One pass with a stack of its own: broken and deeply nested code is no
// slower.

type TokenKind =
  | "word"
  | "number"
  | "symbol"
  | "comment"
  /** The letters before a quoted text, such as `f`. */
  | "prefix"
  | "quote-open"
  | "quote-close"
  /** A backslash in a quoted text and what it stands before. */
  | "escape"
  /** Any other part of a quoted text. */
  | "text"
  /** `{{` or `}}` in an f-string. */
  | "brace"
  /** The braces around an expression in an f-string. */
  | "hole-open"
  | "hole-close"
  /** `=` or `!r` at the end of such an expression. */
  | "conversion"
  /** The colon before a format, and the parts of the format between expressions. */
  | "format-open"
  | "format"
  /** A backslash that joins the next line to this one. */
  | "join"
  | "line";

export type Token = {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

type Quoted = {
  readonly kind: "text";
  readonly mark: string;
  readonly isRaw: boolean;
  readonly hasHoles: boolean;
};
type Hole = { readonly kind: "hole"; readonly around: Quoted; depth: number };
type Format = { readonly kind: "format"; readonly around: Quoted };
type Inside = Quoted | Hole | Format;

const prefixed = /(?:[rbuft]|[rR][bBfFtT]|[bBfFtT][rR])?(?="""|'''|"|')/iy;
const space = /[^\S\n]+/y;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const number =
  /0[xXbBoO][\da-fA-F_]+\w*|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d[\d_]*)?\w*|\.\d[\d_]*(?:[eE][+-]?\d+)?\w*/y;
const symbol = /\*\*=|\/\/=|<<=|>>=|\.\.\.|\*\*|\/\/|<<|>>|->|:=|[=!<>+\-*/%&|^@]=|[^]/uy;
const conversion = /![rsa](?=\s*[:}])|=(?=\s*(?:[:}]|![rsa]))/y;
const plainText = /[^\\"'{}\n]+/y;
const plainFormat = /[^{}\n"']+/y;

export function tokensOf(code: string): readonly Token[] {
  return new Scanner(code).scan();
}

class Scanner {
  readonly #code: string;
  readonly #tokens: Token[] = [];
  readonly #open: Inside[] = [];
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  scan(): readonly Token[] {
    while (this.#at < this.#code.length) {
      const inside = this.#open.at(-1);
      if (inside?.kind === "text") this.#text(inside);
      else if (inside?.kind === "format") this.#format(inside);
      else this.#step(inside);
    }
    return this.#tokens;
  }

  #step(hole: Hole | undefined): void {
    if (hole?.depth === 0) {
      if (this.#starts("}")) {
        this.#open.pop();
        return this.#add("hole-close", this.#at + 1);
      }
      const converted = this.#match(conversion);
      if (converted > this.#at) return this.#add("conversion", converted);
      if (this.#starts(":") && !this.#starts(":=")) {
        this.#open.push({ kind: "format", around: hole.around });
        return this.#add("format-open", this.#at + 1);
      }
    }
    const character = this.#code[this.#at];
    if (character === "\n") return this.#add("line", this.#at + 1);
    const spaces = this.#match(space);
    if (spaces > this.#at) {
      this.#at = spaces;
      return;
    }
    if (hole !== undefined && character !== undefined) {
      if ("([{".includes(character)) hole.depth += 1;
      else if (")]}".includes(character)) hole.depth = Math.max(0, hole.depth - 1);
    }
    if (character !== undefined && "()[]{},".includes(character)) return this.#add("symbol", this.#at + 1);
    if (character === "#") return this.#add("comment", lineEnd(this.#code, this.#at));
    if (character === "\\") return this.#add("join", this.#at + 1);
    if (this.#quote()) return;
    const named = this.#match(word);
    if (named > this.#at) return this.#add("word", named);
    const counted = this.#match(number);
    if (counted > this.#at) return this.#add("number", counted);
    this.#add("symbol", this.#match(symbol));
  }

  #quote(): boolean {
    prefixed.lastIndex = this.#at;
    const prefix = prefixed.exec(this.#code)?.[0];
    if (prefix === undefined) return false;
    const start = this.#at + prefix.length;
    const one = this.#code[start] as string;
    const mark = this.#code.startsWith(one.repeat(3), start) ? one.repeat(3) : one;
    if (prefix !== "") this.#add("prefix", start);
    this.#add("quote-open", start + mark.length);
    this.#open.push({ kind: "text", mark, isRaw: /r/i.test(prefix), hasHoles: /[ft]/i.test(prefix) });
    return true;
  }

  #text(quoted: Quoted): void {
    const { mark, isRaw, hasHoles } = quoted;
    const plain = this.#match(plainText);
    if (plain > this.#at) return this.#add("text", plain);
    const character = this.#code[this.#at];
    if (this.#starts(mark)) {
      this.#open.pop();
      return this.#add("quote-close", this.#at + mark.length);
    }
    if (character === "\n" && mark.length === 1) {
      this.#open.pop();
      return;
    }
    if (character === "\\") {
      const next = this.#code.codePointAt(this.#at + 1) ?? 0;
      let end = Math.min(this.#code.length, this.#at + (next > 0xffff ? 3 : 2));
      // The name of a character is in braces, which are no hole.
      if (!isRaw && this.#code.startsWith("N{", this.#at + 1)) end += 1;
      return this.#add(isRaw ? "text" : "escape", end);
    }
    if (hasHoles && (character === "{" || character === "}")) {
      if (this.#starts(character.repeat(2))) return this.#add("brace", this.#at + 2);
      if (character === "{") {
        this.#open.push({ kind: "hole", around: quoted, depth: 0 });
        return this.#add("hole-open", this.#at + 1);
      }
    }
    this.#add("text", this.#at + 1);
  }

  /** A format ends with its expression, and at the latest with the quoted text around both. */
  #format({ around }: Format): void {
    const plain = this.#match(plainFormat);
    if (plain > this.#at) return this.#add("format", plain);
    if (this.#starts(around.mark) || (around.mark.length === 1 && this.#starts("\n"))) {
      while (this.#open.at(-1) !== around) this.#open.pop();
      return;
    }
    if (this.#starts("{")) {
      this.#open.push({ kind: "hole", around, depth: 0 });
      return this.#add("hole-open", this.#at + 1);
    }
    if (this.#starts("}")) {
      this.#open.pop();
      return;
    }
    this.#add("format", this.#at + 1);
  }

  #add(kind: TokenKind, end: number): void {
    this.#tokens.push({ kind, start: this.#at, end, text: this.#code.slice(this.#at, end) });
    this.#at = end;
  }

  #match(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#code) ? pattern.lastIndex : this.#at;
  }

  #starts(text: string): boolean {
    return this.#code.startsWith(text, this.#at);
  }
}

function lineEnd(code: string, from: number): number {
  const end = code.indexOf("\n", from);
  return end < 0 ? code.length : end;
}
