// What a learner's screens say and offer where something is missing, older or not accepted, and what their keys do.

import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { openAs, openAsNewUser, resetLink } from "./support/accounts.ts";
import { adminApiClient, apiClientOf, completeExample, createCourse } from "./support/courses.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect, test } from "./support/test.ts";
import { typeKeys, waitForCode } from "./support/typing.ts";

const result = (page: Page) => page.getByRole("dialog", { name: "Sample" });
const main = (page: Page) => page.getByRole("main");

/** All pages of the app, as the build lists them. */
function allPages(): readonly { readonly path: string; readonly title: string }[] {
  return JSON.parse(readFileSync(new URL("../build/web/.pages.json", import.meta.url), "utf8"));
}

async function mailedLink(page: Page, server: RunningServer, email: string): Promise<string> {
  await page.request.post("/api/auth/forgot-password", { data: { email } });
  return resetLink(server, email);
}

async function sampleCourse(server: RunningServer, page: Page) {
  const admin = await adminApiClient(server, page.request);
  return createCourse(admin, { Only: { Chapter: { Sample: "let a;", Other: "let b;" } } });
}

test("the form of every page for visitors has the focus in its first field, and the page its title @phone", async ({
  page,
  server,
  isMobile,
}) => {
  const account = await openAsNewUser(page, "/courses");
  await page.evaluate(() => localStorage.clear());
  const link = await mailedLink(page, server, account.email);
  const seen: string[] = [];
  for (const { path, title } of allPages().filter(({ path }) => !/[:*]/.test(path))) {
    await page.goto(path === "/reset-password" ? link : path);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    // Other pages lead a visitor to the login.
    await page.waitForLoadState("networkidle");
    if (new URL(page.url()).pathname !== path) continue;
    await expect(page).toHaveTitle(title);
    const form = main(page).locator("form");
    if ((await form.count()) === 0) continue;
    seen.push(path);
    // A screen reader says the form's name with its first field.
    const heading = (await main(page).getByRole("heading", { level: 1 }).textContent()) ?? "";
    await expect(form).toHaveAccessibleName(heading);
    const first = form.locator("input").first();
    if (isMobile) await expect(first).not.toBeFocused();
    else await expect(first).toBeFocused();
  }
  expect(seen).toEqual(["/login", "/register", "/forgot-password", "/reset-password"]);
  // After a link too.
  await page.goto("/login");
  await main(page).getByRole("link", { name: "Register" }).click();
  await expect(page).toHaveTitle("Register | Tabstop");
  await expect(
    isMobile ? page.getByRole("heading", { level: 1, name: "Register" }) : page.getByLabel("Username"),
  ).toBeFocused();
});

test("a reset link works with what a mail program or a person adds to it", async ({ page, server }) => {
  const account = await openAsNewUser(page, "/courses");
  const link = await mailedLink(page, server, account.email);
  for (const added of [".", "%20", ">", "),", "%0D%0A", ".%20Thank%20you"]) {
    await page.goto(link + added);
    await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  }
});

