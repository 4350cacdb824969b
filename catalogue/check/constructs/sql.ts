// SQL: every word in capitals is the language's (the lint holds authors to that), and names are the author's.

import { pieces } from "../pieces.ts";
import { type Found, takeSigns } from "./construct.ts";

const operators = ["||", "<>", "<=", ">=", "<", ">", "=", "+", "-", "*", "/", "%", "(", ",", ";", "."];

export function sqlConstructs(code: string, found: Found): void {
  const bare = pieces(code, "sql")
    .map((piece) => {
      if (piece.kind === "text") found.sign("' '");
      return piece.kind === "code" ? piece.source : " ";
    })
    .join("");
  takeSigns(bare, operators, found);
  for (const [, word = "", open] of bare.matchAll(/\b([A-Z][A-Z_]+)\b(\s?\()?/g)) {
    // A type and a keyword may have parentheses behind them too; only a function has none before them.
    found.word(open === "(" && !types.has(word) ? `${word}()` : word);
  }
  if (/\bexcluded\./.test(bare)) found.word("excluded");
}

const types = new Set(["NUMERIC", "VARCHAR", "CHECK", "EXISTS", "KEY", "VALUES"]);
