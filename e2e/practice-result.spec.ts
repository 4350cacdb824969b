// The result of a run in Copy: its words and differences, the strip of lines, slips in words, keys, what is announced, and
// how it fits.

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, createCourse, type TestCourse } from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const code = [
  'const shelf = ["atlas", "poems"];',
  "",
  "function seek(part: string): string | null {",
  "  return shelf.find((book) => book.includes(part)) ?? null;",
  "}",
  "if (seek !== null) {",
  '  console.log(seek("po"));',
  "}",
].join("\n");
const title = "Union with null";

const result = (page: Page, name = title) => page.getByRole("dialog", { name: `Example complete: ${name}` });
const bars = (page: Page) => result(page).getByRole("group", { name: "Speed, line by line" });
const next = (page: Page) => result(page).getByRole("button", { name: "Next Example" });
const record = (page: Page) => result(page).getByText("New Record!", { exact: true });
const announced = (page: Page) => result(page).getByRole("status").filter({ hasText: "Done." });
const speed = (page: Page) => result(page).locator(".r-big");
const facts = (page: Page) => result(page).locator(".r-facts > div");

async function open(page: Page, server: RunningServer, text = code): Promise<TestCourse> {
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Narrowing: { "Unions and typeof": { [title]: text, Second: "ab" } } },
    { language: "typescript", outputs: { [title]: "POEMS\nnull" } },
  );
  // The rules of the languages come while the first keys are typed.
  await openAsNewUser(page, course.address("Narrowing", title));
  await waitForCode(page, title);
  return course;
}

/** Types the code with wrong keys at these offsets, each long enough after the one before at its place. */
async function typeWithSlips(page: Page, text: string, slips: readonly (readonly [number, string])[]) {
  const rules = page.waitForResponse("**/code-syntax-*.js");
  let from = 0;
  for (const [at, wrong] of slips) {
    await typeKeys(page, text.slice(from, at));
    if (from === 0) await rules;
    await typeKeys(page, wrong);
    from = at;
  }
  await typeKeys(page, text.slice(from));
}

const slips = [
  [code.indexOf(" ??") - 1, "("],
  [code.indexOf("??"), "."],
  [code.indexOf("!=="), "="],
  [code.indexOf('po")') + 3, "("],
] as const;

test("a first result shows place, speed, figures, its lines, slips in words and what the code prints @phone", async ({
  page,
  server,
}) => {
  await open(page, server);
  await typeWithSlips(page, code, slips);
  await expect(result(page)).toContainText("Unions and typeof, example 1 of 2");
  // A first time is a record too, which is said and not celebrated.
  await expect(record(page)).toHaveClass("record first");
  await expect(speed(page)).toHaveText(/^[\d,]+ wpm\s+Your first run of this example$/);
  await expect(facts(page)).toHaveText([/^Accuracy97%$/, /^Errors4$/, /^Time\d\d:\d\d\.\d\d$/]);
  await expect(result(page).getByRole("region", { name: "It prints" })).toHaveText("POEMS\nnull");
  await expect(result(page)).toContainText("Your rank is 1.");

  const named = await bars(page)
    .getByRole("button")
    .evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label")?.replace(/[\d,]+ wpm/, "N wpm")));
  expect(named).toEqual([
    "Line 1, N wpm",
    "Line 3, N wpm",
    "Line 4, N wpm, 2 slips",
    "Line 5, N wpm",
    "Line 6, N wpm, 1 slip",
    "Line 7, N wpm, 1 slip",
    "Line 8, N wpm",
  ]);
  const rows = result(page).locator(".run-slips > li");
  await expect(rows.locator(".in-words")).toHaveText([
    /^\( where \) belongs, twice\s*$/,
    /^\. where \?\? belongs\s*$/,
    /^= where !== belongs\s*$/,
  ]);
  await expect(rows).toContainText(["Lines 4 and 7", "Line 4", "Line 6"]);
  await expect(
    rows.first().getByText("left parenthesis where right parenthesis belongs, twice"),
  ).toBeAttached();
  await expectAccessible(page, "result with slips");
});