/** Lets each loaded part become old, and then loads it again as after a change of tabs. */
async function loadAgain(page: Page): Promise<void> {
  await page.clock.fastForward(10 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

for (const [screen, user, path, ready] of [
  ["the practice screen", "learner", "lesson", "textbox"],
  ["the replay", "learner", "replay", "main"],
  ["the profile", "learner", "/profile", "main"],
  ["the progress", "learner", "/progress", "main"],
  ["what is known of a language", "learner", "/progress/javascript", "main"],
  ["the dashboard", "admin", "/admin", "main"],
  ["the list of courses", "admin", "/admin/courses", "main"],
  ["the list of examples", "admin", "examples", "main"],
  ["the form of an example", "admin", "example", "main"],
] as const) {
  test(`${screen} says that what it shows is older, whichever request fails, until a try succeeds`, async ({
    page,
    server,
    faults,
  }) => {
    faults.expectFault(/status of 503/);
    const course = await sampleCourse(server, page);
    const address = {
      lesson: course.address("Only", "Sample"),
      replay: `/replay/${course.example("Sample")}`,
      examples: `/admin/chapters/${course.chapter("Chapter")}/examples`,
      example: `/admin/examples/${course.example("Sample")}/edit`,
    }[path as string];
    await page.clock.install();
    const requested = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "GET" && pathname.startsWith("/api/")) requested.add(pathname);
    });
    if (user === "admin") {
      const login = await page.request.post("/api/auth/login", { data: server.admin });
      await openAs(page, await login.json(), address ?? path);
    } else await openAsNewUser(page, address ?? path);
    await expect(page.getByRole(ready).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const older = page.getByText(/(What is shown is from|As of \d+ \p{L}+,) \d\d:\d\d\./u);
    // Requests whose data is no part of the screen.
    const shown = [...requested].filter((request) => !request.endsWith("/next-lesson"));
    expect(shown.length).toBeGreaterThan(0);
    for (const request of shown) {
      // Every page asks whether the user is an admin; a known role stays.
      if (request.endsWith("/admin/dashboard") && path !== "/admin") continue;
      // The form of an example leaves out the place that it reads from them.
      if (/chapters\/\d+\/examples$/.test(request) && path === "example") continue;
      // What is not known leaves the keystrokes of a run out, and nothing on the screen depends on it.
      if (request.endsWith("/auth/preferences") && path !== "/profile") continue;
      // A number that stays as it was.
      if (request.endsWith("/review/due")) continue;
      // What comes due is no part of the page of a learner who has done nothing.
      if (request.endsWith("/review") && path === "/progress") continue;
      // The bar shows the user's photo from the profile.
      if (request.endsWith("/auth/profile") && path !== "/profile") continue;
      await test.step(request, async () => {
        const fail = (route: Route) =>
          route.fulfill({ status: 503, json: { error: "The database is away.", code: "UNAVAILABLE" } });
        await page.route(`**${request}*`, fail);
        await loadAgain(page);
        // Two more tries follow the first.
        await page.clock.runFor(1_500);
        await page.clock.runFor(2_500);
        await expect(older.first()).toBeVisible();
        await page.unroute(`**${request}*`, fail);
        await page.getByRole("button", { name: "Try Again" }).first().click();
        await expect(older).toHaveCount(0);
      });
    }
  });
}

test("a lesson that does not exist offers a way on instead of another try", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 404/);
  await sampleCourse(server, page);
  await openAsNewUser(page, "/courses?lessonId=2147483647");
  await expect(main(page).getByRole("alert")).toContainText("There is no such lesson.");
  await expect(main(page).getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await main(page).getByRole("link", { name: "Go to the courses" }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(main(page)).toContainText("Please select a lesson from the sidebar to begin learning.");
});

