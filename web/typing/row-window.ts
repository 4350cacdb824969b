// Which rows of an example are in the page, and how far the code is scrolled. A pure fold over what happens to the
// code area: `reduceWindow(window, event)` returns the next window and what the page has to do.
//
// Always true:
// - The caret's row, its neighbours and every row that can be seen are in the page; never more rows than the pane
//   shows and a margin around them, however long the example is.
// - The caret's row is held at 40 % of the pane's height once the text is longer than the pane, until the learner
//   scrolls to look ahead. The next key scrolls back.
// - A key in the middle of a row has no effects. The work that a new row causes is spread over the keys after it, so
//   that no key pays for all of it; but a visible row is never put off.

export type Pane = {
  /** How many rows the example has; 0 before the pane is measured. */
  readonly rows: number;
  /** Px. */
  readonly lineHeight: number;
  /** Px. */
  readonly height: number;
};

export type RowWindow = {
  readonly pane: Pane;
  readonly caretRow: number;
  /** How far the learner has scrolled away from the caret, px; negative upwards. */
  readonly lookAhead: number;
  /** The rows in the page, as of the last `fill`. */
  readonly page: PageRows;
  /** Remaining work of the caret's last change of row: to update the rows in the page, or to ink the next row. */
  readonly putOff: "fill" | "ink" | null;
};

export type WindowEvent =
  /** The pane was measured, or the rows were broken or coloured again. */
  | { readonly kind: "pane"; readonly pane: Pane; readonly caretRow: number }
  /** A key was pressed, and the caret may have moved. */
  | { readonly kind: "key"; readonly caretRow: number }
  /** The learner scrolls by this many px. */
  | { readonly kind: "look"; readonly by: number };

/**
 * - `scroll`: scroll to `scrollOf`, and place the caret at `caretY`.
 * - `fill`: have exactly the rows of `rowsInPage` in the page.
 * - `ink-next`: give the row after the caret's its ink, still hidden.
 */
export type WindowEffect = "scroll" | "fill" | "ink-next";

/** The rows from `first` to `last`, and `near` with its two neighbours. */
type PageRows = { readonly first: number; readonly last: number; readonly near: number };

/** Kept free below the last row, px. */
const spaceBelow = 10;
/** Where the caret's row is held, as a share of the pane's height. */
const heldAt = 0.4;
/** Rows in the page above and below those that can be seen. */
const marginRows = 6;
const fewestRows = 30;

export const emptyWindow: RowWindow = {
  pane: { rows: 0, lineHeight: 1, height: 0 },
  caretRow: 0,
  lookAhead: 0,
  page: { first: 0, last: -1, near: -2 },
  putOff: null,
};

/** Applies one event. The effects are to be carried out in their order, with the new window. */
export function reduceWindow(
  window: RowWindow,
  event: WindowEvent,
): { readonly window: RowWindow; readonly effects: readonly WindowEffect[] } {
  switch (event.kind) {
    case "pane":
      return filled({ ...window, pane: event.pane, caretRow: event.caretRow, lookAhead: 0 });
    case "key":
      return moved(window, event.caretRow);
    case "look":
      return looked(window, event.by);
  }
}

/** Whether a key that leaves the caret in its row has no effects. */
export function isSettled({ putOff, lookAhead }: RowWindow): boolean {
  return putOff === null && lookAhead === 0;
}

/** How far the rows are scrolled, px. */
export function scrollOf(window: RowWindow): number {
  return heldScroll(window) + window.lookAhead;
}

/** The top of the caret's row in the pane, px. */
export function caretY(window: RowWindow): number {
  return window.caretRow * window.pane.lineHeight - scrollOf(window);
}

/** Whether any of the caret's row is in the pane, and not only its lower half above it. */
export function isCaretSeen(window: RowWindow): boolean {
  const y = caretY(window);
  return y > -window.pane.lineHeight / 2 && y < window.pane.height;
}

/** The rows that the page should have after a `fill`, in order. */
export function rowsInPage({ pane, page }: RowWindow): readonly number[] {
  const rows: number[] = [];
  const from = Math.max(0, Math.min(page.first, page.near - 1));
  const to = Math.min(pane.rows - 1, Math.max(page.last, page.near + 1));
  for (let row = from; row <= to; row++) if (holds(page, row)) rows.push(row);
  return rows;
}

const none: readonly WindowEffect[] = [];
const scroll: readonly WindowEffect[] = ["scroll"];
const justFill: readonly WindowEffect[] = ["fill"];
const scrollAndFill: readonly WindowEffect[] = ["scroll", "fill"];
const inkNext: readonly WindowEffect[] = ["ink-next"];

function moved(window: RowWindow, caretRow: number) {
  if (window.lookAhead !== 0) return filled({ ...window, caretRow, lookAhead: 0 });
  if (caretRow === window.caretRow) return caughtUp(window);
  const next: RowWindow = { ...window, caretRow, putOff: "fill" };
  const { first, last } = seenRows(next);
  const isReady = holds(window.page, caretRow) && holds(window.page, first) && holds(window.page, last);
  return isReady ? { window: next, effects: scroll } : filled(next);
}

/** The window after one part of the work that was put off. */
function caughtUp(window: RowWindow) {
  if (window.putOff === "fill") return { ...filled(window), effects: justFill };
  return { window: { ...window, putOff: null }, effects: window.putOff === "ink" ? inkNext : none };
}

function looked(window: RowWindow, by: number) {
  const held = heldScroll(window);
  const end = Math.max(held, contentHeight(window.pane) - window.pane.height);
  const lookAhead = Math.min(end, Math.max(0, held + window.lookAhead + by)) - held;
  const { putOff } = window;
  return filled({ ...window, lookAhead }, putOff === "fill" ? "ink" : putOff);
}

/** The window with the rows that belong in the page now. */
function filled(window: RowWindow, putOff: RowWindow["putOff"] = "ink") {
  const { pane, caretRow } = window;
  const { first, last } = seenRows(window);
  const seen = Math.ceil(pane.height / pane.lineHeight) + 1;
  const margin = Math.max(marginRows, Math.ceil((fewestRows - seen) / 2));
  const page: PageRows = {
    first: Math.max(0, first - margin),
    last: Math.min(pane.rows - 1, last + margin),
    near: caretRow,
  };
  return { window: { ...window, page, putOff }, effects: scrollAndFill };
}

/** The rows of which any part can be seen. */
function seenRows(window: RowWindow): { readonly first: number; readonly last: number } {
  const { rows, lineHeight, height } = window.pane;
  const first = Math.floor(scrollOf(window) / lineHeight);
  return { first, last: Math.min(rows - 1, first + Math.ceil(height / lineHeight) + 1) };
}

function holds({ first, last, near }: PageRows, row: number): boolean {
  return (row >= first && row <= last) || Math.abs(row - near) <= 1;
}

/** The scroll that holds the caret's row at its place; 0 while the whole text fits. */
function heldScroll({ pane, caretRow }: RowWindow): number {
  if (contentHeight(pane) <= pane.height) return 0;
  const held = Math.floor((pane.height * heldAt) / pane.lineHeight) * pane.lineHeight;
  return Math.max(0, caretRow * pane.lineHeight - held);
}

function contentHeight({ rows, lineHeight }: Pane): number {
  return rows * lineHeight + spaceBelow;
}