test("a later run is compared with the best one before it, and only a beaten time is celebrated", async ({
  page,
  server,
}) => {
  await open(page, server, "let a = 1;");
  const typeIn = async (ms: number, text: string) => {
    await page.keyboard.press(text.charAt(0));
    await page.waitForTimeout(ms);
    await typeKeys(page, text.slice(1));
    await expect(result(page)).toBeVisible();
  };
  const again = async () => {
    await expect(next(page)).toBeFocused();
    await page.keyboard.press("r");
    await waitForCode(page, title);
  };
  await typeIn(900, "xlet a = 1;");
  await expect(record(page)).toHaveClass("record first");
  await again();
  await typeIn(2_000, "xylet a = 1;");
  const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  await expect(record(page)).toHaveCount(0);
  await expect(speed(page)).toHaveText(
    new RegExp(`^[\\d,]+ wpm [\\d,]+ wpm slower than your best run, ${today}$`),
  );
  await expect(facts(page)).toHaveText([
    /^Accuracy80%10 points lower$/,
    /^Errors21 more$/,
    /^Time00:\d\d\.\d\d\d\.\d\d s slower$/,
  ]);
  await again();
  await typeIn(60, "let a = 1;");
  await expect(record(page)).toHaveClass("record");
  await expect(speed(page)).toHaveText(/^[\d,]+ wpm [\d,]+ wpm faster than your best run, /);
  await expect(facts(page)).toHaveText([
    /^Accuracy100%10 points higher$/,
    /^Errors01 fewer$/,
    /^Time00:\d\d\.\d\d\d\.\d\d s faster$/,
  ]);
  await expect(result(page)).toContainText("No slips.");
  await expect(
    result(page).getByRole("img", { name: /^Your time \d\.\d\d s, your best until now/ }),
  ).toBeVisible();
  await expectAccessible(page, "result with a record");
});

test("the strip is one stop of the Tab key, its bars are chosen by arrow keys, and the code of the chosen line is shown", async ({
  page,
  server,
}) => {
  await open(page, server);
  await typeWithSlips(page, code, slips);
  await expect(next(page)).toBeFocused();
  const bar = (name: RegExp) => bars(page).getByRole("button", { name });
  const chosen = bars(page).locator("[aria-pressed=true]");
  const caption = result(page).locator(".strip-cap");
  // At first it is the slowest line with a slip.
  await expect(chosen).toHaveAccessibleName(/^Line \d, [\d,]+ wpm, \d slips?$/);
  await chosen.focus();
  await page.keyboard.press("Home");
  await expect(bar(/^Line 1,/)).toBeFocused();
  await expect(chosen).toHaveAccessibleName(/^Line 1,/);
  await page.keyboard.press("ArrowRight");
  await expect(bar(/^Line 3,/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(caption).toHaveText(
    /^4return shelf\.find\(\(book\) => book\.includes\(part\)\) \?\? null;[\d,]+ wpm, 2 slips$/,
  );
  await expect(caption.locator(".miss")).toHaveText([")", "?"]);
  await page.keyboard.press("End");
  await expect(bar(/^Line 8,/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(bar(/^Line 7,/)).toBeFocused();
  await expect(bars(page).locator("[tabindex='0']")).toHaveCount(1);
  await bar(/^Line 4,/).click();
  await expect(chosen).toHaveAccessibleName(/^Line 4,/);
  // Enter on a bar presses the bar.
  await page.keyboard.press("Enter");
  await expect(result(page)).toBeVisible();
  await page.keyboard.press("r");
  await waitForCode(page, title);
});

test("the result takes the focus, hands it to Next Example, and announces the run once", async ({
  page,
  server,
}) => {
  await open(page, server, "let a = 1;");
  await typeKeys(page, "let a = 1;");
  await expect(next(page)).toBeFocused();
  await expect(announced(page)).toHaveText(
    /^Done\. [\d,]+ words per minute, 100 % accuracy, 0 errors, \d\.\d\d seconds\. New record\. Your first run of this example\.$/,
  );
  await expect(result(page)).toHaveAttribute("aria-modal", "true");
  // Held keys press nothing.
  await page.keyboard.down("Enter");
  await waitForCode(page, "Second");
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.locator(".state")).toHaveText("Ready");
});

test("without the rules of the languages a slip is that of characters, and the result waits for nothing", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to fetch|error loading dynamically/i);
  await page.route("**/code-syntax-*.js", (route) => route.abort());
  await open(page, server, "a ?? b");
  await typeKeys(page, "a .?? b");
  await expect(result(page).locator(".in-words")).toHaveText(/^\. where \? belongs\s*$/);
});

test("without the parts that tell all of it a result has its figures and its buttons", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to fetch|error loading dynamically/i);
  await page.route("**/copy-result-*", (route) => route.abort());
  await open(page, server, "ab");
  await typeKeys(page, "axb");
  const dialog = result(page);
  await expect(dialog).toContainText("Errors1");
  for (const figure of ["Speed", "Accuracy", "Time"]) await expect(dialog).toContainText(figure);
  await expect(dialog.getByRole("button", { name: "Next Example" })).toBeFocused();
  // There is no code to look at.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("r");
  await waitForCode(page, title);
  await expect(dialog).toHaveCount(0);
});

