// The ghost of one's best run: off until it is turned on, then a hollow caret that is where the best run was at that
// time, a mark on the progress bar, and how far the learner is behind or ahead.

import type { Page } from "@playwright/test";
import type { Keystroke } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { logToText, packLog } from "@tabstop/engine/packed-log";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { adminApiClient, apiClientOf, createCourse, exampleOf } from "./support/courses.ts";
import { findUnmeantOverflow } from "./support/layout-faults.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const code = "abcdefghij\nklmnopqrst\nuvwxyzabcd\nefghijklmn";
const keyMs = 200;

/** When the ghost has typed this many characters, ms after its first key: there is a long pause after 15. */
const reachedAt = (characters: number) =>
  characters <= 0 ? 0 : (characters - 1) * keyMs + (characters > 15 ? 60_000 : 0);

/** Opens the example for a new learner whose best run was typed at that pace, if `hasRun`. */
async function open(server: RunningServer, page: Page, { hasRun = true, text = code } = {}) {
  const course = await createCourse(await adminApiClient(server, page.request), {
    Lesson: { Chapter: { Sample: text } },
  });
  await openAsNewUser(page, "/profile");
  if (hasRun) {
    const learner = await apiClientOf(page, server);
    const { id, code_version } = await exampleOf(learner, course.lesson("Lesson"), course.example("Sample"));
    const log = Array.from(text, (character, index): Keystroke => {
      const at = reachedAt(index + 1);
      return character === "\n" ? { kind: "enter", at } : { kind: "text", text: character, at };
    });
    const packed = packLog(prepare(text), log);
    if (packed === null) throw new RangeError("no log");
    await learner.request("POST", "/courses/progress", {
      exampleId: id,
      progress: 100,
      accuracy: 100,
      errors: 0,
      isComplete: true,
      timeMs: reachedAt(text.length),
      attemptId: crypto.randomUUID(),
      codeVersion: code_version,
      log: logToText(packed),
    });
  }
  return course;
}

const keyList = (page: Page) => page.getByRole("dialog", { name: "Keys" });
const toggle = (page: Page) => keyList(page).getByRole("switch", { name: "Ghost of your best run, in Copy" });
const rival = (page: Page) => page.locator(".ca-rival");
const standing = (page: Page) => page.locator(".stats", { hasText: "your ghost" }).locator(".is-race");

