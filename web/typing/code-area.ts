// Draws the code that is being typed, without a framework and without reading the page's layout for any key.
//
// Rows are broken by arithmetic (rows.ts) and placed one line height apart on a sheet. Some thirty rows around the
// caret are in the page (row-window.ts decides which), one element each (row-element.ts). A key in the middle of a
// row changes the `clip-path` of that row's ink, the `transform` of the caret's carriage and the character in the
// caret. So it restyles two elements, and the length of the example does not matter.
//
// Always true:
// - What is shown depends only on the attempt, the pane's size and how far the learner has scrolled to look ahead.
// - What is hidden of an example that is typed from memory is not in the page before it is typed or shown by help
//   (memory/hidden-row.ts): no text, attribute, class or width tells more of it than its columns.
// - The drawing is hidden from screen readers; a plain `<pre>` beside it holds the example's text for them.
// - Text goes from left to right, one step after the other, whatever its script.
//
// What keys mean, the timer and the figures, and everything around the pane are elsewhere.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { Attempt } from "@tabstop/engine/attempt";
import type { PreparedExample } from "@tabstop/engine/example";
import { followSize } from "../ui/follow-size.ts";
import { ifSupported } from "../ui/if-supported.ts";
import { caretOf } from "./caret.ts";
import { CaretElement } from "./caret-element.ts";
import { type Colours, coloursOf } from "./coloured-rows.ts";
import { element } from "./element.ts";
import { Rival } from "./race/rival.ts";
import { watchScrolling } from "./look-around.ts";
import { type Grid, makeProbe, measureGrid } from "./measure.ts";
import type { HiddenUnits } from "./memory/hidden-units.ts";
import type { HiddenRowOptions } from "./memory/hidden-row.ts";
import type { AskedPlace } from "./memory/hidden-text.ts";
import type { MemoryRun } from "./memory/memory-run.ts";
import { RowElement } from "./row-element.ts";
import { layOutRow, xOf } from "./row-layout.ts";
import {
  caretY,
  emptyWindow,
  isCaretSeen,
  isSettled,
  reduceWindow,
  rowsInPage,
  type RowWindow,
  scrollOf,
  type WindowEffect,
  type WindowEvent,
} from "./row-window.ts";
import { breakIntoRows, type Row, rowAtOffset, rowNear } from "./rows.ts";

export type CodeArea = {
  /** Draws this attempt of the mounted example. */
  show(attempt: Attempt): void;
  /**
   * Draws this attempt whatever was shown before, such as an earlier one: `show` changes only what one keystroke can
   * change.
   */
  jump(attempt: Attempt): void;
  /** The learner pauses: the caret blinks until the next key. */
  rest(): void;
  /** Whether keys go to the code. If not, the caret is hollow. */
  setFocused(isFocused: boolean): void;
  /** Takes the server's colours, if they arrive later than the text. */
  setTokens(tokens: Tokens | null): void;
  /** Adds the caret of a ghost, which must be removed before another is added. */
  addRival(): Rival;
  destroy(): void;
};

const rulerEvery = 10;

/**
 * Draws into `host`, which must be empty and have its size from its surroundings. A new size is drawn by itself.
 * @param memory says what of the example is hidden; null in Copy
 */
export function mountCodeArea(
  host: HTMLElement,
  example: PreparedExample,
  tokens: Tokens | null,
  attempt: Attempt,
  memory: MemoryRun | null = null,
): CodeArea {
  return new Area(host, example, tokens, attempt, memory);
}

class Area implements CodeArea {
  readonly #host: HTMLElement;
  readonly #example: PreparedExample;
  readonly #ruler = element("div", "ruler");
  readonly #pane = element("div", "ca-pane");
  readonly #sheet = element("div", "ca-sheet");
  readonly #caret = new CaretElement();
  readonly #probe = makeProbe();
  readonly #off = new AbortController();
  readonly #unfollowSize: () => void;
  /** null in Copy. */
  readonly #memory: MemoryRun | null;
  readonly #hidden: HiddenUnits | null;
  readonly #unfollowHelp: (() => void) | undefined;

  #attempt: Attempt;
  #colours: Colours;
  /** null until the pane has a size. */
  #grid: Grid | null = null;
  #rows: readonly Row[] = [];
  #window: RowWindow = emptyWindow;
  readonly #drawn = new Map<number, RowElement>();
  #scroll = Number.NaN;
  #isDone = false;
  #rival: Rival | null = null;

