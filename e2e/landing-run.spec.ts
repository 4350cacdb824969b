// A visitor types on the landing page: all four languages, from the first key, and what becomes of the run.

import type { Page } from "@playwright/test";
import { submitLoginForm } from "./support/accounts.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { apiClientOf, leaderboardOf } from "./support/courses.ts";
import { testOnEmptyServer } from "./support/empty-server.ts";
import { expect, test } from "./support/test.ts";
import { freshName, register, typeKeys } from "./support/typing.ts";

const app = /\/static\/js\/app-[^/]+\.js$/;
const typing = /\/static\/js\/typed-code-[^/]+\.js$/;
const kept = "visitor-run";

const codes = {
  JavaScript:
    'const name = "Mika";\nconst age = 29;\nconsole.log(`${name} is ${age}`);\nconsole.log(`Next year: ${age + 1}`);',
  TypeScript:
    'const ferry: [string, number] = ["Tern", 40];\nconst [name, cars] = ferry;\nconsole.log(`${name} takes ${cars} cars`);',
  Python: 'guest = "Nora"\nseat = 14\nprint(f"Guest: {guest}\\nSeat: {seat}")\nprint(f"Next: {seat + 1}")',
  SQL: "SELECT name, stock\nFROM product\nWHERE stock > 0\n\tAND (price < 20 OR price > 100);",
} as const;
const titles = {
  JavaScript: "Template literals",
  TypeScript: "Tuple",
  Python: "f-strings",
  SQL: "AND with OR in parentheses",
} as const;
type Language = keyof typeof codes;

const fieldOf = (page: Page, language: Language = "JavaScript") =>
  page.getByRole("textbox", { name: `${titles[language]}, type this code`, exact: true });
const keepLink = (page: Page) => page.getByRole("link", { name: "Keep this time: Register" });
const another = (page: Page) => page.getByRole("button", { name: "Another" });
const headline = (page: Page) => page.locator(".hero h1 > span");

async function open(page: Page): Promise<void> {
  await page.goto("/");
  await expect(fieldOf(page)).toBeAttached();
}

async function finish(page: Page, language: Language = "JavaScript"): Promise<void> {
  await typeKeys(page, codes[language]);
  await expect(page.getByText("wpm", { exact: true }).first()).toBeVisible();
}

test("a visitor types all four languages by keyboard, each led to by Enter", async ({ page }) => {
  await open(page);
  const starts = [] as string[];
  page.on("request", (request) => {
    if (request.url().includes("/api/courses/") && request.method() === "POST") starts.push(request.url());
  });
  await expect(headline(page)).toHaveText("fingers.");
  for (const language of ["JavaScript", "TypeScript", "Python", "SQL"] as const) {
    const half = Math.floor(codes[language].length / 2);
    await typeKeys(page, codes[language].slice(0, half));
    await expect(fieldOf(page, language)).toBeFocused();
    await expect(page.getByText("Typing", { exact: true })).toBeVisible();
    await expect(page.locator(".try .timer")).toHaveText(/^00:\d\d\.\d\d$/);
    await expect(page.locator(".hero .ghost")).toHaveText(/^g?e?r?s\.$/);
    await typeKeys(page, codes[language].slice(half));
    await expect(page.locator(".hero .ghost")).toHaveText("");
    await expect(page.locator(".try-side")).toContainText(/wpmAccuracy\d+%Errors0Time00:\d\d\.\d\d/);
    await expect(another(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(another(page)).toBeHidden();
  }
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.getByRole("radio", { name: "JavaScript" })).toBeChecked();
  expect(starts, "a visitor's run is sent to no server").toEqual([]);
});

test("the first key counts when the page has no app yet, and those after it too", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  for (const file of [app, typing])
    await page.route(file, async (route) => {
      await released;
      await route.continue();
    });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator(".try .code")).toBeVisible();
  await page.waitForFunction(() => "landingKeys" in globalThis);
  // A space scrolls until the run has begun.
  await page.keyboard.press("Space");
  await typeKeys(page, 'const name = "Mik');
  await page.keyboard.press("Backspace");
  await typeKeys(page, 'ka";\ncon');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  release();
  await expect(fieldOf(page)).toBeFocused();
  await typeKeys(page, codes.JavaScript.slice('const name = "Mika";\ncon'.length));
  await expect(page.locator(".try-side")).toContainText(/Accuracy100%Errors0Time00:\d\d/);
});

