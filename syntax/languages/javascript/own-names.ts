// The names that a text of JavaScript or TypeScript declares itself. A name of the library that is among them is the
// author's.

import type { Token } from "../../scan.ts";
import type { Outline } from "./outline.ts";

export type OwnNames = {
  /** Variables, functions, classes, parameters, types, imports, labels. */
  readonly bindings: ReadonlySet<string>;
  /** Keys, methods, fields and properties. */
  readonly members: ReadonlySet<string>;
  /** What a `catch` catches. */
  readonly caught: ReadonlySet<string>;
  /** What holds a `URL`: `const page = new URL(…)`, `(page: URL) =>`. */
  readonly urls: ReadonlySet<string>;
  /** The parentheses that hold parameters, by the number of the opening one. */
  readonly parameters: ReadonlySet<number>;
  /** The `=` before the default of a parameter. */
  readonly defaults: readonly number[];
  /** The braces and brackets that take a value apart. */
  readonly patterns: ReadonlySet<number>;
};

export function ownNamesOf(outline: Outline): OwnNames {
  return new Names(outline).read();
}

const declaring: ReadonlySet<string> = new Set(
  "function class interface enum namespace module infer".split(" "),
);
const beforeParentheses: ReadonlySet<string> = new Set(
  "if for while switch with await return typeof".split(" "),
);
export const modifiers: ReadonlySet<string> = new Set(
  "public private protected readonly override static abstract declare accessor async get set const in out".split(
    " ",
  ),
);
const assigning: ReadonlySet<string> = new Set("= += -= *= /= %= ??= ||= &&= **=".split(" "));
/** Assigning to these does not define them. */
const assignable: ReadonlySet<string> = new Set(
  "length lastIndex innerHTML textContent pathname href prototype message cause stack".split(" "),
);

class Names {
  readonly #bindings = new Set<string>();
  readonly #members = new Set<string>();
  readonly #caught = new Set<string>();
  readonly #urls = new Set<string>();
  readonly #parameters = new Set<number>();
  readonly #defaults: number[] = [];
  readonly #patterns = new Set<number>();
  readonly #outline: Outline;
  readonly #tokens: readonly Token[];

  constructor(outline: Outline) {
    this.#outline = outline;
    this.#tokens = outline.tokens;
  }

