// What may be open in a word of Bash: quoted texts, expansions, arithmetic, tests, lists, here documents.

import type { Found } from "../../found.ts";
import { endsWord } from "./arguments.ts";
import { arithmeticSigns } from "./commands.ts";
import { type Context, contextOf, type Opened } from "./context.ts";
import { findCommits } from "./git.ts";
import { takesCommits } from "./git-words.ts";
import { formatAt, parameterAt } from "./parameters.ts";

/** A quoted text without white space; what has a `%` is a format. */
const quotedCommits = /"[^\s"'`%]{1,100}"/y;
const plain = /[\p{L}\p{N}_./:@%^,~]+/uy;
const braces = /\{[^\s{}"'`()]{0,100}?(\.\.|,)[^\s{}"'`()]{0,100}\}/y;
const brackets = /\[[^\]\s"'`]{1,100}\]/y;
const keyed = /\[[^\]\n]{1,200}\]=/y;
const classes = /\[:[a-z]{1,10}:\]/y;
const testSign = /==|!=|=~|&&|\|\||[<>=!]/y;

export class Parts {
  protected readonly code: string;
  protected readonly found: Found;
  protected readonly open: Context[] = [];
  /** How many here documents are open. */
  protected hereDepth = 0;
  protected at = 0;

  constructor(code: string, found: Found) {
    this.code = code;
    this.found = found;
    this.push("script", "", [], "");
  }

  /** Reads on in what is open, other than a script. */
  protected step(context: Context): void {
    if (context.kind === "list") this.#list(context);
    else if (context.kind === "test") this.#test(context);
    else if (context.kind === "arithmetic") this.#arithmetic(context);
    else if (context.kind === "double") this.#double(context);
    else if (context.kind === "parameter") this.#parameter(context);
    else this.#here(context);
  }

  #list(context: Context): void {
    const character = this.code[this.at] as string;
    if (character === ")") this.pop(1);
    else if (character === "#" && /\s/.test(this.code[this.at - 1] ?? "")) {
      this.found.symbol("#", this.at, this.at + 1);
      this.at = Math.min(this.lineEnd(), context.limit);
    } else if (/[\s;|&<>(]/.test(character)) this.at += 1;
    else if (!this.#key()) this.part(context, true);
  }

  /** The key of an element: `[key]=`. */
  #key(): boolean {
    const start = this.at;
    const end = /\s|\(/.test(this.code[start - 1] ?? "") ? this.match(keyed) : start;
    if (end === start) return false;
    this.found.symbol("[ ]=", start, start + 1, end - 2, end);
    this.at = start + 1;
    this.push("here", "", [], "", { limit: end - 2, next: end });
    return true;
  }

  #test(context: Context): void {
    const start = this.at;
    const isWordStart = /\s/.test(this.code[start - 1] ?? " ");
    if (isWordStart && this.starts("]]")) return this.pop(2);
    const option = /^-[a-zA-Z]{1,2}(?=\s)/.exec(this.code.slice(start, start + 4))?.[0];
    const sign = this.match(testSign);
    if (isWordStart && option !== undefined) {
      this.found.word(`[[ ${option} ]]`, start, start + option.length);
      this.at += option.length;
    } else if (isWordStart && sign > start && /\s/.test(this.code[sign] ?? "")) {
      const text = this.code.slice(start, sign);
      this.found.symbol(text, start, sign);
      context.hasGlobs = /^!?==?$/.test(text);
      this.at = sign;
      if (text === "=~") this.#skipPattern(context);
    } else if (/[\s;|&<>()]/.test(this.code[start] as string)) this.at += 1;
    else this.part(context, context.hasGlobs);
  }

  /** A pattern behind `=~` is text up to the next white space. */
  #skipPattern(context: Context): void {
    while (this.at < context.limit && /[^\S\n]/.test(this.code[this.at] as string)) this.at += 1;
    while (this.at < context.limit && !/\s/.test(this.code[this.at] as string)) this.at += 1;
  }

  #arithmetic(context: Context): void {
    const start = this.at;
    const character = this.code[start] as string;
    if (context.depth === 0 && this.starts("))")) return this.pop(2);
    if (character === "(") {
      context.depth += 1;
      context.parentheses.push(start);
    } else if (character === ")") {
      context.depth = Math.max(0, context.depth - 1);
      const opening = context.parentheses.pop();
      if (opening !== undefined) this.found.symbol("( )", opening, opening + 1, start, start + 1);
    }
    if (/["'$`\\]/.test(character)) return this.part(context, false);
    const sign = this.match(arithmeticSigns);
    if (sign === start) {
      this.at += 1;
      return;
    }
    const text = this.code.slice(start, sign);
    if (text === ":") {
      if (context.bracket >= 0) this.found.symbol("?", context.bracket, context.bracket + 1, start, sign);
      context.bracket = -1;
    } else if (text === "?") context.bracket = start;
    else this.found.symbol(text, start, sign);
    this.at = sign;
  }

  #double(context: Context): void {
    const start = this.at;
    const character = this.code[start] as string;
    if (character === '"') return this.pop(1);
    if (character === "$" || character === "`") return this.part(context, false);
    if (character === "\\" && /[$`"\\]/.test(this.code[start + 1] ?? "")) return this.#escape();
    const formatted = context.program === "printf" ? formatAt(this.code, start, this.found) : start;
    this.at = Math.max(formatted, start + 1);
  }

  #parameter(context: Context): void {
    const start = this.at;
    const character = this.code[start] as string;
    if (character === "}") return this.pop(1);
    if (character === context.separator) {
      context.more.push(start, start + 1);
      context.separator = undefined;
      this.at += 1;
    } else if (/["'$`\\]/.test(character)) this.part(context, false);
    else this.at += 1;
  }

  /** A here document, in which only expansions count; also the place of an element in an array. */
  #here(context: Context): void {
    const character = this.code[this.at];
    if (character === "\\" && /[$`\\]/.test(this.code[this.at + 1] ?? "")) this.#escape();
    else if (character === "$" || character === "`") this.part(context, false);
    else this.at += 1;
  }

  /** One part of a word: a quoted text, an expansion, or plain characters. */
  protected part(context: Context, hasGlobs: boolean): void {
    const start = this.at;
    const character = this.code[start] as string;
    const program = context.kind === "script" ? context.command : undefined;
    if (character === "\\") return this.#escape();
    if (character === "'" || this.starts("$'")) return this.#single(context, program);
    if (character === '"') {
      if (takesCommits.has(program ?? "") && !context.areOptionsOver)
        findCommits(this.code, start, this.match(quotedCommits), this.found);
      this.at += 1;
      return this.push("double", '" "', [start, start + 1], '"', { program });
    }
    if (character === "`" || character === "$") return this.#expansion(context);
    if (hasGlobs || context.kind === "list" || context.kind === "script") this.#globs(hasGlobs);
    this.at = Math.max(start + 1, this.match(plain));
  }

  #globs(hasGlobs: boolean): void {
    const start = this.at;
    const character = this.code[start];
    const end = character === "{" ? this.match(braces) : start;
    if (end > start) {
      const inside = this.code.slice(start, end);
      const sign = /\.\.|,/.exec(inside)?.[0] ?? ",";
      const pieces = [start, start + 1];
      for (let at = inside.indexOf(sign); at >= 0 && pieces.length < 200; at = inside.indexOf(sign, at + 1))
        pieces.push(start + at, start + at + sign.length);
      this.found.symbol(sign === "," ? "{a,b}" : "{a..b}", ...pieces, end - 1, end);
    }
    if (!hasGlobs) return;
    if (character === "*") this.found.symbol("*", start, start + 1);
    else if (character === "?") this.found.symbol("? in a pattern", start, start + 1);
    else if (character === "[") {
      const close = this.match(brackets);
      if (close > start) this.found.symbol("[ ] in a pattern", start, start + 1, close - 1, close);
    }
  }

  #single(context: Context, program: string | undefined): void {
    const start = this.at;
    const inside = this.code.indexOf("'", start) + 1;
    const isDollar = this.starts("$'");
    let close = this.code.indexOf("'", inside);
    while (isDollar && close > 0 && this.code[close - 1] === "\\" && close < context.limit)
      close = this.code.indexOf("'", close + 1);
    const isClosed = close >= 0 && close < context.limit;
    const end = isClosed ? close : context.limit;
    if (isClosed) this.found.symbol(isDollar ? "$' '" : "' '", start, inside, end, end + 1);
    this.at = Math.min(context.limit, end + 1);
    if (program === "trap" && this.open.length < 100) {
      this.at = inside;
      this.push("script", "", [], "", { limit: end, next: Math.min(context.limit, end + 1) });
      return;
    }
    const isFormatted = program === "printf" || isDollar || program === "tr";
    for (let at = inside; at < end; ) {
      const next = this.code[at] === "[" ? this.matchAt(classes, at) : at;
      if (next > at) this.found.word(this.code.slice(at, next), at, next);
      const formatted = isFormatted ? formatAt(this.code, at, this.found) : at;
      at = Math.max(at + 1, next, formatted);
    }
  }

  #expansion(context: Context): void {
    const start = this.at;
    if (this.starts("`")) {
      this.at += 1;
      if (context.close !== "`") this.push("script", "` `", [start, start + 1], "`");
    } else if (this.starts("$((")) {
      this.at += 3;
      this.push("arithmetic", "$(( ))", [start, start + 3], "))");
    } else if (this.starts("$(")) {
      this.at += 2;
      this.push("script", "$( )", [start, start + 2], ")");
    } else if (this.starts("${")) {
      const parameter = parameterAt(this.code, start);
      if (parameter === undefined) {
        this.at += 2;
        return;
      }
      const { names, pieces, change, separator, end } = parameter;
      this.at = Math.min(end, context.limit);
      const second = change === undefined ? undefined : { name: names[1] ?? "", piece: change };
      this.push("parameter", names[0] ?? "", pieces, "}", { separator, second });
    } else {
      const next = this.code[start + 1] ?? "";
      if (/[A-Za-z_]/.test(next)) {
        this.found.symbol("$name", start, start + 1);
        this.at = Math.max(start + 2, this.matchAt(/\w+/y, start + 1));
      } else if (/[\d#@*?!$-]/.test(next)) {
        this.found.symbol(`$${next}`, start, start + 2);
        this.at += 2;
      } else this.at += 1;
    }
  }

  #escape(): void {
    this.found.symbol("\\ before a symbol", this.at, this.at + 1);
    this.at += 2;
  }

  protected get top(): Context {
    return this.open.at(-1) as Context;
  }

  protected push(
    kind: Context["kind"],
    name: string,
    pieces: readonly number[],
    close: string,
    opened: Opened = {},
  ): void {
    const limit = this.open.at(-1)?.limit ?? this.code.length;
    this.open.push(contextOf(kind, name, pieces, close, limit, opened));
  }

  /** @param length of the mark that closes it; undefined when it ends without one */
  protected pop(length: number | undefined): void {
    const { name, pieces, more, second, limit, next, close } = this.open.pop() as Context;
    const closing = length === undefined ? [] : [this.at, this.at + length];
    if (name === "<<") this.hereDepth -= 1;
    else if (name !== "" && pieces.length > 0) {
      const last = closing[0] !== undefined && (more.at(-1) ?? pieces.at(-1)) === closing[0];
      const all = [...pieces, ...more];
      if (last) all[all.length - 1] = closing[1] as number;
      else all.push(...closing);
      this.found.symbol(name, ...all);
      if (second !== undefined) this.found.symbol(second.name, ...second.piece);
    }
    if (length !== undefined) this.at += length;
    else if (close === "") this.at = Math.max(this.at, next);
    else this.at = Math.max(this.at, limit);
  }

  protected lineEnd(): number {
    const end = this.code.indexOf("\n", this.at);
    return end < 0 ? this.code.length : end;
  }

  protected isWordEnd(at: number): boolean {
    return endsWord(this.code[at] ?? "");
  }

  protected match(pattern: RegExp): number {
    return this.matchAt(pattern, this.at);
  }

  protected matchAt(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return pattern.test(this.code) ? pattern.lastIndex : at;
  }

  protected starts(text: string): boolean {
    return this.code.startsWith(text, this.at);
  }
}
