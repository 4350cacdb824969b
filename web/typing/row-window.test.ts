import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  caretY,
  emptyWindow,
  isCaretSeen,
  isSettled,
  type Pane,
  reduceWindow,
  rowsInPage,
  type RowWindow,
  scrollOf,
  type WindowEffect,
  type WindowEvent,
} from "./row-window.ts";

/** A page that carries out the effects. */
type Page = { readonly window: RowWindow; readonly rows: ReadonlySet<number>; readonly inked: number | null };

function after(page: Page, event: WindowEvent): Page & { readonly effects: readonly WindowEffect[] } {
  const { window, effects } = reduceWindow(page.window, event);
  let { rows, inked } = page;
  for (const effect of effects) {
    if (effect === "fill") rows = new Set(rowsInPage(window));
    if (effect === "ink-next") inked = window.caretRow + 1;
  }
  return { window, rows, inked, effects };
}

function opened(pane: Pane, caretRow = 0): Page {
  return after({ window: emptyWindow, rows: new Set(), inked: null }, { kind: "pane", pane, caretRow });
}

const shown = ({ rows }: Page) => `${Math.min(...rows)} to ${Math.max(...rows)}`;

/** A pane of ten rows over an example of a hundred. */
const pane: Pane = { rows: 100, lineHeight: 30, height: 300 };

describe("rows in the page", () => {
  test("at the start: the visible rows and a margin", () => {
    expect(shown(opened(pane))).toBe("0 to 21");
  });
  test("in the middle: thirty rows around the caret", () => {
    expect(shown(opened(pane, 50))).toBe("36 to 67");
  });
  test("in a short example: all rows", () => {
    expect(shown(opened({ ...pane, rows: 3 }))).toBe("0 to 2");
  });
  test("while the learner looks far ahead: also the caret's row and its neighbours", () => {
    const { rows } = after(opened(pane), { kind: "look", by: 1_500 });
    expect([...rows].slice(0, 3)).toEqual([0, 1, 40]);
    expect(Math.max(...rows)).toBe(71);
  });
});

describe("a new row", () => {
  const start = opened(pane, 50);
  test("scrolls immediately and leaves the rest to two later keys", () => {
    let page = after(start, { kind: "key", caretRow: 51 });
    expect(page.effects).toEqual(["scroll"]);
    page = after(page, { kind: "key", caretRow: 51 });
    expect(page.effects).toEqual(["fill"]);
    expect(shown(page)).toBe("37 to 68");
    page = after(page, { kind: "key", caretRow: 51 });
    expect([page.effects, page.inked]).toEqual([["ink-next"], 52]);
    expect(after(page, { kind: "key", caretRow: 51 }).effects).toEqual([]);
  });
  test("fills the page immediately when a row that is missing in the page is about to be seen", () => {
    let page: ReturnType<typeof after> = { ...start, effects: [] };
    for (let row = 51; !page.effects.includes("fill"); row++)
      page = after(page, { kind: "key", caretRow: row });
    expect(page.window.caretRow).toBe(61);
  });
  test("is filled in the same way when the caret moves up", () => {
    let page: ReturnType<typeof after> = { ...start, effects: [] };
    for (let row = 49; !page.effects.includes("fill"); row--)
      page = after(page, { kind: "key", caretRow: row });
    expect(page.window.caretRow).toBe(39);
  });
});

describe("scrolling", () => {
  test("the text does not move until the caret reaches 40 % of the pane", () => {
    expect([0, 4, 5, 99].map((row) => scrollOf(opened(pane, row).window))).toEqual([0, 0, 30, 2_850]);
    expect([0, 4, 5, 99].map((row) => caretY(opened(pane, row).window))).toEqual([0, 120, 120, 120]);
  });
  test("a text that fits is never scrolled", () => {
    expect(scrollOf(opened({ ...pane, rows: 9 }, 8).window)).toBe(0);
    expect(scrollOf(opened({ ...pane, rows: 10 }, 8).window)).toBe(120);
  });
  test("looking ahead ends at the text's start and end", () => {
    const middle = opened(pane, 50);
    expect(scrollOf(after(middle, { kind: "look", by: -9_999 }).window)).toBe(0);
    expect(scrollOf(after(middle, { kind: "look", by: 9_999 }).window)).toBe(100 * 30 + 10 - 300);
  });
  test("the next key scrolls back to the caret", () => {
    const ahead = after(opened(pane, 50), { kind: "look", by: 600 });
    expect([scrollOf(ahead.window), isCaretSeen(ahead.window)]).toEqual([1_980, false]);
    const back = after(ahead, { kind: "key", caretRow: 50 });
    expect([scrollOf(back.window), isCaretSeen(back.window)]).toEqual([1_380, true]);
    expect(back.effects).toEqual(["scroll", "fill"]);
  });
});

