// The constructs of a code as a result needs them. With the rules of all languages it is loaded while the learner types
// (run-syntax.ts).

import type { Tokens } from "@tabstop/contract/vocabulary";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import type { CodeSyntax } from "./run-analysis.ts";

/** `text` is the prepared text, `tokens` are its colours, from which a language without rules has its constructs. */
export function codeSyntax(text: string, language: string, tokens: Tokens | null): CodeSyntax {
  const pieces: [number, number][] = [];
  for (const { kind, places } of constructsOf(text, language, tokens)) {
    // A form is made of atoms.
    if (kind === "form") continue;
    for (const place of places)
      for (let at = 0; at < place.length; at += 2) pieces.push([place[at] ?? 0, place[at + 1] ?? 0]);
  }
  let end = 0;
  return {
    pieces: pieces
      .toSorted(([one], [other]) => one - other)
      .filter((piece) => {
        const isFree = piece[0] >= end && piece[1] > piece[0];
        if (isFree) end = piece[1];
        return isFree;
      }),
    isConstruct: (whole) =>
      constructsOf(whole, language).some(
        ({ kind, places }) =>
          kind !== "form" &&
          places.some((place) => place.length === 2 && place[0] === 0 && place[1] === whole.length),
      ),
  };
}
