// Code drawn as somebody types it, for pictures: no input, no clock. The practice screen has its own, faster drawing.

import type { TokenClass } from "@tabstop/contract/vocabulary";

export type PictureCode = {
  /** Lines; each is its tokens in order, a plain string being plain code. */
  readonly lines: readonly (readonly (string | readonly [TokenClass, string])[])[];
  /** Where the caret is: line and column, from 0. Everything before is typed. */
  readonly caret: { readonly line: number; readonly column: number };
  /** The character at the caret was missed just now. */
  readonly slipping?: boolean;
  /** Characters that were missed once, as "line:column". */
  readonly missed?: readonly string[];
};

export type Piece = {
  /** Where it begins, from 0. */
  readonly column: number;
  readonly text: string;
  readonly token: TokenClass;
  readonly state: "typed" | "current" | "slipping" | "to-come";
  readonly missed: boolean;
  readonly tab: boolean;
};

export type DrawnLine = {
  readonly state: "done" | "now" | "todo";
  /** Columns of white space that the line begins with. */
  readonly indent: number;
  readonly pieces: readonly Piece[];
  /** Whether an Enter is still to be typed at its end, and whether it is the next key. */
  readonly enter: "typed" | "current" | "to-come" | "none";
};

export function drawCode({ lines, caret, slipping = false, missed = [] }: PictureCode): readonly DrawnLine[] {
  const slips = new Set(missed);
  return lines.map((tokens, line) => {
    const state = line < caret.line ? "done" : line === caret.line ? "now" : "todo";
    const text = tokens.map((token) => (typeof token === "string" ? token : token[1])).join("");
    const indent = text.length - text.trimStart().length;
    const pieces: Piece[] = [];
    let column = 0;
    for (const token of tokens) {
      const [kind, chars] = typeof token === "string" ? (["", token] as const) : token;
      for (let at = 0; at < chars.length; ) {
        const here = column + at;
        const tab = here < indent && here % 2 === 0 && here + 2 <= indent;
        const length = tab ? 2 : 1;
        const typed = line < caret.line || (line === caret.line && here < caret.column);
        const current = line === caret.line && here <= caret.column && caret.column < here + length;
        const piece: Piece = {
          column: here,
          text: chars.slice(at, at + length),
          token: kind,
          state: current ? (slipping ? "slipping" : "current") : typed ? "typed" : "to-come",
          missed: slips.has(`${line}:${here}`),
          tab,
        };
        addPiece(pieces, piece);
        at += length;
      }
      column += chars.length;
    }
    const last = line === lines.length - 1;
    const enter = last ? "none" : state === "done" ? "typed" : "to-come";
    return {
      state,
      indent,
      pieces,
      enter: state === "now" && caret.column >= text.length && !last ? "current" : enter,
    };
  });
}

/** Characters that look alike are one piece: fewer elements, and ligatures are off anyway. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const before = pieces.at(-1);
  const joins =
    before !== undefined &&
    before.state === piece.state &&
    before.token === piece.token &&
    !before.missed &&
    !piece.missed &&
    !before.tab &&
    !piece.tab &&
    piece.state !== "current" &&
    piece.state !== "slipping";
  if (joins) pieces[pieces.length - 1] = { ...before, text: before.text + piece.text };
  else pieces.push(piece);
}
