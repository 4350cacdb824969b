// JavaScript and TypeScript. A name belongs to the language if its library has it and the text does not define it.

import type { Found } from "../found.ts";
import type { Token } from "../scan.ts";
import { findCommentMarks } from "./comments.ts";
import { findEscapes } from "./escapes.ts";
import {
  typeModifiers,
  beforeType,
  wordOperators,
  beforeEither,
  errorProperties,
  genericTypes,
  globals,
  keywords,
  methods,
  primitiveTypes,
  properties,
  statics,
  urlProperties,
} from "./javascript/library.ts";
import { longSigns, type Outline, outlineOf } from "./javascript/outline.ts";
import { modifiers, type OwnNames, ownNamesOf } from "./javascript/own-names.ts";
import { readPattern } from "./regex.ts";

export function javascriptConstructs(code: string, found: Found): void {
  new Reading(code, outlineOf(code, false), found).read();
}

export function typescriptConstructs(code: string, found: Found): void {
  new Reading(code, outlineOf(code, true), found).read();
}

/** What is typed as one sign, but for pairs and what begins with `>`. */
const signs: ReadonlySet<string> = new Set([...longSigns, ..."=<+-*/%!?:.,;&|^~#@"]);

class Reading {
  readonly #code: string;
  readonly #outline: Outline;
  readonly #tokens: readonly Token[];
  readonly #own: OwnNames;
  readonly #found: Found;
  /** The quoted texts that are open: the numbers of the tokens that open them. */
  readonly #quotes: number[] = [];

  constructor(code: string, outline: Outline, found: Found) {
    this.#code = code;
    this.#outline = outline;
    this.#tokens = outline.tokens;
    this.#own = ownNamesOf(outline);
    this.#found = found;
  }

  read(): void {
    for (const { start, end } of this.#outline.comments)
      findCommentMarks(this.#code, start, end, this.#found);
    for (let index = 0; index < this.#tokens.length; index++) {
      const token = this.#tokens[index] as Token;
      if (token.kind === "word") this.#word(index, token);
      else if (token.kind === "symbol") this.#symbol(index, token);
      else if (token.kind === "number") this.#number(token);
      else this.#quoted(index, token);
    }
    this.#forms();
  }

  #text(index: number): string {
    const token = this.#tokens[index];
    return token === undefined || token.kind === "text" || token.kind === "quote-open" ? "" : token.text;
  }

  #isWord(index: number): boolean {
    return this.#tokens[index]?.kind === "word";
  }