test("a result is complete without a network once the page has been open for a few seconds", async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/i);
  const parts = page.waitForResponse(/copy-result-[^/]*\.js/);
  await open(page, server, "ab");
  await (await parts).finished();
  await context.setOffline(true);
  await typeKeys(page, "ab");
  await expect(result(page).locator(".strip")).toBeVisible();
});

test("a space, Enter and Tab are named", async ({ page, server }) => {
  await open(page, server, "if (a)\n  b();");
  await typeKeys(page, "if");
  for (const [right, wrong] of [
    [" ", "\n"],
    ["(a)", ""],
    ["\n", " "],
    ["  ", "x"],
    ["b();", ""],
  ] as const) {
    if (wrong !== "") await typeKeys(page, wrong);
    await typeKeys(page, right);
  }
  await expect(result(page).locator(".in-words")).toHaveText([
    /^Enter where space belongs/,
    /^space where Enter belongs/,
    /^x where space belongs/,
  ]);
});

const fits = async (page: Page, what: string) => {
  const dialog = result(page);
  const wider = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll(".dialog-body, .r-actions, .run-slips > li")]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.className),
  );
  expect(wider, what).toEqual([]);
  for (const button of await dialog.locator(".r-actions .btn").all())
    await expect(button, what).toBeInViewport({ ratio: 0.99 });
};

const low = (locator: Locator) => locator.locator(".r-ruler");

test("it fits in every window, its buttons stay while the body scrolls, and low windows leave out the ruler", async ({
  page,
  server,
}) => {
  await open(page, server);
  await typeWithSlips(page, code, slips);
  await expect(next(page)).toBeFocused();
  await page.keyboard.press("r");
  await waitForCode(page, title);
  await typeKeys(page, code);
  await expect(next(page)).toBeFocused();
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
    [360, 640],
    [1440, 600],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await fits(page, `${width} × ${height}`);
    if (width > 760 && height > 700) await expect(low(result(page))).toBeVisible();
    else await expect(low(result(page))).toBeHidden();
  }
  // 44 px for fingers.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const button of await result(page).locator(".r-actions .btn").all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("a long code has narrow bars, and a very long one a bar for neighbouring lines", async ({
  page,
  server,
}) => {
  await open(page, server, Array.from({ length: 170 }, (_, line) => `a${line}`).join("\n"));
  const typed = Array.from({ length: 170 }, (_, line) => `a${line}`).join("\n");
  await page.keyboard.insertText(typed.slice(0, 1));
  await page.waitForTimeout(3 * typed.length);
  for (const part of typed.slice(1).match(/[^]{1,60}/g) ?? []) await page.keyboard.insertText(part);
  await expect(bars(page).getByRole("button").first()).toHaveAccessibleName(/^Lines 1 to 3, [\d,]+ wpm$/);
  await expect(bars(page)).toHaveClass("strip is-narrow");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `${width}`);
  }
});
