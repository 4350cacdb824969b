// The profile's switch for the timing of keystrokes: what it says, that it saves, and what happens when that fails.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsNewUser } from "./support/accounts.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { expect, test } from "./support/test.ts";

const path = "**/api/auth/preferences";
const part = (page: Page) => page.getByRole("region", { name: "Keystrokes", exact: true });
const timing = (page: Page) => page.getByRole("switch", { name: "Send the timing of my keystrokes" });

/** The bodies of all saves from now on. */
function watchSaves(page: Page): unknown[] {
  const saves: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") saves.push(request.postDataJSON());
  });
  return saves;
}

test("the switch says what is kept, how long and who sees it, and is stored for all devices @phone", async ({
  page,
  context,
}) => {
  await openAsNewUser(page, "/profile");
  await expect(timing(page)).toBeChecked();
  for (const words of ["until the example changes", "for 7 days", "only you and the admins", "is recorded"])
    await expect(timing(page)).toHaveAccessibleDescription(new RegExp(words));
  await expect(timing(page)).toHaveAccessibleDescription(/When this is off, none are sent/);
  await expectAccessible(page, "the switch, on");
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);

  const saves = watchSaves(page);
  await timing(page).focus();
  await page.keyboard.press("Space");
  await expect(timing(page)).not.toBeChecked();
  await expect.poll(() => saves).toEqual([{ sendsKeystrokes: false }]);
  await expectAccessible(page, "the switch, off");
  await page.getByLabel("Tabstop Light").check();
  await expectAccessible(page, "the switch, off, in the light theme");
  await page.reload();
  await expect(timing(page)).not.toBeChecked();

  const tab = await context.newPage();
  await tab.goto("/profile");
  await expect(timing(tab)).not.toBeChecked();
  await timing(tab).check();
  await page.bringToFront();
  await expect(timing(page)).toBeChecked();
});

test("the switch reacts at once on a slow network, and the last of several clicks holds", async ({
  page,
}) => {
  await openAsNewUser(page, "/profile");
  await expect(timing(page)).toBeChecked();
  const saves = watchSaves(page);
  const release = await delayResponses(page, path);
  await timing(page).dblclick();
  await expect(timing(page)).toBeChecked();
  await timing(page).click();
  await expect(timing(page)).not.toBeChecked();
  expect(saves).toEqual([{ sendsKeystrokes: false }]);
  release();
  await expect.poll(() => saves.length).toBeGreaterThan(1);
  await expect.poll(() => saves.at(-1)).toEqual({ sendsKeystrokes: false });
  await expect(timing(page)).not.toBeChecked();
  await page.unroute(path);
  await page.reload();
  await expect(timing(page)).not.toBeChecked();
});

test("a choice that could not be saved is undone and says why, and can be made again", async ({
  page,
  context,
  faults,
}) => {
  faults.expectFault(/status of (400|503)|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openAsNewUser(page, "/profile");
  await expect(timing(page)).toBeChecked();
  const alert = part(page).getByRole("alert");
  const refuse = (status: number, body: object) =>
    page.route(path, (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status, json: body }) : route.continue(),
    );
  await refuse(400, { error: "The disk is on fire.", code: "INVALID" });
  await timing(page).click();
  await expect(alert).toHaveText("The disk is on fire.");
  await expect(timing(page)).toBeChecked();
  await expectAccessible(page, "the switch, refused");
  await page.unroute(path);

  await context.setOffline(true);
  await timing(page).click();
  await expect(alert).toContainText("Your choice could not be saved");
  await expect(alert).toContainText("The server could not be reached. Try again in a moment.");
  await expect(timing(page)).toBeChecked();
  await context.setOffline(false);

  await timing(page).click();
  await expect(alert).toBeHidden();
  await expect(timing(page)).not.toBeChecked();
  await page.reload();
  await expect(timing(page)).not.toBeChecked();
});

test("while the preferences load the switch is not shown, and when that fails the page offers another try", async ({
  page,
  faults,
}) => {
  const release = await delayResponses(page, path);
  await openAsNewUser(page, "/profile");
  await expect(part(page).getByText("Loading preferences...")).toBeAttached();
  await expect(timing(page)).toBeHidden();
  release();
  await expect(timing(page)).toBeChecked();
  await page.unroute(path);
  await page.route(path, (route) =>
    route.fulfill({ status: 429, json: { error: "Too many.", code: "RATE_LIMITED" } }),
  );
  faults.expectFault(/status of 429/);
  await page.reload();
  await expect(part(page).getByRole("alert")).toContainText("Too many.");
  await page.unroute(path);
  await part(page).getByRole("button", { name: "Try Again" }).click();
  await expect(timing(page)).toBeChecked();
});
