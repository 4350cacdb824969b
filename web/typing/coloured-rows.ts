// Code cut into coloured pieces, row by row: the one model behind the code that is typed (code-area.ts), the pictures
// of typing (code-picture.tsx) and the code that admins read and write. It imports no code, so that the landing page
// can have it without the engine.

import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";

/** A piece of a row. A `tab` is an indent stop, two columns wide: a tab or two spaces. */
export type Piece = {
  readonly kind: "text" | "tab";
  readonly token: TokenClass;
  readonly text: string;
};

/** A part of one line, [start, end) in UTF-16 units of the text, without the newline. */
export type TextRow = {
  readonly start: number;
  readonly end: number;
  /** Whether it starts where its line starts. Only such a row has an indent. */
  readonly isFirstOfLine: boolean;
};

/** A whole line in its pieces, which together are its text. */
export type ColouredLine = {
  /** Columns of its indent; a tab takes two. */
  readonly indent: number;
  readonly pieces: readonly Piece[];
};

/** The runs of a text, made searchable. */
export type Colours = {
  readonly classes: readonly TokenClass[];
  /** Where each run starts, and at the end the length of the text. */
  readonly starts: ArrayLike<number>;
};

const tabColumns = 2;

/** The lines of a text, not broken into rows. */
export function colouredLines(text: string, tokens: Tokens | null): readonly ColouredLine[] {
  const colours = coloursOf(text, tokens);
  let end = -1;
  return text.split("\n").map((line) => {
    const start = end + 1;
    end = start + line.length;
    return {
      indent: indentColumns(text, start, indentEnd(text, start, end)),
      pieces: piecesOf(text, colours, { start, end, isFirstOfLine: true }),
    };
  });
}

/** One plain run if there are no tokens, or if they are those of another text. */
export function coloursOf(text: string, tokens: Tokens | null): Colours {
  const classes: TokenClass[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const [token, units] of tokens ?? []) {
    if (units <= 0) continue;
    classes.push(token);
    starts.push(length);
    length += units;
  }
  if (length !== text.length) return { classes: [""], starts: [0, text.length] };
  return { classes, starts: [...starts, length] };
}

/** The colour of the character at an offset. */
export function colourAt(colours: Colours, offset: number): TokenClass {
  return colours.classes[runAt(colours, offset)] ?? "";
}

/** A row's pieces in order; together they are its text. */
export function piecesOf(text: string, colours: Colours, row: TextRow): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = row.start;
  const addText = (to: number) => {
    for (let run = runAt(colours, from); from < to; run++) {
      const end = Math.min(to, colours.starts[run + 1] ?? to);
      const token = colours.classes[run] ?? "";
      const last = pieces.at(-1);
      if (last?.kind === "text" && last.token === token) {
        pieces[pieces.length - 1] = { ...last, text: last.text + text.slice(from, end) };
      } else {
        pieces.push({ kind: "text", token, text: text.slice(from, end) });
      }
      from = end;
    }
  };
  for (let unit = row.start; unit < row.end; unit++) {
    const isPair = row.isFirstOfLine && text[unit] === " " && isIndentPair(text, row.start, unit);
    if (!isPair && text[unit] !== "\t") continue;
    addText(unit);
    from = unit + (isPair ? 2 : 1);
    pieces.push({ kind: "tab", token: "", text: text.slice(unit, from) });
    unit = from - 1;
  }
  addText(row.end);
  return pieces;
}

/** Whether the two units at an offset are drawn as one indent stop: a pair of spaces in the line's indent. */
export function isIndentPair(text: string, lineStart: number, offset: number): boolean {
  if ((offset - lineStart) % 2 !== 0 || !text.startsWith("  ", offset)) return false;
  for (let unit = lineStart; unit < offset; unit++) if (text[unit] !== " ") return false;
  return true;
}

/** Where a line's indent ends: the offset after its leading spaces and tabs. */
export function indentEnd(text: string, lineStart: number, lineEnd: number): number {
  let unit = lineStart;
  while (unit < lineEnd && (text[unit] === " " || text[unit] === "\t")) unit++;
  return unit;
}

/** Columns of spaces and tabs. */
export function indentColumns(text: string, from: number, to: number): number {
  let columns = 0;
  for (let unit = from; unit < to; unit++) columns += text[unit] === "\t" ? tabColumns : 1;
  return columns;
}

/** The run at an offset, by binary search. */
function runAt(colours: Colours, offset: number): number {
  let low = 0;
  let high = colours.classes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((colours.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
