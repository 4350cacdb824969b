/**
 * The code being typed, drawn by hand: no framework, no layout asked for while keys come.
 *
 * The model. Rows are broken by arithmetic (rows.ts) and placed one line height apart on a sheet; some thirty around the
 * caret are in the page, one element each. A row to come is pencil: runs of one grey with a trace of colour. A row with
 * typed characters has its ink over its pencil, opaque and cut at the caret by `clip-path`; a finished one has it whole. The
 * caret and the ruler's needle sit on one carriage that moves by `transform`. So a key in the middle of a row restyles two
 * elements and puts one character into the caret's own box; the length of the example doesn't matter.
 *
 * Always true
 * - What is shown is a function of the attempt, the pane's size and how far someone has scrolled to look ahead.
 * - The caret's row stands at 40 % of the pane once the text is longer than the pane.
 * - Text, not places, is for screen readers: the drawing is hidden from them, and a plain `<pre>` beside it holds the example.
 * - Always left to right, one step after the other.
 *
 * Left out: keys and what they are worth, timer and figures (leaves of their own), everything around the pane.
 */
import type { Tokens } from "@tabstop/contract/vocabulary";
import { type Attempt, errorFlashMs, missedBetween } from "@tabstop/engine/attempt";
import { type Example, textOfStep } from "@tabstop/engine/example";
import { breakIntoRows, columnsOfRow, forEachStep, isIndentPair, type Row, rowNear } from "./rows.ts";
import { type Colours, classAt, coloursOf, type Piece, piecesOf } from "./row-runs.ts";

export type CodeArea = {
  /** Draws this attempt of the mounted example. */
  show(attempt: Attempt): void;
  /** Whether keys go to the code: a caret, or a hollow one. */
  setFocused(isFocused: boolean): void;
  /** The server's colours, when they come later than the text. */
  setTokens(tokens: Tokens | null): void;
  destroy(): void;
};

const rulerEvery = 10;
/** Kept free below the last row, px. */
const spaceBelow = 10;
/** Where the current row stands, as a share of the pane. */
const heldAt = 0.4;
/** Rows kept in the page around what can be seen. */
const marginRows = 6;
const fewestRows = 30;
const idleMs = 600;
/** As long after a key as the clock ticks, so that both share a frame. */
const tidyMs = 50;

type RowView = {
  readonly element: HTMLElement;
  readonly pencil: HTMLElement;
  ink: HTMLElement | null;
  /** The place of every boundary in px, by unit; null where arithmetic is enough; measured where a font may differ. */
  places: Float64Array | null;
  isMeasured: boolean;
  /** The missed set that its scars were drawn from. */
  scarsOf: unknown;
};

/** Draws into `host`, which must be as large as it is to stay (its size is watched). Fills it; empty it first. */
export function mountCodeArea(
  host: HTMLElement,
  example: Example,
  tokens: Tokens | null,
  attempt: Attempt,
): CodeArea {
  return new Area(host, example, tokens, attempt);
}

class Area implements CodeArea {
  readonly #host: HTMLElement;
  readonly #example: Example;
  #colours: Colours;
  #attempt: Attempt;

  readonly #ruler = element("div", "ruler");
  readonly #pane = element("div", "ca-pane");
  readonly #sheet = element("div", "ca-sheet");
  readonly #carriage = element("div", "ca-carriage");
  readonly #caret = element("div", "ca-caret");
  readonly #caretText = document.createTextNode("");

  #column = 12;
  #lineHeight = 32;
  #paneHeight = 0;
  #width = 0;
  #rows: readonly Row[] = [];
  readonly #views = new Map<number, RowView>();

  #row = -1;
  #x = Number.NaN;
  #caretY = Number.NaN;
  #scroll = Number.NaN;
  /** How far someone has scrolled away from the caret, px. */
  #lookAhead = 0;
  // What the page shows is remembered here, since a question to the page costs a key more than a comparison.
  #kind = "";
  #letter = "";
  #caretWidth = "";
  #isDone = false;
  #isItalic = false;
  #isBegun = false;
  #shownError: Attempt["lastError"] = null;
  #flashTimer: ReturnType<typeof setTimeout> | null = null;
  #lastChangeAt = 0;
  #idleTimer: ReturnType<typeof setTimeout> | null = null;
  /** What is left to do since the caret came to this row: 2, rows that come and go; 1, the next row's ink. */
  #untidy = 0;
  #tidyTimer: ReturnType<typeof setTimeout> | undefined;

