// One row of code in the page: its pencil, and its ink once the caret has been there.
//
// A row that is not yet typed is pencil: runs of one grey with a trace of colour. Ink is an opaque copy laid over it;
// `clip-path` shows the part of the ink before the caret. Where text is hidden, memory/hidden-row.ts draws it.

import type { Attempt } from "@tabstop/engine/attempt";
import { type Colours, type Piece, piecesOf } from "./coloured-rows.ts";
import { element } from "./element.ts";
import { measureEdges } from "./measure.ts";
import type { HiddenRow, HiddenRowOptions } from "./memory/hidden-row.ts";
import { clipPath, inkEnd, layOutRow, type RowLayout, scarsOf } from "./row-layout.ts";
import type { Row } from "./rows.ts";

/** How large rows are drawn, px. */
export type RowSize = { readonly column: number; readonly lineHeight: number; readonly width: number };

/** The colours of a row's example, and what draws a row of which something is hidden: null in Copy. */
export type DrawnText = {
  readonly colours: Colours;
  readonly drawHidden: ((options: Omit<HiddenRowOptions, "hidden">) => HiddenRow) | null;
};

export class RowElement {
  readonly element: HTMLElement;
  readonly layout: RowLayout;
  /** The row's place among all rows. */
  readonly index: number;
  readonly #rowWidth: number;
  readonly #pencil: HTMLElement;
  #ink: HTMLElement | null = null;
  /** null in Copy. */
  readonly #hidden: HiddenRow | null;
  #clipPath = "";
  #scars: readonly HTMLElement[] = [];
  /** The missed characters that the scars were made from. */
  #scarredBy: Attempt["missed"] | null = null;

  /** `attempt` has the text. */
  constructor(attempt: Attempt, { colours, drawHidden }: DrawnText, row: Row, index: number, size: RowSize) {
    const { example } = attempt;
    this.index = index;
    this.#rowWidth = size.width;
    this.layout = layOutRow(example, row, size.column);
    this.element = element("div", "ca-row");
    this.element.style.top = `${index * size.lineHeight}px`;
    if (row.isFirstOfLine) {
      const number = element("span", "ca-number");
      number.textContent = String(row.line + 1);
      this.element.append(number);
      if (row.line === attempt.line) this.setNow(true);
    }
    this.#pencil = element("div", "ca-pencil");
    if (row.left > 0) this.#pencil.style.paddingLeft = `${row.left * size.column}px`;
    this.element.append(this.#pencil);
    if (drawHidden === null) {
      this.#hidden = null;
      this.#pencil.append(...piecesOf(example.text, colours, row).map(drawPiece));
    } else {
      const { layout } = this;
      this.#hidden = drawHidden({ example, colours, layout, drawPiece, pencil: this.#pencil });
    }
    if (this.#hidden?.hasEnterMark ?? row.hasEnter) this.#pencil.append(element("span", "ca-enter"));
  }

  /** Marks the number of the caret's line. */
  setNow(isNow: boolean): void {
    this.element.classList.toggle("is-now", isNow);
  }

  /** Shows the typed part of the row. */
  show(attempt: Attempt, caretRow: number, caretX: number): void {
    const end = inkEnd(this.index, caretRow, caretX, attempt.kind === "done");
    if (end === null && this.#ink === null) return;
    const ink = this.prepareInk();
    this.#hidden?.typeTo(this.#typedTo(attempt, end));
    this.#clip(ink, clipPath(end, this.#rowWidth));
    if (end !== null) this.#drawScars(attempt);
  }

  /** The row's ink, which is created hidden if there is none yet. */
  prepareInk(): HTMLElement {
    if (this.#ink !== null) return this.#ink;
    const { row, column } = this.layout;
    const ink = element("div", "ca-ink");
    if (row.left > 0) ink.style.paddingLeft = `${row.left * column}px`;
    const guides = row.indent > 0 ? element("i", "ca-guides") : null;
    if (guides !== null) {
      guides.style.width = `${row.indent * column}px`;
      ink.append(guides);
    }
    if (this.#hidden === null) {
      const pieces = [...this.#pencil.childNodes];
      if (row.hasEnter) pieces.pop();
      ink.append(...pieces.map((piece) => piece.cloneNode(true)));
    } else {
      this.#hidden.fillInk(ink, guides);
    }
    this.#clip(ink, clipPath(null, this.#rowWidth));
    this.element.append(ink);
    this.#ink = ink;
    return ink;
  }

  /**
   * Replaces the guessed places of characters by those at which the browser draws them. The row must be in the page.
   */
  measure(attempt: Attempt): void {
    const { row, edges } = this.layout;
    if (row.kind !== "measured" || edges === null) return;
    measureEdges(attempt.example, row, { pencil: this.#pencil, blankUnits: this.#hidden?.blankUnits }, edges);
    this.#hidden?.replace();
  }

  /** Draws what help has shown by now. */
  tell(): void {
    this.#hidden?.tell();
  }

  /** Where the typed part of the row ends, at most a line end beyond the row. */
  #typedTo({ offset }: Attempt, inkedTo: number | null): number {
    const { start, end } = this.layout.row;
    if (inkedTo === null) return start;
    return inkedTo === Number.POSITIVE_INFINITY ? end + 1 : offset;
  }

  // The shown values are stored, because reading them from the page costs more than a comparison.
  #clip(ink: HTMLElement, path: string): void {
    if (path === this.#clipPath) return;
    this.#clipPath = path;
    ink.style.clipPath = path;
  }

  #drawScars(attempt: Attempt): void {
    if (this.#scarredBy === attempt.missed) return;
    this.#scarredBy = attempt.missed;
    for (const old of this.#scars) old.remove();
    this.#scars = scarsOf(attempt, this.layout).map(({ left, width }) => {
      const scar = element("i", "ca-scar");
      scar.style.left = `${left}px`;
      scar.style.width = `${width}px`;
      return scar;
    });
    this.prepareInk().append(...this.#scars);
  }
}

/** Plain text gets no element of its own: that is half of a row's pieces. */
function drawPiece(piece: Piece): ChildNode {
  if (piece.kind === "tab") {
    const stop = element("span", "ca-tab");
    stop.dataset.units = String(piece.text.length);
    return stop;
  }
  if (piece.token === "") return document.createTextNode(piece.text);
  const run = element("span", piece.token);
  run.textContent = piece.text;
  return run;
}
