// Measures in the browser: the size of a column, and the places of characters where arithmetic does not find them. Each
// function makes the browser lay out the page, so none is called for a key.

import type { TokenClass } from "@tabstop/contract/vocabulary";
import type { PreparedExample } from "@tabstop/engine/example";
import { element } from "./element.ts";
import { forEachStep, type Row, type Widths } from "./rows.ts";

/** The code area's measures, px. */
export type Grid = {
  readonly column: number;
  readonly lineHeight: number;
  /** The width of a row's box. */
  readonly width: number;
  /** How many whole columns of it the text may take. */
  readonly columns: number;
  readonly height: number;
  /** Whether columns and lines have the size of the design, or that of the reader's own fonts and styles. */
  readonly isDesigned: boolean;
  /**
   * null if every character of the code font is one column wide. Otherwise the widths of the characters from space to
   * "~", in columns: the reader has set a proportional font or wider spaces.
   */
  readonly widths: Widths | null;
};

const asciiCharacters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
/** Widths differ by less than this where they are meant to be the same: browsers round them to 1/64 px. */
const evenWithin = 0.02;
const tokenClasses: readonly Exclude<TokenClass, "">[] = ["k", "f", "y", "s", "d", "c"];

/**
 * Text that has the styles of the code and is never seen. Its size tells how wide characters are and whether arithmetic
 * finds their places, and its change tells that the reader's fonts or styles have changed.
 */
export type Probe = {
  /** Its parts change their size with the font, the spacing and the line height. */
  readonly parts: readonly HTMLElement[];
  readonly element: HTMLElement;
};

export function makeProbe(): Probe {
  const box = element("div", "ca-probe");
  const parts = ["ca-pencil", "ca-ink"].map((layer) => {
    const part = element("div", layer);
    part.append(asciiCharacters);
    for (const token of tokenClasses) {
      const run = element("span", token);
      run.textContent = asciiCharacters;
      part.append(run);
    }
    return part;
  });
  box.append(...parts);
  return { parts, element: box };
}

/** null while the pane is not shown. */
export function measureGrid(
  host: HTMLElement,
  { pane, sheet, ruler, probe }: Record<"pane" | "sheet" | "ruler", HTMLElement> & { readonly probe: Probe },
): Grid | null {
  const { column, widths } = measureColumn(probe);
  const style = getComputedStyle(host);
  const gutter = Number.parseFloat(getComputedStyle(sheet).left);
  const width = pane.clientWidth - gutter;
  const textWidth = Math.min(width, ruler.clientWidth);
  const height = pane.clientHeight;
  // A reader's own style may have replaced the height of the code's lines.
  const lineHeight = probe.parts[0]?.getBoundingClientRect().height ?? 0;
  const designed = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  if (!(column > 0) || !(lineHeight > 0) || width <= 0) return null;
  return {
    column,
    lineHeight,
    width,
    columns: Math.floor(textWidth / column + 0.01),
    height,
    isDesigned:
      Math.abs(column - designed("--col")) <= 0.01 && Math.abs(lineHeight - designed("--code-line")) <= 0.01,
    widths,
  };
}

function measureColumn({ parts }: Probe): Pick<Grid, "column" | "widths"> {
  const range = document.createRange();
  const widthOf = (node: Node, from: number, to: number) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect().width;
  };
  const plain = parts[0]?.firstChild;
  if (!plain) return { column: 0, widths: null };
  const zero = asciiCharacters.indexOf("0");
  // Ten digits, because the width of one may be rounded.
  const column = widthOf(plain, zero, zero + 10) / 10;
  const texts = parts.flatMap((part) => [...part.childNodes].map((node) => node.firstChild ?? node));
  const length = asciiCharacters.length;
  const isEven =
    texts.every((text) => Math.abs(widthOf(text, 0, length) / length - column) <= evenWithin) &&
    [..." iW"].every((character) => {
      const at = asciiCharacters.indexOf(character);
      return Math.abs(widthOf(plain, at, at + 1) - column) <= 0.1;
    });
  if (isEven) return { column, widths: null };
  return {
    column,
    widths: Float64Array.from(asciiCharacters, (_, at) =>
      // The widest of all colours: a comment is slanted, and a reader may have a font of their own for each.
      Math.max(...texts.map((text) => widthOf(text, at, at + 1) / column)),
    ),
  };
}

/** Writes the left edge of each unit of a row, and its end, into `edges`: px from the left of its pencil. */
export function measureEdges(
  example: PreparedExample,
  row: Row,
  { pencil, blankUnits = [] }: DrawnRow,
  edges: Float64Array,
): void {
  const pieces = piecesIn(pencil, row.end - row.start, blankUnits);
  const origin = pencil.getBoundingClientRect().left;
  const range = document.createRange();
  let next = 0;
  forEachStep(example, row.start, row.end, (from, to) => {
    const unit = from - row.start;
    let piece = pieces[next];
    while (piece !== undefined && piece.start + piece.units <= unit) piece = pieces[++next];
    if (piece === undefined) return;
    const { node, start, units } = piece;
    if (node instanceof HTMLElement) {
      // A blank, or an indent stop of a tab or of two spaces.
      const box = node.getBoundingClientRect();
      edges[unit] = box.left - origin + ((unit - start) * box.width) / units;
      edges[to - row.start] = box.left - origin + ((to - row.start - start) * box.width) / units;
      return;
    }
    range.setStart(node, unit - start);
    range.setEnd(node, Math.min(units, to - row.start - start));
    const box = range.getBoundingClientRect();
    edges[unit] = box.left - origin;
    edges[to - row.start] = box.right - origin;
  });
}

/** `blankUnits` has the units of each `.blank` in the pencil, because the page must not say what is hidden. */
type DrawnRow = { readonly pencil: HTMLElement; readonly blankUnits?: readonly number[] | undefined };

type DrawnPiece = { readonly node: Node; readonly start: number; readonly units: number };

/** The text nodes, blanks and indent stops that hold the first `length` units of a row. */
function piecesIn(pencil: HTMLElement, length: number, blankUnits: readonly number[]): readonly DrawnPiece[] {
  const pieces: DrawnPiece[] = [];
  let start = 0;
  let blank = 0;
  for (const piece of pencil.childNodes) {
    if (start >= length) break;
    const node = piece.firstChild ?? piece;
    const units =
      node.nodeValue?.length ?? Number((node as HTMLElement).dataset.units ?? blankUnits[blank++]);
    pieces.push({ node, start, units });
    start += units;
  }
  return pieces;
}
