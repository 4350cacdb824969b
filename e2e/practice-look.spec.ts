// The appearance and the accessibility of practice: every state with axe, with the keyboard alone, on a phone,
// magnified, in forced colours and without motion, and the caret exactly at its character in any text.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  type CourseText,
  createCourse,
} from "./support/courses.ts";
import { tabTo } from "./support/keyboard.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const board = (page: Page) => page.getByRole("complementary", { name: "Leaderboard" });
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Courses" });
const result = (page: Page, title = "Sample") => page.getByRole("dialog", { name: title });
const keyList = (page: Page) => page.getByRole("dialog", { name: "Keys" });
const caret = (page: Page) => page.locator(".ca-caret");
async function createPracticeCourse(
  server: RunningServer,
  page: Page,
  text: CourseText,
  language = "javascript",
) {
  return createCourse(await adminApiClient(server, page.request), text, { language, name: "Looks" });
}

/** Creates a course with one example and opens it for a new learner. */
async function open(server: RunningServer, page: Page, code: string, language = "javascript") {
  const course = await createPracticeCourse(
    server,
    page,
    { Lesson: { Chapter: { Sample: code } } },
    language,
  );
  await openAsNewUser(page, course.address("Lesson"));
  await waitForCode(page, "Sample");
  return course;
}

/** Expects that neither the page nor a part of it is wider than the window. */
async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const all = [
      document.documentElement,
      ...document.querySelectorAll("main, aside, dialog[open], [role=dialog]"),
    ];
    return all
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth}`);
  });
  expect(wider, what).toEqual([]);
}

test("axe finds no violation before and during an attempt, in both themes", async ({ page, server }) => {
  const code = "// Sum\nfunction add(a, b) {\n  return a + b;\n}\n";
  const course = await createPracticeCourse(server, page, { Lesson: { Chapter: { Sample: code } } });
  await openAsNewUser(page, "/courses");
  await expect(page.getByRole("heading", { name: "What do you want to type?" })).toBeVisible();
  await sidebar(page).getByText(course.title).click();
  await expect(sidebar(page).getByRole("link", { name: "Lesson" })).toBeVisible();
  await expectAccessible(page, "nothing chosen");
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await expectAccessible(page, "ready");
  await page.keyboard.press("/");
  await page.keyboard.press("x");
  await expect(page.locator(".nav")).toBeHidden();
  await expectAccessible(page, "typing, with a slip, in focus mode");
  await page.keyboard.press("Escape");
  await expect(page.locator(".nav")).toBeVisible();
  await expectAccessible(page, "typing, after Esc");
  await page.keyboard.press("?");
  await expect(keyList(page)).toBeVisible();
  await expectAccessible(page, "list of keys");
});

test("in focus mode nothing that is hidden can be scrolled, however long the lists are", async ({
  page,
  server,
}) => {
  const examples = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Sample ${i + 1}`, "ab"]));
  const course = await createPracticeCourse(server, page, { Lesson: { Chapter: examples } });
  await openAsNewUser(page, course.address("Lesson"));
  await waitForCode(page, "Sample 1");
  // The lists of both columns are longer than this window.
  await page.setViewportSize({ width: 1440, height: 320 });
  const scrolling = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll("*")]
        .filter((part) => part.scrollHeight > part.clientHeight + 1)
        .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowY))
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .map((part) => part.getAttribute("aria-label") ?? part.className),
    );
  expect(await scrolling()).toContain("Courses");
  await page.keyboard.press("a");
  await expect(page.locator(".nav")).toBeHidden();
  for (const name of ["Courses", "Leaderboard"]) expect(await scrolling()).not.toContain(name);
  await expectAccessible(page, "focus mode beside long lists");
  await page.keyboard.press("Escape");
  await expect.poll(scrolling).toContain("Courses");
});

test("axe finds no violation on a result and at a course's end, in both themes", async ({ page, server }) => {
  await open(server, page, "// Sum\na + b;\n");
  await typeKeys(page, "// Sum\na + b;\n");
  await expect(result(page)).toContainText("Your rank is 1.");
  await expectAccessible(page, "result");
  await repeatUntilHidden(result(page), () =>
    result(page).getByRole("button", { name: "Next Example" }).click({ timeout: 500 }),
  );
  await expect(page.getByRole("dialog", { name: "Congratulations!" })).toContainText("1 of 1 examples");
  await expectAccessible(page, "course complete");
});

