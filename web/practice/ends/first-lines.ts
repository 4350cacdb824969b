import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import type { Example } from "../flow.ts";

/** The first two lines of a code, or the only one, with their colours. */
export function firstLines({ code_content: code, tokens }: Pick<Example, "code_content" | "tokens">): {
  readonly lines: readonly string[];
  readonly tokens: Tokens | null;
} {
  const lines = code.split("\n").slice(0, 2);
  return { lines, tokens: tokens === null ? null : runsUpTo(tokens, lines.join("\n").length) };
}

/** The runs of the first units of a text. */
function runsUpTo(tokens: Tokens, length: number): Tokens {
  const runs: [TokenClass, number][] = [];
  let left = length;
  for (const [token, units] of tokens) {
    if (left <= 0) break;
    runs.push([token, Math.min(units, left)]);
    left -= units;
  }
  return runs;
}
