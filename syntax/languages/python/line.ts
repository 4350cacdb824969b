// Finds the constructs in one logical line of Python: words, operators, pairs, quoted texts, and the forms that they
// make.

import type { Place } from "../../construct.ts";
import type { Found } from "../../found.ts";
import { findDirectives, findFormat, type FormatPart } from "./formats.ts";
import { Frame } from "./frame.ts";
import type { Names } from "./names.ts";
import type { Token } from "./tokens.ts";
import { Words } from "./words.ts";

type QuotedText = {
  readonly open: Token;
  readonly prefix: Token | undefined;
  /** The pieces of the braces of holes. */
  readonly holes: number[];
  readonly texts: Token[];
};

type Format = { readonly colon: Token; readonly depth: number; readonly parts: FormatPart[] };

const pairNames: Readonly<Record<string, string>> = { "(": "( )", "[": "[ ]", "{": "{ }" };
const openerOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const escapes = /^\\[\\'"abfnrtvxNuU]/;
/** Symbols of one character; any other such character is none of Python. */
const signs = "=<>+-*/%&|^~@:,.;";

/** Twice the braces of a text that are its place; a text with more is no code that anyone types. */
const mostHoles = 2000;

export class Line {
  readonly #tokens: readonly Token[];
  readonly #found: Found;
  readonly #words: Words;
  readonly #frames: Frame[];
  readonly #quotes: QuotedText[] = [];
  readonly #formats: Format[] = [];
  /** Forms are added last, since their atoms must be there before. */
  readonly #forms: (readonly [name: string, place: Place])[] = [];

  constructor(tokens: readonly Token[], names: Names, isInMatch: boolean, found: Found) {
    this.#tokens = tokens;
    this.#frames = [new Frame(tokens, -1, false)];
    this.#found = found;
    this.#words = new Words(tokens, names, isInMatch, found);
  }

  read(): void {
    for (const [index, token] of this.#tokens.entries()) this.#token(token, index);
    while (this.#frames.length > 0) this.#closeFrame(undefined);
    while (this.#quotes.length > 0) this.#closeQuote(undefined, undefined);
    for (const [name, place] of this.#forms) this.#found.form(name, ...place);
  }

  #token(token: Token, index: number): void {
    const { kind, start, end, text } = token;
    const quote = this.#quotes.at(-1);
    switch (kind) {
      case "word":
        this.#words.read(index, this.#frame);
        return this.#frame.word(token, this.#tokens, index);
      case "symbol":
        return this.#symbol(token, index);
      case "number":
        return this.#number(token);
      case "quote-open": {
        const before = this.#tokens[index - 1];
        const prefix = before?.kind === "prefix" ? before : undefined;
        this.#quotes.push({ open: token, prefix, holes: [], texts: [] });
        return;
      }
      case "quote-close":
        return this.#closeQuote(token, this.#tokens[index + 1]);
      case "text":
        quote?.texts.push(token);
        return;
      case "escape":
        if (escapes.test(text)) this.#found.symbol(text.slice(0, 2), start, start + 2);
        return;
      case "brace":
        this.#found.symbol(text, start, end);
        return;
      case "hole-open":
        this.#addToFormat({ text: null, start });
        quote?.holes.push(start, end);
        this.#frames.push(new Frame(this.#tokens, index, false));
        return;
      case "hole-close":
        while (this.#formats.at(-1)?.depth === this.#quotes.length + this.#frames.length) this.#closeFormat();
        while (this.#frame.open !== undefined && this.#frame.open.kind !== "hole-open")
          this.#closeFrame(undefined);
        if (this.#frame.open !== undefined) this.#closeFrame(undefined);
        quote?.holes.push(start, end);
        return;
      case "conversion":
        this.#found.symbol(`f"{${text}}"`, start, end);
        return;
      case "format-open":
        this.#formats.push({ colon: token, depth: this.#quotes.length + this.#frames.length, parts: [] });
        return;
      case "format":
        this.#addToFormat({ text, start });
        return;
      // A prefix is read with its quoted text; the others are between lines.
      case "prefix":
      case "comment":
      case "join":
      case "line":
        return;
    }
  }

  /** What says how a number is written. Its digits are the author's. */
  #number({ start, text }: Token): void {
    const base = /^0[xXbBoO]/.exec(text)?.[0];
    if (base !== undefined) this.#found.symbol(base.toLowerCase(), start, start + 2);
    for (let at = text.indexOf("_"); at >= 0; at = text.indexOf("_", at + 1))
      this.#found.symbol("1_000", start + at, start + at + 1);
  }

  #symbol(token: Token, index: number): void {
    const { start, end, text } = token;
    if (text in pairNames) {
      this.#frames.push(new Frame(this.#tokens, index, text === "(" && this.#isHead(index)));
      return;
    }
    if (text in openerOf) {
      while (this.#frame.open?.kind === "symbol" && this.#frame.open.text !== openerOf[text])
        this.#closeFrame(undefined);
      if (this.#frame.open?.kind === "symbol") this.#closeFrame(token);
      else this.#found.symbol(pairNames[openerOf[text] as string] as string, start, end);
      return;
    }
    if (text.length > 1 || signs.includes(text)) this.#found.symbol(text, start, end);
    this.#frame.symbol(token, this.#tokens, index);
  }

  /** Whether a parenthesis opens the parameters of a function: `def name(`, `def name[T](`. */
  #isHead(index: number): boolean {
    const isAsync = this.#tokens[0]?.text === "async";
    const first = isAsync ? 1 : 0;
    return (
      this.#frames.length === 1 &&
      this.#tokens[first]?.text === "def" &&
      !this.#frame.hasParameters &&
      index > first
    );
  }

  get #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #closeFrame(close: Token | undefined): void {
    const frame = this.#frames.pop() as Frame;
    if (frame.isParameters) this.#frame.hasParameters = true;
    if (frame.open?.kind === "symbol") {
      const { start, end, text } = frame.open;
      const closing = close === undefined ? [] : [close.start, close.end];
      this.#found.symbol(pairNames[text] as string, start, end, ...closing);
    }
    frame.finish(close);
    if (frame.forms !== undefined) for (const form of frame.forms) this.#forms.push(form);
  }

  #closeQuote(close: Token | undefined, next: Token | undefined): void {
    const quote = this.#quotes.pop();
    if (quote === undefined) return;
    const { open, prefix, holes, texts } = quote;
    const closing = close === undefined ? [] : [close.start, close.end];
    this.#found.symbol(`${open.text} ${open.text}`, open.start, open.end, ...closing);
    if (prefix !== undefined) {
      const letters = prefix.text.toLowerCase();
      const inside = /[ft]/.test(letters) ? "{ }" : " ";
      this.#found.symbol(`${letters}"${inside}"`, prefix.start, prefix.end, ...holes.slice(0, mostHoles));
    }
    if (next?.text === "%" && next.kind === "symbol")
      for (const { text, start } of texts) findDirectives(text, start, this.#found);
  }

  #addToFormat(part: FormatPart): void {
    const format = this.#formats.at(-1);
    if (format?.depth === this.#quotes.length + this.#frames.length) format.parts.push(part);
  }

  #closeFormat(): void {
    const { colon, parts } = this.#formats.pop() as Format;
    findFormat(colon.start, parts, this.#found);
  }
}
