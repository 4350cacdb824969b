// Every path of the product as a visitor, a learner and an admin see it, and the sizes of the pages' files.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { submitLoginForm } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";
import { openFirstCourse, register } from "./support/typing.ts";

/** The paths of the specification's section 2, by the role that may see them. */
const publicPages = [
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/test-api",
  "/seo-test",
];
const learnerPages = ["/courses", "/review", "/progress", "/progress/javascript", "/profile"];
const adminPages = [
  "/admin",
  "/admin/courses",
  "/admin/courses/new",
  "/admin/courses/1",
  "/admin/courses/1/edit",
  "/admin/courses/1/lessons/new",
  "/admin/courses/1/lessons/1",
  "/admin/lessons/1/edit",
  "/admin/lessons/1/chapters/new",
  "/admin/lessons/1/chapters/1",
  "/admin/chapters/1/edit",
  "/admin/chapters/1/examples",
  "/admin/examples",
  "/admin/chapters/1/examples/new",
  "/admin/chapters/1/examples/1",
  "/admin/examples/1/edit",
];

test("a visitor sees the public pages, and every title contains the product's name", async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page).toHaveTitle(/\| Tabstop$|^Tabstop \|/);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("a visitor is redirected from restricted pages to login, and from unknown paths to the landing page", async ({
  page,
}) => {
  for (const path of [...learnerPages, ...adminPages]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login/);
  }
  await page.goto("/no/such/page");
  await expect(page).toHaveURL(/\/$/);
});

test("a learner sees learners' pages and is redirected from admin pages to the courses", async ({ page }) => {
  await register(page);
  for (const path of learnerPages) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of adminPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/courses$/);
  }
});

test("an admin can open every admin page, even where an endpoint has the same path", async ({
  page,
  server,
}) => {
  await page.goto("/login");
  await submitLoginForm(page, server.admin);
  await expect(page).toHaveURL(/\/courses$/);
  for (const path of adminPages) {
    await page.goto(path);
    await expect(page.getByRole("main"), path).toBeVisible();
    await expect(page.getByText("Verifying admin access...")).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("a visitor who was redirected to login reaches the requested page afterwards", async ({
  page,
  server,
}) => {
  await page.goto("/courses?search=python");
  await expect(page).toHaveURL(/\/login/);
  await submitLoginForm(page, server.admin);
  await expect(page).toHaveURL(/\/courses\?search=python$/);
  await expect(page.getByRole("searchbox")).toHaveValue("python");
});

test("the login form says that the password is wrong and keeps the address", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 401 .*\/auth\/login$/);
  await page.goto("/login");
  await page.getByLabel("Email").fill(server.admin.email);
  await page.getByLabel("Password").fill("not it at all");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Email or password is not correct. Check both and try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(server.admin.email);
});

for (const theme of ["tabstop-dark", "tabstop"] as const) {
  test(`axe finds no violation on public pages and in practice in ${theme} @phone`, async ({ page }) => {
    await page.addInitScript((id) => localStorage.setItem("theme", id), theme);
    for (const path of publicPages) {
      await page.goto(path);
      // Waits for the screen itself, not its placeholder.
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expectNoViolations(page, path);
    }
    await register(page);
    await expect(page.getByRole("heading", { name: "What do you want to type?" })).toBeVisible();
    await expectNoViolations(page, "/courses");
    await openFirstCourse(page);
    await expect(page.getByRole("timer")).toBeVisible();
    await expectNoViolations(page, "an example");
  });
}

async function expectNoViolations(page: Page, place: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${place}: ${id} at ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
}

test("the files needed for login and for typing stay within their budgets", async ({ page }) => {
  const login = await weigh(page, () => page.goto("/login"));
  expect(login.kB, JSON.stringify(login.files)).toBeLessThanOrEqual(100);

  await register(page);
  await openFirstCourse(page);
  await expect(page.getByRole("timer")).toBeVisible();
  const address = page.url();
  // Loaded again with an empty cache.
  const practice = await weigh(page, () => page.goto(address));
  await expect(page.getByRole("timer")).toBeVisible();
  // The product's goal. Typing from memory is loaded when it is first needed, or after what is there is shown.
  expect(practice.kB, JSON.stringify(practice.files)).toBeLessThanOrEqual(140);
});

test("the files needed for the admin's list of courses stay within their budget", async ({
  page,
  server,
}) => {
  await page.goto("/login");
  await submitLoginForm(page, server.admin);
  await expect(page).toHaveURL(/\/courses$/);
  const list = await weigh(page, () => page.goto("/admin/courses"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Courses");
  expect(list.kB, JSON.stringify(list.files)).toBeLessThanOrEqual(180);
});

/** The sizes of the JS and CSS loaded by `go`: bodies as served (brotli), without headers, in kB of 1,000 bytes. */
async function weigh(page: Page, go: () => Promise<unknown>) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  const files: Record<string, number> = {};
  const sizes: Promise<void>[] = [];
  const count = (response: import("@playwright/test").Response) => {
    if (!["script", "stylesheet"].includes(response.request().resourceType())) return;
    expect(response.headers()["content-encoding"], response.url()).toBe("br");
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => {
          files[new URL(response.url()).pathname] = responseBodySize;
        }),
    );
  };
  page.on("response", count);
  await go();
  await page.waitForLoadState("networkidle");
  page.off("response", count);
  await Promise.all(sizes);
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: false });
  await cdp.detach();
  expect(Object.keys(files).length).toBeGreaterThan(1);
  return { files, kB: Object.values(files).reduce((sum, size) => sum + size, 0) / 1000 };
}
