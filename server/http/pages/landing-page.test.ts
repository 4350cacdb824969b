// The courses in the landing page: as words and rows, as data, escaped, current on every server, and without the database.

import { brotliDecompressSync } from "node:zlib";
import type { Tokens } from "@tabstop/contract/vocabulary";
import { describe, expect, test } from "vitest";
import { type Store, StoreUnavailable } from "../../store/store.ts";
import { openers, serverForTest, sqliteOpener, type TestServer } from "../../test/harness.ts";
import { plantCourse } from "../../test/plant-course.ts";
import { fillLandingPage, type Landing } from "./landing-page.ts";

const page = `<p>a<!--tabstop:landing-counts-->b</p><div><!--tabstop:landing-courses <ul><li>{{id}} {{title}} {{levelNumber}} {{level}} {{examples}} {{description}} {{code}}</li></ul>--></div><!--tabstop:landing-data--><ol><li>a picture</li></ol><!--the end-->`;
const rest = "<ol><li>a picture</li></ol><!--the end-->";

function offer(id: number, more: Partial<Landing["courses"][number]> = {}): Landing["courses"][number] {
  return {
    ...{ id, title: `T${id}`, description: "D", difficulty_level: "beginner", total_examples: 2 },
    ...{ lines: [], tokens: null },
    ...more,
  };
}
const landingOf = (...courses: readonly Landing["courses"][number][]): Landing => ({
  courses,
  total_examples: courses.reduce((sum, course) => sum + course.total_examples, 0),
  examples: [],
});
const countsIn = (landing: Landing) => /^<p>a(.*)b<\/p>/.exec(fillLandingPage(page, landing))?.[1];

describe("a page with places", () => {
  test("numbers to twelve are words, one is singular, and no course is left out", () => {
    const many = (count: number, examples = 0) =>
      landingOf(...Array.from({ length: count }, (_, i) => offer(i + 1, { total_examples: examples })));
    expect(countsIn({ ...many(7), total_examples: 393 })).toBe("Seven courses, 393 short examples. ");
    expect(countsIn(many(1, 1))).toBe("One course, 1 short example. ");
    expect(countsIn(many(13, 100))).toBe("13 courses, 1,300 short examples. ");
    expect(fillLandingPage(page, landingOf())).toBe(
      '<p>ab</p><div></div><script type="application/json" id="landing-data">{"courses":[],"total_examples":0,"examples":[]}</script>' +
        rest,
    );
    expect(fillLandingPage(page, null)).toBe(`<p>ab</p><div></div>${rest}`);
  });

  test("each course is a row with its words, and its code in colours", () => {
    const tokens: Tokens = [
      ["k", 3],
      ["", 3],
      ["s", 4],
    ];
    const html = fillLandingPage(
      page,
      landingOf(
        offer(3, { difficulty_level: "advanced", total_examples: 1, lines: ["let a;", "'b'"], tokens }),
        offer(4, { lines: ["a < b", ""] }),
        offer(5, { lines: ["other text"], tokens }),
      ),
    );
    expect(/<ul>.*<\/ul>/s.exec(html)?.[0]).toBe(
      "<ul>" +
        '<li>3 T3 3 Advanced 1 example D <span class="code-lines" aria-hidden="true">' +
        `<span><span class="k u">let</span><span class="u"> a;</span></span><span><span class="s u">'b'</span></span></span></li>` +
        '<li>4 T4 1 Beginner 2 examples D <span class="code-lines" aria-hidden="true">' +
        '<span><span class="u">a &#60; b</span></span><span></span></span></li>' +
        '<li>5 T5 1 Beginner 2 examples D <span class="code-lines" aria-hidden="true">' +
        '<span><span class="k u">oth</span><span class="u">er </span><span class="s u">text</span></span></span></li>' +
        "</ul>",
    );
    expect(dataIn(html).courses).toHaveLength(3);
  });

  test("what comes after the places stays once and as it is", () => {
    const rest = "<ol><li>a</li><li>b</li></ol><!--/$-->";
    const html = fillLandingPage(`${page}${rest}`, landingOf(offer(1), offer(2)));
    expect(html).toBe(fillLandingPage(page, landingOf(offer(1), offer(2))) + rest);
  });

  test("no text of an admin becomes markup or a place, wherever it is", () => {
    const hostile = [
      ...['<script>alert("1")</script>', `"><img src=x onerror='alert(1)'>`, "</script><b>", "<!--", "-->"],
      ...["]]>", "</li></ul></div>", "&lt;b&gt; &amp; &#60;", "$& $1 $' $`", "{{title}} {{code}} {{id}}"],
      ...["<!--tabstop:landing-data-->", "<!--tabstop:landing-counts-->", "\u2028 \u202e \u0000 \ud800"],
      "<!--tabstop:head--><!--tabstop:runtime-->",
    ];
    for (const text of hostile) {
      const course = offer(7, { title: text, description: text, lines: [text, text] });
      const html = fillLandingPage(page, landingOf(course));
      const plain = fillLandingPage(
        page,
        landingOf(offer(7, { title: "t", description: "t", lines: ["t", "t"] })),
      );
      expect(tagsIn(html), text).toEqual(tagsIn(plain));
      expect(dataIn(html).courses, text).toEqual([course]);
      // Exactly these words are between the tags.
      const words = html
        .replace(rest, "")
        .replace(/<script.*<\/script>/s, "")
        .replace(/<[^>]*>/g, "");
      expect(unescaped(words), text).toBe(
        `aOne course, 2 short examples. b7 ${text} 1 Beginner 2 examples ${text} ${text}${text}`,
      );
    }
  });
});

