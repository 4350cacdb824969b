// The pages for developers: the two that the specification describes, and the description of the API.

import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./support/test.ts";

test("the API test page shows the base URL and the responses to a GET and a POST @phone", async ({
  page,
  server,
}) => {
  await page.goto("/test-api");
  await expect(page.getByText(`${server.url}/api`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Test GET" }).click();
  await expect(page.getByRole("heading", { name: /^GET \/test answered in \d+ ms$/ })).toBeVisible();
  await expect(page.locator("pre")).toContainText('"method": "GET"');
  await expect(page.locator("[aria-live]")).toHaveText(/^GET \/test answered in \d+ ms$/);
  await page.getByRole("button", { name: "Test POST" }).click();
  await expect(page.getByRole("heading", { name: /^POST \/test-post answered in \d+ ms$/ })).toBeVisible();
  await expect(page.locator("pre")).toContainText('"method": "POST"');
  await expect(page.locator("pre")).toContainText('"message": "Hello from the API test"');
});

test("a failed request is shown with its reason and can be sent again", async ({ page, faults }) => {
  faults.expectFault(/ERR_FAILED|status of 503/);
  await page.goto("/test-api");
  await page.route("**/api/test", (route) =>
    route.fulfill({ status: 503, json: { error: "The database is away.", code: "UNAVAILABLE" } }),
  );
  await page.getByRole("button", { name: "Test GET" }).click();
  await expect(page.getByRole("alert")).toHaveText("GET /test failed with status 503: The database is away.");
  await page.unroute("**/api/test");
  await page.getByRole("button", { name: "Test GET" }).click();
  await expect(page.getByRole("heading", { name: /^GET \/test answered/ })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("the SEO test page shows the current title and description, and sets a title that contains the time @phone", async ({
  page,
}) => {
  await page.goto("/seo-test");
  const shown = (term: string) => page.locator(`dt:text-is("${term}") + dd`);
  await expect(shown("Document title")).toHaveText("SEO Test | Tabstop");
  const description = await page.locator('meta[name="description"]').getAttribute("content");
  await expect(shown("Meta description")).toHaveText(description ?? "none");
  const before = Date.now();
  await page.getByRole("button", { name: "Set Test Title" }).click();
  await expect(page).toHaveTitle(/^Test Title \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \| Tabstop$/);
  const title = await page.title();
  await expect(shown("Document title")).toHaveText(title);
  const time = Date.parse(title.slice("Test Title ".length, -" | Tabstop".length));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

for (const theme of ["tabstop-dark", "tabstop"] as const) {
  test(`every visitor can read the API's description in ${theme} @phone`, async ({ page }) => {
    await page.addInitScript((id) => localStorage.setItem("theme", id), theme);
    await page.goto("/api/docs");
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(page).toHaveTitle("API | Tabstop");
    await page
      .getByRole("navigation", { name: "Endpoints" })
      .getByRole("link", { name: "POST /api/auth/login" })
      .click();
    const login = page.locator("#login");
    await expect(login).toBeInViewport();
    await expect(login).toContainText("rememberMe?: boolean");
    await expect(login).toContainText("INVALID_CREDENTIALS");
    // The page is not wider than the window.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // One of the seventy endpoints, which all look alike: axe would need a minute for all of them.
    const { violations } = await new AxeBuilder({ page })
      .include("header")
      .include(".docs-lead")
      .include(".docs-contents section:last-child")
      .include("#login")
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}
