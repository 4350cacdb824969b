// What an example lets its learner type of a language: keywords, operators, pairs, functions and methods of the language's
// own library, SQL's words, Bash's commands, options and expansions, HTML's elements and attributes, CSS's properties, values
// and selectors. Never what the author named. Read off the tokens by the rules in this folder, a file for each language;
// nothing is parsed, so a rule may miss a construct in an unusual place, but it reads every example in the same way.

export type Construct = {
  /** As the report shows it: `for...of`, `.slice()`, `grep -n`, `${x%y}`. */
  readonly name: string;
  /** A sign is typed with the same fingers in every language; a word belongs to one. */
  readonly kind: "sign" | "word";
};

/** Collects constructs by name; what is named twice counts once. */
export class Found {
  readonly all = new Map<string, Construct>();

  sign(...names: readonly string[]): void {
    for (const name of names) this.all.set(name, { name, kind: "sign" });
  }

  word(...names: readonly string[]): void {
    for (const name of names) this.all.set(name, { name, kind: "word" });
  }
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Operators and pairs of a code without its texts and comments, the longest first. A pair has its name from its opening sign.
 * An operator with `=` behind it, such as `+=`, is that operator and one form for all: who has learnt `+=` and `*` types `*=`.
 */
export function takeSigns(code: string, operators: readonly string[], found: Found): void {
  const longestFirst = operators.toSorted((a, b) => b.length - a.length);
  for (let at = 0; at < code.length; ) {
    const sign = longestFirst.find((one) => code.startsWith(one, at));
    const assigning = /^(\W+)=$/.exec(sign ?? "")?.[1];
    if (sign === undefined) at++;
    else if (assigning !== undefined && assignable.has(assigning)) found.sign("op=", assigning);
    else found.sign(pairs[sign] ?? sign);
    at += sign?.length ?? 0;
  }
}

const assignable = new Set(["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "??"]);
const pairs: Readonly<Record<string, string>> = { "(": "( )", "[": "[ ]", "{": "{ }" };

/** Escapes of a text, such as `\n`; one that only keeps a quote open counts as `\"`. */
export function takeEscapes(text: string, found: Found): void {
  for (const [escape] of text.matchAll(/\\[^\d\n]/g)) found.sign(escape);
}
