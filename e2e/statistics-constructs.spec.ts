// The constructs of the admin dashboard: their figures, filters, order and states.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsAdmin } from "./support/admin-server.ts";
import { delayResponses } from "./support/delayed-responses.ts";
import { testOnEmptyServer } from "./support/empty-server.ts";
import { loggedRun } from "./support/logged-run.ts";
import { adminClient, type Learner, registerLearner } from "./support/practice-history.ts";
import type { RunningServer } from "./support/running-server.ts";
import { expect } from "./support/test.ts";

const test = testOnEmptyServer();

const methods =
  "map filter reduce find some every flatMap sort slice splice push pop shift unshift join concat includes indexOf forEach keys values entries reverse flat fill at split trim padStart padEnd replace repeat startsWith endsWith charAt toUpperCase toLowerCase match test exec then catch finally add has get set delete clear toString".split(
    " ",
  );
const codes = {
  javascript: methods.map((name) => `a.${name}();`).join("\n"),
  python: "def twice(x):\n    return x == 2",
  rust: "fn main() {}",
};

let planted: Promise<{ readonly courses: Readonly<Record<string, number>> }> | null = null;
const plantedOn = (server: RunningServer) => (planted ??= plant(server));

/** Five learners of JavaScript, four of Python, and a course of Rust that no one has practised. */
async function plant(server: RunningServer) {
  const admin = await adminClient(server);
  const learners: Learner[] = [];
  for (let n = 0; n < 5; n++) learners.push(await registerLearner(server));
  for (const [language, code] of Object.entries(codes))
    await admin("importCourseMarkdown", {
      body: {
        markdown: `---\ntitle: Course of ${language}\ndifficulty_level: beginner\n---\n# L\n## C\n### E\n\`\`\`${language}\n${code}\n\`\`\`\n`,
      },
    });
  const { courses } = await admin("adminGetStructure");
  for (const course of courses) {
    const language = course.title.replace("Course of ", "") as keyof typeof codes;
    const chapterId = course.lessons[0]?.chapters[0]?.id ?? 0;
    const [example] = (await admin("adminListExamples", { params: { chapterId } })).examples;
    const exampleId = example?.id ?? 0;
    const reviewed = () =>
      (learners[0] as Learner).client("getReviewExample", {
        params: { exampleId },
        query: { way: "recall" },
      });
    await expect.poll(async () => (await reviewed()).constructs.length).toBeGreaterThan(0);
    if (language === "rust") continue;
    const { constructs } = await reviewed();
    const idOf = (name: string) => constructs.find((one) => one.name === name)?.id ?? 0;
    const code = example?.code_content ?? "";
    const asked = language === "python" ? "return" : ".map()";
    for (const [n, { client }] of learners.slice(0, language === "python" ? 4 : 5).entries()) {
      // Two of them slip on it.
      const at = code.indexOf(asked.replace(/\(\)$/, ""));
      const { timeMs, log } = loggedRun(code, () => 100, n < 2 ? [at + 1] : []);
      const figures = { accuracy: 100, errors: n < 2 ? 1 : 0, timeMs, log };
      const complete = () =>
        client("saveProgress", {
          body: {
            ...{ exampleId, attemptId: randomUUID(), codeVersion: 1, progress: 100, isComplete: true },
            ...figures,
          },
        });
      // A busy machine may not replay a run in time; then it costs nothing.
      await expect.poll(async () => Object.values(await complete()).includes("busy")).toBe(false);
      await client("saveReview", {
        params: { exampleId },
        body: {
          ...{ attemptId: randomUUID(), way: "recall", codeVersion: 1 },
          ...{ hidden: [idOf(asked)], shown: n === 0 ? [idOf(asked)] : [] },
        },
      });
    }
  }
  return { courses: Object.fromEntries(courses.map(({ id, title }) => [title, id])) };
}

async function openDashboard(page: Page, server: RunningServer, path = "/admin"): Promise<void> {
  await openAsAdmin(page, server, path);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}

const sectionOf = (page: Page) => page.getByRole("region", { name: "Constructs", exact: true });
const rowsOf = (page: Page) => sectionOf(page).getByRole("table").locator("tbody").getByRole("row");

test("without runs the dashboard says that no construct was practised", async ({ page, server }) => {
  await openDashboard(page, server);
  await expect(sectionOf(page).getByText("No constructs were practised in these months.")).toBeVisible();
  await expect(sectionOf(page).getByRole("combobox", { name: "Course" })).toHaveValue("");
});

