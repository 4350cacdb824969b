// The progress of a learner: the numbers of the response in figures, pictures and tables, periods and languages, the days
// by key, and what stays when a request fails.

import type { Page } from "@playwright/test";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { delayResponses } from "../support/delayed-responses.ts";
import { builtInExamples, type MemoryExample, newLearner } from "../support/memory.ts";
import {
  copy,
  isProgress,
  learnerOfOneDay,
  learnerWithProgress,
  openProgress,
  type Progress,
  progressOf,
} from "../support/progress.ts";
import { expect, test } from "../support/test.ts";

const allHeadings = [
  "Speed",
  "Accuracy",
  "A year of days",
  "What you know",
  "Syntax that costs you time",
  "Slips in words",
  "What comes due",
];
const failed = /status of 500|Failed to load resource/;

/** The cells of each row of an unseen table, without its head. */
async function tableOf(page: Page, name: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.getByRole("table", { name, exact: true }).locator("tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const figureOf = (page: Page, name: string) =>
  page
    .locator(".figure")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const dateText = (day: string) => format.format(Date.parse(day));
const timeText = (ms: number) => {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** What the screen shows of a response. */
async function expectShown(page: Page, { figures, streak, days }: Progress): Promise<void> {
  await expect(figureOf(page, "Examples completed")).toHaveText(String(figures.completed));
  await expect(figureOf(page, "Time typed")).toHaveText(timeText(figures.ms));
  await expect(figureOf(page, "Speed")).toHaveText(figures.wpm === null ? "N/A" : `${figures.wpm} wpm`);
  await expect(figureOf(page, "Accuracy")).toHaveText(
    figures.accuracy === null ? "N/A" : `${figures.accuracy}%`,
  );
  await expect(figureOf(page, "Streak")).toHaveText(`${streak.days} day${streak.days === 1 ? "" : "s"}`);
  if (days.length === 0) return;
  expect((await tableOf(page, "Speed by day")).map(([, speed]) => Number(speed))).toEqual(
    days.flatMap(({ wpm }) => wpm ?? []),
  );
  expect((await tableOf(page, "Accuracy by day")).map(([, accuracy]) => accuracy)).toEqual(
    days.flatMap(({ accuracy }) => (accuracy === null ? [] : `${accuracy}%`)),
  );
}

test("each part shows the numbers of the response, in its picture and in its table @phone", async ({
  page,
  server,
}) => {
  test.slow();
  const { api } = await learnerWithProgress(page, server);
  const due = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/review");
  const progress = await openProgress(page);
  const { week }: ResponseOf<"getReview"> = await (await due).json();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(allHeadings);
  await expectShown(page, progress);

  const { figures, days, streak, year, knowledge, costs, slips } = progress;
  expect(days.length).toBeGreaterThan(5);
  const [first, last] = [days[0], days.at(-1)];
  await expect(
    page.getByRole("img", {
      name: `Speed from ${first?.wpm} to ${last?.wpm} words per minute over ${days.length} days`,
    }),
  ).toBeVisible();
  await expect(part(page, "Speed").locator("svg .v")).toHaveText(String(last?.wpm));
  await expect(part(page, "Accuracy").locator("svg .v")).toHaveText(`${last?.accuracy}%`);
  expect((await tableOf(page, "Speed by day"))[0]).toEqual([dateText(first?.day ?? ""), String(first?.wpm)]);
  expect(figures.completed).toBeGreaterThan(0);

  // The year, of which the days older than a year are no part.
  expect([streak.days, streak.off.length]).toEqual([5, 1]);
  const dayOff = dateText(streak.off[0] ?? "");
  await expect(page.getByText(`Your streak is 5 days. A day off on ${dayOff} kept it.`)).toBeVisible();
  await expect(part(page, "A year of days")).toContainText(
    `minutes typed per day; ${year.length} days with practice, longest streak ${streak.longest} days`,
  );
  expect(await tableOf(page, "Minutes typed per day")).toEqual(
    [...year.map(({ day, ms }) => [day, String(Math.floor(ms / 60_000))]), [streak.off[0] ?? "", "day off"]]
      .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1))
      .map(([day = "", minutes]) => [dateText(day), minutes]),
  );

  // What is known, with links to each state.
  const names: Readonly<Record<string, string>> = {
    ...{ javascript: "JavaScript", python: "Python" },
    // They share constructs with JavaScript and Python, TypeScript nearly all and the others signs such as `+`.
    ...{ typescript: "TypeScript", c: "C", cpp: "C++", go: "Go", java: "Java", php: "PHP", rust: "Rust" },
  };
  // Those that share are there once the server has found the constructs of their examples.
  const languages = knowledge.map(({ language }) => language);
  expect(languages).toEqual(expect.arrayContaining(["javascript", "python"]));
  expect(Object.keys(names)).toEqual(expect.arrayContaining(languages));
  for (const { language, known, learning, fading, not_met } of knowledge) {
    const name = names[language] ?? "";
    const all = known + learning + fading + not_met;
    await expect(
      page.getByRole("img", { name: `${name}, ${all} constructs: ${known} known, ` }),
    ).toBeVisible();
    const links = { known, learning, fading, not_met };
    for (const [state, count] of Object.entries(links))
      await expect(
        page.getByRole("link", { name: `${count} ${state.replace("_", " ")} in ${name}`, exact: true }),
      ).toHaveAttribute("href", `/progress/${language}?show=${state}`);
  }

  expect(costs.slowest.length).toBeGreaterThan(1);
  expect((await tableOf(page, "Syntax that costs you time")).map(([, ms]) => ms)).toEqual(
    costs.slowest.map(({ ms_per_character: ms }) => `${Math.round(ms)} ms`),
  );
  const costPicture = page.getByRole("img", {
    name: `Milliseconds per character of a construct, against your median of ${Math.round(costs.median_ms_per_character ?? 0)}`,
  });
  await expect(costPicture.locator(".v")).toHaveText(
    costs.slowest.map(({ ms_per_character: ms }) => `${Math.round(ms)} ms`),
  );
  expect(slips.length).toBeGreaterThan(1);
  await expect(part(page, "Slips in words").getByRole("listitem")).toHaveCount(slips.length);
  for (const [index, { typed, expected, n }] of slips.entries()) {
    const row = part(page, "Slips in words").getByRole("listitem").nth(index);
    await expect(row.locator("code")).toHaveText([typed, expected.name]);
    await expect(row).toContainText(`JavaScript ${n} times`);
  }
  expect((await tableOf(page, "What comes due each day")).map(([, n]) => Number(n))).toEqual(
    week.map((day) => day.due),
  );

  // As many as the bar says, and the one primary button.
  await expect(page.locator("main .btn-primary")).toHaveText("Review 12");
  await expect(page.locator("main").getByRole("link", { name: "Review, 12 due" })).toHaveAttribute(
    "href",
    "/review",
  );
  // The request of the page is that of a program.
  const { from, to } = { from: progress.days[0]?.day, to: progress.today };
  expect((await progressOf(api, `&from=${from}&to=${to}`)).days).toEqual(progress.days);
});

test("each period and language has its own numbers, and the address keeps both", async ({ page, server }) => {
  test.slow();
  await learnerWithProgress(page, server);
  let progress = await openProgress(page);
  const today = progress.today;
  const daysAgo = (days: number) =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const choose = async (label: string, option: string) => {
    const answer = page.waitForResponse(isProgress);
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    const response = await answer;
    progress = await response.json();
    await expectShown(page, progress);
    return new URL(response.url()).searchParams;
  };
  await expect(page.getByLabel("Period").locator("option")).toHaveText([
    ...["Last 7 days", "Last 30 days", "Last 90 days", "Last year", "All time"],
  ]);
  await expect(page.getByLabel("Language").locator("option")).toHaveText([
    ...["All languages", "JavaScript", "Python"],
  ]);
  const completed: number[] = [];
  for (const [name, id, days] of [
    ["Last 7 days", "7", 7],
    ["Last 90 days", "90", 90],
    ["Last year", "365", 365],
  ] as const) {
    const asked = await choose("Period", name);
    expect([asked.get("from"), asked.get("to")]).toEqual([daysAgo(days - 1), today]);
    await expect(page).toHaveURL(`/progress?period=${id}`);
    completed.push(progress.days.length);
  }
  const asked = await choose("Period", "All time");
  expect([asked.has("from"), asked.has("to")]).toEqual([false, false]);
  completed.push(progress.days.length);
  // Each longer period has days that the shorter one has not.
  expect(completed.toSorted((one, other) => one - other)).toEqual(completed);
  expect(new Set(completed).size).toBe(completed.length);

  const { slips: slipsOfAll } = progress;
  expect((await choose("Language", "Python")).get("language")).toBe("python");
  await expect(page).toHaveURL("/progress?period=all&language=python");
  expect(progress.days).toHaveLength(2);
  expect([slipsOfAll.length > 0, progress.slips.length]).toEqual([true, 0]);
  await expect(page.getByText("What you typed instead stands here once it happened twice.")).toBeVisible();
  await expect(
    page.getByText("Syntax that slows you down stands here once you have typed it 20 times."),
  ).toBeVisible();
  // The year, what is known and what comes due are of all languages, and say so.
  await expect(part(page, "A year of days")).toContainText("minutes typed per day, all languages;");
  await expect(part(page, "What you know").getByRole("listitem")).toHaveCount(progress.knowledge.length);
  await expect(part(page, "What comes due")).toContainText("the next 7 days, all languages");

  await page.reload();
  await expect(page.getByLabel("Period")).toHaveValue("all");
  await expect(page.getByLabel("Language")).toHaveValue("python");
  await page.getByRole("link", { name: / learning in Python$/ }).click();
  await expect(page).toHaveURL(/\/progress\/python\?show=learning$/);
  await page.goBack();
  await expect(page).toHaveURL("/progress?period=all&language=python");
  await expectShown(page, progress);

  // What is no period or language of the learner counts as not chosen.
  await openProgress(page, "?period=7&language=nothing");
  await expect(page.getByLabel("Language")).toHaveValue("");
  await openProgress(page, "?period=8");
  await expect(page.getByLabel("Period")).toHaveValue("30");
});

test("a language in the address counts from its first example on", async ({ page, server }) => {
  const { api } = await learnerOfOneDay(page, server);
  const [python] = await builtInExamples(api, { course: "Python essentials" });
  await openProgress(page, "?language=python");
  await expect(page.getByLabel("Language")).toHaveValue("");
  await copy(api, python as MemoryExample, { daysAgo: 0, timeMs: 60_000, errors: 0 });
  // What is on the device knows nothing of it.
  await page.reload();
  await expect(page.getByLabel("Language")).toHaveValue("python");
  await expectShown(page, await progressOf(api, "&language=python"));
  await expect(figureOf(page, "Examples completed")).toHaveText("1");
});

test("a period without copies says so, with the language", async ({ page, server }) => {
  const { api } = await learnerOfOneDay(page, server);
  const progress: Progress = { ...(await progressOf(api)), days: [] };
  await page.route("**/api/progress?**", (route) => route.fulfill({ json: progress }));
  await openProgress(page);
  await expect(page.getByText("No copies in this period.")).toHaveCount(2);
  await page.getByLabel("Language").selectOption({ label: "JavaScript" });
  await expect(page.getByText("No copies of JavaScript in this period.")).toHaveCount(2);
});

test("the first day has a dot, one day in the year, and no primary while nothing is due", async ({
  page,
  server,
}) => {
  await learnerOfOneDay(page, server);
  const { days, streak, today } = await openProgress(page);
  await expect(
    page.getByRole("img", { name: `Speed ${days[0]?.wpm} words per minute on ${dateText(today)}` }),
  ).toBeVisible();
  expect(streak.days).toBe(1);
  await expect(page.getByText("Your streak is 1 day.", { exact: true })).toBeVisible();
  await expect(page.getByText("1 day with practice, longest streak 1 day")).toBeVisible();
  expect(await tableOf(page, "Minutes typed per day")).toEqual([[dateText(today), "1"]]);
  await expect(page.locator("main .btn-primary")).toHaveCount(0);
});

test("keys walk the days of the year, and each is said @phone", async ({ page, server }) => {
  await learnerWithProgress(page, server);
  const { today, year, streak } = await openProgress(page);
  const days = page.getByRole("slider", { name: "Day", exact: true });
  await page.getByLabel("Period").focus();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(days).toBeFocused({ timeout: 100 });
  }).toPass();
  const textOf = (ago: number) => {
    const day = new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
    const practised = year.find((one) => one.day === day);
    const minutes = Math.floor((practised?.ms ?? 0) / 60_000);
    const what = practised
      ? `${minutes} minute${minutes === 1 ? "" : "s"}`
      : streak.off.includes(day)
        ? "day off"
        : "no practice";
    return `${dateText(day)}, ${what}`;
  };
  const expectAt = async (ago: number) => {
    await expect(days).toHaveAttribute("aria-valuetext", textOf(ago));
    await expect(page.locator(".chosen-day text")).toHaveText(textOf(ago));
  };
  await expectAt(0);
  for (const ago of [1, 2, 3, 4]) {
    await page.keyboard.press("ArrowLeft");
    await expectAt(ago);
  }
  expect(textOf(3)).toMatch(/, day off$/);
  await page.keyboard.press("ArrowRight");
  await expectAt(3);
  await page.keyboard.press("Home");
  await expectAt(364);
  await page.keyboard.press("ArrowLeft");
  await expectAt(364);
  await page.keyboard.press("End");
  await expectAt(0);
  await page.keyboard.press("ArrowRight");
  await expectAt(0);
  await page.keyboard.press("Tab");
  await expect(page.locator(".chosen-day")).toHaveCount(0);
});

