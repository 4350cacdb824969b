// The outline of JavaScript and TypeScript: which bracket encloses a token and what it is, which colons belong to a
// question, and which angle brackets are type arguments. One pass over the tokens; broken code has an outline too.

import { pairsOf, scanner, type Token } from "../../scan.ts";

/**
 * What a pair of braces is: statements, an object or a pattern that takes one apart, the body of a class, a type with
 * members, the members of an `enum`, the names of an import or export.
 */
type Braces = "block" | "object" | "class" | "type" | "enum" | "names";

export type Outline = {
  /** Without comments and line breaks. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Token[];
  readonly isTyped: boolean;
  /** The number of a bracket's partner, of type arguments too; -1 where there is none. */
  readonly partner: Int32Array;
  /** The number of the opening bracket around a token; -1 at the top. */
  readonly around: Int32Array;
  /** What the braces are that open with this token. */
  readonly braces: ReadonlyMap<number, Braces>;
  /** 1 for the colon of a question `a ? b : c`, 2 for that of a `case`. */
  readonly isOfQuestion: Uint8Array;
  /** 1 for the first token of a line. */
  readonly isFirst: Uint8Array;
};

/** Signs that begin with `>` are put together later, as `>>` may close two type arguments. */
export const longSigns =
  "=== !== **= ??= &&= ||= <<= => == != <= << ?? ?. ... && || ++ -- += -= *= /= %= &= |= ^= **".split(" ");

const scan = scanner({
  line: ["//"],
  block: { open: "/*", close: "*/" },
  quoteAt: (code, at, before) => {
    const mark = code[at];
    if (mark === "'" || mark === '"') return { open: 1, close: mark, escape: "\\", isOneLine: true };
    if (mark === "`") return { open: 1, close: "`", escape: "\\", hole: { open: "${", close: "}" } };
    const isRegex = mark === "/" && code[at + 1] !== "/" && code[at + 1] !== "*" && mayBeginRegex(before);
    return isRegex ? { open: 1, close: "/", endOf: endOfRegex } : undefined;
  },
  symbols: longSigns,
});

const beforeRegex: ReadonlySet<string> = new Set(
  "return typeof case in of do else void delete await yield throw instanceof new".split(" "),
);

function mayBeginRegex(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "word") return beforeRegex.has(before.text);
  if (before.kind === "number" || before.kind === "quote-close") return false;
  return ![")", "]", "}", "++", "--"].includes(before.text);
}

/** The end of the line, if the literal is not closed before. */
function endOfRegex(code: string, from: number): number {
  let inClass = false;
  for (let at = from; at < code.length; at++) {
    const sign = code[at];
    if (sign === "\n" || (sign === "/" && !inClass)) return at;
    if (sign === "\\" && code[at + 1] !== "\n") at += 1;
    else if (sign === "[") inClass = true;
    else if (sign === "]") inClass = false;
  }
  return code.length;
}

/** What is open around a token. */
type Frame = {
  /** -1 for the whole text. */
  readonly opener: number;
  readonly text: string;
  readonly braces: Braces | undefined;
  /** How many questions wait for their colons. */
  questions: number;
  /** A `case` or `default` waits for its colon. */
  isCase: boolean;
  /** What the next braces are, after `class`, `interface`, `enum` or `import`. */
  next: Braces | undefined;
  /** A type is being named: `type X =`. */
  isAlias: boolean;
};

export function outlineOf(code: string, isTyped: boolean): Outline {
  const all = scan(code);
  const tokens: Token[] = [];
  const comments: Token[] = [];
  const first: number[] = [];
  let isNext = true;
  for (const token of all) {
    if (token.kind === "line") isNext = true;
    else if (token.kind === "comment") comments.push(token);
    else {
      if (isNext) first.push(tokens.length);
      isNext = false;
      tokens.push(token);
    }
  }
  const pass = new Pass(tokens, isTyped);
  for (const index of first) pass.isFirst[index] = 1;
  pass.read();
  const { partner, around, braces, isOfQuestion, isFirst } = pass;
  return { tokens, comments, isTyped, partner, around, braces, isOfQuestion, isFirst };
}

