// SQL: every word in capitals belongs to the language (the lint makes sure of that), and other names to the author.

import { pieces } from "../pieces.ts";
import { type Found, findSymbols } from "./construct.ts";

const operators = ["||", "<>", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%", "(", ",", ";", "."];

export function sqlConstructs(code: string, found: Found): void {
  const bare = pieces(code, "sql")
    .map((piece) => {
      if (piece.kind === "text") found.symbol("' '");
      return piece.kind === "code" ? piece.source : " ";
    })
    .join("");
  findSymbols(bare, operators, found);
  for (const [, word = "", open] of bare.matchAll(/\b([A-Z][A-Z_]+)\b(\s?\()?/g)) {
    // Types and keywords may have parentheses after them too, but only a function has them without a space between.
    found.word(open === "(" && !types.has(word) ? `${word}()` : word);
  }
  if (/\bexcluded\./.test(bare)) found.word("excluded");
}

const types = new Set(["NUMERIC", "VARCHAR", "CHECK", "EXISTS", "KEY", "VALUES"]);