test("keys that nothing can take are forgotten, and the keyboard is the page's again", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(app, (route) => route.abort());
  await page.goto("/", { waitUntil: "networkidle" });
  await page.keyboard.press("c");
  // Once it is known that the app does not load.
  await expect(async () => {
    await page.keyboard.press("Space");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  }).toPass();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("where the typing does not load, the page says so, and the next key tries again", async ({
  page,
  faults,
}) => {
  faults.expectFault(/ERR_FAILED|Failed to (fetch|load)/);
  await page.route(typing, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("The typing could not be loaded.")).toBeVisible({ timeout: 60_000 });
  await page.unroute(typing);
  await typeKeys(page, "con");
  await expect(fieldOf(page)).toBeFocused({ timeout: 30_000 });
  await typeKeys(page, codes.JavaScript.slice(3));
  await expect(page.locator(".try-side")).toContainText("Errors0");
});

test("Tab, space and Ctrl stay the page's until the code has the focus; Esc leaves it and the clock goes on", async ({
  page,
}) => {
  await open(page);
  await page.keyboard.press("Control+KeyB");
  await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(page.getByText("Your turn: type the first line.")).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  // The code comes back to the screen with the first key.
  await typeKeys(page, "cons");
  await expect(fieldOf(page)).toBeFocused();
  await expect(page.locator(".try .ca-row").first()).toBeInViewport();
  // No indentation is due.
  await page.keyboard.press("Tab");
  await expect(fieldOf(page)).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(fieldOf(page)).not.toBeFocused();
  const clock = page.locator(".try .timer");
  const shown = await clock.textContent();
  await expect(clock).not.toHaveText(shown ?? "");
  await typeKeys(page, codes.JavaScript.slice(4, 6));
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(fieldOf(page)).not.toBeFocused();
  await fieldOf(page).focus();
  await finishFrom(page, 6);
  await expect(page.locator(".try-side")).toContainText("Errors0");
});

async function finishFrom(page: Page, from: number): Promise<void> {
  await typeKeys(page, codes.JavaScript.slice(from));
  await expect(page.getByText("wpm", { exact: true }).first()).toBeVisible();
}

test("the language is chosen by arrows and Space or by a press, and the next letters go to the code", async ({
  page,
}) => {
  await open(page);
  const radio = (name: string) => page.getByRole("radio", { name, exact: true });
  await radio("JavaScript").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(radio("JavaScript")).toBeChecked();
  await page.keyboard.press("Space");
  await expect(radio("Python")).toBeChecked();
  await expect(radio("Python")).toBeFocused();
  await page.getByText("SQL", { exact: true }).click();
  await typeKeys(page, codes.SQL);
  await expect(page.locator(".try-side")).toContainText("Errors0");
});

test("a time that is kept is the new account's after registering: once, unchecked, on the board @phone", async ({
  page,
  server,
}) => {
  await open(page);
  const isPhone = test.info().project.name !== "desktop";
  if (isPhone) await page.locator("[data-try-code]").tap();
  await finish(page);
  await expect(page.getByRole("link", { name: "Get Started" }).first()).not.toHaveClass(/btn-primary/);
  const sent = page.waitForRequest(
    (request) => request.url().endsWith("/api/courses/progress") && request.method() === "POST",
  );
  // A moment after the last key the focus leaves the code, and on a phone the key strip goes with it.
  await expect(another(page)).toBeFocused();
  await (isPhone ? keepLink(page).tap() : keepLink(page).click());
  const username = freshName();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Register" }).dblclick();
  await expect(page).toHaveURL(/\/courses/);
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["log", "zone", "attemptId", "finishedMsAgo"]));
  expect(body).not.toHaveProperty("start");
  expect(await page.evaluate((key) => localStorage.getItem(key), kept)).toBeNull();
  const client = await apiClientOf(page, server);
  const mine = async () => {
    const { leaderboard } = await leaderboardOf(client, body.exampleId as number);
    return leaderboard.filter((row) => row.username === username);
  };
  // The response may be on its way.
  await expect.poll(async () => (await mine()).length).toBe(1);
  expect(await mine()).toEqual([expect.objectContaining({ checked: false, best_time_ms: body.timeMs })]);
});

test("a time that is kept is the account's after logging in, and not that of the next account", async ({
  page,
  browser,
  server,
}) => {
  const other = await browser.newPage({ baseURL: server.url });
  const account = await register(other);
  await other.close();
  await open(page);
  await finish(page, "JavaScript");
  // In a second tab too.
  const second = await page.context().newPage();
  await second.goto("/");
  const sent = page
    .context()
    .waitForEvent("request", (request) => request.url().endsWith("/api/courses/progress"));
  await page.getByRole("link", { name: "Login" }).last().click();
  await submitLoginForm(page, account);
  await expect(page).toHaveURL(/\/courses/);
  const { exampleId } = (await sent).postDataJSON() as { exampleId: number };
  const client = await apiClientOf(page, server);
  await expect
    .poll(async () => (await leaderboardOf(client, exampleId)).leaderboard.map((row) => row.username))
    .toContain(account.username);

  await page.getByRole("button", { name: `Account, ${account.username}` }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  const next = await register(page);
  const { leaderboard } = await leaderboardOf(await apiClientOf(page, server), exampleId);
  expect(leaderboard.map((row) => row.username)).not.toContain(next.username);
  await second.close();
});

test("a kept time that is damaged, old or of a deleted example is no account's", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/courses/progress") && request.method() === "POST")
      requests.push(request.postData() ?? "");
  });
  await open(page);
  await finish(page);
  await expect(keepLink(page)).toBeVisible();
  const change = (field: string, value: unknown) =>
    page.evaluate(
      ([key, name, changed]) => {
        const run = JSON.parse(localStorage.getItem(key as string) ?? "{}") as Record<string, unknown>;
        run[name as string] = changed;
        localStorage.setItem(key as string, JSON.stringify(run));
      },
      [kept, field, value],
    );
  const original = await page.evaluate((key) => localStorage.getItem(key) ?? "", kept);
  await change("finishedAt", Date.now() - 8 * 86_400_000);
  await register(page);
  for (const damaged of ["{", "null", '"x"', original.replace(/"timeMs":\d+/, '"timeMs":"1"')]) {
    await page.evaluate(
      ([key, text]) => localStorage.setItem(key as string, text as string),
      [kept, damaged],
    );
    await page.reload();
    await expect(page.getByRole("link", { name: "Courses", exact: true })).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), kept)).toBeNull();
  }
  expect(requests).toEqual([]);
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key as string, text as string),
    [kept, original.replace(/"exampleId":\d+/, '"exampleId":999999999')],
  );
  const gone = page.waitForResponse((response) => response.url().endsWith("/api/courses/progress"));
  await page.reload();
  expect((await gone).status()).toBe(404);
});

