// Code between two brackets of Python, in a hole of an f-string, or in no bracket: what must be known of it to find its
// forms.

import type { Place } from "../../construct.ts";
import { keywords } from "./library.ts";
import type { Token } from "./tokens.ts";

const comparisons = new Set(["<", "<=", ">", ">=", "==", "!="]);
/** Words that may be in the terms of a comparison. */
const insideTerms = new Set(["None", "True", "False", "await"]);
/** Symbols between the terms of a comparison that do not end it. */
const operators = new Set(["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "~", "<<", ">>", "@", "."]);

/** What has more pieces is no form that anyone learns, but broken or generated code. */
const mostPieces = 2000;

export class Frame {
  readonly open: Token | undefined;
  /** The number of the bracket among the tokens of the line, and the token before it, such as the name that is called. */
  readonly index: number;
  readonly before: Token | undefined;
  readonly isParameters: boolean;
  /** Whether the parameters of a function were in it. */
  hasParameters = false;
  forms: (readonly [name: string, place: Place])[] | undefined;

  // These lists are made when something is in them: a text can have as many frames as characters.
  /** The pieces of `for` and `in` in a comprehension. */
  #loops: number[] | undefined;
  #wantsIn = false;
  #colons: Token[] | undefined;
  #isOfKeys = false;
  #lambdas = 0;
  /** Each `if` of an expression whose `else` has not come. */
  #ifs: Token[] | undefined;
  #compared: number[] | undefined;
  #commas: number[] | undefined;
  #hasTargets = true;

  /** @param index of the bracket; -1 outside all brackets */
  constructor(tokens: readonly Token[], index: number, isParameters: boolean) {
    this.index = index;
    this.open = tokens[index];
    this.before = tokens[index - 1];
    this.isParameters = isParameters;
  }

  word(token: Token, tokens: readonly Token[], index: number): void {
    const { text } = token;
    if (!keywords.has(text) || tokens[index - 1]?.text === ".") return;
    if (!insideTerms.has(text)) this.#endComparison();
    if (this.open === undefined && index === 0) this.#hasTargets = false;
    if (text === "lambda") this.#lambdas += 1;
    else if (text === "for") {
      if (this.open?.kind !== "symbol") return;
      this.#isOfKeys ||= this.#loops === undefined && this.#colons !== undefined;
      (this.#loops ??= []).push(token.start, token.end);
      this.#wantsIn = true;
    } else if (text === "in" && this.#wantsIn) {
      (this.#loops ??= []).push(token.start, token.end);
      this.#wantsIn = false;
    } else if (text === "if" && !(this.open === undefined && index === 0)) (this.#ifs ??= []).push(token);
    else if (text === "else") {
      const opening = this.#ifs?.pop();
      if (opening !== undefined) this.#form("a if b else c", placeOf(opening, token));
    } else if (text === "not" || text === "is") {
      const next = tokens[index + 1];
      if (next?.text === (text === "not" ? "in" : "not"))
        this.#form(`${text} ${next.text}`, placeOf(token, next));
    }
  }

  symbol(token: Token, tokens: readonly Token[], index: number): void {
    const { start, end, text } = token;
    const next = tokens[index + 1];
    if (comparisons.has(text)) (this.#compared ??= []).push(start, end);
    else if (!operators.has(text)) this.#endComparison();
    if (text === ",") {
      (this.#commas ??= []).push(start, end);
    } else if (text === ":") {
      if (this.#lambdas > 0) this.#lambdas -= 1;
      else {
        (this.#colons ??= []).push(token);
        this.#hasTargets = false;
      }
    } else if (text === "=") {
      if (this.isParameters) this.#form("def f(a=b)", [start, end]);
      if (this.open === undefined && this.#hasTargets && this.#commas !== undefined)
        this.#form("a, b = c", [...this.#commas, start, end]);
      this.#hasTargets = false;
    } else if ((text === "*" || text === "**") && !isOperand(tokens[index - 1])) {
      if (tokens[index - 1]?.text === "except") return;
      if (this.isParameters && text === "*" && next?.text === ",")
        this.#form("def f(*, a)", placeOf(token, next));
      else if (next !== undefined && (next.kind !== "symbol" || "([{".includes(next.text)))
        this.#form(text === "*" ? "*rest" : "**options", [start, end]);
    } else if (text === "/" && this.isParameters && tokens[index - 1]?.text === ",")
      this.#form("def f(a, /)", [start, end]);
  }

  /** @param close the bracket that closes it, if one does */
  finish(close: Token | undefined): void {
    this.#endComparison();
    const { open } = this;
    if (open === undefined || close === undefined) return;
    this.#slice(open, close);
    if (this.#loops === undefined || this.#loops.length < 4) return;
    const add = (name: string, loops: Place) =>
      this.#form(name, [open.start, open.end, ...loops, close.start, close.end]);
    const colon = this.#colons?.[0];
    if (open.text === "[") add("[x for x in y]", this.#loops);
    else if (open.text === "(") add("(x for x in y)", this.#loops);
    else if (this.#isOfKeys && colon !== undefined)
      add("{k: v for k in y}", [colon.start, colon.end, ...this.#loops]);
    else add("{x for x in y}", this.#loops);
  }

  #endComparison(): void {
    if (this.#compared !== undefined && this.#compared.length > 2) this.#form("a <= b < c", this.#compared);
    this.#compared = undefined;
  }

  #form(name: string, place: Place): void {
    if (place.length <= mostPieces) (this.forms ??= []).push([name, place]);
  }

  #slice(open: Token, close: Token): void {
    const colons = this.#colons ?? [];
    const isSlice =
      open.text === "[" && isOperand(this.before) && this.#loops === undefined && this.#commas === undefined;
    if (isSlice && (colons.length === 1 || colons.length === 2))
      this.#form(colons.length === 1 ? "[a:b]" : "[::step]", placeOf(open, ...colons, close));
  }
}

/** Whether a token can end a value, so that a symbol behind it stands between two values. */
function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "word") return !keywords.has(token.text) || /^(?:None|True|False)$/.test(token.text);
  if (token.kind === "symbol") return ")]}".includes(token.text) || token.text === "...";
  return token.kind === "number" || token.kind === "quote-close";
}

function placeOf(...tokens: readonly Token[]): Place {
  return tokens.flatMap(({ start, end }) => [start, end]);
}