test("a learner who has done nothing sees what will be here, and one button @phone", async ({
  page,
  server,
}) => {
  await newLearner(page, server);
  await openProgress(page);
  await expect(page.locator("main dd")).toHaveText(["0", "0 min", "N/A", "N/A", "0 days"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    ...["Speed", "Accuracy", "A year of days", "What you know", "What comes due"],
  ]);
  for (const text of [
    "Your speed by day stands here after your first finished example.",
    "Your accuracy by day stands here after your first finished example.",
    "Every day with a finished example gets a mark here.",
    "What you know of each language stands here after your first example from memory.",
    "Syntax you have typed comes back here the day after.",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.locator("main").getByRole("combobox")).toHaveCount(0);
  const way = page.locator("main .btn");
  await expect(way).toHaveText(["Go to the courses"]);
  await way.click();
  await expect(page).toHaveURL("/courses");
});

test("what loads has its place after 200 ms, and what is shown stays while another period loads", async ({
  page,
  server,
}) => {
  await learnerWithProgress(page, server);
  const release = await delayResponses(page, "**/api/progress?**");
  await page.goto("/progress");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(allHeadings);
  await expect(page.locator("main .figure .skel")).toHaveCount(5);
  for (const name of allHeadings.slice(0, 6))
    await expect(part(page, name).locator(".skel").first()).toBeVisible();
  // The other request has brought its part.
  await expect(page.getByRole("img", { name: /^Due per day: / })).toBeVisible();
  const loaded = page.waitForResponse(isProgress);
  release();
  const month: Progress = await (await loaded).json();
  await expectShown(page, month);
  await expect(page.locator(".skel")).toHaveCount(0);

  await page.unroute("**/api/progress?**");
  const releaseYear = await delayResponses(page, "**/api/progress?**");
  const asked = page.waitForRequest(isProgress);
  await page.getByLabel("Period").selectOption({ label: "Last year" });
  await asked;
  await expectShown(page, month);
  await expect(page.locator(".skel")).toHaveCount(0);
  const year = page.waitForResponse(isProgress);
  releaseYear();
  await expectShown(page, await (await year).json());
});

test("a failed request has its notice in its part, and the other part works", async ({
  page,
  server,
  faults,
}) => {
  test.slow();
  faults.expectFault(failed);
  await learnerWithProgress(page, server);
  const refused = { status: 500, json: { error: "Something broke", code: "INTERNAL" } };
  await page.route("**/api/progress?**", (route) => route.fulfill(refused));
  await page.goto("/progress");
  const notice = page.getByRole("alert");
  await expect(notice).toHaveText(/Something broke\s*Try Again/);
  await expect(page.locator("main dd")).toHaveText(["–", "–", "–", "–", "–"]);
  await expect(page.getByRole("img", { name: /^Due per day: / })).toBeVisible();
  await page.unroute("**/api/progress?**");
  const answer = page.waitForResponse(isProgress);
  await notice.getByRole("button", { name: "Try Again" }).click();
  const month: Progress = await (await answer).json();
  await expectShown(page, month);
  await expect(notice).toHaveCount(0);

  // Another period: what does not depend on it stays.
  await page.route("**/api/progress?**", (route) => route.fulfill(refused));
  await page.getByLabel("Period").selectOption({ label: "Last 7 days" });
  await expect(notice).toHaveText(/Something broke\s*Try Again/);
  await expect(figureOf(page, "Time typed")).toHaveText("–");
  await expect(part(page, "Speed")).toHaveCount(0);
  await expect(figureOf(page, "Streak")).toHaveText(`${month.streak.days} days`);
  expect((await tableOf(page, "Minutes typed per day")).length).toBe(month.year.length + 1);
  for (const name of allHeadings.slice(3)) await expect(part(page, name)).toBeVisible();
  await page.unroute("**/api/progress?**");
  await notice.getByRole("button", { name: "Try Again" }).click();
  await expect(part(page, "Speed")).toBeVisible();

  await page.route("**/api/review?**", (route) => route.fulfill(refused));
  await page.evaluate(() => indexedDB.deleteDatabase("tabstop-answers"));
  await openProgress(page);
  await expect(part(page, "What comes due").getByRole("alert")).toHaveText(/Something broke\s*Try Again/);
  await expect(notice).toHaveCount(1);
  await page.unroute("**/api/review?**");
  await notice.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("img", { name: /^Due per day: / })).toBeVisible();
});