  #bracesAround(index: number): string | undefined {
    const opener = this.#outline.around[index] as number;
    return opener < 0 ? "block" : this.#outline.braces.get(opener);
  }

  /** Adds a pair by its opening token, if it is closed. */
  #pair(name: string, opener: number): boolean {
    const close = this.#tokens[this.#outline.partner[opener] ?? -1];
    const open = this.#tokens[opener];
    return open !== undefined && close !== undefined && close.start > open.start
      ? this.#found.symbol(name, open.start, open.end, close.start, close.end)
      : false;
  }

  #symbol(index: number, { text, start, end }: Token): void {
    const partner = this.#outline.partner[index] as number;
    if (text === "(" || text === "[" || text === "{") this.#pair(`${text} ${this.#text(partner)}`, index);
    else if (text === "<" && partner >= 0) this.#pair("< >", index);
    else if (text === ">") {
      if (partner < 0 && !this.#isInsideSign(index)) this.#signOf(index);
    } else if (signs.has(text) && !(text === "=" && this.#isInsideSign(index)))
      this.#found.symbol(text, start, end);
  }

  /** Whether a `>` or `=` goes on with the `>` right before it. */
  #isInsideSign(index: number): boolean {
    const before = this.#tokens[index - 1];
    return (
      before?.text === ">" &&
      before.end === this.#tokens[index]?.start &&
      (this.#outline.partner[index - 1] as number) < 0
    );
  }

  /** Adds `>`, `>=`, `>>` and so on, from its first `>`. */
  #signOf(index: number): void {
    let last = index;
    while (
      this.#text(last) !== "=" &&
      last - index < 3 &&
      this.#isInsideSign(last + 1) &&
      /^[>=]$/.test(this.#text(last + 1)) &&
      (this.#outline.partner[last + 1] as number) < 0
    )
      last += 1;
    const start = this.#tokens[index]?.start ?? 0;
    const end = this.#tokens[last]?.end ?? start;
    this.#found.symbol(this.#code.slice(start, end), start, end);
  }

  /** The signs in a number: `0x`, `1_000` and the `n` of `10n`. Its digits are the author's. */
  #number({ text, start, end }: Token): void {
    if (/^0[xXbBoO]/.test(text)) this.#found.symbol(text.slice(0, 2).toLowerCase(), start, start + 2);
    for (let at = text.indexOf("_"); at >= 0; at = text.indexOf("_", at + 1))
      this.#found.symbol("1_000", start + at, start + at + 1);
    if (/^\d[\d_]*n$/.test(text)) this.#found.symbol("1n", end - 1, end);
  }

  #quoted(index: number, { kind, text, start, end }: Token): void {
    if (kind === "quote-open") this.#quotes.push(index);
    else if (kind === "hole-open") this.#pair("${ }", index);
    else if (kind === "text") this.#insideOfQuotes(start, end);
    else if (kind === "quote-close") {
      const open = this.#tokens[this.#quotes.pop() ?? -1];
      if (open?.text === text) this.#found.symbol(`${text} ${text}`, open.start, open.end, start, end);
    }
  }

  #insideOfQuotes(start: number, end: number): void {
    const quote = this.#tokens[this.#quotes.at(-1) ?? -1];
    if (quote?.text === "/") return readPattern(this.#code, start, end, this.#found);
    findEscapes(this.#code, start, end, this.#found);
    // The modules of Node.js.
    if (end - start > 40 || quote?.text === "`") return;
    const text = this.#code.slice(start, end);
    if (/^node:[a-z][a-z/_]*$/.test(text)) this.#found.word(text, start, end);
  }

  #word(index: number, { text, start, end }: Token): void {
    const before = this.#text(index - 1);
    if (before === "." || before === "?.") this.#member(index);
    else if (before === "#" || this.#isKey(index)) return;
    else if (this.#isKeyword(index, text) || (this.#outline.isTyped && this.#isTypeWord(index, text)))
      this.#found.word(text, start, end);
    else if (globals.has(text) && !this.#own.bindings.has(text)) this.#global(index);
  }

  /** A key, a method or field by its declaration, a parameter, a label: the author's, whatever the word. */
  #isKey(index: number): boolean {
    const after = this.#text(index + 1);
    const before = this.#text(index - 1);
    const isColon = after === ":" && this.#outline.isOfQuestion[index + 1] === 0;
    if (isColon || (after === "?" && this.#text(index + 2) === ":")) {
      if (["{", ",", ";", "(", "}", "..."].includes(before) || this.#outline.isFirst[index] === 1)
        return true;
      return modifiers.has(before) && this.#text(index) !== "]";
    }
    const braces = this.#bracesAround(index);
    if ((braces !== "class" && braces !== "object" && braces !== "type") || after !== "(") return false;
    const isStart = ["{", ",", ";", "}", "*"].includes(before) || this.#outline.isFirst[index] === 1;
    const isMember = isStart || modifiers.has(before);
    const isBuiltIn =
      (this.#text(index) === "constructor" && braces === "class") || this.#text(index) === "new";
    return isMember && !isBuiltIn && !(braces === "object" && before === "," && !this.#isMethod(index));
  }

  /** Whether a body comes behind the parentheses. */
  #isMethod(index: number): boolean {
    return this.#own.parameters.has(index + 1);
  }

  #isKeyword(index: number, text: string): boolean {
    const after = this.#text(index + 1);
    const before = this.#text(index - 1);
    const goesOn = this.#isWord(index + 1) && this.#outline.isFirst[index + 1] !== 1;
    switch (text) {
      case "async":
        return (
          goesOn || (after === "(" && this.#own.parameters.has(index + 1)) || after === "*" || after === "["
        );
      case "static":
        return (
          this.#bracesAround(index) === "class" && (goesOn || after === "{" || after === "[" || after === "#")
        );
      case "get":
      case "set": {
        const braces = this.#bracesAround(index);
        return (
          (braces === "class" || braces === "object" || braces === "type") &&
          (goesOn || after === "[" || after === "#")
        );
      }
      case "of":
        return this.#isInFor(index) && !["const", "let", "var", "("].includes(before) && after !== "=";
      case "from":
        return (
          this.#tokens[index + 1]?.kind === "quote-open" &&
          (before === "}" || before === "*" || this.#isWord(index - 1))
        );
      case "as":
        return this.#isAs(index);
      case "constructor":
        return this.#bracesAround(index) === "class" && after === "(";
      default:
        return keywords.has(text);
    }
  }

  #isInFor(index: number): boolean {
    const opener = this.#outline.around[index] as number;
    const before = this.#text(opener - 1);
    return opener >= 0 && (before === "for" || (before === "await" && this.#text(opener - 2) === "for"));
  }

  #isAs(index: number): boolean {
    const before = this.#tokens[index - 1];
    const after = this.#tokens[index + 1];
    if (before === undefined || after === undefined) return false;
    if (this.#bracesAround(index) === "names" || before.text === "*") return after.kind === "word";
    if (!this.#outline.isTyped || !this.#isBehindValue(index)) return false;
    return after.kind === "word" || after.kind === "quote-open" || ["{", "[", "("].includes(after.text);
  }

  #isBehindValue(index: number): boolean {
    const before = this.#tokens[index - 1];
    if (before === undefined || this.#outline.isFirst[index] === 1) return false;
    if (before.kind === "word") return !["const", "let", "var", "function"].includes(before.text);
    return (
      before.kind === "number" || before.kind === "quote-close" || [")", "]", "}", "!"].includes(before.text)
    );
  }

  #isTypeWord(index: number, text: string): boolean {
    const before = this.#text(index - 1);
    const after = this.#text(index + 1);
    // `type as A` is a name with an operator behind it.
    const goesOn = this.#isWord(index + 1) && !wordOperators.has(after);
    const isStart =
      index === 0 ||
      this.#outline.isFirst[index] === 1 ||
      ["{", "}", ";", "(", ",", "export", "default"].includes(before) ||
      modifiers.has(before);
    if (typeModifiers.has(text)) {
      if (
        text === "readonly" &&
        (beforeEither.has(before) || beforeType.has(before) || before === "+" || before === "-")
      )
        return goesOn || after === "[";
      return isStart && (goesOn || after === "[" || after === "#" || after === "{" || after === "*");
    }
    switch (text) {
      case "type":
        if (before === "import" || before === "export") return goesOn || after === "{" || after === "*";
        if (this.#bracesAround(index) === "names") return goesOn;
        return isStart && goesOn && (this.#text(index + 2) === "=" || this.#text(index + 2) === "<");
      case "interface":
        return isStart && goesOn;
      case "namespace":
      case "module":
        if (!isStart || this.#tokens[index + 1]?.kind === "quote-open") return before === "declare";
        return goesOn && (this.#text(index + 2) === "{" || this.#text(index + 2) === ".");
      case "enum":
        return (isStart || before === "const") && goesOn;
      case "implements":
        return (this.#isWord(index - 1) || before === ">") && goesOn;
      case "keyof":
        return goesOn || after === "(";
      case "infer":
        return goesOn && this.#outline.around[index] !== -1;
      case "unique":
        return after === "symbol";
      case "is":
        return (
          this.#isWord(index - 1) &&
          (goesOn || this.#tokens[index + 1]?.kind === "quote-open" || after === "{")
        );
      case "asserts":
        return before === ":" && goesOn;
      case "satisfies":
        // Also behind `as const`.
        return (
          (this.#isBehindValue(index) || (before === "const" && this.#text(index - 2) === "as")) &&
          (goesOn || after === "{" || after === "[" || after === "(")
        );
      default:
        return this.#isTypeName(index, text);
    }
  }

  #isTypeName(index: number, text: string): boolean {
    const before = this.#text(index - 1);
    const after = this.#text(index + 1);
    const isOwn = this.#own.bindings.has(text);
    if (genericTypes.has(text)) return !isOwn && after === "<";
    if (!primitiveTypes.has(text) || after === "." || after === "(") return false;
    if (beforeType.has(before)) return true;
    if (
      before === ":" &&
      this.#outline.isOfQuestion[index - 1] === 0 &&
      this.#bracesAround(index) !== "object"
    )
      return true;
    return beforeEither.has(before) && !isOwn;
  }

  #member(index: number): void {
    const { text, start, end } = this.#tokens[index] as Token;
    const owner = this.#tokens[index - 2];
    if (owner?.kind === "word" && this.#isStatic(index - 2, text)) return;
    if (this.#own.members.has(text)) return;
    const after = this.#text(index + 1);
    const isCalled =
      after === "(" || (after === "?." && this.#text(index + 2) === "(") || this.#isGenericCall(index);
    if (isCalled) {
      if (methods.has(text)) this.#found.word(`.${text}()`, start, end);
    } else if (properties.has(text)) this.#found.word(`.${text}`, start, end);
    else if (owner?.kind === "word" && this.#isOfKnown(owner.text, text))
      this.#found.word(`.${text}`, start, end);
  }

  #isGenericCall(index: number): boolean {
    const close = this.#outline.partner[index + 1] ?? -1;
    return this.#text(index + 1) === "<" && close > index && this.#text(close + 1) === "(";
  }

  /** Whether a property that has a common name is one of an error or an address, by what the text says of its owner. */
  #isOfKnown(owner: string, property: string): boolean {
    if (urlProperties.has(property)) return this.#own.urls.has(owner);
    const isError = this.#own.caught.has(owner) || /^(?:e|err|error|cause|reason)$/.test(owner);
    return isError && errorProperties.has(property);
  }

  /** Whether the library's name at a place has this member of its own. */
  #isStatic(index: number, member: string): boolean {
    const name = this.#text(index);
    const before = this.#text(index - 1);
    if (before === "." || before === "?." || this.#own.bindings.has(name)) return false;
    return statics.get(name)?.has(member) === true;
  }

  #global(index: number): void {
    const { text, start, end } = this.#tokens[index] as Token;
    const sign = this.#text(index + 1);
    const member = this.#tokens[index + 2];
    if ((sign === "." || sign === "?.") && member?.kind === "word" && this.#isStatic(index, member.text))
      this.#found.word(`${text}.${member.text}`, start, end, member.start, member.end);
    else this.#found.word(text, start, end);
  }

  /** Adds the form that these tokens make. */
  #form(name: string, ...indexes: readonly number[]): void {
    const place: number[] = [];
    for (const index of indexes) place.push(this.#tokens[index]?.start ?? 0, this.#tokens[index]?.end ?? 0);
    this.#found.form(name, ...place);
  }

  #forms(): void {
    const { partner, around, braces, isTyped, isOfQuestion } = this.#outline;
    for (let index = 0; index < this.#tokens.length; index++) {
      const text = this.#text(index);
      const close = partner[index] as number;
      const before = this.#text(index - 1);
      const end = this.#text(close + 1) === "=" ? [close + 1] : [];
      if ((text === "{" || text === "[") && close > index && /^(?:const|let|var)$/.test(before))
        this.#form(text === "{" ? "const { } =" : "const [ ] =", index - 1, index, close, ...end);
      else if (text === "{" && close > index && this.#own.patterns.has(index) && before === "(") {
        if (this.#own.parameters.has(index - 1))
          this.#form("({ }) parameter", index - 1, index, close, partner[index - 1] as number);
      } else if (
        text === "[" &&
        close > index &&
        this.#text(close + 1) === ":" &&
        (before === "{" || before === ",")
      ) {
        if (braces.get(around[index] as number) === "object")
          this.#form("[key]: in an object", index, close, close + 1);
      } else if (text === "?" && this.#text(index + 1) === ":") this.#form("?: optional", index, index + 1);
      else if (text === ":" && isTyped && before === ")" && isOfQuestion[index] === 0) {
        if (this.#own.parameters.has(partner[index - 1] as number)) this.#form("): type", index);
      }
    }
    for (const index of this.#own.defaults) this.#form("parameter = default", index);
  }
}
