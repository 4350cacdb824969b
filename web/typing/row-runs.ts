/**
 * A row as it is drawn: runs of one colour, indent stops, and the Enter mark left to the caller.
 */
import type { TokenClass, Tokens } from "@tabstop/contract/vocabulary";
import type { Example } from "@tabstop/engine/example";
import { isIndentPair, type Row } from "./rows.ts";

/** One piece of a row. `tab` is an indent stop two columns wide, of a tab or of two spaces. */
export type Piece = {
  readonly kind: "text" | "tab";
  readonly class: TokenClass;
  readonly text: string;
};

/** The runs of a text, found by place. */
export type Colours = {
  readonly classes: readonly TokenClass[];
  /** Where each run starts, and last where the text ends. */
  readonly starts: ArrayLike<number>;
};

/** Plain where there are no runs, or where they are not of this text. */
export function coloursOf(example: Example, tokens: Tokens | null): Colours {
  const classes: TokenClass[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const [name, units] of tokens ?? []) {
    if (units <= 0) continue;
    classes.push(name);
    starts.push(length);
    length += units;
  }
  if (length !== example.text.length) {
    return { classes: [""], starts: [0, example.text.length] };
  }
  return { classes, starts: [...starts, length] };
}

/** The colour at a place of the text. */
export function classAt(colours: Colours, offset: number): TokenClass {
  return colours.classes[runAt(colours, offset)] ?? "";
}

/** A row's pieces in order; together they are its text. */
export function piecesOf(example: Example, colours: Colours, row: Row): readonly Piece[] {
  const { text } = example;
  const lineStart = row.isFirstOfLine ? row.start : -1;
  const pieces: Piece[] = [];
  let from = row.start;
  const give = (to: number) => {
    for (let run = runAt(colours, from); from < to; run++) {
      const end = Math.min(to, colours.starts[run + 1] ?? to);
      const name = colours.classes[run] ?? "";
      const last = pieces.at(-1);
      if (last?.kind === "text" && last.class === name) {
        pieces[pieces.length - 1] = { ...last, text: last.text + text.slice(from, end) };
      } else {
        pieces.push({ kind: "text", class: name, text: text.slice(from, end) });
      }
      from = end;
    }
  };
  for (let unit = row.start; unit < row.end; unit++) {
    const isPair = lineStart !== -1 && text[unit] === " " && isIndentPair(text, lineStart, unit);
    if (!isPair && text[unit] !== "\t") continue;
    give(unit);
    from = unit + (isPair ? 2 : 1);
    pieces.push({ kind: "tab", class: "", text: text.slice(unit, from) });
    unit = from - 1;
  }
  give(row.end);
  return pieces;
}

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
