// The 600 ms after the last key of a run, frame by frame: what moves, when, and that a key ends it. The pictures of the
// frames are in the test's output folder.

import type { Page } from "@playwright/test";
import { openAsNewUser } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  newApiClient,
} from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeAfterStart, typeKeys, waitForCode } from "./support/typing.ts";

const code = "const a = 1;\nlet b = 2;";

const result = (page: Page) => page.getByRole("dialog", { name: /Sample/ });

/** Opens the second of three examples; the first is completed. */
async function open(server: RunningServer, page: Page): Promise<{ exampleId: number }> {
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Lesson: { Chapter: { First: "a", Sample: code, Last: "b" } } },
    { language: "javascript", name: "Ending" },
  );
  await openAsNewUser(page, "/courses");
  await completeExample(await apiClientOf(page, server), course.example("First"), 1_000);
  await page.goto(course.address("Lesson", "Sample"));
  await waitForCode(page, "Sample");
  return { exampleId: course.example("Sample") };
}

/** Types all but the last key, until focus mode has hidden what is around the code. */
async function typeAlmost(page: Page): Promise<void> {
  await typeKeys(page, code.slice(0, -1));
  await expect(page.locator(".nav")).toBeHidden();
}

type Frame = {
  readonly bar: string;
  readonly needle: number;
  readonly caret: number;
  readonly header: number;
  readonly veil: number;
  readonly dialog: number;
  readonly rise: number;
  readonly tick: number;
  readonly cover: number;
};

/** What is drawn `at` ms after the last key. All motions were stopped as they began. */
function frameAt(page: Page, at: number): Promise<Frame> {
  return page.evaluate((time) => {
    for (const motion of document.getAnimations()) {
      if (motion.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) continue;
      motion.pause();
      motion.currentTime = time;
    }
    const style = (selector: string, pseudo?: string) => {
      const element = document.querySelector(selector);
      if (element === null) throw new TypeError(selector);
      return getComputedStyle(element, pseudo);
    };
    const moved = (selector: string, pseudo?: string) => new DOMMatrix(style(selector, pseudo).transform);
    const lesson = ".side .lesson[aria-current] .mark";
    return {
      bar: style(".progress > i").backgroundColor,
      needle: moved(".ca-needle").e + moved(".ca-carriage").e,
      caret: Number(style(".ca-caret").opacity),
      header: Number(style(".lesson-bar").opacity),
      veil: Number(style(".in-stage.clear").opacity),
      dialog: Number(style(".told").opacity),
      rise: moved(".told").f,
      tick: moved(".stops > [aria-current]", "::before").d,
      cover: moved(lesson, "::after").f,
    };
  }, at);
}

/** Motions stop as they begin, and the ending does not end by itself. */
async function stopMotions(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Animation.enable");
  await cdp.send("Animation.setPlaybackRate", { playbackRate: 0 });
  await page.evaluate(() => {
    const later = globalThis.setTimeout;
    const timer = (act: TimerHandler, ms?: number) => (ms === 600 ? 0 : later(act, ms));
    Object.assign(globalThis, { setTimeout: timer });
  });
}

test("the stage makes way for the result in 600 ms, each part at its time", async ({
  page,
  server,
}, info) => {
  await open(server, page);
  await typeAlmost(page);
  const paint = (token: string) =>
    page.evaluate((name) => {
      const probe = Object.assign(document.createElement("i"), { style: `color: var(${name})` });
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, token);
  const amber = await paint("--accent");
  const green = await paint("--success");
  await stopMotions(page);
  await page.keyboard.press(code.at(-1) ?? "");
  await expect(result(page)).toBeAttached();

  const frames = new Map<number, Frame>();
  for (const at of [0, 120, 180, 240, 340, 400, 460, 600]) {
    frames.set(at, await frameAt(page, at));
    await page.screenshot({ path: info.outputPath(`${String(at).padStart(3, "0")}-ms.png`) });
  }
  const frame = (at: number) => frames.get(at) as Frame;
  expect(frame(0)).toMatchObject({
    bar: amber,
    caret: 1,
    header: 0,
    veil: 0,
    dialog: 0,
    rise: 12,
    tick: 0.5,
  });
  // The caret is after the last character of the second line, 10 columns of 12 px.
  expect(frame(0).needle).toBeCloseTo(120, 0);
  expect(frame(120)).toMatchObject({ bar: green, caret: 0, veil: 0, dialog: 0, tick: 0.5 });
  expect(frame(120).needle).toBeLessThan(20);
  expect(frame(180)).toMatchObject({ needle: 0, veil: 0, dialog: 0, rise: 12, tick: 0.5 });
  expect(frame(240)).toMatchObject({ header: 1, tick: 0.5 });
  expect(frame(240).dialog).toBeGreaterThan(0);
  expect(frame(240).dialog).toBeLessThan(1);
  expect(frame(240).veil).toBeGreaterThan(0);
  // Until now the mark is filled by a third.
  expect(frame(240).cover).toBeLessThan(0);
  expect(frame(340).tick).toBeGreaterThan(0.5);
  expect(frame(340).cover).toBeLessThan(frame(240).cover);
  expect(frame(400)).toMatchObject({ veil: 1, dialog: 1, rise: 0 });
  expect(frame(460).tick).toBe(1);
  expect(frame(460).cover).toBeLessThan(frame(340).cover);
  expect(frame(600)).toEqual({ ...frame(460), bar: green, needle: 0, caret: 0, header: 1 });
  // Nothing else moves than by position, opacity and colour, and nothing after 600 ms.
  const rest = await page.evaluate(() =>
    document.getAnimations().flatMap((motion) => {
      const { endTime } = motion.effect?.getComputedTiming() ?? {};
      if (endTime === Number.POSITIVE_INFINITY || !(motion.effect instanceof KeyframeEffect)) return [];
      const properties = motion.effect
        .getKeyframes()
        .flatMap((keyframe) => Object.keys(keyframe))
        .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name));
      return [{ endTime: Number(endTime), properties }];
    }),
  );
  for (const { endTime, properties } of rest) {
    expect(endTime).toBeLessThanOrEqual(600);
    for (const property of properties)
      expect(property).toMatch(/^(opacity|transform|translate|visibility|\w*[cC]olor)$/);
  }
});