async function turnOn(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await toggle(page).click();
  await page.keyboard.press("Escape");
  await expect(keyList(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await waitForCode(page, "Sample");
}

/** The number of characters before the ghost's caret, found where they are on the screen, and the ms since the first key. */
const placeOfGhost = (page: Page) =>
  page.evaluate(() => {
    const caret = document.querySelector(".ca-rival")?.getBoundingClientRect();
    if (caret === undefined) return null;
    const ms = performance.now() - Number(document.body.dataset.startedAt);
    const [x, y] = [caret.left + 4, caret.top + caret.height / 2];
    let before = 0;
    const rows = [...document.querySelectorAll(".ca-row")].toSorted(
      (one, two) => one.getBoundingClientRect().top - two.getBoundingClientRect().top,
    );
    for (const row of rows) {
      const { top, bottom, left } = row.getBoundingClientRect();
      const pencil = row.querySelector(".ca-pencil");
      if (pencil === null) continue;
      const length = pencil.textContent?.length ?? 0;
      if (y < top || y > bottom) {
        before += length + 1;
        continue;
      }
      // The right edges of its characters; the caret is at one of them or at the row's start.
      const edges = [left];
      const texts = document.createTreeWalker(pencil, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (let end = 1; end <= (text.nodeValue?.length ?? 0); end++) {
          const range = document.createRange();
          range.setStart(text, end - 1);
          range.setEnd(text, end);
          edges.push(range.getBoundingClientRect().right);
        }
      }
      const place = edges.findIndex((edge) => Math.abs(edge - x) < 1.5);
      return place === -1 ? null : { characters: before + place, ms };
    }
    return null;
  });

const noteFirstKey = (page: Page) =>
  page.evaluate(() => {
    const note = ({ timeStamp }: Event) => (document.body.dataset.startedAt = `${timeStamp}`);
    addEventListener("keydown", note, { capture: true, once: true });
  });

test("off, nothing of a ghost is loaded or shown; on, it stands at the start until the first key", async ({
  server,
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/replays/")) loaded.push(request.url());
  });
  const course = await open(server, page);
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await typeKeys(page, "abc");
  await expect(rival(page)).toHaveCount(0);
  await expect(page.getByText("your ghost")).toBeHidden();
  expect(loaded).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(toggle(page)).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("r");
  await waitForCode(page, "Sample");
  await turnOn(page);
  await expect(rival(page)).toBeVisible();
  expect(loaded).toHaveLength(1);
  expect((await placeOfGhost(page))?.characters).toBe(0);
  await page.waitForTimeout(700);
  expect((await placeOfGhost(page))?.characters).toBe(0);
  await expect(standing(page)).toBeHidden();
  await expect(rival(page).locator("xpath=ancestor::*[@aria-hidden='true']")).not.toHaveCount(0);
  await expect(standing(page).locator("xpath=ancestor-or-self::*[@aria-live or @role='status']")).toHaveCount(
    0,
  );

  // It is remembered on this device, and turning it off takes it away.
  await page.reload();
  await waitForCode(page, "Sample");
  await expect(rival(page)).toBeVisible();
  await turnOn(page);
  await expect(rival(page)).toHaveCount(0);
});

test("the ghost is where the best run was, on its own pace, and the text says how far behind or ahead one is", async ({
  server,
  page,
}) => {
  const course = await open(server, page);
  await page.addInitScript(() => localStorage.setItem("practice-ghost", "on"));
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await expect(rival(page)).toBeVisible();
  await noteFirstKey(page);
  await typeKeys(page, "ab");
  // While the learner pauses the ghost goes on by itself, up to its own pause after 15 characters.
  for (const wait of [1_100, 700, 500]) {
    await page.waitForTimeout(wait);
    const place = await placeOfGhost(page);
    if (place === null) throw new TypeError("no ghost");
    // On a busy machine it may be drawn late, never early.
    expect(reachedAt(place.characters)).toBeLessThanOrEqual(place.ms);
    expect(reachedAt(place.characters + 1) + 1_500, `${place.characters}`).toBeGreaterThan(place.ms);
  }
  await expect.poll(async () => (await placeOfGhost(page))?.characters).toBe(15);
  await expect(standing(page)).toHaveText(/^\d+\.\d s behind your ghost$/);
  const behind = Number.parseFloat(await standing(page).innerText());
  const { ms } = (await placeOfGhost(page)) ?? { ms: 0 };
  // It came to the third character after 0.2 s.
  expect(behind).toBeLessThanOrEqual(ms / 1_000 - reachedAt(2) / 1_000 + 0.1);
  expect(behind).toBeGreaterThan(ms / 1_000 - reachedAt(2) / 1_000 - 2.5);

  // Beyond the ghost's pause the learner is ahead, and its mark on the bar stays where the ghost is.
  await typeKeys(page, code.slice(2, 30));
  await expect(standing(page)).toHaveText(/^\d+\.\d s ahead of your ghost$/);
  const mark = await page.locator(".race-mark").evaluate((element) => {
    const bar = element.parentElement?.querySelector(".progress")?.getBoundingClientRect();
    return bar ? (100 * (element.getBoundingClientRect().left - bar.left)) / bar.width : Number.NaN;
  });
  expect(Math.abs(mark - Math.floor((100 * 15) / code.length))).toBeLessThan(1);

  // It stops with the clock, and stands at the start again after a restart.
  await typeKeys(page, code.slice(30));
  const result = page.getByRole("dialog", { name: "Sample" });
  await expect(result).toBeVisible();
  const end = await placeOfGhost(page);
  await page.waitForTimeout(700);
  expect((await placeOfGhost(page))?.characters).toBe(end?.characters);
  await repeatUntilHidden(result, () => result.getByRole("button", { name: "Try Again" }).click());
  await expect.poll(async () => (await placeOfGhost(page))?.characters).toBe(0);
});

test("the learner's next ghost is the run that they have just typed, if it is better", async ({
  server,
  page,
}) => {
  const course = await open(server, page);
  await page.addInitScript(() => localStorage.setItem("practice-ghost", "on"));
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await expect(rival(page)).toBeVisible();
  const next = page.waitForResponse((response) => response.url().includes("/replays/"));
  await typeKeys(page, code);
  await expect(page.getByRole("dialog", { name: "Sample" })).toBeVisible();
  await next;
  const result = page.getByRole("dialog", { name: "Sample" });
  await repeatUntilHidden(result, () => result.getByRole("button", { name: "Try Again" }).click());
  await waitForCode(page, "Sample");
  await typeKeys(page, "a");
  // It is at the end long before the first run's ghost would be.
  await expect
    .poll(async () => (await placeOfGhost(page))?.characters, { timeout: 15_000 })
    .toBe(code.length);
  await expect(standing(page)).toHaveText(/^\d+\.\d s behind your ghost$/);
});

test("a learner who leaves in the middle of a race comes to the next screen", async ({ server, page }) => {
  const course = await open(server, page);
  await page.addInitScript(() => localStorage.setItem("practice-ghost", "on"));
  const race = async () => {
    await page.goto(course.address("Lesson"));
    await waitForCode(page, "Sample");
    await expect(rival(page)).toBeVisible();
    await typeKeys(page, "abc");
    await page.keyboard.press("Escape");
  };
  await race();
  await page.getByRole("link", { name: "Watch your best run" }).click();
  await expect(page.getByText("Replay of your best run")).toBeVisible();
  await race();
  await page.getByRole("link", { name: "Tabstop" }).first().click();
  await expect(rival(page)).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
});

test("without a best run there is no ghost, nor when its request fails", async ({ server, page, faults }) => {
  faults.expectFault(/Failed to load resource.*replays/);
  const course = await open(server, page, { hasRun: false });
  await page.addInitScript(() => localStorage.setItem("practice-ghost", "on"));
  const loaded = page.waitForResponse((response) => response.url().includes("/replays/"));
  await page.goto(course.address("Lesson"));
  await waitForCode(page, "Sample");
  await loaded;
  await typeKeys(page, "abc");
  await expect(rival(page)).toHaveCount(0);
  await expect(page.getByText("your ghost")).toBeHidden();
  await page.route("**/courses/replays/*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.reload();
  await waitForCode(page, "Sample");
  await typeKeys(page, "abc");
  await expect(rival(page)).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

for (const { name, viewport, theme } of [
  { name: "on a phone", viewport: { width: 360, height: 640 }, theme: "tabstop-dark" },
  { name: "on a desktop, in the light", viewport: { width: 1440, height: 900 }, theme: "tabstop" },
] as const)
  test(`a ghost far ahead scrolls nothing and hides no character, ${name}`, async ({ server, page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript((id) => localStorage.setItem("theme", id), theme);
    const text = `${"a\n".repeat(15)}${"b\n".repeat(40)}end`;
    const course = await open(server, page, { text });
    await page.addInitScript(() => localStorage.setItem("practice-ghost", "on"));
    await page.goto(course.address("Lesson"));
    await waitForCode(page, "Sample");
    await expect(rival(page)).toBeVisible();
    const scroll = () =>
      page.locator(".ca-sheet").evaluate((sheet) => (sheet as HTMLElement).style.transform);
    const before = await scroll();
    await typeKeys(page, "a");
    await page.waitForTimeout(4_000);
    expect(await scroll()).toBe(before);
    const widths = await rival(page).evaluate((element) => {
      const { width } = element.getBoundingClientRect();
      return { width, fill: getComputedStyle(element).backgroundColor };
    });
    expect(widths).toEqual({ width: 6, fill: "rgba(0, 0, 0, 0)" });
    await page.keyboard.press("Escape");
    expect((await findUnmeantOverflow(page)).faults).toEqual([]);
    await expectAccessible(page, "practice with a ghost");
  });
