// What a learner knows of a language: every row, the filter, more rows, other languages, the way to the review, and what is
// shown while it loads, when that fails, and without a network.

import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { delayResponses } from "../support/delayed-responses.ts";
import { type Knowledge, knowledgeOf, learnerWithKnowledge, openAsNewcomer } from "../support/knowledge.ts";
import { learnerWithNothingDue, newLearner } from "../support/memory.ts";
import { expect, test } from "../support/test.ts";

const dayMs = 86_400_000;
const address = "/progress/javascript";
const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const radio = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name} \\d`) });
const words = { again: "shown", hard: "slipped, then found", good: "came back" };
const stateWords = {
  ...{ known: "known", learning: "learning", fading: "fading", resting: "resting", not_met: "not met" },
};

/** The texts of a row as the learner reads them. */
function textsOf({
  name,
  spoken,
  state,
  due_day,
  grades,
  lesson,
  last_example,
}: Knowledge["constructs"][number]) {
  const days =
    due_day === null
      ? null
      : (Date.parse(due_day) - Date.parse(new Date().toISOString().slice(0, 10))) / dayMs;
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  const next =
    days === null
      ? state === "not_met"
        ? "not yet"
        : "soon"
      : days <= 0
        ? "today"
        : days === 1
          ? "tomorrow"
          : days < 60
            ? `in ${days} days`
            : `on ${date.format(Date.parse(due_day ?? ""))}`;
  return [
    spoken === null ? name : `${spoken} ${name}`,
    stateWords[state],
    grades.length === 0
      ? "none yet"
      : `Last ten, oldest first: ${grades.map((grade) => words[grade]).join("; ")}`,
    next,
    (state === "not_met" || state === "resting" ? lesson?.title : last_example?.title) ?? "",
  ];
}

/** The same of the page, with the words of pictures. */
const shownTexts = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("th, td")].map(
        (cell) =>
          cell.querySelector('[role="img"]')?.getAttribute("aria-label") ??
          (cell.textContent ?? "").replace(/\s+/g, " ").trim(),
      ),
    ),
  );

const oneLine = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, " ").trim());

test("every construct of a language has its state, its marks, its next day and the way to it, soonest first @phone", async ({
  page,
  server,
}) => {
  test.slow();
  const api = await learnerWithKnowledge(page, server);
  const { constructs, counts } = await knowledgeOf(api);
  await page.goto(address);
  await expect(page).toHaveTitle("What you know of JavaScript | Tabstop");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What you know of JavaScript");
  const total = counts.known + counts.learning + counts.fading + counts.not_met;
  expect(total).toBe(constructs.length);
  await expect(
    page.getByRole("img", {
      name: `${total} constructs: ${counts.known} known, ${counts.learning} learning, ${counts.fading} fading, ${counts.not_met} not met yet`,
    }),
  ).toBeVisible();
  while (await page.getByRole("button", { name: /^Show \d+ more$/ }).isVisible())
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await expect(rows(page)).toHaveCount(constructs.length);
  const shown = await shownTexts(page);
  expect(shown).toEqual(constructs.map((construct) => oneLine(textsOf(construct))));
  for (const [column, text] of [
    [1, "resting"],
    [3, "today"],
    [3, "soon"],
    [3, "not yet"],
    [2, "none yet"],
  ] as const)
    expect(
      shown.filter((row) => row[column] === text),
      text,
    ).not.toEqual([]);
  await expect(page.getByRole("list", { name: "What the marks mean" }).getByRole("listitem")).toHaveText([
    ...["shown", "slipped, then found", "came back"],
  ]);
  await expect(page.getByRole("columnheader", { name: "Next" })).toHaveAttribute("aria-sort", "ascending");
});

test("a row leads to the example that asked it last, and to the lesson of what rests or is not met", async ({
  page,
  server,
}) => {
  test.slow();
  const { constructs } = await knowledgeOf(await learnerWithKnowledge(page, server));
  const hasLesson = (state: string) => state === "not_met" || state === "resting";
  const expected = constructs.map(({ state, lesson, last_example }) =>
    hasLesson(state)
      ? `/courses?lessonId=${lesson?.id}`
      : last_example === null
        ? null
        : `/courses?lessonId=${last_example.lesson_id}&exampleId=${last_example.id}`,
  );
  await page.goto(address);
  await expect(rows(page)).toHaveCount(50);
  expect(
    await rows(page).evaluateAll((all) =>
      all.map((row) => row.querySelector("a")?.getAttribute("href") ?? null),
    ),
  ).toEqual(expected.slice(0, 50));
  const link = rows(page).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  await link.click();
  await expect(page).toHaveURL(/\/courses\?lessonId=\d+&exampleId=\d+/);
  await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
});

test("a filter lists as many as it says, is in the address, and stays after a reload and on the way back @phone", async ({
  page,
  server,
}) => {
  test.slow();
  const api = await learnerWithKnowledge(page, server);
  const { counts, constructs } = await knowledgeOf(api);
  await page.goto(address);
  for (const [name, show] of [
    ["Known", "known"],
    ["Learning", "learning"],
    ["Fading", "fading"],
    ["Not met", "not_met"],
  ] as const) {
    await page
      .getByText(new RegExp(`^${name}\\b`))
      .first()
      .click();
    await expect(page).toHaveURL(`${address}?show=${show}`);
    await expect(radio(page, name)).toHaveAccessibleName(`${name} ${counts[show]}`);
    await expect(rows(page)).toHaveCount(Math.min(50, counts[show]));
    const expected = constructs.filter(
      ({ state }) => state === show || (show === "learning" && state === "resting"),
    );
    expect(await shownTexts(page)).toEqual(
      expected.slice(0, 50).map((construct) => oneLine(textsOf(construct))),
    );
  }
  await page.reload();
  await expect(radio(page, "Not met")).toBeChecked();
  await page.getByRole("link", { name: "Progress", exact: true }).click();
  await expect(page).toHaveURL(/\/progress$/);
  await page.goBack();
  await expect(page).toHaveURL(`${address}?show=not_met`);
  await expect(radio(page, "Not met")).toBeChecked();
  await page.getByText(/^All\b/).click();
  await expect(page).toHaveURL(address);
  for (const unknown of ["resting", "Fading", "x", ""]) {
    await page.goto(`${address}?show=${unknown}`);
    await expect(radio(page, "All")).toBeChecked();
  }
});

test("in the filter arrows move and Space chooses, and Tab stops at the table where it can be scrolled", async ({
  page,
  server,
}) => {
  await openAsNewcomer(page, server);
  await radio(page, "All").focus();
  await page.keyboard.press("ArrowRight");
  await expect(radio(page, "Known")).toBeFocused();
  await expect(radio(page, "All")).toBeChecked();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect(radio(page, "Not met")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(radio(page, "Not met")).toBeChecked();
  await expect(radio(page, "Not met")).toBeFocused();
  await expect(page).toHaveURL(`${address}?show=not_met`);
  await page.keyboard.press("Tab");
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  await page.setViewportSize({ width: 160, height: 600 });
  await expect(page.getByRole("group", { name: "Constructs" })).toHaveAttribute("tabindex", "0");
  await radio(page, "Not met").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: "Constructs" })).toBeFocused();
});

test("fifty rows come first, and the next fifty with the focus on the first of them and their number", async ({
  page,
  server,
}) => {
  const api = await openAsNewcomer(page, server);
  const { constructs } = await knowledgeOf(api);
  const total = constructs.length;
  expect(total).toBeGreaterThan(100);
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByText(`50 of ${total} shown`)).toBeVisible();
  await page.getByRole("button", { name: "Show 50 more" }).press("Enter");
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).nth(50).getByRole("rowheader")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "shown" })).toHaveText(`100 of ${total} shown`);
  while (await page.getByRole("button", { name: /^Show \d+ more$/ }).isVisible())
    await page.getByRole("button", { name: /^Show \d+ more$/ }).press("Enter");
  await expect(rows(page)).toHaveCount(total);
  await expect(
    rows(page)
      .nth(total - (total % 50 || 50))
      .getByRole("rowheader"),
  ).toBeFocused();
});

test("the choice has the languages of which something was met, and leads to the address of one", async ({
  page,
  server,
}) => {
  test.slow();
  const api = await learnerWithKnowledge(page, server);
  const { languages } = await knowledgeOf(api);
  expect(languages).toContain("python");
  await page.goto(`${address}?show=fading`);
  const choice = page.getByRole("combobox", { name: "Language" });
  await expect(choice.getByRole("option")).toHaveCount(languages.length);
  await choice.selectOption({ label: "Python" });
  await expect(page).toHaveURL("/progress/python");
  await expect(page).toHaveTitle("What you know of Python | Tabstop");
  await expect(page.getByRole("table", { name: /^Constructs of Python/ })).toBeVisible();
  await expect(choice).toHaveValue("python");
  await expect(choice.getByRole("option")).toHaveCount(languages.length);
  await page.goBack();
  await expect(choice).toHaveValue("javascript");
  await expect(radio(page, "Fading")).toBeChecked();
});

test("a language that no published example has gets a sentence and a way on, whatever it is called @phone", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 400/);
  await newLearner(page, server);
  for (const language of ["klingon", "__proto__", "🙂", "x".repeat(51), "a%2Fb", "constructor"]) {
    await page.goto(`/progress/${language}`);
    await expect(page.getByText(/^No published example has any syntax of /), language).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Go to the courses" }).click();
  await expect(page).toHaveURL(/\/courses/);
});

test("the review is offered with its number, and not where nothing is due", async ({ page, server }) => {
  test.slow();
  const api = await learnerWithKnowledge(page, server);
  const { due } = await api.request<{ due: number }>("GET", "/review/due");
  await page.goto(address);
  const review = page.getByRole("main").getByRole("link", { name: /^Review/ });
  await expect(review).toHaveAccessibleName(`Review, ${due} due`);
  await review.click();
  await expect(page).toHaveURL("/review");
  await learnerWithNothingDue(page, server);
  await page.goto(address);
  await expect(rows(page)).toHaveCount(50);
  await expect(review).toHaveCount(0);
});

test("placeholders come while it loads, and when that fails a notice with another try", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/status of 500/);
  const release = await delayResponses(page, "**/api/knowledge/**", (route) =>
    route.fulfill({ status: 500, json: { error: "The disk is on fire.", code: "INTERNAL" } }),
  );
  await openAsNewcomer(page, server);
  await expect(page.locator(".skel").first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading what you know..." })).toBeAttached();
  await expectAccessible(page, "while it loads");
  release();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The disk is on fire.");
  await expectAccessible(page, "when it failed");
  await page.unroute("**/api/knowledge/**");
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(rows(page)).toHaveCount(50);
  await expect(alert).toHaveCount(0);
});

test("without a network what is kept on the device is shown, with the time from which it is", async ({
  page,
  server,
  faults,
}) => {
  test.slow();
  faults.expectFault(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await openAsNewcomer(page, server);
  await expect(rows(page)).toHaveCount(50);
  await page.route("**/api/knowledge/**", (route) => route.abort());
  await page.reload();
  await expect(rows(page)).toHaveCount(50);
  const notice = page.getByRole("status").filter({ hasText: "As of" });
  await expect(notice).toHaveText(
    /^What you know could not be loaded\. As of \d{1,2} \p{L}+, \d\d:\d\d\.Try Again$/u,
  );
  await radio(page, "Known").focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Nothing known yet. It takes about three weeks.")).toBeVisible();
  await page.unroute("**/api/knowledge/**");
  await notice.getByRole("button", { name: "Try Again" }).click();
  await expect(notice).toHaveCount(0);
});

test("of a language with more constructs than a response holds, the filter asks for its own, and the rest is named", async ({
  page,
  server,
}) => {
  const api = await openAsNewcomer(page, server);
  const real = await knowledgeOf(api);
  const asked: (string | null)[] = [];
  const one = real.constructs[0] as Knowledge["constructs"][number];
  const many = (count: number, state: "learning" | "not_met") =>
    Array.from({ length: count }, (_, id) => ({ ...one, id, name: `${state}${id}`, state }));
  await page.route("**/api/knowledge/javascript?*", (route) => {
    const show = new URL(route.request().url()).searchParams.get("show");
    asked.push(show);
    const counts = { known: 0, learning: 1_100, fading: 0, not_met: 60 };
    const constructs = show === "not_met" ? many(60, "not_met") : many(1_000, "learning");
    return route.fulfill({ json: { ...real, counts, constructs, more: show !== "not_met" } });
  });
  await page.goto(`${address}?show=not_met`);
  await expect(page.getByText("50 of 60 shown")).toBeVisible();
  await expect(rows(page).first()).toContainText("not_met0");
  // What is loaded may be loaded again when the window gets the focus.
  expect(asked[0]).toBe("all");
  expect(new Set(asked)).toEqual(new Set(["all", "not_met"]));
  await radio(page, "Learning").focus();
  await page.keyboard.press("Space");
  for (let shown = 50; shown < 1_000; shown += 50)
    await page.getByRole("button", { name: "Show 50 more" }).press("Enter");
  await expect(page.getByText("1,000 of 1,100 shown, which is as many as this page lists")).toBeVisible();
});
