// One row of code that is typed from memory: dotted lines in place of what is hidden, and what was typed or shown of it.
//
// The characters of a blank come into the page as they are typed, and leave it on Backspace. The widths of blanks and the
// places in them are those of arithmetic, so that they tell the number of columns and nothing else.

import type { TokenClass } from "@tabstop/contract/vocabulary";
import type { PreparedExample } from "@tabstop/engine/example";
import { colourAt, type Colours, indentEnd, piecesOf } from "../coloured-rows.ts";
import { element } from "../element.ts";
import { type RowLayout, xOf } from "../row-layout.ts";
import { forEachBlankStep, type HiddenUnits, type Part } from "./hidden-units.ts";

/** Text of one colour at its own place over the ink. */
type Typed = { readonly start: number; end: number; readonly token: TokenClass; readonly text: Text };

/** What help has shown of this row. */
type Told = Part & { readonly outline: HTMLElement };

export type HiddenRowOptions = {
  readonly example: PreparedExample;
  readonly hidden: HiddenUnits;
  readonly colours: Colours;
  readonly layout: RowLayout;
  readonly drawPiece: (piece: ReturnType<typeof piecesOf>[number]) => Node;
};

export class HiddenRow {
  readonly #example: PreparedExample;
  readonly #hidden: HiddenUnits;
  readonly #colours: Colours;
  readonly #layout: RowLayout;
  /** The row's pencil: what is not hidden, and a `.blank` for what is. */
  readonly pencil: readonly Node[];
  /** How many units each `.blank` of the pencil has. */
  readonly blankUnits: readonly number[];
  /** Text that help has shown, between the pencil and the ink. */
  readonly toldText = element("div", "ca-told");
  /** Outlines of what help has shown, over the ink. */
  readonly outlines = element("div", "ca-outlines");
  #ink: HTMLElement | null = null;
  readonly #typed: Typed[] = [];
  #typedTo: number;
  #told: readonly Told[] = [];
  readonly #indentEnd: number;
  /** The guides of an indent that is hidden, which reach as far as it is typed. */
  #guides: HTMLElement | null = null;