test("a signed-in learner's time is saved at once, with their start, and nothing is kept", async ({
  page,
  server,
}) => {
  const { username } = await register(page);
  await page.goto("/");
  await expect(fieldOf(page)).toBeAttached();
  await expect(page.getByRole("link", { name: "Courses", exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const started = page.waitForResponse("**/api/courses/attempts");
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/courses/progress"));
  await typeKeys(page, codes.JavaScript.slice(0, 1));
  await started;
  await finishFrom(page, 1);
  await expect(page.getByText("Saved in your account.")).toBeVisible();
  await expect(page.getByText(/Keep this time/)).toBeHidden();
  const body = (await sent).postDataJSON() as { exampleId: number; start?: string; log?: string };
  expect(body.start).toBeTruthy();
  expect(body.log).toBeTruthy();
  expect(await page.evaluate((key) => localStorage.getItem(key), kept)).toBeNull();
  const { leaderboard } = await leaderboardOf(await apiClientOf(page, server), body.exampleId);
  expect(leaderboard.find((row) => row.username === username)).toMatchObject({ checked: true });
});

test("where the browser forbids storage, the page says that the time cannot be kept and offers nothing", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
  });
  await open(page);
  await finish(page);
  await expect(
    page.getByText("This browser stores nothing for this page, so this time cannot be kept."),
  ).toBeVisible();
  await expect(keepLink(page)).toBeHidden();
  await expect(another(page)).toBeVisible();
});

testOnEmptyServer()(
  "where no course has the example, it can be typed and nothing is kept or offered",
  async ({ page }) => {
    await open(page);
    await expect(page.getByText(/^Courses are cut into lessons/)).toBeVisible();
    await finish(page);
    await expect(another(page)).toBeFocused();
    await expect(keepLink(page)).toBeHidden();
    await expect(page.getByText("Kept on this device")).toBeHidden();
    expect(await page.evaluate((key) => localStorage.getItem(key), kept)).toBeNull();
  },
);

test("on a phone a press brings the keyboard and the key strip, and the code stays in view @phone", async ({
  page,
}) => {
  test.skip(test.info().project.name === "desktop", "the strip is for narrow windows");
  await open(page);
  const strip = page.getByRole("group", { name: "Keys missing from phone keyboards" });
  await expect(strip).toBeHidden();
  await page.locator("[data-try-code]").click();
  await expect(strip).toBeVisible();
  await expect(page.getByText("Tab and Enter belong to the code")).toBeHidden();
  await typeKeys(page, "const name ");
  await strip.getByRole("button", { name: "=" }).click();
  await expect(fieldOf(page)).toBeFocused();
  await typeKeys(page, ' "Mika";');
  await strip.getByRole("button", { name: "Enter" }).click();
  await typeKeys(page, codes.JavaScript.slice(codes.JavaScript.indexOf("\n") + 1));
  await expect(page.locator(".try-side")).toContainText("Errors0");
  await expect(strip).toBeHidden();
});

test("every state is accessible in both themes, and the headline never breaks elsewhere @phone", async ({
  page,
}) => {
  await open(page);
  const height = () => page.locator(".hero h1").evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await expectAccessible(page, "untouched");
  if (test.info().project.name !== "desktop") await page.locator("[data-try-code]").click();
  await typeKeys(page, codes.JavaScript.slice(0, 60));
  await expectAccessible(page, "typing");
  expect(await height()).toBe(before);
  await finishFrom(page, 60);
  await expect(keepLink(page)).toBeVisible();
  await expectAccessible(page, "finished");
  expect(await height()).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("what is pasted into the code is refused", async ({ page }) => {
  await open(page);
  await fieldOf(page).focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, codes.JavaScript);
  await expect(page.getByText("Your turn: type the first line.")).toBeVisible();
});