test("a lesson that was deleted since it was opened offers a way on at its end", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 404/);
  const course = await sampleCourse(server, page);
  await openAsNewUser(page, course.address("Only", "Other"));
  await waitForCode(page, "Other");
  const admin = await adminApiClient(server, page.request);
  await admin.request("DELETE", `/admin/courses/${course.courseId}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const problem = main(page).getByRole("alert").filter({ hasText: "There is no such lesson." });
  await expect(problem).toBeVisible();
  await expect(problem.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await problem.getByRole("link", { name: "Go to the courses" }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test("each refusal of a result has a sentence of its own, and nothing false beside it", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/Failed to load resource|ERR_/);
  const course = await sampleCourse(server, page);
  await openAsNewUser(page, course.address("Only", "Sample"));
  const kept = "Not saved yet. It is kept on this device and sent again until the server has it.";
  const failed = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { error: "The reason.", code }, headers: { "retry-after": "3600" } });
  const cases: readonly (readonly [(route: Route) => Promise<void>, string, isLost: boolean])[] = [
    [failed(404, "NOT_FOUND"), "This example is no longer there, so its result could not be saved.", true],
    [failed(400, "INVALID"), "This result could not be saved. The reason.", true],
    [failed(409, "TOO_MANY"), "This result could not be saved. The reason.", true],
    [failed(413, "TOO_LARGE"), "This result could not be saved. The reason.", true],
    [failed(429, "RATE_LIMITED"), `${kept} The server takes no more results from you for now.`, false],
    [failed(503, "UNAVAILABLE"), `${kept} The server has a fault at the moment.`, false],
    [(route) => route.abort(), `${kept} The server cannot be reached at the moment.`, false],
  ];
  for (const [respond, sentence, isLost] of cases) {
    await waitForCode(page, "Sample");
    await page.route("**/courses/progress", respond);
    await typeKeys(page, "let a;");
    await expect(result(page)).toContainText(sentence);
    if (isLost) {
      await expect(result(page)).not.toContainText("Not saved yet");
      await expect(result(page)).not.toContainText("Your first run");
      await expect(result(page).getByText("New Record!")).toBeHidden();
      // The example counts as open again.
      await expect(page.locator("details").filter({ hasText: course.title })).toContainText(
        "0 of 2 examples completed",
      );
      await expect(page.getByRole("complementary", { name: "Leaderboard" })).toContainText("--:--");
    }
    await page.unroute("**/courses/progress", respond);
    await expect(async () => {
      await page.keyboard.press("r");
      await expect(result(page)).toBeHidden({ timeout: 300 });
    }).toPass();
  }
});

test("Enter opens the first open example at a course's end, after the first moments", async ({
  page,
  server,
}) => {
  const course = await sampleCourse(server, page);
  await openAsNewUser(page, course.address("Only", "Other"));
  const end = page.getByRole("dialog", { name: "Congratulations!" });
  await waitForCode(page, "Other");
  await typeKeys(page, "let b;");
  for (const dialog of [page.getByRole("dialog", { name: "Other" }), end]) {
    await expect(dialog).toBeVisible();
    await expect(async () => {
      await page.keyboard.press("Enter");
      await expect(dialog).toBeHidden({ timeout: 1_000 });
    }).toPass();
  }
  await waitForCode(page, "Sample");
});

test("AltGr with a shortcut's key does not act after Esc", async ({ page, server }) => {
  const course = await sampleCourse(server, page);
  await openAsNewUser(page, course.address("Only", "Sample"));
  await waitForCode(page, "Sample");
  await typeKeys(page, "let");
  await page.keyboard.press("Escape");
  const press = (key: { key: string; code: string } & Record<string, string | boolean>) =>
    page.evaluate((of: Record<string, string | boolean>) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...of }));
    }, key);
  for (const key of ["¶", "r", "®"]) await press({ key, code: "KeyR", modifierAltGraph: true });
  for (const key of ["¶", "r", "®"]) await press({ key, code: "KeyR", ctrlKey: true, altKey: true });
  await press({ key: "¶", code: "KeyR" });
  const typed = page.getByRole("progressbar", { name: "Typed" });
  await expect(typed).toHaveAttribute("aria-valuenow", "50");
  await press({ key: "r", code: "KeyR" });
  await expect(typed).toHaveAttribute("aria-valuenow", "0");
});

test("the best time is '--:--' before the first run, then that of the run", async ({ page, server }) => {
  const course = await sampleCourse(server, page);
  await openAsNewUser(page, course.address("Only", "Sample"));
  await waitForCode(page, "Sample");
  const board = page.getByRole("complementary", { name: "Leaderboard" });
  await expect(board).toContainText("Your best time: --:--");
  await completeExample(await apiClientOf(page, server), course.example("Sample"), 12_340);
  await page.reload();
  await expect(board).toContainText("Your best time: 00:12.34");
});

test("the first finished example of a long lesson can be seen in its mark", async ({ page, server }) => {
  const admin = await adminApiClient(server, page.request);
  const examples = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Example ${n}`, "a"]));
  const course = await createCourse(admin, { Long: { Chapter: examples } });
  await openAsNewUser(page, course.address("Long"));
  await completeExample(await apiClientOf(page, server), course.example("Example 0"), 900);
  await page.reload();
  const mark = page.getByRole("link", { name: "1 of 40 Long" }).locator(".mark");
  const filled = await mark.evaluate((element) => {
    const [, percent] = /([\d.]+)%/.exec(getComputedStyle(element).backgroundImage) ?? [];
    return (Number(percent) / 100) * element.clientHeight;
  });
  expect(filled).toBeGreaterThanOrEqual(3);
});

test("removing a photo where there is none does not say that one was removed", async ({ page }) => {
  await openAsNewUser(page, "/profile");
  await expect(main(page).getByRole("definition").first()).toBeVisible();
  await main(page).getByRole("button", { name: "Photo" }).click();
  await page.getByRole("menuitem", { name: "Remove photo" }).click();
  await expect(page.getByText("You have no profile photo.")).toBeVisible();
  await expect(page.getByText("Photo removed.")).toHaveCount(0);
});

test("/test-api says the status of an error without a body", async ({ page, faults }) => {
  faults.expectFault(/status of 50[24]/);
  await page.goto("/test-api");
  for (const [status, body] of [
    [502, ""],
    [504, "<h1>Gateway</h1>"],
  ] as const) {
    await page.route("**/api/test", (route) => route.fulfill({ status, body }));
    await page.getByRole("button", { name: "Test GET" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      `GET /test failed with status ${status}: the response contains no reason.`,
    );
    await page.unrouteAll();
  }
});
