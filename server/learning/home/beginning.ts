// The beginning of an example's code: what a course or the next example is recognised by before it is opened.

import type { Tokens } from "@tabstop/contract/vocabulary";
import { firstCodePoints } from "@tabstop/engine/code-points";

/** The first two lines, or the only one, and their colours, joined with line feeds. */
type Beginning = { readonly lines: readonly string[]; readonly tokens: Tokens | null };

/** In code points: more than the widest screen shows. */
const longestLine = 200;

/** `tokens` are those of the whole code. */
export function beginningOf(code: string, tokens: Tokens | null): Beginning {
  const starts = startsOfLines(code);
  const lines = starts.map((start) => firstCodePoints(lineAt(code, start), longestLine));
  return {
    lines,
    tokens:
      tokens &&
      lines.flatMap((line, index): Tokens => {
        const start = starts[index] ?? 0;
        return [...(index === 0 ? [] : [lineFeed]), ...tokensBetween(tokens, start, start + line.length)];
      }),
  };
}

const lineFeed: Tokens[number] = ["", 1];

/** Of the first two lines. A line end at the end of the code begins no line. */
function startsOfLines(code: string): readonly number[] {
  const second = code.indexOf("\n") + 1;
  return second === 0 || second === code.length ? [0] : [0, second];
}

function lineAt(code: string, start: number): string {
  const end = code.indexOf("\n", start);
  return (end < 0 ? code.slice(start) : code.slice(start, end)).replace(/\r$/, "");
}

/** The colours from one UTF-16 offset of the code to another. */
function tokensBetween(tokens: Tokens, from: number, to: number): Tokens {
  const found: Tokens[number][] = [];
  let start = 0;
  for (const [name, units] of tokens) {
    if (start >= to) break;
    const shown = Math.min(to, start + units) - Math.max(from, start);
    if (shown > 0) found.push([name, shown]);
    start += units;
  }
  return found;
}
