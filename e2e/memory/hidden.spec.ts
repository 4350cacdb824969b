// What is hidden is not in the page in any form. Two texts that differ only in what is hidden make the same page: the same
// document with all attributes, the same boxes and colours, the same accessibility tree, the same storage, the same
// picture. So a channel that no one has thought of is found too.

import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { openAsNewUser } from "../support/accounts.ts";
import {
  adminApiClient,
  type ApiClient,
  apiClientOf,
  completeExample,
  createCourse,
} from "../support/courses.ts";
import {
  constructsFound,
  type MemoryExample,
  type MemoryWay,
  memoryField,
  openInWay,
} from "../support/memory.ts";
import { expect, test } from "../support/test.ts";
import { typeKeys } from "../support/typing.ts";

/** As long as each other, with the same names, and other syntax at the same places. All of it is hidden. */
const twins: Readonly<Record<MemoryWay, readonly [string, string]>> = {
  gaps: [
    "let totalOfAll = firstOne ?? spareOne;\ntotalOfAll += spareOne;",
    "var totalOfAll = firstOne || spareOne;\ntotalOfAll -= spareOne;",
  ],
  recall: [
    "let total = first ?? spare;\nwhile (total <= first) {\n  total += spare;\n  show(total, first);\n}",
    "var total = first || spare;\nwhile (total >= first) {\n  total -= spare;\n  show(total ,first);\n}",
  ],
};

type Looks = Readonly<Record<string, string>>;

/** Everything that tells one page from another, in words that can be compared. The clock runs. */
async function looksOf(page: Page): Promise<Looks> {
  const inPage = await page.evaluate(() => {
    for (const clock of document.querySelectorAll(".timer"))
      (clock as HTMLElement).style.visibility = "hidden";
    // The caret begins to blink some time after a key.
    for (const caret of document.querySelectorAll(".ca-caret")) caret.classList.remove("is-idle");
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const clock of copy.querySelectorAll(".timer, script")) clock.remove();
    for (const styled of copy.querySelectorAll("[style='']")) styled.removeAttribute("style");
    const elements = [...document.querySelectorAll<HTMLElement>("main *, aside *")].filter(
      (element) => element.closest(".timer") === null,
    );
    const boxes = elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = ["", "::before", "::after"].map((part) => {
        const { color, backgroundColor, backgroundImage, maskImage, display } = getComputedStyle(
          element,
          part || null,
        );
        return [color, backgroundColor, backgroundImage, maskImage, display].join(" ");
      });
      return [
        element.localName,
        x,
        y,
        width,
        height,
        element.scrollWidth,
        element.scrollHeight,
        ...style,
      ].join(" ");
    });
    const field = document.querySelector<HTMLTextAreaElement>(".code-area > textarea");
    return {
      document: copy.outerHTML,
      boxes: boxes.join("\n"),
      field: JSON.stringify([field?.value, field?.selectionStart]),
      title: document.title,
      history: JSON.stringify(history.state),
      selection: String(getSelection()),
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    };
  });
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  // What is no part of it is listed in no fixed order.
  const heard = nodes
    .filter(({ ignored, role }) => !ignored && role?.value !== "generic")
    .map(({ role, name, value, description }) =>
      [role, name, value, description].map((part) => String(part?.value ?? "")).join(" | "),
    )
    .filter((node) => !/^\w* \| [\d:.]+ /.test(node))
    .toSorted();
  const picture = createHash("sha256")
    .update(await page.locator(".code-area").screenshot({ animations: "disabled" }))
    .digest("hex");
  return { ...inPage, heard: heard.join("\n"), picture };
}

/** Taken when nothing changes any more: a wrong key is red for a moment, and focus mode fades. */
async function stillLooksOf(page: Page): Promise<Looks> {
  await page.mouse.move(300, 20);
  await page.mouse.move(330, 20);
  let before: Looks = {};
  for (let tries = 0; tries < 20; tries++) {
    const looks = await looksOf(page);
    if (JSON.stringify(looks) === JSON.stringify(before)) break;
    before = looks;
    await setTimeout(400);
  }
  return before;
}

/** The looks at each moment of one visit. */
async function visit(page: Page, example: MemoryExample, way: MemoryWay) {
  const looks: (readonly [moment: string, look: Looks])[] = [];
  const look = async (moment: string) => looks.push([moment, await stillLooksOf(page)]);
  const again = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await expect(memoryField(page, example.title)).toBeFocused();
  };
  const { code } = example;
  /** In the middle of the third hidden place. */
  const middle = code.search(/\?\?|\|\|/) + 1;
  await openInWay(page, example, way);
  await look("before the first key");
  await page.keyboard.press("~");
  // Until the error is announced.
  await expect(page.getByText("1 error so far")).toHaveCount(1);
  await look("after a wrong key");
  await page.keyboard.press("Escape");
  await look("after Esc");
  await again();
  await look("after a restart");
  await typeKeys(page, code.slice(0, middle));
  for (let typed = 0; typed < middle; typed++) await page.keyboard.press("Backspace");
  await look("after all that was typed is deleted");
  await page.keyboard.press("Control+Space");
  await again();
  await look("after help and a restart");
  await page.setViewportSize({ width: 390, height: 844 });
  await look("in a narrow window");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: "print" });
  await look("on paper");
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  await look("in forced colours");
  await page.emulateMedia({ forcedColors: "none" });
  // The policy forbids styles of the page, and a reader's own are not of the page.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>(".code-area")) part.style.fontFamily = "serif";
  });
  await expect(page.locator(".code-area[data-uneven]")).toHaveCount(1);
  await look("in a reader's own proportional font");
  return looks;
}

async function change(
  api: ApiClient,
  admin: ApiClient,
  { id, code }: Pick<MemoryExample, "id" | "code">,
): Promise<void> {
  await admin.request("PUT", `/admin/examples/${id}`, { code_content: code });
  await constructsFound(api, id);
}

/** Colours come at a time of the server's own, and draw the rows again. */
async function withoutColours(page: Page): Promise<void> {
  await page.route(/\/api\/(?:reviews\/\d+\?|courses\/lessons\/\d+$)/, async (route) => {
    const response = await route.fetch();
    const body = JSON.stringify(await response.json(), (name, value) => (name === "tokens" ? null : value));
    await route.fulfill({ response, body });
  });
}

for (const way of ["gaps", "recall"] as const)
  test(`${way}: texts that differ only in what is hidden make the same page`, async ({ page, server }) => {
    test.setTimeout(300_000);
    const admin = await adminApiClient(server, page.request);
    const course = await createCourse(
      admin,
      { Values: { First: { Twins: twins[way][0] } } },
      { language: "javascript" },
    );
    const id = course.example("Twins");
    const lessonId = course.lesson("Values");
    await openAsNewUser(page, "/profile");
    const api = await apiClientOf(page, server);
    await withoutColours(page);
    // Both are met before the first is asked.
    for (const code of twins[way].toReversed()) {
      await change(api, admin, { id, code });
      await completeExample(api, id, 60_000);
    }
    const seen: Awaited<ReturnType<typeof visit>>[] = [];
    for (const code of twins[way]) {
      await change(api, admin, { id, code });
      seen.push(await visit(page, { id, lessonId, title: "Twins", code }, way));
    }
    const [one, other] = seen;
    for (const [index, [moment, look]] of (one ?? []).entries())
      for (const [what, value] of Object.entries(look))
        expect.soft(other?.[index]?.[1]?.[what], `${moment}: ${what}`).toBe(value);
  });