test("constructs have figures of five learners, by language and course, and none of four @phone", async ({
  page,
  server,
}) => {
  const { courses } = await plantedOn(server);
  await openDashboard(page, server);
  const section = sectionOf(page);
  const first = rowsOf(page).first();
  // The most slips come first.
  await expect(first.getByRole("rowheader")).toContainText(".map()");
  await expect(first.getByRole("cell")).toHaveText(["JavaScript", "5", "40.0%", "5", "20.0%"]);
  await expect(section.getByRole("status")).toHaveText(/^1 to 50 of \d+ constructs$/);
  await expectAccessible(page, "the dashboard with constructs");

  await section.getByRole("combobox", { name: "Language" }).selectOption("Python");
  await expect(rowsOf(page).first().getByRole("cell")).toHaveText(["Python", "fewer than 5 learners"]);
  await expect(page).toHaveURL(/\?language=python$/);
  await section.getByRole("combobox", { name: "Language" }).selectOption("All languages");

  // A course lists what its examples have, practised or not.
  await section.getByRole("combobox", { name: "Course" }).selectOption("Course of rust");
  await expect(rowsOf(page).first().getByRole("cell").first()).toHaveText("Rust");
  await expect(rowsOf(page).filter({ hasText: "fewer than 5 learners" })).toHaveCount(
    await rowsOf(page).count(),
  );
  await page.reload();
  await expect(section.getByRole("combobox", { name: "Course" })).toHaveValue(
    String(courses["Course of rust"]),
  );
  await section.getByRole("combobox", { name: "Language" }).selectOption("Rust");
  await expect(rowsOf(page).first()).toBeVisible();
  await section.getByRole("combobox", { name: "Course" }).selectOption("Course of python");
  await expect(section.getByText("The examples of this course have no constructs of Rust.")).toBeVisible();
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
});

test("constructs are sorted and paged by keyboard, and the address keeps it", async ({ page, server }) => {
  await plantedOn(server);
  await openDashboard(page, server);
  const section = sectionOf(page);
  const head = (name: string) => section.getByRole("columnheader", { name });
  await head("Construct").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(head("Construct")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/\?constructs=name$/);
  await head("Shown").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(head("Shown")).toHaveAttribute("aria-sort", "descending");
  await expect(rowsOf(page).first().getByRole("rowheader")).toContainText(".map()");
  const next = section.getByRole("button", { name: "Next" }).first();
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(section.getByRole("status")).toHaveText(/^51 to /);
  await expect(next).toBeFocused();
  await page.reload();
  await expect(section.getByRole("status")).toHaveText(/^51 to /);
  // Withheld figures come last.
  await expect(rowsOf(page).last()).toContainText("fewer than 5 learners");
  // The order of the examples is another one.
  await expect(page.getByRole("region", { name: "Insights" }).locator("[aria-sort]")).toHaveCount(0);
});

test("the constructs load and fail on their own, and an address of a deleted course says so", async ({
  page,
  server,
  faults,
}) => {
  await plantedOn(server);
  faults.expectFault(/status of (500|404) .*\/admin\/constructs\/insights/);
  const release = await delayResponses(page, "**/admin/constructs/insights*", (route) =>
    route.fulfill({ status: 500, json: { error: "Internal", code: "INTERNAL" } }),
  );
  await openDashboard(page, server);
  await expect(page.getByRole("region", { name: "Insights" }).getByRole("table")).toBeVisible();
  await expect(sectionOf(page).getByText("Loading constructs...")).toBeAttached();
  release();
  await expect(sectionOf(page).getByRole("alert")).toContainText("Error:", { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Insights" }).getByRole("table")).toBeVisible();
  await expectAccessible(page, "constructs that failed to load");
  await page.unroute("**/admin/constructs/insights*");
  await sectionOf(page).getByRole("button", { name: "Try Again" }).click();
  await expect(rowsOf(page).first()).toBeVisible();

  await openDashboard(page, server, "/admin?course=999999&language=klingon");
  await expect(sectionOf(page).getByRole("alert")).toContainText("There is no course 999999.");
  await sectionOf(page).getByRole("combobox", { name: "Course" }).selectOption("All courses");
  await expect(
    sectionOf(page).getByText("No constructs of klingon were practised in these months."),
  ).toBeVisible();
});
