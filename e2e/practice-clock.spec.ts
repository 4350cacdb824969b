// The running clock: what it shows, read from pictures of it, and that the page's thread has nothing to do for it.

import type { Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import { clockReader, msOf, waitForClockFace, withoutClockWorker } from "./support/clock-face.ts";
import { adminApiClient, createCourse } from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { waitForCode } from "./support/typing.ts";

const code = "abcdefghij\nklmnopqrst\nuvwxyz";
/** How much older a picture may be than the moment at which it arrives, on a busy machine. */
const latencyMs = 1_000;

async function open(server: RunningServer, page: Page): Promise<void> {
  const course = await createCourse(await adminApiClient(server, page.request), {
    Lesson: { Chapter: { Sample: code } },
  });
  await openAsNewUser(page, course.address("Lesson"));
  await waitForCode(page, "Sample");
}

/** Notes when the next key goes down, so that a test knows how long ago that was. */
async function noteNextKey(page: Page, name: "startedAt" | "pressedAt" = "startedAt"): Promise<void> {
  await page.evaluate((key) => {
    const note = ({ timeStamp }: Event) => (document.body.dataset[key] = `${timeStamp}`);
    addEventListener("keydown", note, { capture: true, once: true });
  }, name);
}

const elapsed = (page: Page) =>
  page.evaluate(() => performance.now() - Number(document.body.dataset.startedAt));

async function expectTimeOfRun(page: Page, read: () => Promise<string>): Promise<string> {
  const before = await elapsed(page);
  const time = await read();
  expect(msOf(time), `${time} after ${before} ms`).toBeGreaterThanOrEqual(before - latencyMs);
  expect(msOf(time), `${time} after ${before} ms`).toBeLessThanOrEqual(await elapsed(page));
  return time;
}

test("the clock's digits are those of its text, pixel for pixel, and run in steps of 50 ms", async ({
  page,
  server,
}) => {
  await open(server, page);
  const clock = await clockReader(page);
  expect(await clock.read()).toBe("00:00.00");
  await noteNextKey(page);
  await page.keyboard.press("a");
  for (let look = 0; look < 4; look++) expect(msOf(await expectTimeOfRun(page, clock.read)) % 50).toBe(0);
});

test("the clock stops at the exact hundredth, and starts again from zero", async ({ page, server }) => {
  await open(server, page);
  const clock = await clockReader(page);
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect.poll(clock.read).toBe("00:00.00");
  await noteNextKey(page);
  await page.keyboard.press("a");
  await expect.poll(async () => msOf(await clock.read())).toBeGreaterThan(1_000);
  await expectTimeOfRun(page, clock.read);
  for (const key of code.slice(1)) await page.keyboard.press(key === "\n" ? "Enter" : key);
  const result = page.getByRole("dialog", { name: "Sample" });
  await expect(result).toBeVisible();
  const time = (await page.getByRole("timer").textContent()) ?? "";
  await expect(result).toContainText(time);
  // The result's veil lies over the clock.
  await page.evaluate(() =>
    document.querySelector<HTMLElement>(".in-stage")?.style.setProperty("display", "none"),
  );
  await expect.poll(clock.read).toBe(time);
});

test("between two keys the page's thread draws nothing, changes nothing and calls nothing", async ({
  page,
  server,
}) => {
  // Counts what runs on the page's thread.
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { calls });
    for (const name of [
      "setTimeout",
      "setInterval",
      "requestAnimationFrame",
      "requestIdleCallback",
    ] as const) {
      const original = window[name] as (
        callback: (...all: unknown[]) => unknown,
        ...rest: unknown[]
      ) => number;
      Object.assign(window, {
        [name]: (callback: (...all: unknown[]) => unknown, ...rest: unknown[]) =>
          original.call(
            window,
            (...all: unknown[]) => {
              calls.push(name);
              return callback(...all);
            },
            ...rest,
          ),
      });
    }
    addEventListener("DOMContentLoaded", () => {
      const note = (changes: MutationRecord[]) =>
        changes.forEach(({ type, target }) => calls.push(`${type} of ${target.nodeName}`));
      const everything = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver(note).observe(document, everything);
    });
    for (const type of ["animationstart", "animationiteration", "animationend", "transitionend"])
      addEventListener(type, () => calls.push(type), true);
  });
  await open(server, page);
  const clock = await clockReader(page);
  // Focus mode hides what is beside the code a second after the first key.
  await page.keyboard.press("a");
  await expect(page.locator("html")).toHaveAttribute("data-typing", "");
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  const rounds: string[][] = [];
  for (const letter of "bcdefghij") {
    await noteNextKey(page, "pressedAt");
    await page.keyboard.press(letter);
    // The frame of the key itself.
    await page.waitForTimeout(100);
    const heard = await page.evaluate(
      () => (window as unknown as { calls: string[] }).calls.splice(0).length,
    );
    expect(heard).toBeGreaterThan(0);
    await page.waitForTimeout(200);
    const [sinceKey, calls] = await page.evaluate(
      () =>
        [
          performance.now() - Number(document.body.dataset.pressedAt),
          (window as unknown as { calls: string[] }).calls.splice(0),
        ] as const,
    );
    // On a busy machine it may be later than that; then the caret blinks, which is no fault.
    if (sinceKey < 550) rounds.push([...calls]);
  }
  expect(rounds.flat()).toEqual([]);
  expect(rounds.length).toBeGreaterThan(2);
  // The clock ran in the meantime.
  expect(msOf(await clock.read())).toBeGreaterThan(2_000);
});

