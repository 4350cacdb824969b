// Replays: a learner's own best run on its screen, and other users' runs in the board dialog of the dashboard.

import type { Locator, Page } from "@playwright/test";
import type { Keystroke } from "@tabstop/engine/attempt";
import { expectAccessible } from "./support/accessibility.ts";
import { openAs, openAsNewUser, submitLoginForm } from "./support/accounts.ts";
import {
  adminApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  newApiClient,
  type TestCourse,
} from "./support/courses.ts";
import { completeWithLog, loggedRun, runOf } from "./support/logged-run.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { freshName, typeAfterStart, waitForCode } from "./support/typing.ts";

const code = "let a = 1;\nlet b = 22;\nlet c = 333;";

async function sample(server: RunningServer, page: Page, text = code): Promise<TestCourse> {
  const admin = await adminApiClient(server, page.request);
  return createCourse(admin, { Only: { Chapter: { Sample: text, Other: "let b;" } } });
}

/** Opens the replay of a run of six seconds with two slips, made offline by a new learner. */
async function openReplay(page: Page, server: RunningServer): Promise<TestCourse> {
  const course = await sample(server, page);
  await openAsNewUser(page, "/profile");
  const run = loggedRun(code, () => 170, [4, 20]);
  await completeWithLog(await apiClientOf(page, server), course.example("Sample"), run, { hasStart: false });
  await page.goto(`/replay/${course.example("Sample")}`);
  await expect(playhead(page)).toBeVisible();
  return course;
}

const playhead = (page: Page | Locator) => page.getByRole("slider", { name: "Position" });
const state = (page: Page) => page.locator(".state");
const errors = (page: Page) => page.locator(".is-errors");