const endOfTypes: ReadonlySet<string> = new Set(
  "; && || == === != !== + / % ! ++ -- ** ?? << += -= const let var return if else for while do switch try throw".split(
    " ",
  ),
);
const endOfAlias: ReadonlySet<string> = new Set(
  "const let var function class export return import if for".split(" "),
);
const beforeTypeParameters: ReadonlySet<string> = new Set(
  "= ( , => : ? | & async new return default".split(" "),
);
const beforeBlock: ReadonlySet<string> = new Set("else do try finally static".split(" "));
const beforeObject: ReadonlySet<string> = new Set(
  "return typeof in of case default await yield throw as satisfies extends new void delete const let var".split(
    " ",
  ),
);

class Pass {
  readonly partner: Int32Array;
  readonly around: Int32Array;
  readonly braces = new Map<number, Braces>();
  readonly isOfQuestion: Uint8Array;
  readonly isFirst: Uint8Array;
  readonly #tokens: readonly Token[];
  readonly #isTyped: boolean;
  readonly #frames: Frame[] = [];

  constructor(tokens: readonly Token[], isTyped: boolean) {
    this.#tokens = tokens;
    this.#isTyped = isTyped;
    this.partner = new Int32Array(tokens.length).fill(-1);
    this.around = new Int32Array(tokens.length).fill(-1);
    this.isOfQuestion = new Uint8Array(tokens.length);
    this.isFirst = new Uint8Array(tokens.length);
    for (const [one, other] of pairsOf(tokens)) this.partner[one] = other;
    this.#open(-1, "", "block");
  }

  read(): void {
    for (let index = 0; index < this.#tokens.length; index++) {
      const { kind, text } = this.#tokens[index] as Token;
      const partner = this.partner[index] as number;
      if (partner >= 0 && partner < index) this.#close(partner);
      const frame = this.#frame();
      this.around[index] = frame.opener;
      if (partner > index) {
        const braces = text === "{" && kind === "symbol" ? this.#bracesAt(index, frame) : undefined;
        if (braces !== undefined) this.braces.set(index, braces);
        this.#open(index, text, braces);
      } else if (kind === "symbol") this.#sign(index, text);
      else if (kind === "word") this.#word(index, text);
      else if (kind === "quote-open" && frame.next === "names") frame.next = undefined;
    }
  }

