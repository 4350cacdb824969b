// One row of code that is typed from memory: dotted lines in place of what is hidden, and what was typed or shown of it.
//
// The characters of a blank come into the page as they are typed, and leave it on Backspace. The widths of blanks and the
// places in them are those of arithmetic, so that they tell the number of columns and nothing else.
//
// In the caret's row the typed characters are in boxes over the ink, so that a key lays out one box. A row that is typed
// has the ink of Copy instead, because each box is one more layer to paint with every key.

import type { TokenClass } from "@tabstop/contract/vocabulary";
import type { PreparedExample } from "@tabstop/engine/example";
import { colourAt, type Colours, indentEnd, type Piece, piecesOf } from "../coloured-rows.ts";
import { element } from "../element.ts";
import { type RowLayout, xOf } from "../row-layout.ts";
import { forEachBlankStep, type HiddenUnits, type Part } from "./hidden-units.ts";

/** A box with typed text of one colour. */
type Typed = { readonly start: number; end: number; readonly token: TokenClass; readonly text: Text };

/** What help has shown of this row. */
type Told = Part & { readonly outline: HTMLElement };

export type HiddenRowOptions = {
  readonly example: PreparedExample;
  readonly hidden: HiddenUnits;
  readonly colours: Colours;
  readonly layout: RowLayout;
  readonly drawPiece: (piece: Piece) => ChildNode;
  /** Empty, and in its row. */
  readonly pencil: HTMLElement;
};

export class HiddenRow {
  readonly #example: PreparedExample;
  readonly #hidden: HiddenUnits;
  readonly #colours: Colours;
  readonly #layout: RowLayout;
  readonly #drawPiece: HiddenRowOptions["drawPiece"];
  readonly #pencil: HTMLElement;
  readonly #parts: ReturnType<HiddenUnits["cut"]>;
  /** Holds the boxes of `#typed`. */
  readonly #boxes = element("div", "ca-boxes");
  readonly #typed: Typed[] = [];
  /** The ink's text, in which blanks are blank. null before there is ink. */
  #inkText: readonly ChildNode[] | null = null;
  /** The ink has the row's whole text instead, and there are no boxes. */
  #isWhole = false;
  #typedTo: number;
  #told: readonly Told[] = [];
  /** Text that help has shown, between the pencil and the ink; and its outlines over the ink. */
  #toldLayers: readonly HTMLElement[] = [];
  readonly #indentEnd: number;
  /** The guides of an indent that is hidden, which reach as far as it is typed. */
  #guides: HTMLElement | null = null;