test("axe finds no violation in empty, failed and waiting states", async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const course = await createPracticeCourse(server, page, {
    Lesson: { Chapter: { Sample: "a", Other: "b" } },
    Hollow: {},
  });
  await openAsNewUser(page, course.address("Hollow"));
  await expect(page.getByText("No lesson data available")).toBeVisible();
  await expectAccessible(page, "an empty lesson");
  await page.route("**/api/courses/{courses,leaderboard/*}", (route) => route.fulfill({ status: 418 }));
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await expect(sidebar(page).getByRole("alert")).toBeVisible();
  await expect(board(page).getByRole("alert")).toBeVisible();
  await expectAccessible(page, "failures");
  await context.setOffline(true);
  await page.keyboard.press("a");
  await expect(result(page)).toContainText("Not saved yet.");
  await expectAccessible(page, "a result that is not saved");
  await repeatUntilHidden(result(page), () => page.keyboard.press("Enter"));
  await expect(page.getByText("1 result is not saved yet.")).toBeVisible();
  await expectAccessible(page, "a bar of what is not saved");
  await context.setOffline(false);
});

test("filter, lesson, code, shortcuts, result and next example work with the keyboard alone", async ({
  page,
  server,
}) => {
  const course = await createPracticeCourse(server, page, {
    Reached: { Chapter: { Sample: "ab", Other: "c" } },
  });
  await openAsNewUser(page, "/courses");
  const filter = sidebar(page).getByRole("searchbox", { name: "Filter courses and lessons" });
  await tabTo(page, filter);
  await page.keyboard.type(course.title);
  const lesson = sidebar(page).getByRole("link", { name: "Reached" });
  await expect(lesson).toBeVisible();
  await tabTo(page, lesson);
  await page.keyboard.press("Enter");
  await waitForCode(page, "Sample");

  // The code does not trap the focus: Shift+Tab moves to the control before it, and Tab moves back.
  await page.keyboard.press("Shift+Tab");
  const field = page.getByRole("textbox", { name: "Type this example: Sample" });
  await expect(field).not.toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await expect(field).not.toBeFocused();
  await expect(page.locator(".code-area")).toHaveAttribute("data-blurred");
  // R restarts, N opens the next example, P the previous one.
  await page.keyboard.press("r");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await waitForCode(page, "Other");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await waitForCode(page, "Sample");
  // C toggles the courses, L the leaderboard.
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  await expect(board(page).getByRole("heading")).toBeHidden();
  await page.keyboard.press("l");
  await expect(board(page).getByRole("heading")).toBeVisible();
  await page.keyboard.press("c");
  await expect(sidebar(page).getByRole("searchbox")).toBeHidden();
  await page.keyboard.press("c");
  await expect(sidebar(page).getByRole("searchbox")).toBeFocused();
  // In a text field, the same letters are text.
  await page.keyboard.press("End");
  await page.keyboard.press("n");
  await expect(sidebar(page).getByRole("searchbox")).toHaveValue(`${course.title}n`);
  await page.keyboard.press("Backspace");
  await tabTo(page, field);

  // Single-letter shortcuts can be switched off in the list of keys, which can still be opened.
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(keyList(page)).toBeVisible();
  const letters = keyList(page).getByRole("switch", { name: "Single-letter shortcuts after Esc" });
  await expect(letters).toBeChecked();
  await tabTo(page, letters);
  await page.keyboard.press("Space");
  await expect(letters).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(keyList(page)).toBeHidden();
  for (const letter of ["n", "r", "c", "l", "?"]) await page.keyboard.press(letter);
  await expect(keyList(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "Sample", level: 2 })).toBeVisible();
  await page.reload();
  await waitForCode(page, "Sample");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { name: "Sample", level: 2 })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  // Its button comes after the code in the tab order, once Esc has left the code.
  await page.keyboard.press("Escape");
  await tabTo(page, page.getByRole("button", { name: "all keys" }));
  await page.keyboard.press("Enter");
  await expect(keyList(page)).toBeVisible();
  await tabTo(page, letters);
  await page.keyboard.press("Space");
  await expect(letters).toBeChecked();
  await page.keyboard.press("Escape");

  await expect(page.getByRole("button", { name: "all keys" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(field).toBeFocused();
  await page.keyboard.type("ab");
  await expect(result(page)).toBeVisible();
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(result(page).getByRole("button", { name: "Try Again" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(result(page).getByRole("button", { name: "Now from memory" })).toBeFocused();
  await repeatUntilHidden(result(page), () => page.keyboard.press("r"));
  await waitForCode(page, "Sample");
  await page.keyboard.type("ab");
  await expect(result(page)).toBeVisible();
  await repeatUntilHidden(result(page), () => page.keyboard.press("Enter"));
  await waitForCode(page, "Other");
});

test("focus mode hides all but code and figures until the pointer moves or Esc is pressed, and can be switched off", async ({
  page,
  server,
}) => {
  await page.clock.install();
  const course = await open(server, page, "abcdefghij");
  // A newcomer has a line in place of accuracy and errors before the first key.
  await completeExample(await apiClientOf(page, server), course.example("Sample"), 5_000);
  await page.reload();
  await waitForCode(page, "Sample");
  const hideable = [
    page.locator(".nav"),
    sidebar(page).getByRole("searchbox"),
    board(page).getByRole("heading"),
    page.getByRole("combobox", { name: "Chapter" }),
    page.getByRole("heading", { level: 2, name: "Sample" }),
    page.getByRole("button", { name: "all keys" }),
  ];
  const expectShown = async (isShown: boolean) => {
    for (const part of hideable) await (isShown ? expect(part).toBeVisible() : expect(part).toBeHidden());
    await expect(page.getByRole("timer")).toBeVisible();
    await expect(page.getByText("accuracy")).toBeVisible();
    await expect(caret(page)).toBeVisible();
  };
  await expectShown(true);
  await page.keyboard.press("a");
  await expectShown(false);
  await page.mouse.move(700, 400);
  await page.mouse.move(720, 420);
  await expectShown(true);
  await page.keyboard.press("b");
  await expectShown(false);
  await page.keyboard.press("Escape");
  await expectShown(true);
  await page.keyboard.press("?");
  await keyList(page).getByRole("switch", { name: "Focus mode while typing" }).click();
  await page.keyboard.press("Escape");
  await expect(keyList(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("c");
  await page.clock.runFor(2_000);
  await expect(page.getByRole("timer")).toHaveText(/^00:0[2-9]|^00:[1-5]/);
  await expectShown(true);
});

/**
 * Types a text step by step. Returns the largest distance of the caret from its character in px, and where that was.
 */
async function typeAndMeasure(
  page: Page,
  code: string,
  { every = 1, from = 0 } = {},
): Promise<{ off: number; at: string }> {
  let worst = { off: 0, at: "" };
  const segments = [...new Intl.Segmenter("und", { granularity: "grapheme" }).segment(code)];
  for (const [step, { segment, index }] of segments.entries()) {
    if (step % every !== 0) {
      await press(page, segment);
      continue;
    }
    const found = await page.evaluate(measureCaret, from + index);
    const off = Math.max(Math.abs(found.caret - found.character), Math.abs(found.inkEnd - found.character));
    if (!(off <= worst.off))
      worst = { off, at: `${index} ${JSON.stringify(segment)} ${JSON.stringify(found)}` };
    expect(found.isInView, `the caret at ${index} is in view`).toBe(true);
    await press(page, segment);
  }
  return worst;
}

async function press(page: Page, segment: string): Promise<void> {
  if (segment === "\n") await page.keyboard.press("Enter");
  else if (segment === "\t") await page.keyboard.press("Tab");
  else await page.keyboard.insertText(segment);
}

/**
 * Runs in the page. The position of the caret, and the browser's position of the character at this offset of the text.
 */
function measureCaret(offset: number) {
  const text = document.querySelector(".code-area > pre")?.textContent ?? "";
  const line = text.slice(0, offset).split("\n").length - 1;
  const rows = [...document.querySelectorAll<HTMLElement>(".ca-row")].sort(
    (one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top),
  );
  const first = rows.findIndex((row) => row.querySelector(".ca-number")?.textContent === String(line + 1));
  let left = offset - (text.lastIndexOf("\n", offset - 1) + 1);
  const caretBox = (document.querySelector(".ca-caret") as HTMLElement).getBoundingClientRect();
  const pane = (document.querySelector(".ca-pane") as HTMLElement).getBoundingClientRect();
  let character = Number.NaN;
  let inkEnd = Number.NaN;
  let rowBox = new DOMRect();
  for (let index = first; index < rows.length; index++) {
    const row = rows[index] as HTMLElement;
    if (index > first && row.querySelector(".ca-number") !== null) break;
    const pencil = row.querySelector(".ca-pencil") as HTMLElement;
    // Each colour run and each indent stop is an element; plain text is a text node.
    const pieces = [...pencil.childNodes].filter(
      (piece) => !(piece instanceof Element && piece.classList.contains("ca-enter")),
    );
    const stopOf = (piece: ChildNode) =>
      piece instanceof HTMLElement && piece.dataset.units !== undefined ? piece : null;
    const unitsOf = (piece: ChildNode) =>
      Number(stopOf(piece)?.dataset.units ?? (piece.textContent ?? "").length);
    const boxOf = (piece: ChildNode) => {
      const range = document.createRange();
      range.selectNode(piece);
      return range.getBoundingClientRect();
    };
    const units = pieces.reduce((sum, piece) => sum + unitsOf(piece), 0);
    const isLast = rows[index + 1] === undefined || rows[index + 1]?.querySelector(".ca-number") !== null;
    if (left > units || (left === units && !isLast)) {
      left -= units;
      continue;
    }
    rowBox = row.getBoundingClientRect();
    const ink = row.querySelector(".ca-ink") as HTMLElement;
    const cut = /inset\(0(?:px)? ([\d.]+)px/.exec(ink.style.clipPath);
    const inkBox = ink.getBoundingClientRect();
    inkEnd = inkBox.right - Number(cut?.[1] ?? 0);
    character = pencil.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(pencil).paddingLeft);
    for (const piece of pieces) {
      const box = boxOf(piece);
      const length = unitsOf(piece);
      if (left >= length) {
        left -= length;
        character = box.right;
        continue;
      }
      if (stopOf(piece) !== null) character = box.left + (box.width * left) / length;
      else {
        const range = document.createRange();
        const node = piece.firstChild ?? piece;
        range.setStart(node, left);
        range.setEnd(node, left + 1);
        character = range.getBoundingClientRect().left;
      }
      break;
    }
    break;
  }
  return {
    caret: caretBox.left,
    character,
    inkEnd,
    // Nothing covers the caret, and it is in its row.
    isInView:
      document
        .elementFromPoint((caretBox.left + caretBox.right) / 2, (caretBox.top + caretBox.bottom) / 2)
        ?.closest(".code-area") !== null &&
      caretBox.left >= pane.left - 1 &&
      caretBox.left < pane.right + 1 &&
      caretBox.top >= pane.top - 4 &&
      caretBox.bottom <= pane.bottom + 4 &&
      Math.abs((caretBox.top + caretBox.bottom - rowBox.top - rowBox.bottom) / 2) < 2,
  };
}

const hostile = [
  'const 名前 = "日本語 한국어";',
  "let cafe\u0301 = 'cre\u0300me bru\u0302le\u0301e';",
  'say("👩‍👩‍👧‍👦 🇩🇪 👍🏽 ✌️ 1️⃣", 🙂);',
  "// שלום עולם, مرحبا بالعالم, abc",
  "ไทย กำลัง हिन्दी नमस्ते বাংলা",
  "\tif (a !== b && c >= d || e => f) fi fl ffi ≠ ∑ €",
  "\t\t  mixed   spaces\tand\ttabs  ",
  "    four spaces; Ǆ ß ﬁ Ω я \u0416\u0306",
].join("\n");

for (const [what, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["narrow", { width: 390, height: 844 }],
] as const) {
  test(`the caret is exactly at its character in scripts of all kinds in a ${what} window`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize(viewport);
    await open(server, page, hostile);
    const { off, at } = await typeAndMeasure(page, hostile);
    expect(off, at).toBeLessThan(1);
    await expect(result(page)).toBeVisible();
    await expect(result(page)).toContainText("100%");
  });
}

/** Styles that a reader may have set for all pages: fonts, and the text spacing of WCAG 1.4.12. */
const ownStyles = [
  "* { font-family: serif !important }",
  "* { font-family: sans-serif !important; font-weight: 700 !important }",
  "span { font-family: serif !important }",
  "* { word-spacing: 0.16em !important }",
  "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }",
  "* { font-size: 26px !important }",
];

for (const theme of ["tabstop-dark", "tabstop"] as const)
  test(`the caret is exactly at its character in fonts and spacings of the reader's own, in the theme ${theme}`, async ({
    page,
    server,
  }) => {
    test.slow();
    const code =
      '// WiiW comment WWW lll\nconst iii = WWWW.map((i) => `l${i}`);\n\tif (名前 !== "e\u0301🙂") return mill;\n';
    await page.addInitScript((id) => {
      if (location.origin !== "null") localStorage.setItem("theme", id);
    }, theme);
    await open(server, page, code);
    for (const style of ownStyles) {
      // The style arrives when the code is already drawn, as that of an extension does.
      await page.evaluate(async (text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      }, style);
      const { off, at } = await typeAndMeasure(page, code.slice(0, -1));
      expect(off, `${style}: ${at}`).toBeLessThan(1);
      const { letter, character, isInside } = await page.evaluate(measureRows);
      expect(Math.abs(letter - character), `${style}: height of the caret's letter`).toBeLessThan(1.5);
      expect(isInside, `${style}: no row is wider than the pane`).toBe(true);
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await expect(page.getByText("Ready", { exact: true })).toBeVisible();
    }
    // Without them, the code has its own columns again.
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await expect(page.locator(".code-area")).not.toHaveAttribute("data-restyled");
    await expect(page.locator(".code-area")).not.toHaveAttribute("data-uneven");
    const { off, at } = await typeAndMeasure(page, code);
    expect(off, at).toBeLessThan(1);
  });

/** Runs in the page. The middles of the caret's row and of the line in the caret, px, and whether all rows fit. */
function measureRows() {
  const middleOf = (node: Element | null | undefined) => {
    const range = document.createRange();
    if (node) range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const pane = (document.querySelector(".ca-pane") as HTMLElement).getBoundingClientRect();
  const box = (document.querySelector(".ca-caret") as HTMLElement).getBoundingClientRect();
  const rows = [...document.querySelectorAll(".ca-pencil")].filter((row) => row.closest(".ca-row") !== null);
  const row = rows.find((pencil) => {
    const { top, bottom } = pencil.getBoundingClientRect();
    return top <= (box.top + box.bottom) / 2 && bottom >= (box.top + box.bottom) / 2;
  });
  const { top, bottom } = (row as Element).getBoundingClientRect();
  const letter = document.querySelector(".ca-letter");
  return {
    letter: letter?.textContent === "" ? (top + bottom) / 2 : middleOf(letter),
    character: (top + bottom) / 2,
    isInside: rows.every((pencil) => {
      const range = document.createRange();
      range.selectNodeContents(pencil);
      return range.getBoundingClientRect().right <= pane.right + 1;
    }),
  };
}

test("long lines wrap with a hanging indent, tabs and newlines are visible, and there are no ligatures", async ({
  page,
  server,
}) => {
  const long = `  const total = ${Array.from({ length: 45 }, (_, index) => `value${index}`).join(" + ")};`;
  const unbroken = `"${"x".repeat(300)}"`;
  const code = `a => b;\n${long}\n\tx = ${unbroken};\n`;
  await open(server, page, code);
  await expectNoSidewaysScroll(page, "long lines");
  const rows = await page.evaluate(() => {
    const pane = (document.querySelector(".ca-pane") as HTMLElement).getBoundingClientRect();
    const column = Number.parseFloat(getComputedStyle(document.querySelector(".ca-caret") as Element).width);
    return [...document.querySelectorAll<HTMLElement>(".ca-row")].map((row) => {
      const pencil = row.querySelector(".ca-pencil") as HTMLElement;
      const range = document.createRange();
      range.selectNodeContents(pencil);
      return {
        line: row.querySelector(".ca-number")?.textContent ?? null,
        hang: Math.round(Number.parseFloat(getComputedStyle(pencil).paddingLeft) / column),
        isInside: range.getBoundingClientRect().right <= pane.right + 1,
        tabs: pencil.querySelectorAll(".ca-tab").length,
        enters: pencil.querySelectorAll(".ca-enter").length,
      };
    });
  });
  expect(rows.every((row) => row.isInside)).toBe(true);
  const hanging = rows.filter((row) => row.line === null);
  expect(hanging.length).toBeGreaterThan(6);
  // Four columns more than the line's own indent, which is two columns in both lines.
  expect(new Set(hanging.map((row) => row.hang))).toEqual(new Set([6]));
  expect(rows.find((row) => row.line === "1")).toMatchObject({ tabs: 0, enters: 1 });
  expect(rows.find((row) => row.line === "2")).toMatchObject({ tabs: 1, enters: 0 });
  expect(rows.find((row) => row.line === "3")).toMatchObject({ tabs: 1, enters: 0 });
  expect(rows.filter((row) => row.enters === 1)).toHaveLength(3);
  // Read in one step, because rows are redrawn when the fonts or the colours arrive.
  const styles = await page.evaluate(() =>
    [".ca-pencil", ".ca-ink", ".ca-caret"].map((part) => {
      const { fontVariantLigatures, fontFeatureSettings } = getComputedStyle(
        document.querySelector(part) as Element,
      );
      return `${fontVariantLigatures} ${fontFeatureSettings}`;
    }),
  );
  for (const style of styles) expect(style).toMatch(/^none .*"calt" 0/);
  const { off, at } = await typeAndMeasure(page, code, { every: 7 });
  expect(off, at).toBeLessThan(1);
});

test("the current row stays at 40 % of the pane's height @phone", async ({ page, server }) => {
  const lines = 60;
  await open(server, page, "a\n".repeat(lines));
  const place = () =>
    page.evaluate(() => {
      const pane = (document.querySelector(".ca-pane") as HTMLElement).getBoundingClientRect();
      const row = (document.querySelector(".ca-row.is-now") as HTMLElement).getBoundingClientRect();
      return { top: row.top - pane.top, height: pane.height, row: row.height };
    });
  for (let line = 0; line < lines; line++) {
    const { top, height, row } = await place();
    const fixedTop = Math.floor((0.4 * height) / row) * row;
    expect(Math.abs(top - Math.min(line * row, fixedTop)), `line ${line}`).toBeLessThan(1);
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
  }
  await expect(result(page)).toBeVisible();
});

test("no row is missing in the pane during a burst of keys or after scrolling, and few spare rows are kept", async ({
  page,
  server,
}) => {
  // Many consecutive line ends leave no time to remove rows between them.
  const code = "ab;\n\n\n\n".repeat(40);
  await open(server, page, code);
  const rows = await page.evaluateHandle(() => () => {
    const pane = (document.querySelector(".ca-pane") as HTMLElement).getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".ca-row")].map((row) => row.getBoundingClientRect());
    const height = boxes[0]?.height ?? Number.NaN;
    let missing = 0;
    // The last ten px of the pane need no row.
    for (let y = pane.top + height / 2; y < pane.bottom - 12; y += height) {
      if (!boxes.some(({ top, bottom }) => top <= y && y <= bottom)) missing++;
    }
    return { missing, spare: boxes.length - Math.ceil(pane.height / height) };
  });
  const worst = await rows.evaluate(
    (countRows, text) => {
      const field = document.querySelector(".code-area textarea") as HTMLElement;
      const found = { missing: 0, spare: 0 };
      // All keys in one turn of the event loop, so that no frame and no timer runs between two of them.
      for (const key of text) {
        const init = { bubbles: true, cancelable: true };
        const inputType = key === "\n" ? "insertLineBreak" : "insertText";
        field.dispatchEvent(new KeyboardEvent("keydown", { ...init, key: key === "\n" ? "Enter" : key }));
        field.dispatchEvent(new InputEvent("beforeinput", { ...init, inputType, data: key }));
        const { missing, spare } = countRows();
        found.missing = Math.max(found.missing, missing);
        found.spare = Math.max(found.spare, spare);
      }
      return found;
    },
    code.slice(0, 112),
  );
  await expect(page.locator(".ca-row.is-now > .ca-number")).toHaveText("65");
  expect(worst.missing).toBe(0);
  expect(worst.spare).toBeLessThan(40);
  const pane = await page.locator(".ca-pane").boundingBox();
  if (pane === null) throw new Error("no pane");
  await page.mouse.move(pane.x + pane.width / 2, pane.y + pane.height / 2);
  await page.mouse.wheel(0, 10_000);
  await expect(page.locator(".ca-number", { hasText: /^160$/ })).toBeInViewport();
  expect((await rows.evaluate((countRows) => countRows())).missing).toBe(0);
  await press(page, "a");
  await expect(page.locator(".ca-row.is-now")).toBeInViewport();
  expect((await rows.evaluate((countRows) => countRows())).missing).toBe(0);
});

test("screen readers get the example as text, occasional error counts, and the result", async ({
  page,
  server,
}) => {
  const code = "let a = 1;\n\tlet b;\n";
  const examples = { Sample: code, "Another sample": "let c;" };
  const course = await createPracticeCourse(server, page, { Lesson: { Chapter: examples } }, "javascript");
  await openAsNewUser(page, course.address("Lesson"));
  await waitForCode(page, "Sample");
  const field = page.getByRole("textbox", { name: "Type this example: Sample", exact: true });
  await expect(field.locator("xpath=following-sibling::pre")).toHaveText(code, { useInnerText: false });
  // The drawn code is hidden from screen readers, which would otherwise read it twice.
  for (const part of [".ruler", ".ca-pane", ".ca-carriage"])
    await expect(page.locator(`.code-area > ${part}`)).toHaveAttribute("aria-hidden", "true");
  await page.keyboard.press("x");
  await page.keyboard.press("y");
  const announcement = page.locator("[aria-live=polite]").filter({ hasText: "errors so far" });
  await expect(announcement).toHaveText("2 errors so far");
  await typeKeys(page, code);
  await expect(result(page)).toHaveAccessibleName("Example complete: Sample");
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await expect(result(page).getByRole("status").filter({ hasText: "Done." })).toHaveText(
    /^Done\. [\d,]+ words per minute, 89 % accuracy, 2 errors, /,
  );
});

test("with reduced motion nothing is animated, and a wrong key is still visible", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(server, page, "abc");
  await expect(caret(page)).toHaveClass(/is-idle/);
  const moving = () =>
    page.evaluate(() => document.getAnimations().map((animation) => animation.constructor.name));
  expect(await moving()).toEqual([]);
  const calm = await caret(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  // Recorded in the page, because a busy machine may be too slow to look while the slip is shown.
  await caret(page).evaluate((element) => {
    const slips: string[] = [];
    Object.assign(globalThis, { slips });
    new MutationObserver(() => {
      if (element.classList.contains("is-wrong")) slips.push(getComputedStyle(element).backgroundColor);
    }).observe(element, { attributeFilter: ["class"] });
  });
  await page.keyboard.press("x");
  await expect.poll(() => page.evaluate<string[]>("slips")).toHaveLength(1);
  expect(await page.evaluate<string[]>("slips")).not.toContain(calm);
  expect(await moving()).toEqual([]);
});

test("in forced colours, the caret, wrong keys, progress and the current lesson are visible", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const course = await open(server, page, "ab\n\tcd efghij");
  const paint = (selector: string, property: "backgroundColor" | "outlineStyle" | "color", pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, of]) => getComputedStyle(element, of)[name], [property, pseudo] as const);
  const canvas = await paint("body", "backgroundColor");
  const escaped = [canvas, "rgba(0, 0, 0, 0)"].map((colour) => colour.replace(/[()]/g, "\\$&"));
  const canvasOrNone = new RegExp(`^(?:${escaped.join("|")})$`);
  const isPainted = async (selector: string, pseudo?: string) => {
    // A colour may be changing.
    await expect
      .poll(() => paint(selector, "backgroundColor", pseudo), `${selector}${pseudo ?? ""}`)
      .not.toMatch(canvasOrNone);
  };
  expect(await paint(".ca-caret", "outlineStyle")).toBe("solid");
  await page.keyboard.press("x");
  await isPainted(".ca-caret.is-wrong");
  await typeKeys(page, "ab");
  await expect(caret(page)).toHaveAttribute("data-kind", "enter");
  await isPainted(".ca-caret", "::after");
  await typeKeys(page, "\n\tcd");
  expect(await paint(".ca-ink > span", "color")).not.toBe(await paint(".ca-pencil > span", "color"));
  await page.keyboard.press("Escape");
  for (const part of [".ca-scar", ".ca-needle", ".progress > i"]) await isPainted(part);
  for (const part of [".state", ".lesson[aria-current]", ".stops > a[aria-current]"])
    await isPainted(part, "::before");
  await isPainted(".level i");
  expect(await paint(".lesson[aria-current]", "outlineStyle")).toBe("solid");
  await page.keyboard.press("Enter");
  await typeKeys(page, " efghij");
  await expect(result(page)).toBeVisible();
  await expect(sidebar(page).getByRole("link", { name: "Completed Lesson" })).toBeVisible();
  await isPainted(".lesson .mark.done");
  await isPainted(`details:has-text("${course.title}") .bar > i`);
  await expect(board(page).locator(".rank.me")).toBeVisible();
  expect(await paint(".rank.me", "outlineStyle")).toBe("solid");
});

// 1440 × 900 and 1280 × 720 at 200 % zoom, and a phone in landscape.
for (const [width, height] of [
  [720, 450],
  [640, 360],
  [844, 390],
] as const) {
  test(`in a window of ${width} × ${height}, the code, the result and the list of keys can be used`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    const code = "let a = 1;\n".repeat(6);
    await open(server, page, code);
    await expectNoSidewaysScroll(page, "ready");
    await typeAndMeasure(page, code.slice(0, 36));
    // At least three rows of code are visible, with focus mode and without.
    const rows = () =>
      page.evaluate(() => {
        const seen = [...document.querySelectorAll(".ca-row")].filter((row) => {
          const { left, top, height } = row.getBoundingClientRect();
          const hit = document.elementFromPoint(left + 60, top + height / 2);
          return hit !== null && hit.closest(".code-area") !== null;
        });
        return seen.length;
      });
    await expect(page.locator(".nav")).toBeHidden();
    expect(await rows()).toBeGreaterThanOrEqual(3);
    await page.keyboard.press("Escape");
    await expect(page.locator(".nav")).toBeVisible();
    await page.keyboard.press("?");
    await expectNoSidewaysScroll(page, "list of keys");
    const letters = keyList(page).getByRole("switch", { name: /Single-letter/ });
    await letters.scrollIntoViewIfNeeded();
    await expect(letters).toBeInViewport();
    await keyList(page).getByRole("switch", { name: "Focus mode while typing" }).click();
    await page.keyboard.press("Escape");
    await expect(keyList(page)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
    expect(await rows()).toBeGreaterThanOrEqual(3);
    await typeAndMeasure(page, code.slice(36), { from: 36 });
    const button = result(page).getByRole("button", { name: "Next Example" });
    // The ranks appear a moment later and move the button.
    await expect(async () => {
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
    await expectNoSidewaysScroll(page, "result");
  });
}

test("at a width of 360 px nothing scrolls sideways and no control is too small", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const course = await open(
    server,
    page,
    'const greeting = "a line that is wider than the phone";\n'.repeat(3),
  );
  await expectNoSidewaysScroll(page, "ready");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(a, button, select, input), .nav :is(a, button)")]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, element.getBoundingClientRect()] as const)
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
  const strip = page.getByRole("group", { name: "Keys missing from phone keyboards" });
  for (const key of await strip.getByRole("button").all()) {
    const box = await key.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  }
  await page.getByRole("button", { name: "Show leaderboard" }).click();
  await expectNoSidewaysScroll(page, "leaderboard");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show courses" }).click();
  await expectNoSidewaysScroll(page, "courses");
  await page.keyboard.press("Escape");
  await completeExample(await apiClientOf(page, server), course.example("Sample"), 5_000);
  await page.goto("/courses");
  await expectNoSidewaysScroll(page, "nothing chosen");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test("the key strip types keys that phone keyboards lack, and the focus stays in the code", async ({
    page,
    server,
  }) => {
    const code = "{([=>;\n\ta";
    await open(server, page, code);
    const strip = page.getByRole("group", { name: "Keys missing from phone keyboards" });
    const field = page.getByRole("textbox", { name: "Type this example: Sample" });
    for (const key of ["{", "(", "[", "=", ">", ";", "Enter", "Tab"]) {
      await strip.getByRole("button", { name: key, exact: true }).tap();
      await expect(field).toBeFocused();
    }
    await expect(page.getByText("0 errors")).toBeVisible();
    await page.keyboard.insertText("a");
    await expect(result(page)).toContainText("100%");
  });

  test("one finger scrolls the code, and two may zoom the page", async ({ page, server }) => {
    await open(server, page, "let a;\n".repeat(60));
    const area = page.locator(".code-area");
    // The driver cannot pinch, so the test reads only the permission that the page gives to the browser.
    expect(await area.evaluate((code) => getComputedStyle(code).touchAction)).toBe("pinch-zoom");
    const top = () => page.locator(".ca-sheet").evaluate((sheet) => sheet.getBoundingClientRect().top);
    const before = await top();
    const box = await area.boundingBox();
    const at = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 300 };
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Input.synthesizeScrollGesture", { ...at, yDistance: -200, gestureSourceType: "touch" });
    expect(await top()).toBeLessThan(before - 100);
    await typeKeys(page, "l");
    await expect.poll(top).toBe(before);
  });

  test("courses open as a drawer and the leaderboard as a sheet, which a button, Esc and a tap outside close", async ({
    page,
    server,
  }) => {
    const course = await open(server, page, "abc");
    const drawer = page.getByRole("dialog", { name: "Courses" });
    const sheet = page.getByRole("dialog", { name: "Leaderboard" });
    await page.getByRole("button", { name: "Show courses" }).tap();
    await expect(drawer).toBeVisible();
    await expectAccessible(page, "course drawer");
    // Typing in its filter keeps the drawer open.
    await drawer.getByRole("searchbox").fill(course.title);
    await expect(drawer.getByRole("group")).toHaveCount(1);
    await expect(drawer).toBeVisible();
    await drawer.getByRole("button", { name: "Close" }).tap();
    await expect(drawer).toBeHidden();
    await page.getByRole("button", { name: "Show courses" }).tap();
    // Choosing the lesson that is already open also closes it.
    await drawer.getByRole("link", { name: "Lesson" }).tap();
    await expect(drawer).toBeHidden();
    await waitForCode(page, "Sample");

    await page.getByRole("button", { name: "Show leaderboard" }).tap();
    await expect(sheet.getByText("No times recorded yet.")).toBeVisible();
    await expectAccessible(page, "leaderboard sheet");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Show leaderboard" }).tap();
    await expect(sheet).toBeVisible();
    await page.touchscreen.tap(195, 60);
    await expect(sheet).toBeHidden();
    // The list of keys with its switches can be opened without a keyboard.
    await page.getByRole("button", { name: "All keys" }).tap();
    await expect(keyList(page).getByRole("switch", { name: "Focus mode while typing" })).toBeVisible();
    await expectAccessible(page, "list of keys on a phone");
    await keyList(page).getByRole("button", { name: "Close" }).tap();
    // A tap ends focus mode.
    await page.getByRole("textbox", { name: "Type this example: Sample" }).focus();
    await page.keyboard.insertText("a");
    await expect(page.locator(".nav")).toBeHidden();
    await page.touchscreen.tap(195, 200);
    await expect(page.locator(".nav")).toBeVisible();
  });
});
