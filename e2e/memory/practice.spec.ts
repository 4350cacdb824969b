// Gaps and Recall on the practice screen: the choice of the way, the panel, what help says, the result, and the ways between
// Copy and memory.

import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.ts";
import { openAsNewUser } from "../support/accounts.ts";
import {
  adminApiClient,
  type ApiClient,
  apiClientOf,
  completeExample,
  createCourse,
  type TestCourse,
} from "../support/courses.ts";
import {
  type MemoryExample,
  memoryField,
  openInWay,
  reviewExampleOf,
  typeFromMemory,
} from "../support/memory.ts";
import type { RunningServer } from "../support/running-server.ts";
import { expect, test } from "../support/test.ts";
import { typeKeys, waitForCode } from "../support/typing.ts";

const code = "const shown = given ?? spare;\nconst twice = value => value;\nconst all = new Map(pairs);";
const text = {
  Values: { First: { Defaults: code, Sums: "let sum = 1;", Names: "let name = 2;" } },
  More: { Only: { Last: "let last = 3;" } },
};

type Open = {
  readonly course: TestCourse;
  readonly api: ApiClient;
  readonly example: MemoryExample;
};

/** A new learner on a course of their own, whose first example they have completed. */
async function learnerOf(page: Page, server: RunningServer): Promise<Open> {
  const course = await createCourse(await adminApiClient(server, page.request), text, {
    language: "javascript",
  });
  await openAsNewUser(page, "/profile");
  const api = await apiClientOf(page, server);
  const id = course.example("Defaults");
  await completeExample(api, id, 60_000);
  return { course, api, example: { id, lessonId: course.lesson("Values"), title: "Defaults", code } };
}

const way = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const panel = (page: Page) => page.getByRole("complementary", { name: "From memory" });
const result = (page: Page) => page.getByRole("dialog", { name: "Example complete: Defaults" });
const announced = (page: Page) => result(page).locator(".sr[role=status]");
const line = (page: Page) => page.locator(".mem-line");
/** Keys and clicks do nothing on a result in its first moments. */
const deafness = () => setTimeout(450);
/** Ends focus mode until the next key. */
async function reveal(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(330, 300);
}
const at = (part: string) => code.indexOf(part);