test("a learner types a run and watches it, with its slips where they were @phone", async ({
  page,
  server,
}) => {
  const course = await sample(server, page);
  await openAsNewUser(page, course.address("Only", "Sample"));
  await waitForCode(page, "Sample");
  await typeAfterStart(page, "let~ a = 1;\nlet b = 22;\nl~et c = 333;");
  await expect(page.getByRole("dialog", { name: /^Example complete/ })).toBeVisible();
  const exampleId = course.example("Sample");
  const learner = await apiClientOf(page, server);
  await expect
    .poll(async () => {
      const { run } = await learner.request<{ run: unknown }>("GET", `/courses/replays/${exampleId}`);
      return run !== null;
    })
    .toBe(true);

  await page.goto(`/replay/${exampleId}`);
  await expect(page).toHaveTitle("Replay of Sample | Tabstop");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replay of your best run");
  await expect(page.getByRole("heading", { level: 2, name: "Sample" })).toBeVisible();
  await expect(page.locator(".replay-facts")).toContainText("checked against its keystrokes");
  await expect(state(page)).toHaveText("Paused");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^0\.00 of \d+\.\d\d seconds$/);
  await expect(page.locator(".code-area")).toHaveAttribute("data-blurred");
  await expect(
    page.getByRole("img", { name: /^Speed over the run between [\d,]+ and [\d,]+ words/ }),
  ).toHaveCount(1);
  await expect(page.getByRole("table", { name: "Speed over the run" }).getByRole("row")).not.toHaveCount(1);
  await expectAccessible(page, "a replay");

  await page.getByRole("radio", { name: "4×" }).check();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(state(page)).not.toHaveClass(/\bon\b/);
  await expect(state(page)).toHaveText("Paused");
  await expect(page.getByRole("progressbar", { name: "Typed" })).toHaveAttribute("aria-valuenow", "100");
  await expect(errors(page)).toHaveText("2 errors");
  await expect(page.locator(".ca-scar")).toHaveCount(2);

  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/courses\\?lessonId=\\d+&exampleId=${exampleId}$`));
  await waitForCode(page, "Sample");
});

test("keys move the playhead; what was typed after it is pencil again, without scars @phone", async ({
  page,
  server,
}) => {
  await openReplay(page, server);
  const total = "6.12";
  const isAt = (seconds: string) =>
    expect(playhead(page)).toHaveAttribute("aria-valuetext", `${seconds} of ${total} seconds`);
  const scars = page.locator(".ca-scar");
  /** How many columns of each row with ink are inked. */
  const ink = () =>
    page.locator(".ca-sheet .ca-ink").evaluateAll((inks) =>
      inks.map((each) => {
        const hidden = Number(/inset\(0px ([\d.]+)px/.exec((each as HTMLElement).style.clipPath)?.[1] ?? 0);
        const column = Number.parseFloat(getComputedStyle(each).getPropertyValue("--col"));
        return Math.round((each.getBoundingClientRect().width - hidden) / column);
      }),
    );

  await page.keyboard.press("ArrowRight");
  await isAt("1.00");
  await expect(scars).toHaveCount(1);
  await page.keyboard.press("Shift+ArrowRight");
  await isAt("3.57");
  await expect(errors(page)).toHaveText("2 errors");
  await page.keyboard.press("End");
  await isAt(total);
  await expect(scars).toHaveCount(2);
  expect((await ink()).filter((columns) => columns > 0)).toHaveLength(3);
  await expect(page.getByRole("progressbar", { name: "Typed" })).toHaveAttribute("aria-valuenow", "100");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await isAt("0.68");
  await expect(errors(page)).toHaveText("1 error");
  await page.keyboard.press("Home");
  await isAt("0.00");
  await expect(scars).toHaveCount(0);
  await expect(errors(page)).toHaveText("0 errors");
  // The first key, and nothing else.
  expect((await ink()).filter((columns) => columns > 0)).toEqual([1]);
  await expect(page.locator(".ca-row.is-now .ca-number")).toHaveText("1");
  await page.keyboard.press("ArrowLeft");
  await isAt("0.00");

  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "2×" })).toBeChecked();
  await page.keyboard.press("Space");
  await expect(state(page)).toHaveText("Playing");
  await page.keyboard.press("Space");
  await expect(state(page)).toHaveText("Paused");
  const stopped = await playhead(page).getAttribute("aria-valuetext");
  await page.keyboard.press("1");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", stopped ?? "");
});

test("the player is loaded with the replay, not with the practice screen", async ({ page, server }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script") scripts.push(await response.text());
  });
  const course = await sample(server, page);
  await openAsNewUser(page, course.address("Only", "Sample"));
  await waitForCode(page, "Sample");
  await page.waitForLoadState("networkidle");
  // A class that only the chart has.
  const hasChart = () => scripts.some((script) => script.includes("speed-to-come"));
  expect(scripts.length).toBeGreaterThan(1);
  expect(hasChart()).toBe(false);
  await page.goto(`/replay/${course.example("Sample")}`);
  await expect(page.getByText("You have no time yet in the present code of this example.")).toBeVisible();
  await expect.poll(hasChart).toBe(true);
});

test("going back past a line that was corrected later removes the scar that it got then", async ({
  page,
  server,
}) => {
  const text = "ab\ncd\nef";
  const course = await sample(server, page, text);
  await openAsNewUser(page, "/profile");
  // Two lines are begun by second 1. From second 4 on the first one is corrected, with a slip, and all is typed on.
  const [early, back, late] = [["a", "b", "\n", "c"], ["←", "←", "←"], [..."~b\ncd\nef"]];
  const times = (keys: readonly string[], from: number, to: number) =>
    keys.map((key, index): Keystroke => {
      const at = from + Math.round(((to - from) * index) / (keys.length - 1));
      if (key === "←") return { kind: "backspace", at };
      return key === "\n" ? { kind: "enter", at } : { kind: "text", text: key, at };
    });
  const log = [...times(early, 0, 900), ...times(back, 4_000, 4_300), ...times(late, 4_400, 5_000)];
  await completeWithLog(await apiClientOf(page, server), course.example("Sample"), runOf(text, log), {
    hasStart: false,
  });
  await page.goto(`/replay/${course.example("Sample")}`);
  await expect(playhead(page)).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".ca-scar")).toHaveCount(1);
  // From the last line to the moment in which the caret was on the second, in one step.
  const box = await page.locator(".speed-chart").boundingBox();
  if (box === null) throw new RangeError("the chart has no place");
  await page.mouse.click(box.x + 40 + (box.width - 92) / 2, box.y + 40);
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^2\.\d\d of 5\.00 seconds$/);
  await expect(page.locator(".ca-row.is-now .ca-number")).toHaveText("2");
  await expect(page.locator(".ca-scar")).toHaveCount(0);
});

test("the pointer moves the playhead over the chart, and a field keeps its keys @phone", async ({
  page,
  server,
}) => {
  await openReplay(page, server);
  const chart = page.locator(".speed-chart");
  const box = await chart.boundingBox();
  if (box === null) throw new RangeError("the chart has no place");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 40, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 52, y, { steps: 3 });
  await page.mouse.up();
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^6\.1\d of 6\.12 seconds$/);
  await page.mouse.click(box.x + 10, y);
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^0\.00 of/);

  // On the choice of the speed, reached by keyboard, arrows choose.
  await page.getByRole("radio", { name: "1×" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "2×" })).toBeChecked();
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^0\.00 of/);
  await playhead(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(playhead(page)).toHaveAttribute("aria-valuetext", /^1\.00 of/);
});

test("without reduced motion the playhead glides; with it, it moves once a second", async ({
  page,
  server,
}) => {
  await openReplay(page, server);
  /** The places of the playhead until the replay has ended. */
  const places = async () => {
    await page.keyboard.press("Home");
    await page.keyboard.press("2");
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const seen = new Set<string>();
          const head = document.querySelector<HTMLElement>(".playhead");
          const play = [...document.querySelectorAll("button")].find((one) => one.textContent === "Play");
          play?.click();
          const look = () => {
            seen.add(head?.style.transform ?? "");
            const isPlaying = document.querySelector(".state")?.textContent === "Playing";
            if (isPlaying || seen.size === 1) requestAnimationFrame(look);
            else resolve(seen.size);
          };
          look();
        }),
    );
  };
  expect(await places()).toBeGreaterThan(12);
  await page.emulateMedia({ reducedMotion: "reduce" });
  // 0 to 6 s, and the end.
  expect(await places()).toBeLessThanOrEqual(8);
});

test("in forced colours, the numbers and slips of the chart are in the colours of the system", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openReplay(page, server);
  const style = (selector: string, property: "color" | "backgroundColor" | "fill" | "stroke") =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  for (const theme of ["tabstop-dark", "tabstop"]) {
    await page.evaluate((id) => {
      document.documentElement.dataset.theme = id;
    }, theme);
    expect(await style(".chart text", "fill"), theme).toBe(await style("body", "color"));
    expect(await style(".chart .slip", "fill"), theme).toBe(await style("body", "backgroundColor"));
    expect(await style(".chart .grid", "stroke"), theme).toBe(await style(".speed-to-come", "stroke"));
  }
});

test("a replay that cannot be shown says why and leads on @phone", async ({ page, server, faults }) => {
  faults.expectFault(/status of (400|404|422|503)/);
  const course = await sample(server, page);
  const exampleId = course.example("Sample");
  await page.goto(`/replay/${exampleId}`);
  await expect(page).toHaveURL(/\/login/);
  const account = await openAsNewUser(page, "/profile");
  const learner = await apiClientOf(page, server);

  for (const unknown of ["999999999", "abc", "0"]) {
    await page.goto(`/replay/${unknown}`);
    await expect(page.getByRole("main").getByRole("alert")).not.toBeEmpty();
    await expect(page.getByRole("main").getByRole("link", { name: "Go to the courses" })).toBeVisible();
  }

  await page.goto(`/replay/${exampleId}`);
  await expect(page.getByText("You have no time yet in the present code of this example.")).toBeVisible();
  await completeExample(learner, exampleId, 4_000);
  await page.goto(`/replay/${exampleId}`);
  await expect(page.getByText("This run was made before replays were kept.")).toBeVisible();
  await expect(page).toHaveTitle("Replay of Sample | Tabstop");
  await expectAccessible(page, "a replay without a log");
  await page.getByRole("button", { name: "Back to the example" }).click();
  await waitForCode(page, "Sample");

  await completeWithLog(
    learner,
    exampleId,
    loggedRun(code, () => 60),
  );
  let isDown = true;
  await page.route("**/courses/replays/*", async (route) => {
    if (isDown) return route.fulfill({ status: 503, body: "" });
    const response = await route.fetch();
    const replay = await response.json();
    return route.fulfill({ json: { ...replay, run: { ...replay.run, log: "AQAA" } } });
  });
  await page.goto(`/replay/${exampleId}`);
  const tryAgain = page.getByRole("main").getByRole("button", { name: "Try Again" });
  await expect(tryAgain).toBeVisible();
  isDown = false;
  await tryAgain.click();
  await expect(
    page.getByText("This run cannot be shown: its keystrokes do not lead to the end"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to the example" })).toBeVisible();

  await page.unroute("**/courses/replays/*");
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/replay/${exampleId}`);
  await submitLoginForm(page, account);
  await expect(page).toHaveURL(new RegExp(`/replay/${exampleId}$`));
  await expect(playhead(page)).toBeVisible();
});

