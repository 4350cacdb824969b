// The main flow: a new user registers, types a whole example, opens the next one, and finds the result after a restart.

import { expect, test } from "./support/test.ts";
import { freshName, openFirstCourse, typeKeys, waitForCode } from "./support/typing.ts";

test("a new user registers, completes an example, opens the next one, and finds the result after a restart [TEXT-01] @phone", async ({
  page,
  server,
  faults,
}, { project }) => {
  const username = freshName();
  await page.goto("/");
  await expect(page).toHaveTitle("Tabstop | Programming Syntax Practice");
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await expect(page).toHaveURL(/\/register$/);

  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByLabel("Confirm password").press("Enter");

  await expect(page).toHaveURL(/\/courses$/);
  await expect(page.getByText("Please select a lesson from the sidebar to begin learning.")).toBeVisible();
  await openFirstCourse(page);

  const heading = page.getByRole("heading", { level: 2 }).filter({ visible: true });
  const title =
    (await heading
      .filter({ hasNotText: /Courses|Leaderboard/ })
      .first()
      .textContent()) ?? "";
  const code = await waitForCode(page, title);
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText("00:00.00");

  // One wrong key: it is refused and counted, and has no other effect.
  await typeKeys(page, code[0] === "~" ? "^" : "~");
  await expect(page.getByText("1 error", { exact: true })).toBeVisible();
  await typeKeys(page, code);

  const result = page.getByRole("dialog", { name: title });
  await expect(result).toBeVisible();
  await expect(result.getByText("New Record!")).toBeVisible();
  const accuracy = Math.floor(((code.length - 1) / code.length) * 100);
  await expect(result).toContainText(`${accuracy}%`);
  const time =
    (await result
      .getByText(/^\d\d:\d\d\.\d\d$/)
      .first()
      .textContent()) ?? "";
  expect(time).toMatch(/^00:\d\d\.\d\d$/);
  const ownRow = page
    .getByRole("complementary", { name: "Leaderboard" })
    .getByRole("listitem")
    .filter({ hasText: `You${time}` });
  if (project.name === "desktop") await expect(ownRow).toBeVisible();

  // Late keystrokes have no effect for a moment. After that, Enter opens the next example.
  await expect(async () => {
    if (await result.isVisible()) await page.keyboard.press("Enter");
    await expect(result).toBeHidden({ timeout: 300 });
  }).toPass();
  const next =
    (await heading
      .filter({ hasNotText: /Courses|Leaderboard/ })
      .first()
      .textContent()) ?? "";
  expect(next).not.toBe(title);
  await waitForCode(page, next);
  const lesson = new URL(page.url()).searchParams.get("lessonId");

  faults.expectFault(/ERR_CONNECTION|Failed to load resource/);
  await server.restart();
  await page.goto(`/courses?lessonId=${lesson}`);
  await waitForCode(page, next);
  await page.getByRole("button", { name: "Previous example" }).click();
  await waitForCode(page, title);
  if (project.name === "desktop") {
    await expect(ownRow).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Courses" }).getByText(/^1\/\d+$/)).toBeVisible();
  }
});
