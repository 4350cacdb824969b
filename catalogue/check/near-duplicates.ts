// Finds examples that are nearly the same: the same code, or the same code with other names and literals.

import type { CatalogueExample } from "../course-files.ts";
import { pieces } from "./pieces.ts";

export type NearDuplicate = {
  readonly first: CatalogueExample;
  readonly second: CatalogueExample;
  readonly likeness: number;
};

// The most similar examples of the first lessons reach 0.61; a copy with one of six lines changed is above 0.8.
export const likenessLimit = 0.8;
// Examples with fewer tokens, such as one that only prints a number, all look alike.
const fewestTokens = 8;

export function nearDuplicates(examples: readonly CatalogueExample[]): NearDuplicate[] {
  const profiles = examples.map((example) => ({ example, tokens: shape(example.code, example.language) }));
  const found: NearDuplicate[] = [];
  for (const [index, second] of profiles.entries()) {
    for (const first of profiles.slice(0, index)) {
      if (first.example.language !== second.example.language) continue;
      const alike = likeness(first.tokens, second.tokens);
      if (alike >= likenessLimit)
        found.push({ first: first.example, second: second.example, likeness: alike });
    }
  }
  return found;
}

/**
 * The tokens, with literals blanked and the names that the example introduces numbered in order, so that
 * `const a = 1; use(a)` and `const b = 2; use(b)` have the same shape, while `use` and `const` count as they are.
 */
export function shape(code: string, language: string): readonly string[] {
  const own = new Map<string, string>();
  const masked = pieces(code, language)
    .map((piece) =>
      piece.kind === "comment" ? " " : piece.kind === "text" ? textMark(piece.source) : piece.source,
    )
    .join("");
  const found = [...masked.matchAll(introductions), ...masked.matchAll(moreIntroductions[language] ?? /$^/g)];
  for (const [, introduced, assigned] of found.toSorted((a, b) => a.index - b.index)) {
    const name = introduced ?? assigned;
    if (name !== undefined && !own.has(name)) own.set(name, `name${own.size + 1}`);
  }
  const tokens = masked.match(/[\p{L}_][\p{L}\p{N}_]*|\d[\d_.]*|[^\s\p{L}\p{N}]/gu) ?? [];
  return tokens.map((token) => (/^\d/.test(token) ? "0" : (own.get(token) ?? token)));
}

/**
 * Twice the number of shared pairs of neighbours divided by that of all pairs: 1 for equal sequences, 0 for disjoint
 * ones.
 */
export function likeness(left: readonly string[], right: readonly string[]): number {
  if (Math.min(left.length, right.length) < fewestTokens) return left.join(" ") === right.join(" ") ? 1 : 0;
  const pairs = new Map<string, number>();
  for (const pair of neighbours(left)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of neighbours(right)) {
    const left = pairs.get(pair) ?? 0;
    if (left > 0) shared++;
    pairs.set(pair, left - 1);
  }
  return (2 * shared) / (left.length + right.length - 2);
}

// Names after a keyword that introduces one, and names to which a line assigns.
const introductions =
  /\b(?:const|let|var|function|class|interface|type|enum|def|for|as|AS|local|declare|TABLE|VIEW)\s+([\p{L}_][\p{L}\p{N}_]*)|^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=\n]+)?=(?!=)/gmu;

// A type before the name, as in `int count = 0;`, `List<String> names;` or `static int twice(int n)`.
const typed =
  /^\s*(?!(?:return|throw|new|else|goto|case|package|import|using|delete|namespace|typedef)\b)(?:\w+ )*[\w:.]+(?:<[^=;()]*>)?(?:\[\])*[\s*&]+([A-Za-z_]\w*)\s*(?:\[\w*\]\s*)*(?:=(?!=)|[;({])/gm;

/** How a language introduces names in other ways. */
const moreIntroductions: Readonly<Record<string, RegExp>> = {
  java: typed,
  c: typed,
  cpp: typed,
  go: /\bfunc\s+([A-Za-z_]\w*)|^\s*([A-Za-z_]\w*)(?:, *\w+)* *:=/gm,
  rust: /\b(?:fn|mut|struct|trait|mod)\s+([A-Za-z_]\w*)/g,
  php: /\$([A-Za-z_]\w*)/g,
};

function neighbours(tokens: readonly string[]): string[] {
  return tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`);
}

// The expressions in a template count, its words do not.
function textMark(source: string): string {
  const inside = [...source.matchAll(/\$?\{([^{}]*)\}/g)].map(([, expression]) => ` ${expression} `);
  return ` "${inside.join("")}" `;
}
