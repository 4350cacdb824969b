// The head of every page (title, description, links for search engines): in the served HTML, and unchanged while the
// app runs.

import type { APIRequestContext, Page } from "@playwright/test";
import { submitLoginForm } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

type Head = {
  readonly title: string;
  readonly description: string | null;
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly openGraph: Readonly<Record<string, string>>;
};

/** Path, title, and access: listed by search engines, open but not listed, or for admins. */
const pages: readonly [path: string, title: string, access: "listed" | "open" | "admin"][] = [
  ["/", "Tabstop | Programming Syntax Practice", "listed"],
  ["/login", "Login | Tabstop", "listed"],
  ["/register", "Register | Tabstop", "listed"],
  ["/forgot-password", "Forgot Password | Tabstop", "listed"],
  ["/reset-password", "Reset Password | Tabstop", "open"],
  ["/test-api", "API Test | Tabstop", "open"],
  ["/seo-test", "SEO Test | Tabstop", "open"],
  ["/courses", "Courses | Tabstop", "admin"],
  ["/review", "Review | Tabstop", "admin"],
  ["/progress", "Progress | Tabstop", "admin"],
  ["/profile", "Profile | Tabstop", "admin"],
  ["/admin", "Admin Dashboard | Tabstop", "admin"],
  ["/admin/courses", "Manage Courses | Tabstop", "admin"],
  ["/admin/courses/new", "Create New Course | Tabstop", "admin"],
  ["/admin/courses/1", "Edit Course | Tabstop", "admin"],
  ["/admin/courses/1/edit", "Edit Course | Tabstop", "admin"],
  ["/admin/courses/1/lessons/new", "Create New Lesson | Tabstop", "admin"],
  ["/admin/courses/1/lessons/1", "Edit Lesson | Tabstop", "admin"],
  ["/admin/lessons/1/edit", "Edit Lesson | Tabstop", "admin"],
  ["/admin/lessons/1/chapters/new", "Create New Chapter | Tabstop", "admin"],
  ["/admin/lessons/1/chapters/1", "Edit Chapter | Tabstop", "admin"],
  ["/admin/chapters/1/edit", "Edit Chapter | Tabstop", "admin"],
  ["/admin/chapters/1/examples", "Examples | Tabstop", "admin"],
  ["/admin/examples", "Examples | Tabstop", "admin"],
  ["/admin/chapters/1/examples/new", "Create New Example | Tabstop", "admin"],
  ["/admin/chapters/1/examples/1", "Edit Example | Tabstop", "admin"],
  ["/admin/examples/1/edit", "Edit Example | Tabstop", "admin"],
];

test("every page is served with its head and keeps it while the app runs", async ({
  page,
  request,
  server,
}) => {
  test.setTimeout(180_000);
  const publicUrl = `http://localhost:${new URL(server.url).port}`;

  for (const [path, title, access] of pages) {
    await test.step(path, async () => {
      const served = await servedHead(request, path);
      expect(served.title).toBe(title);
      expect(served.description, path).toMatch(/^.{30,160}$/);
      expect(served.canonical).toBe(access === "listed" ? publicUrl + path : null);
      expect(served.robots).toBe(access === "listed" ? null : "noindex");
      expect(served.openGraph).toMatchObject({
        "og:title": title,
        "og:type": "website",
        "og:site_name": "Tabstop",
        "og:image": `${publicUrl}/share.png`,
      });

      // Logged in only from here on, because the login and registration pages redirect a logged-in user.
      if (path === "/courses") {
        await page.goto("/login");
        await submitLoginForm(page, server.admin);
        await expect(page).toHaveURL(/\/courses$/);
      }
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await expect.poll(() => shownHead(page), { message: path }).toEqual(served);
    });
  }
});

test("a page that is opened by a link gets its own head", async ({ page, request }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  const login = await servedHead(request, "/login");
  await expect.poll(() => shownHead(page)).toEqual(login);
  await page.getByRole("link", { name: /Forgot/ }).click();
  await expect.poll(() => shownHead(page)).toEqual(await servedHead(request, "/forgot-password"));
  await page.goBack();
  await expect.poll(() => shownHead(page)).toEqual(login);
});

test("every page contains the site's structured data once, also while the app runs", async ({
  page,
  request,
}) => {
  const html = await (await request.get("/login", { headers: { accept: "text/html" } })).text();
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  const kinds = JSON.parse(text)["@graph"].map((entry: { "@type": string }) => entry["@type"]);
  expect(kinds).toEqual(["WebSite", "Organization"]);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  const data = page.locator('script[type="application/ld+json"]');
  await expect(data).toHaveCount(1);
  expect(await data.textContent()).toBe(text);
});

test("files that the head and the manifest name exist, with the right type and size [TEXT-02]", async ({
  page,
  request,
}) => {
  await page.goto("/login");
  const named = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(named).toHaveLength(4);
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({
    name: "Tabstop",
    description: "Learn programming through interactive exercises",
  });
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  for (const path of [...named, ...icons, "/share.png"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    if (path.endsWith(".png")) expect(response.headers()["content-type"]).toBe("image/png");
  }
  const size = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = "/share.png";
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  });
  expect(size).toEqual([1200, 630]);
  expect((await (await request.get("/share.png")).body()).length).toBeLessThan(60_000);
});

async function servedHead(request: APIRequestContext, path: string): Promise<Head> {
  const response = await request.get(path, { headers: { accept: "text/html" } });
  expect(response.headers()["x-robots-tag"] ?? null).toBe(
    (await response.text()).includes('name="robots"') ? "noindex" : null,
  );
  const html = await response.text();
  const meta = (name: string) =>
    new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(html)?.[1] ?? null;
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "",
    description: meta("description"),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? null,
    robots: meta("robots"),
    openGraph: Object.fromEntries(
      [...html.matchAll(/<meta property="(og:[^"]*)" content="([^"]*)">/g)].map(([, name, content]) => [
        name,
        content,
      ]),
    ),
  };
}

function shownHead(page: Page): Promise<Head> {
  return page.evaluate(() => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute("content") ?? null;
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? null,
      robots: content('meta[name="robots"]'),
      openGraph: Object.fromEntries(
        [...document.querySelectorAll('meta[property^="og:"]')].map((meta) => [
          meta.getAttribute("property") ?? "",
          meta.getAttribute("content") ?? "",
        ]),
      ),
    };
  });
}