  readonly #off = new AbortController();
  readonly #resizes: ResizeObserver;

  constructor(host: HTMLElement, example: Example, tokens: Tokens | null, attempt: Attempt) {
    this.#host = host;
    this.#example = example;
    this.#colours = coloursOf(example, tokens);
    this.#attempt = attempt;
    host.classList.add("code-area");
    for (const part of [this.#ruler, this.#pane, this.#carriage]) part.setAttribute("aria-hidden", "true");
    this.#pane.append(this.#sheet);
    const letter = element("span", "ca-letter");
    letter.append(this.#caretText);
    this.#caret.append(letter);
    this.#carriage.append(element("i", "ca-needle"), this.#caret);
    host.append(this.#ruler, this.#pane, this.#carriage);

    this.#lookAround();
    this.#resizes = new ResizeObserver(() => this.#measureAndDraw());
    this.#resizes.observe(this.#pane);
    // Another font is another column: the code font may come after the first picture.
    document.fonts?.addEventListener("loadingdone", () => this.#measureAndDraw(), {
      signal: this.#off.signal,
    });
    this.#measureAndDraw();
    this.#waitForIdle();
  }

  show(attempt: Attempt): void {
    this.#attempt = attempt;
    if (this.#lookAhead !== 0) {
      this.#lookAhead = 0;
      this.#scrollTo(this.#heldScroll());
      this.#fillWindow();
    }
    this.#lastChangeAt = performance.now();
    if (this.#idleTimer === null) this.#waitForIdle();
    this.#draw();
  }

  setFocused(isFocused: boolean): void {
    this.#host.toggleAttribute("data-blurred", !isFocused);
  }

  setTokens(tokens: Tokens | null): void {
    this.#colours = coloursOf(this.#example, tokens);
    this.#redrawAll();
  }

  destroy(): void {
    this.#off.abort();
    this.#resizes.disconnect();
    if (this.#flashTimer !== null) clearTimeout(this.#flashTimer);
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    clearTimeout(this.#tidyTimer);
    for (const part of [this.#ruler, this.#pane, this.#carriage]) part.remove();
  }

  // ---------------------------------------------------------------- a key

  #draw(): void {
    const attempt = this.#attempt;
    const { offset } = attempt;
    const row = rowNear(this.#rows, offset, this.#row);
    if (row !== this.#row) this.#goToRow(row);
    else if (this.#untidy > 0) this.#tidySoon();
    const view = this.#views.get(row);
    if (view === undefined) return;
    this.#inkOf(row, view);
    const x = this.#placeOf(row, view, offset);
    if (x !== this.#x) {
      this.#x = x;
      this.#carriage.style.transform = `translateX(${x}px)`;
    }
    this.#cut(view, attempt.kind === "done" ? this.#width : x);
    this.#drawCaret(offset);
    this.#drawScars(row, view);
    if (attempt.lastError !== this.#shownError) this.#flash();
    const isDone = attempt.kind === "done";
    if (isDone !== this.#isDone) {
      this.#isDone = isDone;
      this.#host.toggleAttribute("data-done", isDone);
    }
  }

  #goToRow(row: number): void {
    const before = this.#row;
    this.#row = row;
    const now = this.#rows[row];
    const was = this.#rows[before];
    if (now === undefined) throw new RangeError(`row ${row} of ${this.#rows.length}`);
    this.#scrollTo(this.#heldScroll());
    this.#untidy = 2;
    if (!this.#views.has(row) || !this.#views.has(this.#window().lastSeen)) {
      this.#fillWindow();
      this.#untidy = 1;
    }
    // What lies between the old row and the new one is whole, or bare.
    const [from, to] = before < row ? [before, row - 1] : [row + 1, before];
    for (let index = Math.max(0, from); index <= to; index++) {
      const view = this.#views.get(index);
      if (view !== undefined) this.#cut(view, index < row ? this.#width : 0, index);
    }
    if (was === undefined || was.line !== now.line) {
      if (was !== undefined) this.#numberOf(was)?.classList.remove("is-now");
      this.#numberOf(now)?.classList.add("is-now");
    }
  }

  #drawCaret(offset: number): void {
    const { text } = this.#example;
    const attempt = this.#attempt;
    const step = attempt.kind === "done" ? "" : textOfStep(this.#example, attempt.step);
    const lineStart = this.#example.lineStarts[attempt.line] ?? 0;
    let kind = "";
    if (step.includes("\n")) kind = "enter";
    else if (step.includes("\t") || (step === " " && isIndentPair(text, lineStart, offset))) kind = "tab";
    else if (step === " ") kind = "space";
    if (kind !== this.#kind) {
      this.#kind = kind;
      if (kind === "") delete this.#caret.dataset.kind;
      else this.#caret.dataset.kind = kind;
    }
    const shown = kind === "" ? step : "";
    if (shown !== this.#letter) {
      this.#letter = shown;
      this.#caretText.data = shown;
    }
    this.#fitCaret(kind, step, offset);
    const isItalic = kind === "" && classAt(this.#colours, offset) === "c";
    if (isItalic !== this.#isItalic) {
      this.#isItalic = isItalic;
      this.#caret.classList.toggle("is-italic", isItalic);
    }
    const isBegun = attempt.begun !== "";
    if (isBegun !== this.#isBegun) {
      this.#isBegun = isBegun;
      this.#caret.classList.toggle("is-begun", isBegun);
    }
  }

  /** The caret is one column wide, and as wide as its character where that is wider. */
  #fitCaret(kind: string, step: string, offset: number): void {
    const places = this.#views.get(this.#row)?.places ?? null;
    const row = this.#rows[this.#row];
    let width = "";
    if (kind === "" && places !== null && row !== undefined && step !== "") {
      const from = places[offset - row.start] ?? 0;
      const to = places[Math.min(offset + step.length - row.start, places.length - 1)] ?? from;
      if (Math.abs(to - from - this.#column) > 0.5 && to > from) width = `${to - from}px`;
    }
    if (width === this.#caretWidth) return;
    this.#caretWidth = width;
    this.#caret.style.width = width;
  }

  #flash(): void {
    const { lastError } = this.#attempt;
    this.#shownError = lastError;
    const { classList } = this.#caret;
    if (this.#flashTimer !== null) clearTimeout(this.#flashTimer);
    this.#flashTimer = null;
    if (lastError === null) {
      classList.remove("is-wrong", "is-wrong-again");
      return;
    }
    const again = classList.contains("is-wrong");
    classList.remove("is-wrong", "is-wrong-again");
    classList.add(again ? "is-wrong-again" : "is-wrong");
    this.#flashTimer = setTimeout(() => {
      this.#flashTimer = null;
      classList.remove("is-wrong", "is-wrong-again");
    }, errorFlashMs);
  }

  #waitForIdle(): void {
    this.#caret.classList.remove("is-idle");
    this.#lastChangeAt = performance.now();
    const look = () => {
      const rest = idleMs - (performance.now() - this.#lastChangeAt);
      if (rest > 1) {
        this.#idleTimer = setTimeout(look, rest);
      } else {
        this.#idleTimer = null;
        this.#caret.classList.add("is-idle");
      }
    };
    this.#idleTimer = setTimeout(look, idleMs);
  }

  // ---------------------------------------------------------------- rows

  #inkOf(index: number, view: RowView): HTMLElement {
    if (view.ink !== null) return view.ink;
    const row = this.#rows[index];
    if (row === undefined) throw new RangeError(`row ${index} of ${this.#rows.length}`);
    const ink = element("div", "ca-ink");
    if (row.left > 0) ink.style.paddingLeft = `${row.left * this.#column}px`;
    if (row.indent > 0) {
      const guides = element("i", "ca-guides");
      guides.style.width = `${row.indent * this.#column}px`;
      ink.append(guides);
    }
    const pieces = [...view.pencil.childNodes];
    if (row.hasEnter) pieces.pop();
    ink.append(...pieces.map((piece) => piece.cloneNode(true)));
    view.element.append(ink);
    view.ink = ink;
    view.scarsOf = null;
    return ink;
  }

  /** Ink up to this place; whole at the row's width, none at 0. */
  #cut(view: RowView, x: number, index = this.#row): void {
    if (x === 0 && view.ink === null) return;
    const ink = this.#inkOf(index, view);
    if (x >= this.#width) {
      if (index !== this.#row) this.#drawScars(index, view);
      if (ink.style.clipPath !== "") ink.style.clipPath = "";
      return;
    }
    ink.style.clipPath = `inset(0 ${this.#width - x}px 0 0)`;
  }

  #drawScars(index: number, view: RowView): void {
    const { missed } = this.#attempt;
    if (view.scarsOf === missed || view.ink === null) return;
    view.scarsOf = missed;
    const row = this.#rows[index];
    if (row === undefined) return;
    for (const old of view.ink.querySelectorAll(".ca-scar")) old.remove();
    for (const [from, to] of missedBetween(this.#attempt, row.start, row.end)) {
      const left = this.#placeOf(index, view, from);
      const right = this.#placeOf(index, view, Math.min(to, row.end));
      const scar = element("i", "ca-scar");
      scar.style.left = `${left}px`;
      scar.style.width = `${Math.max(2, right - left)}px`;
      view.ink.append(scar);
    }
  }

  #placeOf(index: number, view: RowView, offset: number): number {
    const row = this.#rows[index];
    if (row === undefined) throw new RangeError(`row ${index} of ${this.#rows.length}`);
    if (view.places === null) return (row.left + offset - row.start) * this.#column;
    return view.places[offset - row.start] ?? view.places.at(-1) ?? 0;
  }

  #makeRow(index: number): RowView {
    const row = this.#rows[index];
    if (row === undefined) throw new RangeError(`row ${index} of ${this.#rows.length}`);
    const box = element("div", "ca-row");
    box.style.top = `${index * this.#lineHeight}px`;
    if (row.isFirstOfLine) {
      const number = element("span", "ca-number");
      number.textContent = String(row.line + 1);
      box.append(number);
      if (row.line === this.#attempt.line) box.classList.add("is-now");
    }
    const pencil = element("div", "ca-pencil");
    if (row.left > 0) pencil.style.paddingLeft = `${row.left * this.#column}px`;
    pencil.append(...piecesOf(this.#example, this.#colours, row).map(drawPiece));
    if (row.hasEnter) pencil.append(element("span", "ca-enter"));
    box.append(pencil);
    const columns = columnsOfRow(this.#example, row);
    const places = columns === null ? null : columns.map((column) => column * this.#column);
    const view: RowView = {
      element: box,
      pencil,
      ink: null,
      places,
      isMeasured: row.kind !== "measured",
      scarsOf: null,
    };
    this.#views.set(index, view);
    if (index < this.#row) this.#cut(view, this.#width, index);
    return view;
  }

  #numberOf(row: Row): HTMLElement | undefined {
    let index =
      this.#rows[this.#row]?.line === row.line ? this.#row : rowNear(this.#rows, row.start, this.#row);
    while (index > 0 && this.#rows[index]?.isFirstOfLine === false) index--;
    return this.#views.get(index)?.element;
  }

  /** Whether a row should be in the page: what can be seen and some around it, and always the caret's and its neighbours. */
  #window(): {
    readonly first: number;
    readonly last: number;
    readonly lastSeen: number;
    readonly holds: (index: number) => boolean;
  } {
    const visible = Math.ceil(this.#paneHeight / this.#lineHeight) + 1;
    const margin = Math.max(marginRows, Math.ceil((fewestRows - visible) / 2));
    const top = Math.floor((Number.isNaN(this.#scroll) ? 0 : this.#scroll) / this.#lineHeight);
    const first = Math.max(0, top - margin);
    const lastSeen = Math.min(this.#rows.length - 1, top + visible);
    const last = Math.min(this.#rows.length - 1, top + visible + margin);
    const row = this.#row;
    return {
      first,
      last,
      lastSeen,
      holds: (index) => (index >= first && index <= last) || Math.abs(index - row) <= 1,
    };
  }

  #fillWindow(): void {
    const { first, last, holds } = this.#window();
    for (const [index, view] of this.#views) {
      if (holds(index)) continue;
      view.element.remove();
      this.#views.delete(index);
    }
    const fresh: HTMLElement[] = [];
    const make = (index: number) => {
      if (index >= 0 && index < this.#rows.length && !this.#views.has(index))
        fresh.push(this.#makeRow(index).element);
    };
    for (let index = first; index <= last; index++) make(index);
    for (let index = this.#row - 1; index <= this.#row + 1; index++) make(index);
    if (fresh.length > 0) this.#sheet.append(...fresh);
    this.#measureRows();
  }

  /**
   * Rows far from the caret come and go, and the next row gets its ink, each after another of the keys that follow a line's
   * end: there is room for six line ends until then, and no key costs all of it.
   */
  #tidySoon(): void {
    this.#tidyTimer ??= setTimeout(() => {
      this.#tidyTimer = undefined;
      const next = this.#views.get(this.#row + 1);
      if (this.#untidy === 2) this.#fillWindow();
      else if (next !== undefined && next.ink === null)
        this.#inkOf(this.#row + 1, next).style.clipPath = `inset(0 ${this.#width}px 0 0)`;
      this.#untidy--;
    }, tidyMs);
  }

  /** Where characters of rows stand that the code font doesn't have; asked once a row, long before the caret is there. */
  #measureRows(): void {
    for (const [index, view] of this.#views) {
      const row = this.#rows[index];
      if (view.isMeasured || row === undefined || view.places === null) continue;
      view.isMeasured = true;
      const { places } = view;
      const nodes: { readonly node: Node; readonly start: number; readonly units: number }[] = [];
      let start = 0;
      for (const piece of view.pencil.childNodes) {
        if (start >= row.end - row.start) break;
        const node = piece.firstChild ?? piece;
        const units = node.nodeValue?.length ?? Number((node as HTMLElement).dataset.units);
        nodes.push({ node, start, units });
        start += units;
      }
      const origin = view.pencil.getBoundingClientRect().left;
      const range = document.createRange();
      let next = 0;
      forEachStep(this.#example, row.start, row.end, (from, to) => {
        const unit = from - row.start;
        let at = nodes[next];
        while (at !== undefined && at.start + at.units <= unit) at = nodes[++next];
        if (at === undefined) return;
        if (at.node.nodeType === Node.ELEMENT_NODE) {
          // An indent stop, of a tab or of two spaces.
          const box = (at.node as HTMLElement).getBoundingClientRect();
          places[unit] = box.left - origin + ((unit - at.start) * box.width) / at.units;
          places[to - row.start] = box.left - origin + ((to - row.start - at.start) * box.width) / at.units;
          return;
        }
        range.setStart(at.node, unit - at.start);
        range.setEnd(at.node, Math.min(at.units, to - row.start - at.start));
        const box = range.getBoundingClientRect();
        places[unit] = box.left - origin;
        places[to - row.start] = box.right - origin;
      });
    }
  }

  #redrawAll(): void {
    this.#sheet.replaceChildren();
    this.#views.clear();
    this.#row = -1;
    this.#x = Number.NaN;
    this.#draw();
  }

  // ---------------------------------------------------------------- the pane

  #measureAndDraw(): void {
    const probe = element("span", "ca-pencil");
    probe.textContent = "0".repeat(100);
    probe.style.right = "auto";
    this.#sheet.append(probe);
    const size = probe.getBoundingClientRect();
    const style = getComputedStyle(this.#host);
    const gutter = Number.parseFloat(getComputedStyle(this.#sheet).left);
    const overhang = this.#pane.clientWidth - gutter - this.#ruler.clientWidth;
    probe.remove();
    const column = size.width / 100;
    const lineHeight = Number.parseFloat(style.lineHeight);
    const width = this.#pane.clientWidth - gutter;
    const paneHeight = this.#pane.clientHeight;
    if (!(column > 0) || !(lineHeight > 0) || width <= 0) return;
    const isSameGrid =
      column === this.#column &&
      lineHeight === this.#lineHeight &&
      width === this.#width &&
      this.#rows.length > 0;
    if (isSameGrid && paneHeight === this.#paneHeight) return;
    this.#column = column;
    this.#lineHeight = lineHeight;
    this.#width = width;
    this.#paneHeight = paneHeight;
    if (!isSameGrid) {
      // Where the font is not the design's, the ruler and the stops follow the font.
      if (Math.abs(column - Number.parseFloat(style.getPropertyValue("--col"))) > 0.01) {
        this.#host.style.setProperty("--col", `${column}px`);
        this.#host.style.setProperty("--tab", `${2 * column}px`);
      }
      const columns = Math.floor((width - Math.max(0, overhang)) / column + 0.01);
      this.#rows = breakIntoRows(this.#example, columns);
      this.#drawRuler(columns);
      this.#redrawAll();
    } else {
      this.#scrollTo(this.#heldScroll());
      this.#fillWindow();
    }
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

  /** The scroll that holds the caret's row at its height; 0 while the whole text fits. */
  #heldScroll(): number {
    const length = this.#contentHeight();
    if (length <= this.#paneHeight) return 0;
    const held = Math.floor((this.#paneHeight * heldAt) / this.#lineHeight) * this.#lineHeight;
    return Math.max(0, this.#row * this.#lineHeight - held);
  }

  #contentHeight(): number {
    return this.#rows.length * this.#lineHeight + spaceBelow;
  }

  #scrollTo(scroll: number): void {
    if (scroll !== this.#scroll) {
      this.#scroll = scroll;
      this.#sheet.style.transform = `translateY(${-scroll}px)`;
    }
    const caretY = this.#row * this.#lineHeight - scroll;
    if (caretY === this.#caretY) return;
    this.#caretY = caretY;
    this.#caret.style.translate = `0 ${caretY}px`;
    const isSeen = caretY > -this.#lineHeight / 2 && caretY < this.#paneHeight;
    if (isSeen === this.#caret.hidden) this.#caret.hidden = !isSeen;
  }

  /** Wheel and finger scroll to look ahead or back; the next key comes back to the caret. */
  #lookAround(): void {
    const { signal } = this.#off;
    const look = (by: number) => {
      const held = this.#heldScroll();
      const end = Math.max(held, this.#contentHeight() - this.#paneHeight);
      const to = Math.min(end, Math.max(0, held + this.#lookAhead + by));
      this.#lookAhead = to - held;
      this.#scrollTo(to);
      this.#fillWindow();
    };
    this.#host.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey) return;
        look(event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * this.#lineHeight : event.deltaY);
      },
      { signal, passive: true },
    );
    let lastY: number | null = null;
    this.#host.addEventListener(
      "pointerdown",
      (event) => {
        lastY = event.pointerType === "touch" ? event.clientY : null;
      },
      { signal },
    );
    this.#host.addEventListener(
      "pointermove",
      (event) => {
        if (lastY === null) return;
        look(lastY - event.clientY);
        lastY = event.clientY;
      },
      { signal },
    );
    for (const type of ["pointerup", "pointercancel"] as const) {
      this.#host.addEventListener(type, () => (lastY = null), { signal });
    }
  }
}

/** What is plain needs no element of its own: half of a row's pieces. */
function drawPiece(piece: Piece): Node {
  if (piece.kind === "tab") {
    const stop = element("span", "ca-tab");
    stop.dataset.units = String(piece.text.length);
    return stop;
  }
  if (piece.class === "") return document.createTextNode(piece.text);
  const run = element("span", piece.class);
  run.textContent = piece.text;
  return run;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  return made;
}
