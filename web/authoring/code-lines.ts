// Code as lines of coloured pieces, for reading: nothing of it is typed here.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";

export type CodeLine = {
  /** How far it is indented, a tab being two columns wide. */
  readonly columns: number;
  readonly pieces: readonly { readonly token: TokenClass; readonly text: string }[];
};

/** Plain where there are no runs, or where they are not of this code. */
export function linesOfCode(code: string, tokens: Tokens | null): readonly CodeLine[] {
  const isOfCode = tokens !== null && tokens.reduce((sum, [, length]) => sum + length, 0) === code.length;
  const runs: Tokens = isOfCode ? tokens : [["", code.length]];
  const lines: { token: TokenClass; text: string }[][] = [[]];
  let at = 0;
  for (const [token, length] of runs) {
    const [first = "", ...others] = code.slice(at, at + length).split("\n");
    if (first !== "") lines.at(-1)?.push({ token, text: first });
    for (const text of others) lines.push(text === "" ? [] : [{ token, text }]);
    at += length;
  }
  return lines.map((pieces) => ({
    columns: columnsOfIndent(pieces.map(({ text }) => text).join("")),
    pieces,
  }));
}

function columnsOfIndent(line: string): number {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return indent.replaceAll("\t", "  ").length;
}