test.describe("the choice of the way", () => {
  test("comes with the first finished example, and asks to copy each example first", async ({
    page,
    server,
  }) => {
    const course = await createCourse(await adminApiClient(server, page.request), text, {
      language: "javascript",
    });
    await openAsNewUser(page, course.address("Values", "Sums"));
    const copied = await waitForCode(page, "Sums");
    await expect(page.getByRole("group", { name: "Way of typing" })).toHaveCount(0);
    await page.goto(`${course.address("Values", "Sums")}&way=gaps`);
    await waitForCode(page, "Sums");
    await typeKeys(page, copied);
    await expect(page.getByRole("dialog", { name: "Example complete: Sums" })).toBeVisible();
    await expect(page).not.toHaveURL(/way=/);
    await expect(page.getByRole("group", { name: "Way of typing", includeHidden: true })).toHaveCount(1);
    // Whatever the address says, what is not completed is copied.
    await page.goto(`${course.address("Values", "Names")}&way=recall`);
    await waitForCode(page, "Names");
    await expect(way(page, "Copy")).toBeChecked();
    for (const name of ["Gaps", "Recall"]) await expect(way(page, name)).toBeDisabled();
    await expect(page.getByTitle("Copy it once first.").first()).toBeVisible();
    await expect(page.getByRole("group", { name: "Way of typing" })).toHaveAccessibleDescription(
      "Copy it once first.",
    );
    await expectAccessible(page, "the choice of an example that is not completed");
  });

  test("is reached by W after Esc; arrows move, Space chooses, and Enter goes back to the code", async ({
    page,
    server,
  }) => {
    const { course, example } = await learnerOf(page, server);
    await page.goto(course.address("Values", "Defaults"));
    await waitForCode(page, "Defaults");
    await expect(way(page, "Copy")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await expect(way(page, "Copy")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(way(page, "Gaps")).toBeFocused();
    await expect(way(page, "Copy")).toBeChecked();
    await page.keyboard.press("Space");
    await expect(way(page, "Gaps")).toBeChecked();
    await expect(memoryField(page, "Defaults")).toHaveCount(1);
    // After a choice by keyboard the focus stays.
    await expect(way(page, "Gaps")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(way(page, "Recall")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(memoryField(page, "Defaults")).toBeFocused();
    // A choice by pointer gives the focus to the code.
    await way(page, "Recall").click();
    await expect(memoryField(page, "Defaults")).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`exampleId=${example.id}&way=recall$`));
    // The switch for single letters counts here too.
    await page.evaluate(() => localStorage.setItem("practice-single-letters", "off"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await expect(way(page, "Recall")).not.toBeFocused();
  });

  test("is in the address, so that a reload keeps it, and another example drops it", async ({
    page,
    server,
  }) => {
    const { example } = await learnerOf(page, server);
    await openInWay(page, example, "gaps");
    await page.reload();
    await expect(memoryField(page, "Defaults")).toBeFocused();
    // In the middle of a run another way begins again.
    await typeFromMemory(page, code, {}, { from: 0, to: 10 });
    await way(page, "Recall").click();
    await expect(memoryField(page, "Defaults")).toBeFocused();
    await expect(page.locator(".state")).toHaveText("Ready");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await waitForCode(page, "Sums");
    await expect(page).not.toHaveURL(/way=/);
    // The ways were one entry of the history.
    await page.goBack();
    await expect(memoryField(page, "Defaults")).toHaveCount(1);
    await expect(way(page, "Recall")).toBeChecked();
  });
});

test("Gaps asks, shows and reports, and Try Again asks the same places", async ({ page, server }) => {
  // axe looks at it three times, in both themes.
  test.slow();
  const { example, api } = await learnerOf(page, server);
  const hidden = (await reviewExampleOf(api, example.id, "gaps")).constructs.filter((one) => one.hidden);
  const names = hidden.map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(["const", "=", "??"]);
  await openInWay(page, example, "gaps");

  // Before the first key.
  await expect(panel(page).getByRole("heading", { name: `To come ${hidden.length}` })).toBeVisible();
  await expect(panel(page).getByText("So far")).toHaveCount(0);
  await expect(panel(page).getByRole("listitem")).toHaveText(hidden.map(() => "hidden"));
  await expect(panel(page)).toContainText("Gaps and Recall set no time.");
  await expect(panel(page)).toContainText("The leaderboard comes back with Copy.");
  await expect(page.locator(".keys")).toContainText("Ctrl Space shows what is hidden here");
  await expectAccessible(page, "Gaps before the first key");

  // Help, until the next right character. In focus mode the panel is shown when the pointer moves.
  const height = (await line(page).boundingBox())?.height;
  await typeFromMemory(page, code, { slips: [0] }, { from: 0, to: at("??") });
  await page.keyboard.press("Control+Space");
  await expect(line(page).getByRole("status")).toHaveText("Shown. It comes back tomorrow.");
  // Screen readers hear once that it was shown.
  await expect(page.getByText("Shown: question mark, question mark.")).toHaveCount(1);
  await expect(line(page).getByRole("status")).toMatchAriaSnapshot("- status: It comes back tomorrow.");
  expect((await line(page).boundingBox())?.height).toBe(height);
  await reveal(page);
  await expect(panel(page).getByRole("listitem").filter({ hasText: "const" })).toHaveText(
    "constslipped, then found",
  );
  await expect(panel(page).getByRole("listitem").filter({ hasText: "??" })).toHaveText("??shown");
  await expectAccessible(page, "Gaps after help");
  await page.keyboard.press("?");
  await expect(line(page).getByRole("status")).toHaveText("");

  // The result.
  await typeFromMemory(page, code, {}, { from: at("??") + 1 });
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  // It is announced as far as it was known by then.
  await expect(announced(page)).toHaveText(
    new RegExp(
      `^${hidden.length - 1} of ${hidden.length} came back\\.( Shown: question mark, question mark|$)`,
    ),
  );
  await expect(result(page).locator(".result-time")).toHaveText(
    `${hidden.length - 1}/${hidden.length} came back from memory`,
  );
  await expect(result(page).getByText("It comes back tomorrow.")).toBeVisible();
  await expect(result(page).locator(".shown-line")).toHaveText("Shown:??It comes back tomorrow.");
  for (const absent of ["New Record!", "Your rank"])
    await expect(result(page).getByText(absent)).toHaveCount(0);
  await expect(panel(page).getByRole("heading")).toHaveText([
    "From memory",
    "Shown 1",
    "Slipped, then found 1",
    `Came back ${hidden.length - 2}`,
  ]);
  // Graded on the day of their first meeting, all come back the next day.
  await expect(panel(page).getByRole("listitem").filter({ hasText: "tomorrow" })).toHaveCount(hidden.length);
  await expect(panel(page)).toContainText("Each comes again in an example that needs it.");
  await expectAccessible(page, "the result of Gaps");

  // Nothing is due now, and yet Try Again asks the same.
  await deafness();
  await page.keyboard.press("r");
  await expect(memoryField(page, "Defaults")).toBeFocused();
  await expect(panel(page).getByRole("heading", { name: `To come ${hidden.length}` })).toBeVisible();
  await expect(panel(page).getByText("Shown")).toHaveCount(0);
  await typeFromMemory(page, code);
  await expect(announced(page)).toHaveText(`${hidden.length} of ${hidden.length} came back.`);
  await deafness();
  await page.keyboard.press("Enter");
  await waitForCode(page, "Sums");
  await expect(page.getByRole("complementary", { name: "Leaderboard" })).toBeVisible();
});

test("Recall names only how many are to come, and shows by a second wrong try and by the button", async ({
  page,
  server,
}) => {
  const { example, api } = await learnerOf(page, server);
  const { length: asked } = (await reviewExampleOf(api, example.id, "recall")).constructs;
  await openInWay(page, example, "recall");
  await expect(panel(page).getByRole("heading", { name: /^To come \d+$/ })).toBeVisible();
  await expect(panel(page).getByRole("listitem")).toHaveCount(0);
  await expectAccessible(page, "Recall before the first key");
  await typeFromMemory(page, code, { givesUp: [at("??")] }, { from: 0, to: at("??") + 2 });
  await reveal(page);
  await expect(panel(page).getByRole("listitem").filter({ hasText: "??" })).toHaveText("??shown");
  // A space asks for nothing, so it does not come back.
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(line(page).getByRole("status")).toHaveText("Shown.");
  await expect(memoryField(page, "Defaults")).toBeFocused();
  await typeFromMemory(page, code, {}, { from: at("??") + 2 });
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await expect(result(page).locator(".result-time")).toHaveText(/^\d+\/\d+ came back from memory$/);
  expect(asked).toBeGreaterThan(5);
  await expectAccessible(page, "the result of Recall");
});

test("where nothing is due or new, Gaps hides nothing, says so, and counts for nothing", async ({
  page,
  server,
}) => {
  const { example, api } = await learnerOf(page, server);
  await openInWay(page, example, "recall");
  await typeFromMemory(page, code);
  await expect(panel(page).getByText("tomorrow").first()).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/reviews\//.test(request.url())) sent.push(request.url());
  });
  const left = (await reviewExampleOf(api, example.id, "gaps")).constructs.filter((one) => one.hidden);
  expect(left).toEqual([]);
  await openInWay(page, example, "gaps");
  await expect(line(page).getByRole("status")).toHaveText("Nothing is hidden here today.");
  await expect(page.getByRole("button", { name: "Show", exact: true })).toHaveCount(0);
  await expectAccessible(page, "Gaps with nothing hidden");
  await typeFromMemory(page, code);
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await expect(announced(page)).toHaveText("Nothing was hidden in this run, so it counts for nothing.");
  await expect(result(page).getByText("came back")).toHaveCount(0);
  await expectAccessible(page, "the result of a run that hid nothing");
  expect(sent).toEqual([]);
});

test.describe("Now from memory", () => {
  test("leads from a result to Gaps by M or a click, deaf at first; to Recall where Gaps would hide nothing", async ({
    page,
    server,
  }) => {
    const { course } = await learnerOf(page, server);
    await page.goto(course.address("Values", "Defaults"));
    await waitForCode(page, "Defaults");
    await typeKeys(page, code);
    const button = page.getByRole("button", { name: "Now from memory M" });
    await expect(button).toBeVisible();
    await expectAccessible(page, "a result that offers memory");
    await deafness();
    await page.keyboard.press("m");
    await expect(memoryField(page, "Defaults")).toBeFocused();
    await expect(way(page, "Gaps")).toBeChecked();
    await typeFromMemory(page, code);
    await expect(panel(page).getByText("tomorrow").first()).toBeVisible();
    // What Gaps left out is still new, and Recall asks it.
    await page.goto(`${course.address("Values", "Defaults")}&way=recall`);
    await expect(memoryField(page, "Defaults")).toBeFocused();
    await typeFromMemory(page, code);
    await expect(panel(page).getByText("tomorrow").first()).toBeVisible();
    await page.goto(course.address("Values", "Defaults"));
    await waitForCode(page, "Defaults");
    await typeKeys(page, code);
    await deafness();
    await button.click();
    await expect(way(page, "Recall")).toBeChecked();
    await expect(memoryField(page, "Defaults")).toBeFocused();
  });

  test("says that it is loading, and why it could not be", async ({ page, server, faults }) => {
    faults.expectFault(/reviews/);
    const { course } = await learnerOf(page, server);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/reviews\/\d+\?/, async (route) => {
      await held;
      await route.fulfill({
        status: 404,
        json: { error: { code: "NOT_FOUND", message: "Example not found" } },
      });
    });
    await page.goto(course.address("Values", "Defaults"));
    await waitForCode(page, "Defaults");
    await typeKeys(page, code);
    await deafness();
    await page.keyboard.press("m");
    const busy = page.getByRole("button", { name: "Loading..." });
    await expect(busy).toHaveAttribute("aria-busy", "true");
    answer();
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
    await expect(page.getByRole("button", { name: "Now from memory M" })).toBeVisible();
    await deafness();
    await page.keyboard.press("Enter");
    await waitForCode(page, "Sums");
  });
});

test("what is hidden may fail to load: Try Again loads it, and Copy works without it", async ({
  page,
  server,
  faults,
}) => {
  faults.expectFault(/reviews|ERR_FAILED|503/);
  const { example } = await learnerOf(page, server);
  let fails = true;
  await page.route(/\/api\/reviews\/\d+\?/, (route) => (fails ? route.abort() : route.continue()));
  await page.goto(`/courses?lessonId=${example.lessonId}&exampleId=${example.id}&way=gaps`);
  const notice = page.locator(".stage-note");
  const problem =
    "The server cannot be reached, and what is hidden here is not on this device. Copy works without it.";
  await expect(notice).toContainText(problem);
  await expectAccessible(page, "Gaps that could not be loaded");
  await notice.getByRole("button", { name: "Copy" }).click();
  await waitForCode(page, "Defaults");
  await way(page, "Gaps").click();
  await expect(notice).toContainText(problem);
  fails = false;
  await notice.getByRole("button", { name: "Try Again" }).click();
  await expect(memoryField(page, "Defaults")).toHaveCount(1);
});

test("a text that an admin changes in the meantime counts for nothing, and Try Again shows the new one", async ({
  page,
  server,
}) => {
  const { example } = await learnerOf(page, server);
  await openInWay(page, example, "gaps");
  await typeFromMemory(page, code, {}, { from: 0, to: 10 });
  const admin = await adminApiClient(server, page.request);
  await admin.request("PUT", `/admin/examples/${example.id}`, {
    code_content: "const other = first ?? second;",
  });
  await typeFromMemory(page, code, {}, { from: 10 });
  await expect(result(page)).toContainText(
    "This run counts for nothing: the text of the example has been changed. Try Again shows the new one.",
  );
  await expect(result(page).getByText("comes back")).toHaveCount(0);
  await deafness();
  await page.keyboard.press("r");
  await expect(page.locator(".code-area")).toContainText("other");
});

test("after the lesson's last example from memory the next lesson opens, and after the course's its end", async ({
  page,
  server,
}) => {
  const { course, api } = await learnerOf(page, server);
  const names = { id: course.example("Names"), lessonId: course.lesson("Values") };
  await completeExample(api, names.id, 60_000);
  await completeExample(api, course.example("Last"), 60_000);
  await openInWay(page, { ...names, title: "Names", code: "let name = 2;" }, "recall");
  await typeFromMemory(page, "let name = 2;");
  await expect(page.getByRole("button", { name: "Next Example", exact: true })).toBeFocused();
  await deafness();
  await page.keyboard.press("Enter");
  await waitForCode(page, "Last");
  await way(page, "Recall").click();
  await expect(memoryField(page, "Last")).toBeFocused();
  await typeFromMemory(page, "let last = 3;");
  await expect(page.getByRole("button", { name: "Next Example", exact: true })).toBeFocused();
  await deafness();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "BEGIN REVIEW" })).toBeVisible();
});

