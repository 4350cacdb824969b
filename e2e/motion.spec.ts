// Everything that opens over a page moves by the design's tokens, only in opacity and position, keeps neither the focus
// nor the keys waiting, and does not move for users who prefer less motion.

import type { Page } from "@playwright/test";
import { openAsNewUser, submitLoginForm } from "./support/accounts.ts";
import { adminApiClient, createCourse } from "./support/courses.ts";
import { type Motion, motionsDuring } from "./support/motion.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { waitForCode } from "./support/typing.ts";

const fast = 120;
const panel = 220;

/** What may change in a motion. `overlay`, `display` and `visibility` only keep an element shown until it has gone. */
const allowed = /^(opacity|translate|rotate|overlay|display|visibility|appear|drop|from-start|from-end)$/;
const hover = /^(background-color|box-shadow)$/;

type Step = {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
  /** What has to move, with its time in ms. */
  readonly moves: readonly Motion[];
};

async function openPractice(server: RunningServer, page: Page): Promise<void> {
  const course = await createCourse(
    await adminApiClient(server, page.request),
    { Lesson: { Chapter: { Sample: "let a = 1;" } } },
    { language: "javascript", name: "Motion" },
  );
  await openAsNewUser(page, course.address("Lesson"));
  await waitForCode(page, "Sample");
  // Single letters are keys of the page when the code has not got the focus.
  await page.keyboard.press("Escape");
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

function opens(of: string, property: "opacity" | "translate"): Motion {
  return { of, what: property, ms: panel };
}

function closes(of: string, property: "opacity" | "translate"): Motion {
  return { of, what: property, ms: fast };
}

/** A dialog of the practice screen that opens with a key or a button, and closes with Esc. */
function dialogSteps(of: string, name: string, open: (page: Page) => Promise<unknown>): Step[] {
  return [
    {
      name: `${name} opens`,
      act: async (page) => {
        await open(page);
        await expect(dialog(page, name)).toBeVisible();
      },
      moves: [opens(of, "opacity"), opens(of, "translate"), opens(`${of}::backdrop`, "opacity")],
    },
    {
      name: `${name} closes`,
      act: async (page) => {
        await page.keyboard.press("Escape");
        // The page behind has the focus in the same moment, while the dialog is still seen.
        expect(await page.evaluate(() => document.querySelector("dialog[open]"))).toBeNull();
        expect(await page.evaluate(() => document.activeElement?.closest("dialog") ?? null)).toBeNull();
        await expect(dialog(page, name)).toBeHidden();
      },
      moves: [closes(of, "opacity"), closes(of, "translate")],
    },
  ];
}

const keysDialog = dialogSteps("dialog", "Keys", (page) => page.keyboard.press("?"));
const drawer = dialogSteps("side", "Courses", (page) => page.keyboard.press("c"));
const sheet = dialogSteps("board", "Leaderboard", (page) => page.keyboard.press("l"));
const columns: Step[] = [
  ["Collapse courses", "board-rail", "appear"],
  ["Show courses", "panel-in", "from-start"],
  ["Collapse leaderboard", "board-rail", "appear"],
  ["Show leaderboard", "panel-in", "from-end"],
].map(([name = "", of = "", what = ""]) => ({
  name,
  act: (page) => button(page, name).click(),
  moves: [{ of, what, ms: panel }],
}));
const menu: Step = {
  name: "the account's menu opens",
  act: async (page) => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  moves: [{ of: "menu", what: "drop", ms: fast }],
};

async function walk(page: Page, steps: readonly Step[], hasMotion: boolean): Promise<void> {
  for (const step of steps) {
    const seen = await motionsDuring(page, () => step.act(page));
    if (hasMotion) expect(seen, step.name).toEqual(expect.arrayContaining([...step.moves]));
    else expect(seen, step.name).toEqual([]);
    for (const motion of seen) {
      expect(allowed.test(motion.what) || hover.test(motion.what), `${step.name}: ${motion.what}`).toBe(true);
      // A colour that turns back half-way takes only the rest of its time.
      if (hover.test(motion.what)) expect(motion.ms).toBeLessThanOrEqual(fast);
      else expect([fast, panel], `${step.name}: ${motion.of} ${motion.what}`).toContain(motion.ms);
    }
  }
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  const hasMotion = reducedMotion === "no-preference";
  const how = hasMotion ? "move by the tokens" : "do not move with reduced motion";

  test(`dialogs, side columns and menus ${how}`, async ({ page, server }) => {
    await page.emulateMedia({ reducedMotion });
    await openPractice(server, page);
    await walk(page, [...keysDialog, ...columns, menu], hasMotion);
  });

  test(`the drawer and the sheet ${how}`, async ({ page, server }) => {
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize({ width: 390, height: 844 });
    await openPractice(server, page);
    await walk(page, [...drawer, ...sheet], hasMotion);
    await page.setViewportSize({ width: 820, height: 1180 });
    await walk(page, sheet, hasMotion);
  });

  test(`a dialog of the profile ${hasMotion ? "moves by the tokens" : "does not move with reduced motion"}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await openAsNewUser(page, "/profile");
    const deleting = dialogSteps("dialog", "Delete account", (on) => button(on, "Delete account").click());
    await walk(page, deleting, hasMotion);
  });

  test(`a notice ${hasMotion ? "appears" : "is there at once with reduced motion"}`, async ({
    page,
    faults,
  }) => {
    faults.expectFault("ERR_FAILED");
    await page.emulateMedia({ reducedMotion });
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.goto("/login");
    const failed: Step = {
      name: "the server cannot be reached",
      act: async (on) => {
        await submitLoginForm(on, { email: "mira@example.com", password: "correct horse" });
        await expect(on.locator(".notice")).toBeVisible();
      },
      moves: [{ of: "notice", what: "appear", ms: fast }],
    };
    await walk(page, [failed], hasMotion);
  });
}

test("the content of a dialog stays while it closes, and takes neither keys nor presses", async ({
  page,
  server,
}) => {
  await openPractice(server, page);
  await page.keyboard.press("?");
  const keys = page.locator("dialog.dialog", { hasText: "Keys" });
  await expect(keys).toBeVisible();
  // Stopped as it begins, so that a slow machine sees it too.
  const closing = await page.evaluate(async () => {
    const element = document.querySelector<HTMLDialogElement>("dialog[open]");
    if (element === null) throw new TypeError("no dialog");
    await Promise.allSettled(element.getAnimations().map((motion) => motion.finished));
    const closed = new Promise((done) => {
      new MutationObserver(done).observe(element, { attributeFilter: ["open"] });
    });
    element.querySelector<HTMLButtonElement>("[aria-label=Close]")?.click();
    await closed;
    for (const motion of element.getAnimations()) motion.pause();
    return { inert: element.inert, motions: element.getAnimations().length, text: element.textContent };
  });
  expect(closing).toMatchObject({ inert: true, motions: 4 });
  expect(closing.text).toContain("Keys");
  // The page has the keys: the list opens again, and is not closed by the motion that was left.
  await page.keyboard.press("?");
  await expect(keys).toHaveAttribute("open", "");
  await expect(keys).toContainText("Keys");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(keys).toHaveCount(0);
});