test("an admin watches a run in the board dialog, with its notes, and removes its time @phone", async ({
  page,
  server,
}) => {
  const title = freshName("Watched ");
  const text = "x".repeat(60);
  const course = await createCourse(await adminApiClient(server, page.request), {
    Only: { Chapter: { [title]: text } },
  });
  const exampleId = course.example(title);
  const [even, uneven, silent] = await Promise.all([1, 2, 3].map(() => newApiClient(server, page.request)));
  if (!even || !uneven || !silent) throw new RangeError("three learners");
  // Every interval is 30 ms; from 20 to 80 ms; no keystrokes.
  await completeWithLog(
    even,
    exampleId,
    loggedRun(text, () => 30),
  );
  await completeWithLog(
    uneven,
    exampleId,
    loggedRun(text, (key) => 20 + ((key * 37) % 61)),
  );
  await completeExample(silent, exampleId, 9_000);
  const admin = await page.request.post("/api/auth/login", { data: server.admin });
  await openAs(page, await admin.json(), "/admin");
  const open = page.getByRole("button", { name: `Board of ${title}` });
  // The examples with the most learners come first at the second press.
  await expect(async () => {
    await page.getByRole("button", { name: "Learners" }).click();
    await expect(open).toBeVisible({ timeout: 500 });
  }).toPass();
  await open.click();
  const dialog = page.getByRole("dialog", { name: `Board of ${title}` });
  const rows = dialog.getByRole("list", { name: "Board" }).getByRole("button");
  await expect(rows).toHaveCount(3);
  await expect(dialog).toContainText("Choose a time to see how it was typed.");
  await expect(rows.nth(0)).toContainText(", with a note");
  await expect(rows.nth(1)).not.toContainText("with a note");
  await expect(rows.nth(0)).toContainText("checked against its keystrokes");

  await rows.nth(0).click();
  await expect(dialog).toContainText("Intervals vary by 0%. Under 4% is noted.");
  await expect(dialog).toContainText("60 keystrokes, 0 errors. The server noted the start");
  await expectAccessible(page, "a run with a note");
  await playhead(dialog).focus();
  await page.keyboard.press("ArrowRight");
  await expect(playhead(dialog)).toHaveAttribute("aria-valuetext", /^1\.00 of 1\.77 seconds$/);
  await dialog.getByRole("button", { name: "Play" }).click();
  await expect(dialog.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(playhead(dialog)).toHaveAttribute("aria-valuetext", "1.77 of 1.77 seconds");

  await rows.nth(1).click();
  await expect(dialog).toContainText("No notes.");
  // A screen reader reads no empty list, and the name and the time as two words.
  await expect(dialog.getByRole("list")).toHaveCount(1);
  await expect(dialog.getByRole("region", { name: /^Run of / })).toContainText(/\w \d\d:\d\d\.\d\d/);
  await rows.nth(2).click();
  await expect(dialog).toContainText("No keystrokes were sent with this time.");
  await expect(dialog).toContainText("sent without keystrokes");
  await expect(playhead(dialog)).toHaveCount(0);
  expect(await dialog.textContent()).not.toMatch(/cheat|fake|suspicious/i);

  await rows.nth(0).click();
  await dialog.getByRole("button", { name: /^Remove this time/ }).click();
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toContainText("Intervals vary by 0%.");
  await dialog.getByRole("button", { name: /^Remove this time/ }).click();
  await question.getByRole("button", { name: "Remove this time" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Time removed successfully!" })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(dialog).toContainText("Choose a time to see how it was typed.");
});
