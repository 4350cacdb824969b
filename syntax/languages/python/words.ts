// Decides which words of Python are constructs.

import type { Found } from "../../found.ts";
import type { Frame } from "./frame.ts";
import { argumentNames, builtins, keywords, methods, modules, namingCalls, specialNames } from "./library.ts";
import type { Names } from "./names.ts";
import type { Token } from "./tokens.ts";

export class Words {
  readonly #tokens: readonly Token[];
  readonly #names: Names;
  readonly #found: Found;
  readonly #isImport: boolean;
  readonly #isMatch: boolean;
  readonly #isInMatch: boolean;
  /** The number of the last token that names something of the standard library. */
  #ofLibrary = Number.NEGATIVE_INFINITY;
  /** The numbers of the tokens that name a function or a method of the library. */
  readonly #known = new Set<number>();
  #isOfLibrary = false;

  /** @param isInMatch whether the line is in the block of `match` */
  constructor(tokens: readonly Token[], names: Names, isInMatch: boolean, found: Found) {
    const [first, second] = tokens;
    this.#tokens = tokens;
    this.#names = names;
    this.#found = found;
    this.#isInMatch = isInMatch;
    this.#isImport = first?.text === "import" || first?.text === "from";
    this.#isMatch = tokens.at(-1)?.text === ":" && second !== undefined && !/^[=.,:)\]]/.test(second.text);
  }

  read(index: number, frame: Frame): void {
    const { start, end, text } = this.#tokens[index] as Token;
    const add = (name: string) => this.#found.word(name, start, end);
    const before = this.#tokens[index - 1];
    const next = this.#tokens[index + 1];
    if (before?.text === ".") {
      if (this.#isImport) return this.#imported(index);
      if (specialNames.has(text)) add(text);
      else this.#member(index, frame);
    } else if (keywords.has(text)) add(text);
    else if (this.#isImport) this.#imported(index);
    else if (specialNames.has(text)) add(text);
    else if (index === 0 && this.#isSoftKeyword(text, next)) add(text);
    else if (text === "_" && this.#isInMatch && next?.text === ":" && before?.text === "case") add("case _");
    else if (next?.text === "=" && (before?.text === "(" || before?.text === ",") && isCall(frame)) {
      if (this.#isArgument(text, frame)) add(`${text}=`);
    } else if (this.#names.own.has(text)) {
      if (this.#names.aliases.has(text)) this.#ofLibrary = index;
    } else if (this.#names.imported.has(text) || builtins.has(text)) {
      this.#ofLibrary = index;
      this.#known.add(index);
      add(text);
    }
  }

  /** `match`, `case` and `type` are keywords where a statement of theirs stands, else names. */
  #isSoftKeyword(text: string, next: Token | undefined): boolean {
    if (text === "match") return this.#isMatch;
    if (text === "case") return this.#isInMatch && next !== undefined && !/^[=.,:)\]]/.test(next.text);
    return text === "type" && next?.kind === "word" && /^[=[]/.test(this.#tokens[2]?.text ?? "");
  }

  /** The modules in an import, and what it takes from them. */
  #imported(index: number): void {
    const { start, end, text } = this.#tokens[index] as Token;
    const before = this.#tokens[index - 1];
    const isFrom = this.#tokens[0]?.text === "from";
    const isFirst = index === 1 || (!isFrom && before?.text === ",");
    if (isFirst) this.#isOfLibrary = modules.has(text);
    if (this.#isOfLibrary && before?.text !== "as") this.#found.word(text, start, end);
  }

  /** A method of the standard library where it is called, and what a module of it has. */
  #member(index: number, frame: Frame): void {
    const { start, end, text } = this.#tokens[index] as Token;
    const isOfLibrary = this.#ofLibrary === index - 2;
    const isCalled = this.#tokens[index + 1]?.text === "(";
    const isDecorator = this.#tokens[0]?.text === "@" && frame.open === undefined;
    if (this.#names.members.has(text)) return;
    if (isOfLibrary || ((isCalled || isDecorator) && methods.has(text))) {
      this.#known.add(index);
      this.#found.word(isCalled || isDecorator ? `.${text}()` : `.${text}`, start, end);
    }
    if (isOfLibrary) this.#ofLibrary = index;
  }

  /** Whether the language names an argument of what is called. */
  #isArgument(text: string, { before, index }: Frame): boolean {
    if (this.#tokens[0]?.text === "class") return text === "metaclass";
    return this.#known.has(index - 1) && argumentNames.has(text) && !namingCalls.has(before?.text ?? "");
  }
}

function isCall({ open, before, isParameters }: Frame): boolean {
  return open?.text === "(" && !isParameters && before !== undefined && before.text !== "def";
}