test("the clock is right after the tab was hidden, the theme changed and the window resized", async ({
  page,
  server,
}) => {
  await open(server, page);
  const first = await clockReader(page);
  await noteNextKey(page);
  await page.keyboard.press("a");
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  // While it is hidden, nothing is drawn.
  const hidden = await first.read();
  await page.waitForTimeout(300);
  expect(await first.read()).toBe(hidden);
  await setVisibility("visible");
  await expect.poll(first.read).not.toBe(hidden);
  await expectTimeOfRun(page, first.read);

  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === "tabstop" ? "tabstop-dark" : "tabstop";
  });
  await page.setViewportSize({ width: 600, height: 900 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  const second = await clockReader(page);
  await expect.poll(second.read).toBe("00:00.00");
});

test("the timer's name says the time to screen readers, also in a pause", async ({ page, server }) => {
  await open(server, page);
  const timer = await waitForClockFace(page);
  await expect(timer).toHaveAccessibleName("00:00 .00");
  await page.keyboard.press("a");
  await expect(timer).toHaveAccessibleName(/^00:0[2-9] \.\d\d$/);
  await page.emulateMedia({ media: "print" });
  await expect(timer.locator("canvas")).toBeHidden();
  await expect(timer.getByText(/^\d\d:\d\d$/)).toBeVisible();
});

test("after a hundred minutes the clock has a place more", async ({ page, server }) => {
  await page.clock.install();
  await open(server, page);
  const timer = await waitForClockFace(page);
  const width = async () => (await timer.locator("canvas").boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press("a");
  await page.clock.fastForward(5_998_000);
  // As after a sleep of the device. The worker then finds out itself that a minute has no place.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(timer).toHaveText(/^100:\d\d\.\d\d$/);
  await expect.poll(width).toBeGreaterThan(before + 10);
  await expect(timer).toHaveAttribute("data-drawn", "");
});

for (const [what, prepare] of [
  ["without canvases for workers", withoutClockWorker],
  [
    "whose worker does not start",
    (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, "Worker")),
  ],
  [
    "whose worker fails",
    (page: Page) => page.route(/clock-worker/, (route) => route.fulfill({ status: 404, body: "" })),
  ],
] as const) {
  test(`in a browser ${what} the page writes the time itself`, async ({ page, server, faults }) => {
    faults.expectFault(/clock-worker/);
    await prepare(page);
    await open(server, page);
    const timer = page.getByRole("timer");
    await page.keyboard.press("a");
    await expect(timer).toHaveText(/^00:0[1-9]/);
    await expect(timer.getByText(/^\d\d:\d\d$/)).toBeVisible();
    expect(await timer.getAttribute("data-drawn")).toBeNull();
  });
}