function tagsIn(html: string): string[] {
  return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
}

function dataIn(html: string): Landing {
  return JSON.parse(
    /<script type="application\/json" id="landing-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "",
  );
}

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

const plant = (store: Store, title: string) =>
  plantCourse(store, { title, lessons: { Lesson: { Chapter: ["example"] } } });

const later = (harness: TestServer) => {
  harness.clock.now += 2_000;
};

test.each(openers)("the page has the courses of now, on every server ($name)", async (opener) => {
  const harness = await serverForTest(opener);
  const apps = [harness.app, opener.name === "postgres" ? await harness.another() : harness.app];
  const pages = () => Promise.all(apps.map(async (app) => (await app.inject("/")).body));
  for (const body of await pages()) expect(body).not.toContain("<li>");

  const title = '<script>alert("1")</script>';
  const { courseId } = await plant(harness.store, title);
  const admin = await harness.registerAdmin("root");
  later(harness);
  for (const body of await pages()) {
    expect(body).toContain("<p>One course, 1 short example. </p>");
    expect(body).toContain("<b>&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;</b>1 Beginner, 1 example");
    expect(body).not.toContain("<script>alert");
    expect(dataIn(body)).toEqual(await harness.client("getLanding"));
    // Two scripts of data: that of the site for search engines, and this.
    expect(body.match(/<script/g)).toHaveLength(2);
  }

  await admin.client("adminUpdateCourse", { params: { courseId }, body: { title: "Plain" } });
  later(harness);
  for (const body of await pages()) expect(body).toContain("<b>Plain</b>");
  await admin.client("adminUpdateCourse", { params: { courseId }, body: { published: false } });
  later(harness);
  for (const body of await pages()) expect(body).not.toContain("<li>");
});

test("the page is sent again only when the courses change, compressed, and under the same policy", async () => {
  const harness = await serverForTest(sqliteOpener);
  const get = (headers: Record<string, string> = {}) => harness.app.inject({ url: "/", headers });
  for (let n = 0; n < 12; n++) await plant(harness.store, `Course ${n}`);
  const first = await get();
  const tag = { "if-none-match": String(first.headers["etag"]) };
  later(harness);
  expect([(await get(tag)).statusCode, (await get(tag)).body]).toEqual([304, ""]);
  await plant(harness.store, "Thirteenth");
  later(harness);
  const changed = await get({ ...tag, "accept-encoding": "br" });
  expect([changed.statusCode, changed.headers["content-encoding"]]).toEqual([200, "br"]);
  expect(brotliDecompressSync(changed.rawPayload).toString()).toContain("13 courses, 13 short examples. ");
  expect(changed.headers["cache-control"]).toBe("no-cache");
  const other = await harness.app.inject("/login");
  expect(changed.headers["content-security-policy"]).toBe(other.headers["content-security-policy"]);
  expect(other.body).not.toContain("landing-data");
});

test.each(openers)("without the database the page is served without courses ($name)", async (opener) => {
  let isAway = false;
  const harness = await serverForTest(opener, {
    wrapStore: (store) => ({
      ...store,
      read: (work) => (isAway ? Promise.reject(new StoreUnavailable("away")) : store.read(work)),
    }),
  });
  await plant(harness.store, "A course");
  isAway = true;
  const away = await harness.app.inject("/");
  expect(away.statusCode).toBe(200);
  expect(away.body).toContain("<h1>drawn</h1>");
  expect(away.body).not.toMatch(/<li>|landing-data|tabstop:landing/);
  isAway = false;
  later(harness);
  expect((await harness.app.inject("/")).body).toContain("<b>A course</b>");
  // What was read last is shown while it is away again.
  isAway = true;
  later(harness);
  expect((await harness.app.inject("/")).body).toContain("<b>A course</b>");
  expect((await harness.app.inject("/api/courses/landing")).statusCode).toBe(503);
});