test("with reduced motion the last frame is there at once", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(server, page);
  await typeAlmost(page);
  await page.keyboard.press(code.at(-1) ?? "");
  await expect(result(page)).toBeVisible();
  const seen = await frameAt(page, 0);
  expect(seen).toMatchObject({ needle: 0, caret: 0, header: 1, veil: 1, dialog: 1, rise: 0, tick: 1 });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("a key ends what is left of the motion, and Enter leads on from 400 ms", async ({ page, server }) => {
  await open(server, page);
  await typeAlmost(page);
  await stopMotions(page);
  await page.keyboard.press(code.at(-1) ?? "");
  await expect(result(page)).toBeAttached();
  await expect(page.locator("html[data-ending]")).toBeAttached();
  expect(await page.locator(".told").evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe("0");
  // A late key of the run: it does nothing else.
  await page.keyboard.press("x");
  await expect(page.locator("html[data-ending]")).toHaveCount(0);
  expect(await page.locator(".told").evaluate((dialog) => getComputedStyle(dialog).opacity)).toBe("1");
  expect(await page.locator(".ca-needle").evaluate((needle) => needle.getAnimations().length)).toBe(0);
  await expect(result(page)).toBeVisible();
  await page.waitForTimeout(400);
  await page.keyboard.press("Enter");
  await waitForCode(page, "Last");
});

test("nothing is drawn before the run is sent", async ({ page, server }) => {
  await open(server, page);
  await typeAlmost(page);
  await page.evaluate(() => {
    const send = globalThis.fetch;
    Object.assign(globalThis, {
      fetch(...request: Parameters<typeof fetch>) {
        const [to] = request;
        const address = to instanceof Request ? to.url : String(to);
        if (address.includes("/courses/progress"))
          Object.assign(globalThis, { drawnBefore: document.querySelector(".told") !== null });
        return send(...request);
      },
    });
  });
  await page.keyboard.press(code.at(-1) ?? "");
  await expect(result(page)).toBeVisible();
  await expect.poll(() => page.evaluate("globalThis.drawnBefore")).toBe(false);
});

test("the own row of the leaderboard moves to its new place, and the rows between by one", async ({
  page,
  server,
}) => {
  const { exampleId } = await open(server, page);
  for (const timeMs of [40_000, 50_000, 60_000])
    await completeExample(await newApiClient(server, page.request), exampleId, timeMs);
  await completeExample(await apiClientOf(page, server), exampleId, 55_000);
  await page.reload();
  await waitForCode(page, "Sample");
  const rows = page.getByRole("complementary", { name: "Leaderboard" }).locator(".rank");
  await expect(rows.nth(2)).toHaveClass(/me/);
  await page.evaluate(() => {
    const moves: { row: number; from: string }[] = [];
    Object.assign(globalThis, { moves });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      if (this.matches("[data-row]")) {
        const [first] = frames as Keyframe[];
        const row = [...document.querySelectorAll(".board [data-row]")].indexOf(this);
        moves.push({ row, from: String(first?.transform) });
      }
      return animate.call(this, frames, options);
    };
  });
  await typeAfterStart(page, code);
  await expect(result(page)).toBeVisible();
  await expect(rows.nth(0)).toHaveClass(/me/);
  const height = await rows.nth(0).evaluate((row) => row.clientHeight);
  expect(await page.evaluate("globalThis.moves")).toEqual([
    { row: 0, from: `translateY(${2 * height}px)` },
    { row: 1, from: `translateY(${-height}px)` },
    { row: 2, from: `translateY(${-height}px)` },
  ]);
});