  #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #open(opener: number, text: string, braces: Braces | undefined): void {
    this.#frames.push({ opener, text, braces, questions: 0, isCase: false, next: undefined, isAlias: false });
  }

  #close(opener: number): void {
    while (this.#frames.length > 1 && this.#frames.pop()?.opener !== opener);
  }

  #sign(index: number, text: string): void {
    if (this.#isTyped && text === "<" && this.#mayOpenTypes(index)) return this.#open(index, "<", undefined);
    if (text === ">" && this.#frame().text === "<") return this.#closeTypes(index);
    this.#dropTypes(text);
    const frame = this.#frame();
    if (text === ";") {
      frame.questions = 0;
      frame.isCase = false;
      frame.next = undefined;
      frame.isAlias = false;
    } else if (text === ",") frame.questions = 0;
    else if (text === "?" && !this.#isOptional(index)) frame.questions += 1;
    else if (text === ":" && frame.questions > 0) {
      frame.questions -= 1;
      this.isOfQuestion[index] = 1;
    } else if (text === ":" && frame.isCase) {
      frame.isCase = false;
      this.isOfQuestion[index] = 2;
    }
  }

  #word(index: number, text: string): void {
    const before = this.#tokens[index - 1]?.text;
    if (before === "." || before === "?.") return;
    this.#dropTypes(text);
    const frame = this.#frame();
    const after = this.#tokens[index + 1];
    if (endOfAlias.has(text) && this.isFirst[index] === 1) frame.isAlias = false;
    if (after?.text === ":" && text !== "default") return;
    if (text === "class") frame.next = "class";
    else if (text === "interface" && after?.kind === "word") frame.next = "type";
    else if (text === "enum" && after?.kind === "word") frame.next = "enum";
    else if (text === "import" && after?.text !== "(" && after?.text !== ".") frame.next = "names";
    else if (text === "export" && (after?.text === "{" || after?.text === "type")) frame.next = "names";
    else if (text === "type" && after?.kind === "word") {
      if (frame.next !== "names" || after.text !== "{") frame.isAlias = this.#isTyped;
      if (this.#tokens[index + 2]?.text === "=" || this.#tokens[index + 2]?.text === "<")
        frame.next = undefined;
    } else if (text === "case" && frame.braces === "block") frame.isCase = true;
    else if (text === "default" && after?.text === ":" && frame.braces === "block") frame.isCase = true;
  }

  /** `a?: b`, `(a?) =>`, and a method `a?(b): c` of a type. */
  #isOptional(index: number): boolean {
    const after = this.#tokens[index + 1];
    const sign = this.#tokens[index];
    if (after === undefined || after.kind === "quote-open" || after.kind === "hole-open") return false;
    if (after.kind === "symbol" && [":", ")", ",", ";", "]", "}", "="].includes(after.text)) return true;
    const { braces } = this.#frame();
    const isTight = after.start === sign?.end && this.#tokens[index - 1]?.end === sign.start;
    return after.text === "(" && isTight && (braces === "class" || braces === "type");
  }

  #bracesAt(index: number, frame: Frame): Braces {
    const before = this.#tokens[index - 1];
    if (frame.next !== undefined && before?.text !== "extends" && before?.text !== "=") {
      const { next } = frame;
      frame.next = undefined;
      return next;
    }
    if (before === undefined || before.kind === "number") return "block";
    if (before.kind === "quote-close") return "block";
    if (before.kind === "word") {
      if (beforeBlock.has(before.text)) return "block";
      return beforeObject.has(before.text) ? "object" : "block";
    }
    const { text } = before;
    if (text === ":") {
      if (this.isOfQuestion[index - 1] === 1) return "object";
      if (this.isOfQuestion[index - 1] === 2) return "block";
      return this.#isTyped && frame.braces !== "object" ? "type" : "object";
    }
    if (text === "=>" || text === ")" || text === "]" || text === "}" || text === ";" || text === "{") {
      return frame.isAlias ? "type" : "block";
    }
    if (text === ">" && this.partner[index - 1] !== -1) return "block";
    return frame.isAlias || frame.text === "<" || text === "<" ? "type" : "object";
  }

  #mayOpenTypes(index: number): boolean {
    const [before, sign, after] = [this.#tokens[index - 1], this.#tokens[index], this.#tokens[index + 1]];
    if (sign === undefined || after === undefined) return false;
    const isTight = after.start === sign.end || this.isFirst[index + 1] === 1;
    const isType = after.kind === "word" || after.kind === "quote-open" || "{[(-".includes(after.text);
    if (!isTight || !(isType || (after.kind === "number" && before?.kind === "word"))) return false;
    if (before === undefined) return true;
    if (before.kind === "word" && before.end === sign.start) return true;
    return beforeTypeParameters.has(before.text) && before.kind !== "quote-close";
  }

  #closeTypes(index: number): void {
    const { opener } = this.#frame();
    this.#frames.pop();
    const sign = this.#tokens[index];
    const after = this.#tokens[index + 1];
    const isComparison = after?.start === sign?.end && (after?.kind === "word" || after?.kind === "number");
    if (isComparison || opener === index - 1) return;
    this.partner[opener] = index;
    this.partner[index] = opener;
    this.around[index] = this.#frame().opener;
  }

  /** Angle brackets with statements or calculations behind them are comparisons. */
  #dropTypes(text: string): void {
    if (endOfTypes.has(text)) while (this.#frame().text === "<") this.#frames.pop();
  }
}