test("without a network an example is asked whose hidden places are on the device", async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expectFault(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const { example } = await learnerOf(page, server);
  await openInWay(page, example, "gaps");
  await way(page, "Copy").click();
  await waitForCode(page, "Defaults");
  await context.setOffline(true);
  await way(page, "Gaps").click();
  await expect(memoryField(page, "Defaults")).toBeFocused();
  await typeFromMemory(page, code);
  await expect(result(page)).toContainText("Not saved yet.");
  // A completion that waits unlocks its example too.
  await deafness();
  await page.keyboard.press("Enter");
  await typeKeys(page, await waitForCode(page, "Sums"));
  await deafness();
  await page.keyboard.press("r");
  await waitForCode(page, "Sums");
  await way(page, "Gaps").click();
  await expect(page.locator(".stage-note")).toContainText("what is hidden here is not on this device");
  await context.setOffline(false);
  await expect(memoryField(page, "Sums")).toBeFocused();
});

test("the list of keys has those of memory", async ({ page, server }) => {
  const { course } = await learnerOf(page, server);
  await page.goto(course.address("Values", "Defaults"));
  await waitForCode(page, "Defaults");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog.getByText("shows what is hidden here (in Gaps and Recall)")).toBeVisible();
  await expect(dialog.getByText("way of typing")).toBeVisible();
});