  constructor({ example, hidden, colours, layout, drawPiece }: HiddenRowOptions) {
    this.#example = example;
    this.#hidden = hidden;
    this.#colours = colours;
    this.#layout = layout;
    const { row } = layout;
    this.#typedTo = row.start;
    this.#indentEnd = row.isFirstOfLine ? indentEnd(example.text, row.start, row.end) : row.start;
    const parts = hidden.cut(row.start, row.end);
    this.pencil = parts.flatMap((part) =>
      part.isBlank
        ? [drawBlank(this.#widthOf(part))]
        : piecesOf(example.text, colours, { ...part, isFirstOfLine: this.#startsWithStops(part) }).map(
            drawPiece,
          ),
    );
    this.blankUnits = parts.filter(({ isBlank }) => isBlank).map(({ start, end }) => end - start);
    this.tell();
  }

  get hasEnterMark(): boolean {
    return this.#layout.row.hasEnter && this.#hidden.way === "gaps";
  }

  /** Takes the row's ink, into which it writes what is typed. */
  setInk(ink: HTMLElement, guides: HTMLElement | null): void {
    this.#ink = ink;
    const { start } = this.#layout.row;
    for (let unit = start; unit < this.#indentEnd; unit++)
      if (this.#hidden.isBlank(unit)) this.#guides = guides;
    this.#fitGuides();
  }

  /** Has exactly the characters before `offset` in the page. */
  typeTo(offset: number): void {
    const { row } = this.#layout;
    const from = this.#typedTo;
    const to = Math.min(Math.max(offset, row.start), row.end);
    if (this.#told.length > 0) this.#markTold(offset);
    if (to === from) return;
    this.#typedTo = to;
    if (to < from) this.#erase(to);
    else
      forEachBlankStep(this.#example, this.#hidden, { start: from, end: to }, (start, end) =>
        this.#write(start, end),
      );
    if (Math.min(from, to) < this.#indentEnd) this.#fitGuides();
  }

  /** Draws what help has shown by now. */
  tell(): void {
    const { row } = this.#layout;
    const rowEnd = row.end + (row.hasEnter ? 1 : 0);
    this.toldText.replaceChildren();
    this.#told = this.#hidden.told
      .map(({ start, end }) => ({ start: Math.max(start, row.start), end: Math.min(end, rowEnd) }))
      .filter(({ start, end }) => start < end)
      .map((part) => ({ ...part, outline: this.#drawTold(part) }));
    this.outlines.replaceChildren(...this.#told.map(({ outline }) => outline));
    this.#markTold(this.#typedTo);
  }

  /** Draws all again at the places that the layout has now. */
  replace(): void {
    const typedTo = this.#typedTo;
    this.#erase(this.#layout.row.start);
    this.#typedTo = this.#layout.row.start;
    this.tell();
    this.typeTo(typedTo);
  }

  #write(start: number, end: number): void {
    const text = this.#example.text.slice(start, end);
    if (text === "\t") return;
    const token = colourAt(this.#colours, start);
    const last = this.#typed.at(-1);
    if (last?.end === start && last.token === token && this.#layout.row.kind !== "measured") {
      last.text.appendData(text);
      last.end = end;
      return;
    }
    const box = element("span", token === "" ? "ca-typed" : `ca-typed ${token}`);
    box.style.left = `${this.#x(start)}px`;
    const node = document.createTextNode(text);
    box.append(node);
    this.#ink?.append(box);
    this.#typed.push({ start, end, token, text: node });
  }

  #erase(to: number): void {
    for (let last = this.#typed.at(-1); last !== undefined && last.end > to; last = this.#typed.at(-1)) {
      if (last.start < to) {
        last.text.deleteData(to - last.start, last.end - to);
        last.end = to;
        return;
      }
      last.text.parentElement?.remove();
      this.#typed.pop();
    }
  }

  #drawTold({ start, end }: Part): HTMLElement {
    const { row } = this.#layout;
    const outline = element("i", "shown");
    const left = this.#x(start);
    outline.style.left = `${left}px`;
    // A line end has no width in the text.
    const isLineEnd = end > row.end;
    if (isLineEnd) outline.append(element("span", "ca-enter"));
    const enterWidth = isLineEnd ? 2 * this.#layout.column : 0;
    outline.style.width = `${this.#x(Math.min(end, row.end)) - left + enterWidth}px`;
    forEachBlankStep(this.#example, this.#hidden, { start, end: Math.min(end, row.end) }, (from, to) => {
      const letter = element("span", "");
      letter.style.left = `${this.#x(from)}px`;
      letter.style.width = `${this.#widthOf({ start: from, end: to })}px`;
      letter.textContent = this.#example.text.slice(from, to);
      this.toldText.append(letter);
    });
    return outline;
  }

  /** A place is outlined until it is typed, and then has a scar. */
  #markTold(offset: number): void {
    for (const { end, outline } of this.#told) {
      const look = end <= offset ? "was-shown" : "shown";
      if (outline.className !== look) outline.className = look;
    }
  }

  #fitGuides(): void {
    if (this.#guides === null) return;
    this.#guides.style.width = `${this.#x(Math.min(this.#typedTo, this.#indentEnd))}px`;
  }

  /** Two spaces are one stop only if both of them are shown. */
  #startsWithStops({ start, end }: Part): boolean {
    const { row } = this.#layout;
    return row.isFirstOfLine && start === row.start && (end >= this.#indentEnd || (end - start) % 2 === 0);
  }

  #x(offset: number): number {
    return xOf(this.#layout, offset);
  }

  #widthOf({ start, end }: Part): number {
    return this.#x(end) - this.#x(start);
  }
}

function drawBlank(width: number): HTMLElement {
  const blank = element("span", "blank");
  blank.style.width = `${width}px`;
  return blank;
}
