// The rows of a picture of code that is being typed: coloured pieces, each typed, at the caret, or not yet typed. A
// picture takes no keys and its lines are not broken, so it needs none of the typing area's arithmetic.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import { type ColouredLine, colouredLines, type Piece } from "./coloured-rows.ts";

/** A line and a column, both counted from 0. */
type Place = { readonly line: number; readonly column: number };

/** Code with its colours. It may hold no tab characters: pictures are indented by spaces. */
export type Code = { readonly text: string; readonly tokens: Tokens };

export type PictureCode = Code & {
  /** The caret's place. All text before it is typed. */
  readonly caret: Place;
  /** Whether the character at the caret has just been missed. */
  readonly isSlipping?: boolean;
  /** Characters that were missed once. */
  readonly missed?: readonly Place[];
  /** It is the beginning of a longer code: its last line has an Enter too. */
  readonly goesOn?: boolean;
};

export type PicturePiece = Piece & {
  /** The column at which it starts. */
  readonly column: number;
  readonly state: "typed" | "current" | "slipping" | "to-come";
  readonly isMissed: boolean;
};

export type PictureRow = {
  /** Its place relative to the caret's line. */
  readonly state: "done" | "now" | "todo";
  /** Columns of its indent. */
  readonly indent: number;
  readonly pieces: readonly PicturePiece[];
  /** The Enter at its end. The last line has none. */
  readonly enter: "typed" | "current" | "to-come" | "none";
};

/** Code written as its tokens, line by line; a plain string is plain code. */
export function codeOf(lines: readonly (readonly (string | readonly [TokenClass, string])[])[]): Code {
  const runs = lines.flatMap((line, index) => (index === 0 ? line : ["\n", ...line]));
  const pairs = runs.map((run) => (typeof run === "string" ? (["", run] as const) : run));
  return {
    text: pairs.map(([, text]) => text).join(""),
    tokens: pairs.map(([token, text]) => [token, text.length]),
  };
}

export function pictureRows(code: PictureCode): readonly PictureRow[] {
  const lines = colouredLines(code.text, code.tokens);
  return lines.map((line, index) =>
    pictureRow(code, line, index, index === lines.length - 1 && code.goesOn !== true),
  );
}

function pictureRow(code: PictureCode, line: ColouredLine, index: number, isLast: boolean): PictureRow {
  const { caret, isSlipping = false, missed = [] } = code;
  const state = index < caret.line ? "done" : index === caret.line ? "now" : "todo";
  const caretColumn = state === "now" ? caret.column : -1;
  const missedColumns = missed.filter((place) => place.line === index).map(({ column }) => column);
  const pieces: PicturePiece[] = [];
  let column = 0;
  for (const piece of line.pieces) {
    for (const text of cut(piece, column, [caretColumn, ...missedColumns])) {
      const isTyped = state === "done" || column < caretColumn;
      const isCurrent = column <= caretColumn && caretColumn < column + text.length;
      pieces.push({
        ...piece,
        text,
        column,
        state: isCurrent ? (isSlipping ? "slipping" : "current") : isTyped ? "typed" : "to-come",
        isMissed: missedColumns.includes(column),
      });
      column += text.length;
    }
  }
  const isEnterNext = caretColumn >= column;
  const enter = isLast ? "none" : state === "done" ? "typed" : isEnterNext ? "current" : "to-come";
  return { state, indent: line.indent, pieces, enter };
}

/** A piece's text, split so that the characters at these columns are separate. An indent stop is not split. */
function cut({ kind, text }: Piece, start: number, columns: readonly number[]): readonly string[] {
  if (kind === "tab") return [text];
  const parts: string[] = [];
  let from = 0;
  for (let unit = 1; unit < text.length; unit++) {
    if (!columns.includes(start + unit) && !columns.includes(start + unit - 1)) continue;
    parts.push(text.slice(from, unit));
    from = unit;
  }
  return [...parts, text.slice(from)];
}
