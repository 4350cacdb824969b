// Measures in the browser: the size of a column, and the places of characters that the code font does not have. Each
// function makes the browser lay out the page, so none is called for a key.

import type { PreparedExample } from "@tabstop/engine/example";
import { element } from "./element.ts";
import { forEachStep, type Row } from "./rows.ts";

/** The code area's measures, px. */
export type Grid = {
  readonly column: number;
  readonly lineHeight: number;
  /** The width of a row's box. */
  readonly width: number;
  /** How many whole columns of it the text may take. */
  readonly columns: number;
  readonly height: number;
  /** Whether the columns are those of the design's font or of another font. */
  readonly isDesigned: boolean;
};

/** null while the pane is not shown. */
export function measureGrid(
  host: HTMLElement,
  { pane, sheet, ruler }: Record<"pane" | "sheet" | "ruler", HTMLElement>,
): Grid | null {
  const probe = element("span", "ca-pencil");
  probe.textContent = "0".repeat(100);
  probe.style.right = "auto";
  sheet.append(probe);
  const column = probe.getBoundingClientRect().width / 100;
  const style = getComputedStyle(host);
  const gutter = Number.parseFloat(getComputedStyle(sheet).left);
  const width = pane.clientWidth - gutter;
  const textWidth = Math.min(width, ruler.clientWidth);
  const height = pane.clientHeight;
  const lineHeight = Number.parseFloat(style.lineHeight);
  const designed = Number.parseFloat(style.getPropertyValue("--col"));
  probe.remove();
  if (!(column > 0) || !(lineHeight > 0) || width <= 0) return null;
  return {
    column,
    lineHeight,
    width,
    columns: Math.floor(textWidth / column + 0.01),
    height,
    isDesigned: Math.abs(column - designed) <= 0.01,
  };
}

/** Writes the left edge of each unit of a row, and its end, into `edges`: px from the left of its pencil. */
export function measureEdges(
  example: PreparedExample,
  row: Row,
  pencil: HTMLElement,
  edges: Float64Array,
): void {
  const pieces = piecesIn(pencil, row.end - row.start);
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
      // An indent stop, of a tab or of two spaces.
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

type DrawnPiece = { readonly node: Node; readonly start: number; readonly units: number };

/** The text nodes and indent stops that hold the first `length` units of a row. */
function piecesIn(pencil: HTMLElement, length: number): readonly DrawnPiece[] {
  const pieces: DrawnPiece[] = [];
  let start = 0;
  for (const piece of pencil.childNodes) {
    if (start >= length) break;
    const node = piece.firstChild ?? piece;
    const units = node.nodeValue?.length ?? Number((node as HTMLElement).dataset.units);
    pieces.push({ node, start, units });
    start += units;
  }
  return pieces;
}
