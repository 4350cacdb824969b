// A server with as much content and as long texts as the limits allow: sixty courses, titles of the greatest length
// without a space, a full leaderboard, learners with long names. A layout that fits here fits everywhere.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Route, routes } from "../../web/shell/router/routes.ts";
import { createClient, type Client } from "@tabstop/contract/client";
import { storedSessionOf } from "./accounts.ts";
import { testOnEmptyServer } from "./empty-server.ts";
import { loggedRun } from "./logged-run.ts";
import { expect } from "./test.ts";

const longTitle = "Declaration".repeat(18);
const longWords =
  "How a function keeps the type of what it is given and what that means for the one who calls it with more than one kind of thing, in four parts";
export const longCode = `const ${"x".repeat(200)} = "${"y ".repeat(60)}";`;
const longHost = `${"long-domain-name.".repeat(9)}example.com`;

export type LargeContent = {
  /** The paths of all screens, by the role that may see them. */
  readonly screens: Readonly<Record<"visitor" | "learner" | "admin", readonly string[]>>;
  /** The path at which the long course's last example is practised. */
  readonly lastExample: string;
  /** Logs in all pages of this page's context, as a learner who has practised or as the admin. */
  logIn(page: Page, who: "learner" | "admin"): Promise<void>;
};

export const test = testOnEmptyServer().extend<object, { largeContent: LargeContent }>({
  largeContent: [
    async ({ server }, use) => use(await createLargeContent(server.url, server.admin)),
    { scope: "worker" },
  ],
});

export const roles = ["visitor", "learner", "admin"] as const;

/** Opens every screen of a role, and yields its path when it is completely loaded. */
export async function* openScreens(page: Page, largeContent: LargeContent, who: (typeof roles)[number]) {
  if (who !== "visitor") await largeContent.logIn(page, who);
  for (const path of largeContent.screens[who]) {
    await page.goto(path);
    // While a screen loads, its heading is the product's name, and an `output` says what is being loaded.
    await expect(page.getByRole("heading", { level: 1 }).filter({ hasNotText: /^Tabstop$/ })).toBeAttached();
    await expect(page.locator("output").filter({ hasText: /\.\.\.$/ }), path).toHaveCount(0);
    // The landing page is there before the app, which draws it again.
    if (path === "/") await expect(page.getByRole("textbox", { name: /, type this code$/ })).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    yield path;
  }
}

async function createLargeContent(
  url: string,
  admin: { email: string; password: string },
): Promise<LargeContent> {
  const anonymousClient = createClient({ baseUrl: url, fetch });
  const clientWith = (token: string): Client =>
    createClient({ baseUrl: url, fetch, session: { token: () => token, renew: async () => null } });
  const adminLogin = await anonymousClient("login", { body: admin });
  const adminCall = clientWith(adminLogin.token);
  await adminCall("importCourseMarkdown", { body: { markdown: longCourse() } });
  for (let i = 2; i <= 60; i++)
    await adminCall("importCourseMarkdown", { body: { markdown: shortCourse(i) } });
  const { courses } = await adminCall("adminGetStructure");
  const course = courses.find(({ title }) => title.startsWith("Declaration"));
  const lesson = course?.lessons[0];
  const chapter = lesson?.chapters[0];
  if (!course || !lesson || !chapter) throw new RangeError("the long course is not there");
  const { examples } = await adminCall("adminListExamples", { params: { chapterId: chapter.id } });
  const example = examples[0];
  if (!example) throw new RangeError("the long example is not there");

  let learner = adminLogin;
  for (let i = 0; i < 12; i++) {
    const username = `${i}`
      .padEnd(32, i % 2 === 0 ? "W" : "long name ")
      .slice(0, 32)
      .trim();
    learner = await anonymousClient("register", {
      body: { username, email: `${"learner".repeat(8)}${i}@${longHost}`, password: "correct horse" },
    });
    const timeMs = 4_000_000 + 1_000 * i;
    // The fastest run, which admins watch, and that of the learner who is logged in have their keystrokes.
    const isLogged = i === 0 || i === 11;
    const run = isLogged
      ? loggedRun(longCode, () => Math.floor(timeMs / (longCode.length + 1)), [5, 210])
      : null;
    await clientWith(learner.token)("completeExample", {
      params: { exampleId: example.id },
      body: {
        status: "completed",
        ...(run === null
          ? { time_ms: timeMs }
          : { time_ms: run.timeMs, log: run.log, attemptId: randomUUID(), codeVersion: 1 }),
      },
    });
  }
  const logins = { learner, admin: adminLogin };
  const lastLesson = course.lessons.at(-1);
  return {
    lastExample: `/courses?lessonId=${lastLesson?.id}`,
    screens: screensOf({
      courseId: course.id,
      lessonId: lesson.id,
      chapterId: chapter.id,
      exampleId: example.id,
      language: "javascript",
    }),
    logIn: async (page, who) => {
      await page.addInitScript((stored) => {
        // The blank page that precedes the first one has no storage.
        if (location.origin !== "null") localStorage.setItem("user", stored);
      }, storedSessionOf(logins[who]));
    },
  };
}

/** Every screen of the route table once, however many addresses it has, and the pages and states without a route. */
function screensOf(ids: Readonly<Record<string, number | string>>): LargeContent["screens"] {
  const pathOf = ({ path }: Route) =>
    path.replace(/:(\w+)/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new RangeError(`${path}: no example of :${name}`);
      return String(id);
    });
  const seen = new Set<string>();
  const once = routes.filter(({ path, screen, title }) => {
    const kind = `${screen} ${title} ${path.includes(":")}`;
    return !seen.has(kind) && seen.add(kind);
  });
  const paths = (gate: Route["gate"]) => once.filter((route) => route.gate === gate).map(pathOf);
  const [courses = "", ...others] = paths("signed-in");
  return {
    visitor: [...paths("public"), "/api/docs"],
    learner: [courses, `${courses}?lessonId=${ids.lessonId}&exampleId=${ids.exampleId}`, ...others],
    admin: paths("admin"),
  };
}

function longCourse(): string {
  const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
  const output = `${"0123456789".repeat(20)}\n${"a line of what it prints\n".repeat(7)}the end`;
  const example = (title: string) =>
    `### ${title}\n${longWords}\n\n${block("javascript", longCode)}${block("output", output)}`;
  return [
    `---\ntitle: ${longTitle}\ndescription: ${longWords}\ndifficulty_level: intermediate\n---\n`,
    `# ${longTitle}\n## ${longTitle}\n${example(longTitle)}${example(longWords)}`,
    `# ${longWords}\n## ${longWords}\n${example(longWords)}`,
  ].join("");
}

function shortCourse(i: number): string {
  const lesson = (j: number) =>
    `# Lesson ${i}.${j}\n## Chapter\n### Example\n\`\`\`text\nlet a = 1;\n\`\`\`\n`;
  return `---\ntitle: Course ${i}\ndifficulty_level: beginner\n---\n${lesson(1)}${lesson(2)}`;
}
