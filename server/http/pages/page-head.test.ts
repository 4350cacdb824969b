import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, sqliteOpener, type TestServer } from "../../test/harness.ts";
import { findPage, headOf, type Page } from "./page-head.ts";

const html = { accept: "text/html" };

const page: Page = {
  path: "/login",
  title: "Login | Tabstop",
  description: "Log in.",
  openGraphDescription: "For others.",
  isIndexed: true,
  file: "index.html",
};
const site = { publicUrl: "https://learn.example", socialLinks: [] };

test("fixed paths precede paths with parameters, a final slash makes no difference, and whole segments match", () => {
  const pages = ["/", "/admin/courses/new", "/admin/courses/:courseId", "/*"].map((path) => ({
    ...page,
    path,
  }));
  const found = (path: string) => findPage(pages, path)?.path ?? null;
  expect(found("")).toBe("/");
  expect(found("admin/courses/new")).toBe("/admin/courses/new");
  expect(found("admin/courses/7")).toBe("/admin/courses/:courseId");
  expect(found("admin/courses/7/")).toBe("/admin/courses/:courseId");
  expect(found("admin/courses/")).toBeNull();
  expect(found("admin/courses/7/8")).toBeNull();
  expect(found("no/such")).toBeNull();
});

test("a public page has absolute addresses of itself and its picture, and its own texts", () => {
  expect(headOf(page, site).replace(/<script.*$/, "")).toBe(
    "<title>Login | Tabstop</title>" +
      '<meta name="description" content="Log in.">' +
      '<link rel="canonical" href="https://learn.example/login">' +
      '<meta property="og:site_name" content="Tabstop">' +
      '<meta property="og:title" content="Login | Tabstop">' +
      '<meta property="og:description" content="For others.">' +
      '<meta property="og:type" content="website">' +
      '<meta property="og:url" content="https://learn.example/login">' +
      '<meta property="og:image" content="https://learn.example/share.png">' +
      '<meta property="og:image:width" content="1200">' +
      '<meta property="og:image:height" content="630">' +
      '<meta property="og:image:alt" content="Tabstop: Get the syntax into your fingers.">' +
      '<meta name="twitter:card" content="summary_large_image">',
  );
});

test("a page for logged-in users is not indexed and has no canonical address", () => {
  const head = headOf({ ...page, isIndexed: false }, site);
  expect(head).toContain('<meta name="robots" content="noindex">');
  expect(head).not.toMatch(/canonical|og:url/);
});

test("no text breaks out of an attribute, an element or the structured data", () => {
  const head = headOf(
    { ...page, title: '</title><b>"&', description: '"><script>' },
    { publicUrl: "https://learn.example", socialLinks: ["https://a.example/</script><b>"] },
  );
  expect(head).toContain("<title>&#60;/title&#62;&#60;b&#62;&#34;&#38;</title>");
  expect(head).toContain('content="&#34;&#62;&#60;script&#62;"');
  expect(head.match(/<\/script>/g)).toHaveLength(1);
  const data = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? "";
  expect(JSON.parse(data)["@graph"][1].sameAs).toEqual(["https://a.example/</script><b>"]);
});

describe("pages as served", () => {
  let harness: TestServer;
  beforeAll(async () => {
    harness = await openServer(sqliteOpener, {
      env: { PUBLIC_URL: "https://learn.example", SOCIAL_LINKS: "https://social.example/tabstop" },
    });
  });
  afterAll(() => harness.close());
  const get = (url: string) => harness.app.inject({ url, headers: html });

  test.each([
    ["/", "Tabstop | Start", "https://learn.example/", undefined],
    ["/login", "Login | Tabstop", "https://learn.example/login", undefined],
    ["/login/?from=x", "Login | Tabstop", "https://learn.example/login", undefined],
    ["/courses?search=x", "Courses | Tabstop", undefined, "noindex"],
    ["/admin/courses/7", "Edit Course | Tabstop", undefined, "noindex"],
    ["/no/such/page", "Tabstop | Start", undefined, "noindex"],
  ])(
    "%s has the title %s, the address %s and the robots header %s",
    async (url, title, canonical, robots) => {
      const { body, headers } = await get(url);
      expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toBe(title);
      expect(/<link rel="canonical" href="([^"]*)">/.exec(body)?.[1]).toBe(canonical);
      expect(headers["x-robots-tag"]).toBe(robots);
      expect(/<meta name="robots" content="([^"]*)">/.exec(body)?.[1]).toBe(robots);
      expect(body).toContain('"sameAs":["https://social.example/tabstop"]');
      expect(body).toContain('"urlTemplate":"https://learn.example/courses?search={search_term_string}"');
      expect(body).not.toContain("<!--");
    },
  );

  test("the API is not indexed", async () => {
    expect((await harness.app.inject({ url: "/api/test" })).headers["x-robots-tag"]).toBe("noindex");
  });

  test("robots.txt forbids the API only, and has the absolute address of the sitemap", async () => {
    const { body, headers, statusCode } = await get("/robots.txt");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toBe(
      "User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: https://learn.example/sitemap.xml\n",
    );
  });

  test("sitemap.xml lists exactly the public pages", async () => {
    const { body, headers } = await get("/sitemap.xml");
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(body.match(/<loc>.*<\/loc>/g)).toEqual([
      "<loc>https://learn.example/</loc>",
      "<loc>https://learn.example/login</loc>",
    ]);
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/,
    );
  });
});
