// The preview of an example in its form: the drawing of the practice screen, which follows the form and can be typed.

import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { openAsAdmin, test } from "./support/admin-server.ts";
import { expect } from "./support/test.ts";

type Row = { readonly id: number };

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const code = (page: Page) => page.getByLabel("Code Content");
const drawn = (page: Page) => preview(page).locator(".ca-row");
/** Styles of the drawn code that must be those of the practice screen. */
const drawing = (page: Page) =>
  page.locator(".code-area").evaluate((area) => {
    const row = area.querySelector(".ca-row")!;
    const token = area.querySelector(".ca-row .k") ?? row;
    const { fontSize, lineHeight, fontFamily } = getComputedStyle(area);
    return {
      ...{ fontSize, lineHeight, fontFamily, colour: getComputedStyle(token).color },
      width: Math.round(area.getBoundingClientRect().width),
      rows: [...area.querySelectorAll(".ca-row")].map(({ textContent }) => textContent),
    };
  });

test("the preview is the practice screen's drawing of the example, and follows the form @phone", async ({
  page,
  server,
  admin,
}, testInfo) => {
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "JavaScript" });
  const lesson = await admin.call<Row>("POST", "/admin/lessons", { title: "Maps", course_id: course.id });
  const chapter = await admin.call<Row>("POST", "/admin/chapters", { title: "C", lesson_id: lesson.id });
  await openAsAdmin(page, server, `/admin/chapters/${chapter.id}/examples/new`);
  await expect(preview(page)).toContainText("Once there is code, the example is shown here");
  await page.getByLabel("Example Title").fill("Group by key");
  await page.getByLabel("Description").fill("A `Map` keeps keys.");
  await page.getByLabel("Language").selectOption("javascript");
  await code(page).fill("const a = 1;\nif (a) {\n  b();\n}");
  await expect(preview(page).getByRole("heading", { level: 3 })).toHaveText("Group by key");
  await expect(preview(page).locator("code")).toHaveText("Map");
  await expect(drawn(page)).toHaveCount(4);
  await expect(preview(page).locator(".ruler")).toBeVisible();
  await expect(drawn(page).locator(".k").first()).toHaveText("const");
  await expectAccessible(page, "the form of an example with its preview");
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `${width}`).toBe(0);
  }

  if (testInfo.project.name !== "desktop") return;
  await code(page).press("End");
  await code(page).fill("const a = 1;\nif (a) {\n  b();\n  c();\n}");
  await expect(drawn(page)).toHaveCount(5);
  const inForm = await drawing(page);
  await page.getByRole("button", { name: "Create Example" }).click();
  await page.waitForURL("**/examples");
  await page.goto(`/courses?lessonId=${lesson.id}`);
  await expect(page.locator(".ca-row .k").first()).toHaveText("const");
  const inPractice = await drawing(page);
  expect(inForm).toEqual({ ...inPractice, width: expect.any(Number) });
  // At 1440 px with both side panes, to the width of their lines.
  expect(Math.abs(inForm.width - inPractice.width)).toBeLessThanOrEqual(4);
});

test("the preview can be typed; nothing of it is sent, and the keyboard is not trapped in it", async ({
  page,
  server,
  admin,
}) => {
  const course = await admin.call<Row>("POST", "/admin/courses", { title: "JavaScript" });
  const lesson = await admin.call<Row>("POST", "/admin/lessons", { title: "Maps", course_id: course.id });
  const chapter = await admin.call<Row>("POST", "/admin/chapters", { title: "C", lesson_id: lesson.id });
  await openAsAdmin(page, server, `/admin/chapters/${chapter.id}/examples/new`);
  const sent: string[] = [];
  await code(page).fill("ab\n  c");
  await page.getByLabel("Output", { exact: true }).fill("printed");
  const start = preview(page).getByRole("button", { name: "Type it" });
  await expect(drawn(page)).toHaveCount(2);
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  // Tab passes by the code.
  await page.getByRole("link", { name: "Cancel" }).focus();
  await page.keyboard.press("Tab");
  await expect(start).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(preview(page).getByRole("textbox")).not.toBeFocused();
  await start.focus();
  await page.keyboard.press("Enter");
  const field = preview(page).getByRole("textbox", { name: "Preview: type this example" });
  await expect(field).toBeFocused();
  await page.keyboard.type("a");
  await page.keyboard.press("Escape");
  await expect(start).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("b");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(preview(page).getByText("printed")).toBeHidden();
  await page.keyboard.type("c");
  await expect(preview(page)).toContainText("Finished. Typing here saves nothing.");
  await expect(preview(page).getByText("printed")).toBeVisible();
  await expect(preview(page).getByRole("button", { name: "Type it again" })).toBeFocused();
  await expectAccessible(page, "a preview that is typed");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(preview(page)).not.toContainText("Finished.");
  expect(sent).toEqual([]);
});
