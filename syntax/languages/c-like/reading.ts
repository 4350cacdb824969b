// The tokens of C-like code as its rules need them: without line breaks, with the partner of each bracket, quote, hole
// and type argument's mark.

import type { Place } from "../../construct.ts";
import { pairsOf, type Scan, type Token } from "../../scan.ts";

export type Reading = {
  readonly code: string;
  readonly tokens: readonly Token[];
  /** The number of the token that opens or closes the pair of this one. */
  readonly partners: Links;
  /** The numbers of the tokens that are the `<` or `>` of type arguments. */
  readonly angles: Links;
  /** Whether the token is the first of its line. */
  readonly isFirst: (index: number) => boolean;
  /** The number of the bracket or hole around the token; -1 at the top. */
  readonly around: (index: number) => number;
  readonly text: (index: number) => string;
  readonly isWord: (index: number) => boolean;
  /** Whether nothing is between this token and the one before it. */
  readonly isTight: (index: number) => boolean;
  /** The place whose pieces are these tokens. */
  readonly placeOf: (...indexes: readonly number[]) => Place;
};

/** From the number of a token to that of another. */
class Links {
  readonly #to: Int32Array;

  constructor(tokens: number, ...pairs: readonly ReadonlyMap<number, number>[]) {
    this.#to = new Int32Array(tokens).fill(-1);
    for (const one of pairs) for (const [from, to] of one) this.#to[from] = to;
  }

  get(index: number): number | undefined {
    const to = this.#to[index];
    return to === -1 ? undefined : to;
  }

  has(index: number): boolean {
    return this.get(index) !== undefined;
  }
}

export type ReadingRules = {
  readonly scan: (code: string) => ReturnType<Scan>;
  /** Two tokens that touch and together match this are one word, such as `println!` and `try?`. */
  readonly join?: RegExp;
  /** Whether the `<` may open type arguments, though it does not touch the word before it. */
  readonly angle?: (tokens: readonly Token[], index: number) => boolean;
  /** Where words take no type arguments, `<` is always a comparison. */
  readonly hasAngles?: boolean;
};

export function readTokens(code: string, rules: ReadingRules): Reading {
  const all = rules.scan(code);
  const lines = new Set<number>();
  const bare: Token[] = [];
  for (const [index, token] of all.entries()) {
    if (token.kind === "line") continue;
    const before = all[index - 1];
    if (before === undefined || before.kind === "line") lines.add(token.start);
    const last = bare.at(-1);
    if (
      last?.kind === "word" &&
      last.end === token.start &&
      (token.kind === "symbol" || token.kind === "word") &&
      rules.join?.test(last.text + token.text) === true
    )
      bare[bare.length - 1] = { ...last, end: token.end, text: last.text + token.text };
    else bare.push(token);
  }
  const { tokens, pairs: anglePairs } =
    rules.hasAngles === false ? { tokens: bare, pairs: new Map<number, number>() } : splitAngles(bare, rules);
  const partners = new Links(tokens.length, pairsOf(tokens), quotePairs(tokens), anglePairs);
  const outer = outerOf(tokens, partners);
  return {
    code,
    tokens,
    partners,
    angles: new Links(tokens.length, anglePairs),
    isFirst: (index) => lines.has(tokens[index]?.start ?? -1),
    around: (index) => outer[index] ?? -1,
    text: (index) => tokens[index]?.text ?? "",
    isWord: (index) => tokens[index]?.kind === "word",
    isTight: (index) => index > 0 && tokens[index - 1]?.end === tokens[index]?.start,
    placeOf: (...indexes) => indexes.flatMap((index) => [tokens[index]?.start ?? 0, tokens[index]?.end ?? 0]),
  };
}

const inTypes = /^(?:[\p{L}\p{N}_$.,?&*:=|@'+]|::|->|=>|\.\.\.|\?\.)/u;
const endsTypes: ReadonlySet<string> = new Set(["&&", "||", "==", "<=", ">=", "!=", "||=", "?:"]);

type Split = { readonly tokens: readonly Token[]; readonly pairs: ReadonlyMap<number, number> };

/**
 * Finds the marks around type arguments: a `<` that touches the word before it, and a `>` with only names, commas and
 * marks of types between them. The `>>` that closes two of them becomes two tokens.
 */
function splitAngles(all: readonly Token[], rules: ReadingRules): Split {
  const open: { readonly mark: string; readonly index: number }[] = [];
  const closes = new Map<number, readonly number[]>();
  for (const [index, { kind, text }] of all.entries()) {
    if (kind === "symbol" && text === "<" && mayOpen(all, index, rules)) open.push({ mark: "<", index });
    else if (open.length === 0) continue;
    else if (text === "(" || text === "[") open.push({ mark: text, index });
    else if (text === ")" || text === "]") {
      if (open.pop()?.mark !== (text === ")" ? "(" : "[")) open.length = 0;
    } else if (kind === "symbol" && /^>+$/.test(text)) {
      const ends = open.splice(-text.length);
      if (ends.length < text.length || ends.some(({ mark }) => mark !== "<")) open.length = 0;
      else
        closes.set(
          index,
          ends.map((end) => end.index),
        );
    } else if (kind !== "comment" && (!inTypes.test(text) || endsTypes.has(text))) open.length = 0;
  }
  const tokens: Token[] = [];
  const pairs = new Map<number, number>();
  const moved: number[] = [];
  for (const [index, token] of all.entries()) {
    moved.push(tokens.length);
    const openers = closes.get(index);
    if (openers === undefined) {
      tokens.push(token);
      continue;
    }
    for (const [nth, opener] of openers.toReversed().entries()) {
      const to = moved[opener] as number;
      pairs.set(tokens.length, to);
      pairs.set(to, tokens.length);
      tokens.push({ ...token, start: token.start + nth, end: token.start + nth + 1, text: ">" });
    }
  }
  return { tokens, pairs };
}

function mayOpen(tokens: readonly Token[], index: number, { angle }: ReadingRules): boolean {
  const before = tokens[index - 1];
  const touches = before !== undefined && before.end === tokens[index]?.start;
  return (touches && (before.kind === "word" || before.text === "::")) || angle?.(tokens, index) === true;
}

/** The pairs of quotes and of holes in them. A quote that was never closed has no partner. */
function quotePairs(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  const close = (index: number, kind: Token["kind"]): void => {
    while (open.length > 0) {
      const opener = open.pop() as number;
      if (tokens[opener]?.kind !== kind) continue;
      pairs.set(opener, index);
      pairs.set(index, opener);
      return;
    }
  };
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === "quote-open" || kind === "hole-open") open.push(index);
    else if (kind === "quote-close") close(index, "quote-open");
    else if (kind === "hole-close") close(index, "hole-open");
  }
  return pairs;
}

function outerOf(tokens: readonly Token[], partners: Links): Int32Array {
  const outer = new Int32Array(tokens.length);
  const open: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const partner = partners.get(index);
    if (partner !== undefined && partner < index)
      while (open.length > 0 && (open.at(-1) as number) >= partner) open.pop();
    outer[index] = open.at(-1) ?? -1;
    if (partner !== undefined && partner > index) open.push(index);
  }
  return outer;
}