  constructor({ example, hidden, colours, layout, drawPiece, pencil }: HiddenRowOptions) {
    this.#example = example;
    this.#hidden = hidden;
    this.#colours = colours;
    this.#layout = layout;
    this.#drawPiece = drawPiece;
    this.#pencil = pencil;
    const { row } = layout;
    this.#parts = hidden.cut(row.start, row.end);
    this.#typedTo = row.start;
    this.#indentEnd = row.isFirstOfLine ? indentEnd(example.text, row.start, row.end) : row.start;
    pencil.append(...this.#parts.flatMap((part) => this.#drawPart(part, "pencil")));
    this.tell();
  }

  get hasEnterMark(): boolean {
    return this.#layout.row.hasEnter && this.#hidden.way === "gaps";
  }

  /** How many units each `.blank` of the pencil has. */
  get blankUnits(): readonly number[] {
    return this.#parts.filter(({ isBlank }) => isBlank).map(({ start, end }) => end - start);
  }

  /** Fills the row's ink, into which it writes what is typed. */
  fillInk(ink: HTMLElement, guides: HTMLElement | null): void {
    this.#inkText = this.#parts.flatMap((part) => this.#drawPart(part, "ink"));
    ink.append(...this.#inkText, this.#boxes);
    const { start } = this.#layout.row;
    for (let unit = start; unit < this.#indentEnd; unit++)
      if (this.#hidden.isBlank(unit)) this.#guides = guides;
    this.#fitGuides();
  }

  /** Has exactly the characters before `offset` in the page. */
  typeTo(offset: number): void {
    const { row } = this.#layout;
    if (this.#told.length > 0) this.#markTold(offset);
    // The widths of a measured row are not those of its text.
    const isWhole = offset > row.end && row.kind !== "measured";
    if (isWhole !== this.#isWhole) this.#setWhole(isWhole);
    const from = this.#typedTo;
    const to = Math.min(Math.max(offset, row.start), row.end);
    if (to === from) return;
    this.#typedTo = to;
    if (to < from) this.#erase(to);
    else if (!isWhole)
      forEachBlankStep(this.#example, this.#hidden, { start: from, end: to }, (start, end) =>
        this.#write(start, end),
      );
    if (Math.min(from, to) < this.#indentEnd) this.#fitGuides();
  }

  /** Draws what help has shown by now. */
  tell(): void {
    const { row } = this.#layout;
    const rowEnd = row.end + (row.hasEnter ? 1 : 0);
    for (const layer of this.#toldLayers) layer.remove();
    this.#told = this.#hidden.told
      .map(({ start, end }) => ({ start: Math.max(start, row.start), end: Math.min(end, rowEnd) }))
      .filter(({ start, end }) => start < end)
      .map((part) => ({ ...part, outline: this.#drawOutline(part) }));
    if (this.#told.length === 0) return;
    const text = element("div", "ca-told");
    text.append(...this.#told.flatMap((part) => this.#drawTold(part)));
    const outlines = element("div", "ca-outlines");
    outlines.append(...this.#told.map(({ outline }) => outline));
    this.#toldLayers = [text, outlines];
    this.#pencil.after(text, outlines);
    this.#markTold(this.#typedTo);
  }

  /** Draws all again at the places that the layout has now. */
  replace(): void {
    const typedTo = this.#typedTo;
    this.#clear();
    this.tell();
    this.typeTo(typedTo);
  }

  #drawPart(part: Part & { readonly isBlank: boolean }, layer: "pencil" | "ink"): readonly ChildNode[] {
    if (part.isBlank) return [this.#drawBlank(this.#widthOf(part), layer)];
    const isFirstOfLine = this.#startsWithStops(part);
    return piecesOf(this.#example.text, this.#colours, { ...part, isFirstOfLine }).map(this.#drawPiece);
  }

  /** Spaces as wide as the text, which the browser paints faster than boxes; a box where a space is not a column wide. */
  #drawBlank(width: number, layer: "pencil" | "ink"): ChildNode {
    const { row, column } = this.#layout;
    const isBox = row.kind === "measured";
    const spaces = isBox ? "" : " ".repeat(Math.round(width / column));
    if (layer === "ink" && !isBox) return document.createTextNode(spaces);
    const blank = element("span", isBox ? "blank is-box" : "blank");
    if (isBox) blank.style.width = `${width}px`;
    else blank.textContent = spaces;
    return blank;
  }

  /** Draws the ink of Copy, or goes back to boxes. */
  #setWhole(isWhole: boolean): void {
    const { row } = this.#layout;
    const old = this.#inkText;
    if (old === null) return;
    this.#clear();
    this.#isWhole = isWhole;
    this.#inkText = isWhole
      ? piecesOf(this.#example.text, this.#colours, row).map(this.#drawPiece)
      : this.#parts.flatMap((part) => this.#drawPart(part, "ink"));
    for (const node of old) node.remove();
    this.#boxes.before(...this.#inkText);
  }

  #clear(): void {
    this.#erase(this.#layout.row.start);
    this.#typedTo = this.#layout.row.start;
  }

  #write(start: number, end: number): void {
    const text = this.#example.text.slice(start, end);
    if (text === "\t") return;
    const last = this.#typed.at(-1);
    const follows = last?.end === start && this.#layout.row.kind !== "measured" ? last : undefined;
    // A space has no colour.
    const token = text === " " ? (follows?.token ?? "") : colourAt(this.#colours, start);
    if (follows?.token === token) {
      follows.text.appendData(text);
      follows.end = end;
      return;
    }
    const box = element("span", token);
    box.style.left = `${this.#x(start)}px`;
    const node = document.createTextNode(text);
    box.append(node);
    this.#boxes.append(box);
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

  #drawOutline({ start, end }: Part): HTMLElement {
    const { row, column } = this.#layout;
    const outline = element("i", "shown");
    // A line end has no width in the text.
    const isLineEnd = end > row.end;
    if (isLineEnd) outline.append(element("span", "ca-enter"));
    const textWidth = this.#widthOf({ start, end: Math.min(end, row.end) });
    outline.style.left = `${this.#x(start)}px`;
    outline.style.width = `${textWidth + (isLineEnd ? 2 * column : 0)}px`;
    return outline;
  }

  #drawTold({ start, end }: Part): readonly HTMLElement[] {
    const letters: HTMLElement[] = [];
    const part = { start, end: Math.min(end, this.#layout.row.end) };
    forEachBlankStep(this.#example, this.#hidden, part, (from, to) => {
      const letter = element("span", "");
      letter.style.left = `${this.#x(from)}px`;
      letter.style.width = `${this.#widthOf({ start: from, end: to })}px`;
      letter.textContent = this.#example.text.slice(from, to);
      letters.push(letter);
    });
    return letters;
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