test("without the server, what is on the device is shown with the time it is from", async ({
  page,
  server,
  faults,
}) => {
  await learnerWithProgress(page, server);
  const before = await openProgress(page);
  faults.expectFault(/ERR_FAILED|Failed to load/);
  await page.route(/\/api\/(progress|review)\?/, (route) => route.abort());
  await page.reload();
  await expectShown(page, before);
  const asOf = /As of \d+ [A-Z][a-z]+, \d\d:\d\d\./;
  await expect(page.locator("main > .notice")).toHaveText(asOf, { timeout: 30_000 });
  await expect(part(page, "What comes due").locator(".notice")).toHaveText(asOf);
  await expect(page.getByRole("img", { name: /^Due per day: / })).toBeVisible();
  await page.unroute(/\/api\/(progress|review)\?/);
  await page.locator("main > .notice").getByRole("button", { name: "Try Again" }).click();
  await part(page, "What comes due").getByRole("button", { name: "Try Again" }).click();
  await expect(page.locator("main .notice")).toHaveCount(0);
  await expectShown(page, before);
});

/** Half a minute before midnight on the clock of the page. */
async function installEvening(page: Page): Promise<Date> {
  const evening = new Date();
  evening.setUTCHours(23, 59, 30, 0);
  await page.clock.install({ time: evening });
  return evening;
}

test("at midnight the days of the new day are asked for", async ({ page, server }) => {
  await learnerOfOneDay(page, server);
  const evening = await installEvening(page);
  await openProgress(page);
  const asked = page.waitForRequest((request) => {
    const day = new Date(evening.getTime() + 86_400_000).toISOString().slice(0, 10);
    return isProgress(request) && new URL(request.url()).searchParams.get("to") === day;
  });
  await page.clock.runFor(60_000);
  await asked;
});

test("at midnight what is known of a language is loaded again", async ({ page, server }) => {
  await learnerOfOneDay(page, server);
  await installEvening(page);
  await page.goto("/progress/javascript");
  await expect(page.getByRole("table")).toBeVisible();
  const asked = page.waitForRequest((request) =>
    new URL(request.url()).pathname.endsWith("/api/knowledge/javascript"),
  );
  await page.clock.runFor(60_000);
  await asked;
});