  read(): OwnNames {
    const { partner } = this.#outline;
    for (let index = 0; index < this.#tokens.length; index++) {
      const { kind, text } = this.#tokens[index] as Token;
      if (kind === "word") this.#word(index, text);
      else if (text === "(" && (partner[index] as number) > index && this.#holdsParameters(index))
        this.#readParameters(index);
      else if (text === "<" && (partner[index] as number) > index) this.#readTypeParameters(index);
      else if (kind === "symbol" && (text === "{" || text === "[") && this.#isTakenApart(index))
        this.#readPattern(index);
    }
    // Patterns are known by now, and their keys are no members.
    for (let index = 0; index < this.#tokens.length; index++) {
      const { kind, text } = this.#tokens[index] as Token;
      if (kind === "word" && this.#isMember(index)) this.#members.add(text);
    }
    return {
      bindings: this.#bindings,
      members: this.#members,
      caught: this.#caught,
      urls: this.#urls,
      parameters: this.#parameters,
      defaults: this.#defaults,
      patterns: this.#patterns,
    };
  }

  #text(index: number): string {
    const token = this.#tokens[index];
    return token === undefined || token.kind === "text" || token.kind === "quote-open" ? "" : token.text;
  }

  #isWord(index: number): boolean {
    return this.#tokens[index]?.kind === "word";
  }

  #word(index: number, text: string): void {
    const before = this.#text(index - 1);
    const after = this.#text(index + 1);
    if (before === "." || before === "?.") return;
    if (text === "URL" && before === ":") this.#urls.add(this.#text(index - 2));
    if (text === "URL" && before === "new" && this.#text(index - 2) === "=")
      this.#urls.add(this.#text(index - 3));
    if (text === "const" || text === "let" || text === "var" || text === "using")
      return this.#readDeclarators(index);
    const isName =
      declaring.has(before) ||
      (before === "*" && this.#text(index - 2) === "function") ||
      (before === "type" && (after === "=" || after === "<")) ||
      after === "=>" ||
      (after === "in" && before === "[") ||
      (assigning.has(after) && this.#isStatement(index)) ||
      (after === ":" && this.#isStatement(index) && this.#bracesAround(index) === "block") ||
      this.#isImported(index, before);
    if (isName) this.#bindings.add(text);
  }

  #isStatement(index: number): boolean {
    return this.#outline.isFirst[index] === 1 || [";", "{", "}", ")", ","].includes(this.#text(index - 1));
  }

  #isImported(index: number, before: string): boolean {
    if (this.#bracesAround(index) === "names") return this.#text(index + 1) !== "as";
    if (before === "as") return this.#text(index - 2) === "*";
    if (before === "import") return true;
    return before === "type" && this.#text(index - 2) === "import" && this.#text(index + 1) !== "from";
  }

  #bracesAround(index: number): string | undefined {
    const opener = this.#outline.around[index] as number;
    return opener < 0 ? "block" : this.#outline.braces.get(opener);
  }

  /** The names behind `const`, up to the end of the statement. */
  #readDeclarators(keyword: number): void {
    let isNext = true;
    for (let at = keyword + 1; at < this.#tokens.length; at++) {
      const text = this.#text(at);
      const partner = this.#outline.partner[at] as number;
      if (isNext) this.#bind(at);
      isNext = text === ",";
      if (partner > at) at = partner;
      else if (partner >= 0 || [";", "of", "in", "const", "let", "var"].includes(text)) return;
    }
  }

  /** Adds the name at a place where one is declared, or the names of a pattern there. */
  #bind(index: number, isParameter = false): void {
    const text = this.#text(index);
    if (this.#isWord(index)) this.#bindings.add(text);
    else if (text === "{" || text === "[") this.#readPattern(index, isParameter);
  }

  /** Whether the parentheses that open here hold the parameters of a function. */
  #holdsParameters(open: number): boolean {
    const close = this.#outline.partner[open] as number;
    const after = this.#text(close + 1);
    const before = this.#tokens[open - 1];
    if (after === "=>") return true;
    // `.catch(f)` is a call.
    const isCalled = this.#text(open - 2) === "." || this.#text(open - 2) === "?.";
    if (/^(?:catch|function|constructor)$/.test(before?.text ?? "") && !isCalled) return true;
    if (this.#isWord(open - 2) && this.#text(open - 2) === "function") return true;
    const isNamed = (before?.kind === "word" && !beforeParentheses.has(before.text)) || before?.text === "]";
    const isGeneric = before?.text === ">" && this.#outline.partner[open - 1] !== -1;
    const isOptional = before?.text === "?" && this.#outline.isTyped;
    if (after === "{") return (isNamed || isGeneric) && this.#outline.isFirst[close + 1] !== 1;
    if (!this.#outline.isTyped) return false;
    if (after === ":") return this.#outline.isOfQuestion[close + 1] === 0 && this.#text(open - 1) !== "case";
    return (isNamed || isGeneric || isOptional) && this.#isMemberOfType(open, after);
  }

  /** A method without a body: `name(a);` in a class or type. */
  #isMemberOfType(open: number, after: string): boolean {
    const braces = this.#bracesAround(open);
    return (braces === "class" || braces === "type") && (after === ";" || after === "}");
  }

  #readParameters(open: number): void {
    this.#parameters.add(open);
    const close = this.#outline.partner[open] as number;
    const isCatch = this.#text(open - 1) === "catch";
    let isNext = true;
    for (let at = open + 1; at < close; at++) {
      const text = this.#text(at);
      const partner = this.#outline.partner[at] as number;
      if (isNext && this.#isWord(at) && modifiers.has(text) && this.#isWord(at + 1)) {
        // A field of the class, declared by its constructor.
        if (this.#isWord(at + 1)) this.#members.add(this.#text(at + 1));
        continue;
      }
      if (isNext && text === "...") continue;
      if (isNext) {
        this.#bind(at, true);
        if (isCatch) this.#caught.add(text);
      }
      isNext = text === ",";
      if (text === "=") this.#defaults.push(at);
      if (partner > at) at = partner;
    }
  }

  /** The names in `function f<T, U extends V>`. */
  #readTypeParameters(open: number): void {
    const close = this.#outline.partner[open] as number;
    const isDeclared =
      declaring.has(this.#text(open - 2)) ||
      this.#text(open - 2) === "type" ||
      !this.#isWord(open - 1) ||
      (this.#text(close + 1) === "(" && this.#isDeclaredBehind(close + 1));
    if (!isDeclared) return;
    for (let at = open + 1, isNext = true; at < close; at++) {
      const text = this.#text(at);
      const partner = this.#outline.partner[at] as number;
      if (isNext && modifiers.has(text) && this.#isWord(at + 1)) continue;
      if (isNext && this.#isWord(at)) this.#bindings.add(text);
      isNext = text === ",";
      if (partner > at) at = partner;
    }
  }

  #isDeclaredBehind(open: number): boolean {
    const partner = this.#outline.partner[open] as number;
    return partner > open && this.#holdsParameters(open);
  }

  /** `{ a, b: c } = d` and `[a, b] = c`, without a word that declares them. */
  #isTakenApart(open: number): boolean {
    const close = this.#outline.partner[open] as number;
    if (close < open || this.#patterns.has(open)) return false;
    const isForm = this.#outline.braces.get(open) !== "type" && this.#outline.braces.get(open) !== "class";
    const isStart = this.#text(open - 1) === "(" || this.#isStatement(open) || this.#text(open) === "{";
    return isForm && isStart && this.#text(close + 1) === "=";
  }

  /** The names in a pattern and in those inside of it. */
  #readPattern(outer: number, isParameter = false): void {
    const waiting = [outer];
    for (let open = waiting.pop(); open !== undefined; open = waiting.pop()) {
      const close = this.#outline.partner[open] as number;
      if (close < open || this.#patterns.has(open)) continue;
      this.#patterns.add(open);
      for (let at = open + 1, isNext = true; at < close; at++) {
        const text = this.#text(at);
        const partner = this.#outline.partner[at] as number;
        if (isNext && text === "...") continue;
        const isKey = this.#text(at + 1) === ":" && this.#text(open) === "{";
        if (isNext && this.#isWord(at) && !isKey) this.#bindings.add(text);
        else if (isNext && (text === "{" || (text === "[" && this.#text(partner + 1) !== ":")))
          waiting.push(at);
        isNext = text === "," || (text === ":" && this.#text(open) === "{");
        if (isParameter && text === "=") this.#defaults.push(at);
        if (partner > at) at = partner;
      }
    }
  }

  /** Whether a word defines a member: a key, method, field, or a property that is assigned. */
  #isMember(index: number): boolean {
    const before = this.#text(index - 1);
    const after = this.#text(index + 1);
    const text = this.#text(index);
    if (before === "#") return true;
    if (before === "." && this.#urls.has(this.#text(index - 2))) return false;
    if (before === ".")
      return assigning.has(after) && (this.#text(index - 2) === "this" || !assignable.has(text));
    const opener = this.#outline.around[index] as number;
    if (opener < 0 || this.#patterns.has(opener)) return false;
    const braces = this.#outline.braces.get(opener);
    const isStart = before === "{" || before === "," || before === ";" || this.#outline.isFirst[index] === 1;
    const isModified = modifiers.has(before) || before === "*";
    if (braces === "object") {
      if (!isStart && !isModified) return false;
      return after === ":" || after === "(" || after === "," || after === "}";
    }
    if (braces === "enum") return isStart;
    if (braces !== "class" && braces !== "type") return false;
    if (!isStart && !isModified && before !== "}") return false;
    return (
      [":", "(", "=", ";", "?", "!", "<", "}", ","].includes(after) || this.#outline.isFirst[index + 1] === 1
    );
  }
}