test("on a narrow screen the way is a list, the panel a sheet, Show the first key, and the groups are in the result @phone", async ({
  page,
  server,
}) => {
  // axe looks at it twice, in both themes.
  test.slow();
  const { example } = await learnerOf(page, server);
  await openInWay(page, example, "gaps");
  if ((page.viewportSize()?.width ?? 0) > 760) return;
  const list = page.getByRole("combobox", { name: "Way of typing" });
  await expect(list).toHaveValue("gaps");
  await expect(page.getByRole("group", { name: "Way of typing" })).toHaveCount(0);
  await expect(page.locator(".keypad button").first()).toHaveText("Show");
  await typeFromMemory(page, code, {}, { from: 0, to: at("??") });
  await page.getByRole("button", { name: "Show", exact: true }).tap();
  await expect(line(page).getByRole("status")).toHaveText("Shown. It comes back tomorrow.");
  await expect(memoryField(page, "Defaults")).toBeFocused();
  // A touch beside the keypad ends focus mode.
  await page.locator(".stats").tap();
  await page.getByRole("button", { name: "Show from memory" }).click();
  const sheet = page.getByRole("dialog", { name: "From memory" });
  await expect(sheet.getByText("shown", { exact: true })).toBeVisible();
  await expectAccessible(page, "the panel as a sheet");
  await sheet.getByRole("button", { name: "Close" }).click();
  await memoryField(page, "Defaults").focus();
  await typeFromMemory(page, code, {}, { from: at("??") });
  await expect(result(page).getByRole("button", { name: "Next Example" })).toBeFocused();
  await expect(result(page).getByRole("heading", { name: "Shown 1" })).toBeVisible();
  await expect(result(page).getByText("tomorrow", { exact: true }).first()).toBeVisible();
  await expectAccessible(page, "the result on a narrow screen");
  await deafness();
  await page.getByRole("button", { name: "Try Again" }).tap();
  await list.selectOption("copy");
  const text = await waitForCode(page, "Defaults").catch(() => code);
  await page.getByRole("textbox", { name: /^Type this example/ }).focus();
  await typeKeys(page, text);
  const third = page.getByRole("button", { name: "Now from memory" });
  const again = page.getByRole("button", { name: "Try Again" });
  await expect(third).toBeVisible();
  expect((await again.boundingBox())?.y).toBeGreaterThan((await third.boundingBox())?.y ?? 0);
});