describe("after any events", () => {
  const panes = fc.record({
    rows: fc.integer({ min: 1, max: 400 }),
    lineHeight: fc.constantFrom(20, 28.8, 32),
    height: fc.integer({ min: 1, max: 1_500 }),
  });
  /** A row as a share of the example's rows, so that it exists at any size of the pane. */
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const events = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("jump" as const), share }) },
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant("step" as const), by: fc.constantFrom(-1, 0, 1) }),
      },
      // Many line ends at once, with no key between them.
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("burst" as const),
          by: fc.constantFrom(-1, 1),
          keys: fc.integer({ min: 2, max: 40 }),
        }),
      },
      fc.record({ kind: fc.constant("look" as const), by: fc.integer({ min: -3_000, max: 3_000 }) }),
      fc.record({ kind: fc.constant("pane" as const), pane: panes, share }),
    ),
    { maxLength: 40 },
  );

  function check(page: Page): void {
    const sameRow = reduceWindow(page.window, { kind: "key", caretRow: page.window.caretRow });
    expect(isSettled(page.window)).toBe(sameRow.effects.length === 0);
    const { window, rows } = page;
    const { rows: count, lineHeight, height } = window.pane;
    const scroll = scrollOf(window);
    const top = Math.floor(scroll / lineHeight);
    const bottom = Math.min(count - 1, Math.floor((scroll + height) / lineHeight));
    // The visible rows and the caret's row are in the page.
    for (let row = top; row <= bottom; row++) expect(rows.has(row), `row ${row} is seen`).toBe(true);
    expect(rows.has(window.caretRow)).toBe(true);
    // The page has no more rows than the pane shows, and a margin.
    const seen = Math.ceil(height / lineHeight) + 2;
    expect(rows.size).toBeLessThanOrEqual(Math.max(31, seen + 12) + 4);
    for (const row of rows) expect(row >= 0 && row < count).toBe(true);
    // The caret's row is at its place, or the learner has scrolled.
    expect(scroll).toBeGreaterThanOrEqual(0);
    if (window.lookAhead === 0) {
      const held = Math.floor((height * 0.4) / lineHeight) * lineHeight;
      const fits = count * lineHeight + 10 <= height;
      const expected = fits ? window.caretRow * lineHeight : Math.min(held, window.caretRow * lineHeight);
      expect(caretY(window)).toBeCloseTo(expected, 6);
      expect(isCaretSeen(window)).toBe(true);
    }
  }

  test("all visible rows are in the page and few others, and the caret's row stays at its place", () => {
    fc.assert(
      fc.property(panes, events, (first, some) => {
        let page = opened(first);
        check(page);
        const go = (event: WindowEvent) => {
          page = after(page, event);
          check(page);
        };
        const rowAt = (part: number, rows: number) => Math.min(rows - 1, Math.floor(part * rows));
        const step = (by: number) => {
          const { pane: now, caretRow } = page.window;
          go({ kind: "key", caretRow: Math.min(now.rows - 1, Math.max(0, caretRow + by)) });
        };
        for (const event of some) {
          if (event.kind === "jump") go({ kind: "key", caretRow: rowAt(event.share, page.window.pane.rows) });
          else if (event.kind === "step") step(event.by);
          else if (event.kind === "burst") for (let key = 0; key < event.keys; key++) step(event.by);
          else if (event.kind === "pane")
            go({ kind: "pane", pane: event.pane, caretRow: rowAt(event.share, event.pane.rows) });
          else go(event);
        }
        // After three keys in the same row all work is done, and the next one has no effects.
        const { caretRow } = page.window;
        let quiet: Page & { readonly effects?: unknown } = page;
        for (let key = 0; key < 4; key++) quiet = after(quiet, { kind: "key", caretRow });
        expect(quiet.effects).toEqual([]);
        expect(isSettled(quiet.window)).toBe(true);
        for (const near of [caretRow - 1, caretRow + 1])
          expect(quiet.rows.has(near)).toBe(near >= 0 && near < quiet.window.pane.rows);
      }),
      { numRuns: 150 },
    );
  });
});
