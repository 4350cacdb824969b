// The constructs of a language that an example contains: keywords, operators, pairs, functions and methods of the
// standard library, words of SQL, commands, options and expansions of Bash, elements and attributes of HTML,
// properties, values and selectors of CSS; never names that the author chose. The rules in this folder, a file for each
// language, read them from the tokens. Nothing is parsed, so a rule may miss a construct in an unusual place, but it
// reads every example alike.

export type Construct = {
  /** As the report shows it: `for...of`, `.slice()`, `grep -n`, `${x%y}`. */
  readonly name: string;
  /** A symbol is typed with the same fingers in every language; a word belongs to one language. */
  readonly kind: "symbol" | "word";
};

/** Collects constructs by name, each once. */
export class Found {
  readonly all = new Map<string, Construct>();

  symbol(...names: readonly string[]): void {
    for (const name of names) this.all.set(name, { name, kind: "symbol" });
  }

  word(...names: readonly string[]): void {
    for (const name of names) this.all.set(name, { name, kind: "word" });
  }
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Finds the operators and pairs of code outside its strings and comments, the longest first. A pair is named after its
 * opening symbol. An operator with `=` after it, such as `+=`, counts as the operator and as one form for all of them: a
 * learner who knows `+=` and `*` can type `*=`.
 */
export function findSymbols(code: string, operators: readonly string[], found: Found): void {
  const longestFirst = operators.toSorted((a, b) => b.length - a.length);
  for (let at = 0; at < code.length; ) {
    const symbol = longestFirst.find((one) => code.startsWith(one, at));
    const assigning = /^(\W+)=$/.exec(symbol ?? "")?.[1];
    if (symbol === undefined) at++;
    else if (assigning !== undefined && assignable.has(assigning)) found.symbol("op=", assigning);
    else found.symbol(pairs[symbol] ?? symbol);
    at += symbol?.length ?? 0;
  }
}

const assignable = new Set(["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "??"]);
const pairs: Readonly<Record<string, string>> = { "(": "( )", "[": "[ ]", "{": "{ }" };

/** Finds the escapes of a string, such as `\n`. */
export function findEscapes(text: string, found: Found): void {
  for (const [escape] of text.matchAll(/\\[^\d\n]/g)) found.symbol(escape);
}