  constructor(
    host: HTMLElement,
    example: PreparedExample,
    tokens: Tokens | null,
    attempt: Attempt,
    memory: MemoryRun | null,
  ) {
    this.#host = host;
    this.#example = example;
    this.#colours = coloursOf(example.text, tokens);
    this.#attempt = attempt;
    this.#memory = memory;
    this.#hidden = memory && new memory.drawing.HiddenUnits(example, memory.hidden);
    if (memory !== null) this.#hidden?.tell(memory.hidden.places.filter((place) => memory.isShown(place)));
    this.#unfollowHelp = memory?.onShown((places) => this.#tell(places));
    host.classList.add("code-area");
    host.toggleAttribute("data-unmarked", this.#hidden?.way === "recall");
    const parts = [this.#ruler, this.#pane, this.#caret.carriage, this.#probe.element];
    for (const part of parts) part.setAttribute("aria-hidden", "true");
    this.#pane.append(this.#sheet);
    host.append(...parts);

    const { signal } = this.#off;
    const look = (by: number) => this.#dispatch({ kind: "look", by });
    watchScrolling(host, look, () => this.#window.pane.lineHeight, signal);
    // The probe's size changes when the code font arrives, and with a style of the reader's own.
    this.#unfollowSize = followSize([this.#pane, ...this.#probe.parts], () => this.#fitPane());
    // For browsers without a ResizeObserver.
    ifSupported(() => document.fonts.addEventListener("loadingdone", () => this.#fitPane(), { signal }));
    this.#fitPane();
  }

  show(attempt: Attempt): void {
    this.#attempt = attempt;
    this.#caret.wake();
    this.#moveCaret();
    this.#drawCaret();
  }

  jump(attempt: Attempt): void {
    this.#attempt = attempt;
    this.#caret.wake();
    this.#redraw();
  }

  rest(): void {
    this.#caret.rest();
  }

  setFocused(isFocused: boolean): void {
    this.#host.toggleAttribute("data-blurred", !isFocused);
  }

  setTokens(tokens: Tokens | null): void {
    this.#colours = coloursOf(this.#example.text, tokens);
    this.#redraw();
  }

  addRival(): Rival {
    const rival = new Rival();
    this.#sheet.append(rival.element);
    this.#rival = rival;
    this.#fitRival();
    return rival;
  }

  destroy(): void {
    this.#off.abort();
    this.#unfollowHelp?.();
    this.#rival?.remove();
    this.#unfollowSize();
    this.#caret.destroy();
    this.#ruler.remove();
    this.#pane.remove();
    this.#probe.element.remove();
  }

  #moveCaret(): void {
    if (this.#rows.length === 0) return;
    const before = this.#window.caretRow;
    const caretRow = rowNear(this.#rows, this.#attempt.offset, before);
    // Most keys end here. This check saves them the objects of an event and its effects.
    if (caretRow === before && isSettled(this.#window)) return;
    this.#dispatch({ kind: "key", caretRow });
    if (caretRow !== before) this.#changeRow(before, caretRow);
  }

  #drawCaret(): void {
    const attempt = this.#attempt;
    const { caretRow } = this.#window;
    const row = this.#drawn.get(caretRow);
    if (row === undefined) return;
    const caret = caretOf(attempt, this.#colours, row.layout, this.#hidden);
    this.#caret.show(caret);
    row.show(attempt, caretRow, caret.x);
    this.#caret.flash(attempt.lastError);
    const isDone = attempt.kind === "done";
    if (isDone === this.#isDone) return;
    this.#isDone = isDone;
    this.#caret.end(isDone);
    this.#host.toggleAttribute("data-done", isDone);
  }

  /** Draws what help has just shown, or hides all again for a new attempt. */
  #tell(places: readonly AskedPlace[]): void {
    if (places.length === 0) this.#hidden?.reset();
    else this.#hidden?.tell(places);
    for (const row of this.#drawn.values()) row.tell();
    this.#drawCaret();
  }

  /** Inks the rows that the caret has passed, hides the ink of those that it has gone back over, and marks its line. */
  #changeRow(before: number, now: number): void {
    const [from, to] = before < now ? [before, now - 1] : [now + 1, before];
    for (let index = from; index <= to; index++) this.#drawn.get(index)?.show(this.#attempt, now, 0);
    if (this.#rows[before]?.line === this.#rows[now]?.line) return;
    this.#drawn.get(this.#firstRowOfLine(before))?.setNow(false);
    this.#drawn.get(this.#firstRowOfLine(now))?.setNow(true);
  }

  #firstRowOfLine(row: number): number {
    let first = row;
    while (first > 0 && this.#rows[first]?.isFirstOfLine === false) first--;
    return first;
  }

  #dispatch(event: WindowEvent): void {
    const { window, effects } = reduceWindow(this.#window, event);
    this.#window = window;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: WindowEffect): void {
    switch (effect) {
      case "scroll":
        return this.#scrollRows();
      case "fill":
        return this.#fillPage();
      case "ink-next":
        this.#drawn.get(this.#window.caretRow + 1)?.prepareInk();
        return;
    }
  }

  #scrollRows(): void {
    const scroll = scrollOf(this.#window);
    if (scroll !== this.#scroll) {
      this.#scroll = scroll;
      this.#sheet.style.transform = `translateY(${-scroll}px)`;
    }
    this.#caret.moveTo(caretY(this.#window), isCaretSeen(this.#window));
  }

  #fillPage(): void {
    const wanted = new Set(rowsInPage(this.#window));
    for (const [index, { element }] of this.#drawn) {
      if (wanted.has(index)) continue;
      element.remove();
      this.#drawn.delete(index);
    }
    const made: RowElement[] = [];
    for (const index of wanted) {
      if (!this.#drawn.has(index)) made.push(this.#makeRow(index));
    }
    if (made.length === 0) return;
    this.#sheet.append(...made.map(({ element }) => element));
    for (const row of made) {
      row.measure(this.#attempt);
      this.#rival?.remeasure(row.index);
    }
  }

  #makeRow(index: number): RowElement {
    const row = this.#rows[index];
    if (row === undefined || this.#grid === null)
      throw new RangeError(`row ${index} of ${this.#rows.length}`);
    const hidden = this.#hidden;
    const HiddenRow = this.#memory?.drawing.HiddenRow;
    const drawHidden =
      hidden === null || HiddenRow === undefined
        ? null
        : (options: Omit<HiddenRowOptions, "hidden">) => new HiddenRow({ ...options, hidden });
    const drawn = { colours: this.#colours, drawHidden };
    const made = new RowElement(this.#attempt, drawn, row, index, this.#grid);
    this.#drawn.set(index, made);
    if (index < this.#window.caretRow) made.show(this.#attempt, this.#window.caretRow, 0);
    return made;
  }

  /** Measures the pane, and draws again what its new size changes. */
  #fitPane(): void {
    const parts = { pane: this.#pane, sheet: this.#sheet, ruler: this.#ruler, probe: this.#probe };
    const grid = measureGrid(this.#host, parts);
    if (grid === null) return;
    const before = this.#grid;
    this.#grid = grid;
    const isSameGrid =
      before?.column === grid.column && before.lineHeight === grid.lineHeight && before.width === grid.width;
    // Where widths differ, rows are always measured again: the probe has ASCII alone, and others may have changed.
    if (isSameGrid && grid.widths === null && before.widths === null) {
      if (before.height !== grid.height) this.#resetWindow();
      return;
    }
    this.#followFont(grid);
    const hidden = this.#hidden;
    const isBlank = hidden && ((unit: number) => hidden.isBlank(unit));
    this.#rows = breakIntoRows(this.#example, grid.columns, grid.widths, isBlank);
    this.#drawRuler(grid.columns);
    this.#redraw();
    this.#fitRival();
  }

  #fitRival(): void {
    const grid = this.#grid;
    if (this.#rival === null || grid === null) return;
    this.#rival.fit({
      rows: this.#rows,
      lineHeight: grid.lineHeight,
      xOf: (index, offset) => {
        const row = this.#rows[index];
        if (row === undefined) throw new RangeError(`row ${index} of ${this.#rows.length}`);
        const layout = this.#drawn.get(index)?.layout ?? layOutRow(this.#example, row, grid.column);
        return xOf(layout, offset);
      },
    });
  }

  /** Gives the ruler, the tab stops and the caret the size of the font, where it is not that of the design. */
  #followFont({ isDesigned, widths, column, lineHeight }: Grid): void {
    this.#host.toggleAttribute("data-restyled", !isDesigned);
    this.#host.toggleAttribute("data-uneven", widths !== null);
    const sizes = { "--col": column, "--tab": 2 * column, "--code-line": lineHeight };
    // Not on the host, because the probe in it must keep the size that the style sheets give.
    for (const { style } of [this.#ruler, this.#pane, this.#caret.carriage])
      for (const [name, size] of Object.entries(sizes))
        if (isDesigned) style.removeProperty(name);
        else style.setProperty(name, `${size}px`);
  }

  #redraw(): void {
    for (const { element } of this.#drawn.values()) element.remove();
    this.#drawn.clear();
    this.#resetWindow();
    this.#drawCaret();
  }

  #resetWindow(): void {
    if (this.#grid === null) return;
    const { lineHeight, height } = this.#grid;
    const pane = { rows: this.#rows.length, lineHeight, height };
    this.#dispatch({ kind: "pane", pane, caretRow: rowAtOffset(this.#rows, this.#attempt.offset) });
  }

  #drawRuler(columns: number): void {
    const numbers: HTMLElement[] = [];
    for (let column = 0; column <= columns; column += rulerEvery) {
      const number = element("b", "");
      number.textContent = String(column);
      number.style.setProperty("--n", String(column));
      numbers.push(number);
    }
    this.#ruler.replaceChildren(...numbers);
  }
}
