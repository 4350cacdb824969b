// The code of a finished run, looked at: Esc, the button or a slip's link slide the result down to a bar, the arrow keys go
// from slip to slip, and Esc brings the result back.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, createCourse } from "./support/courses.ts";
import { motionsDuring } from "./support/motion.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const code = `function seek(part) {\n  return shelf.find((book) => book.includes(part)) ?? null;\n}\nseek("po");`;

const result = (page: Page) => page.getByRole("dialog", { name: /Sample/ });
const look = (page: Page) => page.getByRole("region", { name: "Your code" });
const bar = (page: Page) => page.getByRole("region", { name: "Result", exact: true });
const here = (page: Page) => look(page).locator(".here");

async function open(server: RunningServer, page: Page, text = code): Promise<void> {
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Lesson: { Chapter: { Sample: text, Last: "b" } } },
    { language: "javascript", name: "Slips" },
  );
  await openAsNewUser(page, course.address("Lesson", "Sample"));
  await waitForCode(page, "Sample");
}

/** Types the text with a wrong key before each of these offsets, and waits until keys count. */
async function typeWithSlips(page: Page, text: string, offsets: readonly number[]): Promise<void> {
  let from = 0;
  for (const offset of offsets) {
    await typeKeys(page, text.slice(from, offset));
    await page.keyboard.press(".");
    from = offset;
  }
  await typeKeys(page, text.slice(from));
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
}

const atOperator = code.indexOf("??");
const atArrow = code.indexOf("=>");
const atCall = code.lastIndexOf("(");
const slips = [atArrow, atOperator, atCall];

test("Esc shows the code with its slips, the arrow keys go from one to the next, and Esc returns @phone", async ({
  page,
  server,
}) => {
  await open(server, page);
  await typeWithSlips(page, code, slips);
  await page.keyboard.press("Escape");
  await expect(look(page)).toBeFocused();
  await expect(result(page)).toBeHidden();
  await expect(look(page).locator(".miss")).toHaveCount(3);
  await expect(bar(page)).toContainText("slip 1 of 3");
  await expect(bar(page).getByRole("status")).toHaveText(/^Line 2: .+ belongs, slip 1 of 3\.$/);
  await page.keyboard.press("ArrowDown");
  await expect(bar(page)).toContainText("slip 2 of 3");
  await expect(here(page)).toContainText("?");
  // The needle moves to its column, and the note is left of the code's right edge.
  const placed = () =>
    look(page).evaluate((region) => {
      const box = (selector: string) =>
        region.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return {
        off: Math.abs(box(".needle").left + 4 - box(".here").left),
        noteEnd: box(".slip-pop").right,
        codeEnd: box(".src").right,
      };
    });
  await expect.poll(async () => (await placed()).off).toBeLessThan(2);
  const { noteEnd, codeEnd } = await placed();
  expect(noteEnd).toBeLessThanOrEqual(codeEnd);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(bar(page)).toContainText("slip 3 of 3");
  await expect(bar(page).getByRole("status")).toHaveText(/^Line 4: /);
  await expectAccessible(page, "the code of a run");
  await page.keyboard.press("Escape");
  await expect(look(page)).toHaveCount(0);
  await expect(result(page)).toBeVisible();
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await page.keyboard.press("Enter");
  await waitForCode(page, "Last");
});

test("a slip's link opens the code there and gets the focus back, and R types the example again", async ({
  page,
  server,
}) => {
  await open(server, page);
  await typeWithSlips(page, code, slips);
  const link = result(page).getByRole("button", { name: "Line 4", exact: true });
  await link.click();
  await expect(bar(page)).toContainText("slip 3 of 3");
  // In the first 400 ms its buttons ignore presses, as those of a result do.
  await page.waitForTimeout(500);
  await bar(page).getByRole("button", { name: "Result" }).click();
  await expect(link).toBeFocused();
  await result(page).getByRole("button", { name: "See your code" }).click();
  await expect(look(page)).toBeFocused();
  await page.keyboard.press("r");
  await waitForCode(page, "Sample");
  await expect(look(page)).toHaveCount(0);
  await expect(page.locator(".code-area")).toBeVisible();
  await typeKeys(page, code);
  await expect(result(page)).toBeVisible();
});

test("a run without slips says so, Enter leads on, and the dialog and the bar change in 220 ms", async ({
  page,
  server,
}) => {
  await open(server, page);
  await typeWithSlips(page, code, []);
  const down = await motionsDuring(page, async () => {
    await page.keyboard.press("Escape");
    await expect(look(page)).toBeFocused();
  });
  expect(down).toEqual(
    expect.arrayContaining([
      { of: "dialog", what: "translate", ms: 220 },
      { of: "result-bar", what: "rise", ms: 220 },
    ]),
  );
  await expect(bar(page)).toContainText("No slips.");
  // The same key again in the same moment is not meant.
  await page.waitForTimeout(500);
  const up = await motionsDuring(page, async () => {
    await page.keyboard.press("Escape");
    await expect(result(page)).toBeVisible();
  });
  expect(up).toEqual(expect.arrayContaining([{ of: "dialog", what: "translate", ms: 220 }]));
  await page.waitForTimeout(500);
  await page.keyboard.press("Escape");
  await expect(look(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await waitForCode(page, "Last");
});

test("long code scrolls to the slip, without motion where it is not wanted", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const long = "let a = 1;\n".repeat(45);
  await open(server, page, long);
  await typeWithSlips(page, long, [4, long.length - 3]);
  const seen = await motionsDuring(page, async () => {
    await page.keyboard.press("Escape");
    await expect(look(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(here(page)).toBeInViewport();
    await page.keyboard.press("ArrowUp");
    await expect(here(page)).toBeInViewport();
  });
  expect(seen).toEqual([]);
});

test("below 1024 px the note is in the bar, and nothing scrolls sideways", async ({ page, server }) => {
  await open(server, page);
  await typeWithSlips(page, code, slips);
  await page.keyboard.press("Escape");
  for (const [width, height] of [
    [820, 1180],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isNarrow = width < 1024;
    await expect(bar(page).locator(".bar-slip")).toBeVisible({ visible: isNarrow });
    await expect(look(page).locator(".slip-pop")).toBeVisible({ visible: !isNarrow });
    await expect(look(page).locator(".sp").first()).toBeVisible({ visible: width > 760 });
    const wider = await look(page).evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(wider, `${width} px`).toBeLessThanOrEqual(1);
    for (const theme of ["tabstop-dark", "tabstop"]) {
      await page.evaluate((id) => void (document.documentElement.dataset.theme = id), theme);
      await page.screenshot({ path: test.info().outputPath(`${width}-${theme}.png`) });
    }
  }
});
