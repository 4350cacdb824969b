// Every screen of the route table and every dialog, with long and many contents, in windows of all sizes: nothing scrolls
// or cuts off what no one meant to, no two controls cover each other, and no word is broken that fits into a line.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { openAsNewUser, storedSession } from "./support/accounts.ts";
import { ApiClient, completeExample } from "./support/courses.ts";
import { type LargeContent, longCode, openScreens, roles, test } from "./support/large-content.ts";
import { findBrokenWords, findCoveredControls, findUnmeantOverflow } from "./support/layout-faults.ts";
import { builtInExamples } from "./support/memory.ts";
import { repeatUntilHidden } from "./support/repeat-until-hidden.ts";
import { expect } from "./support/test.ts";
import { insertCode } from "./support/typing.ts";

/**
 * Windows of phones, a phone held across, tablets, laptops and desktops; 1280 × 1024 at 400 %; and both sides of the
 * widths at which most of the layout changes.
 */
const usualSizes = [
  [320, 256],
  [360, 740],
  [480, 800],
  [740, 360],
  [760, 800],
  [761, 800],
  [820, 1180],
  [981, 800],
  [1180, 800],
  [1181, 800],
  [1440, 900],
] as const;

/** More of them, and both sides of the other such widths. They take two minutes, so only `npm run test:all` has them. */
const moreSizes = [
  [385, 800],
  [390, 844],
  [600, 800],
  [720, 450],
  [768, 1024],
  [861, 800],
  [881, 800],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
] as const;
const sizes = process.env.TABSTOP_E2E === "all" ? [...usualSizes, ...moreSizes] : usualSizes;

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  // Some elements measure themselves and follow the window in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The faults of a page or of its open dialog in all windows. */
async function faultsInAllWindows(page: Page, what: string): Promise<string[]> {
  const faults = new Map<string, string[]>();
  const note = (found: readonly string[], where: string) => {
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), where]);
  };
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    const overflow = await findUnmeantOverflow(page);
    expect(overflow.checked, what).toBeGreaterThan(0);
    const covered = await findCoveredControls(page);
    expect(covered.checked, what).toBeGreaterThan(0);
    const broken = await findBrokenWords(page);
    note([...overflow.faults, ...covered.faults, ...broken.faults], `${width} × ${height}`);
  }
  return [...faults].map(([fault, where]) => `${what}: ${fault} (${where.join(", ")})`);
}

for (const who of roles) {
  // A phone has a row of keys below the code, and no mouse.
  test(`on no screen of the ${who} does anything scroll to nothing, cut off its content, cover a control or break a word${who === "learner" ? " @phone" : ""}`, async ({
    page,
    largeContent,
  }) => {
    test.slow();
    const faults: string[] = [];
    for await (const path of openScreens(page, largeContent, who))
      faults.push(...(await faultsInAllWindows(page, path)));
    expect(faults).toEqual([]);
  });
}

test("with two courses open, a turn of the wheel over any part of the practice screen does not move the page", async ({
  page,
  largeContent,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  await page.getByText("Course 30", { exact: true }).click();
  await expect(page.getByRole("link", { name: "Lesson 30.2" })).toBeVisible();
  for (const x of [100, 700, 1300])
    for (const y of [20, 300, 740]) {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, 900);
    }
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.evaluate(() => ({ scrollX, scrollY }))).toEqual({ scrollX: 0, scrollY: 0 });
});

test("the drawing of the code stays within its stage at any width", async ({ page, largeContent }) => {
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    const [area, stage] = await page.evaluate(() =>
      [".code-area", ".stage"].map((part) => document.querySelector(part)?.getBoundingClientRect()),
    );
    expect(area?.left, `${width} px`).toBeGreaterThanOrEqual(stage?.left ?? Number.NaN);
    expect(area?.right, `${width} px`).toBeLessThanOrEqual(stage?.right ?? Number.NaN);
  }
});

test("no figure of the run stands alone in its row or leaves it", async ({ page, largeContent }) => {
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByText("Typing", { exact: true })).toBeVisible();
  for (let width = 320; width <= 1460; width += 20) {
    await resize(page, width, 800);
    const { rows, isInside } = await page.evaluate(() => {
      const frame = document.querySelector(".stats") as HTMLElement;
      const parts = [...frame.children].filter((part) => part.checkVisibility());
      const rowOf = new Map<number, number>();
      for (const part of parts) {
        const { top, bottom } = part.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        const row = [...rowOf.keys()].find((at) => Math.abs(at - middle) < 12) ?? middle;
        rowOf.set(row, (rowOf.get(row) ?? 0) + 1);
      }
      return { rows: [...rowOf.values()], isInside: frame.scrollWidth <= frame.clientWidth + 1 };
    });
    expect(Math.min(...rows), `${width} px: ${rows.join(" + ")}`).toBeGreaterThan(1);
    expect(isInside, `${width} px`).toBe(true);
  }
});

test("a name of 32 letters is one line of the leaderboard, and its whole text can be read", async ({
  page,
  largeContent,
}) => {
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  const board = page.getByRole("complementary", { name: "Leaderboard" });
  const names = board.locator(".who");
  await expect(names).toHaveCount(11);
  for (const name of await names.all()) {
    const { lines, title, text } = await name.evaluate((element) => ({
      lines: element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
      title: element.getAttribute("title"),
      text: element.textContent,
    }));
    expect(lines, text ?? "").toBeLessThan(1.5);
    expect(text === "You" || text === title, text ?? "").toBe(true);
  }
});

type Opener = (page: Page, largeContent: LargeContent) => Promise<void>;

const practise: Opener = async (page, largeContent) => {
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.lastExample);
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
};
const complete: Opener = async (page, largeContent) => {
  await practise(page, largeContent);
  await insertCode(page, longCode);
  await expect(page.getByRole("dialog", { name: /^Example complete/ })).toContainText("Your rank");
};
const openKeys: Opener = async (page, largeContent) => {
  await practise(page, largeContent);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
};
const openBoard: Opener = async (page, largeContent) => {
  await largeContent.logIn(page, "admin");
  await page.goto("/admin");
  await page
    .getByRole("button", { name: /^Board of/ })
    .first()
    .click();
};
const chooseTime: Opener = async (page, largeContent) => {
  await openBoard(page, largeContent);
  await page.getByRole("dialog").getByRole("listitem").first().getByRole("button").click();
  await expect(page.getByRole("region", { name: /^Run of/ })).toBeVisible();
};
const chooseFile = async (page: Page, largeContent: LargeContent) => {
  await largeContent.logIn(page, "admin");
  await page.goto("/admin/courses");
  await page.getByRole("button", { name: "ADD COURSE", exact: true }).click();
  const text = `---\ntitle: Course 2\ndifficulty_level: beginner\n---\n# Lesson\n## Chapter\n### Example\n\`\`\`text\na\n\`\`\`\n`;
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: `${"long-name-".repeat(12)}.md`,
      mimeType: "text/markdown",
      buffer: Buffer.from(text),
    });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("Nothing is written yet")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
};

/** How each dialog is opened, by the file of `web/` that draws it. */
const dialogs: Readonly<Record<string, readonly Opener[]>> = {
  "practice/result/result-overlay.tsx": [complete],
  "practice/memory/memory-overlay.tsx": [
    async (page, largeContent) => {
      await largeContent.logIn(page, "learner");
      await page.goto(`${largeContent.screens.learner[1]}&way=recall`);
      await expect(page.getByRole("textbox", { name: /^Type from memory/ })).toBeFocused();
      await insertCode(page, longCode);
      await expect(page.getByRole("dialog", { name: /^Example complete/ })).toContainText("came back");
    },
  ],
  "practice/first-days/third-example-offer.tsx": [
    async (page, largeContent) => {
      await openAsNewUser(page, "/profile");
      const api = new ApiClient(page.request, "", (await storedSession(page))?.token ?? "");
      const plain = { course: "Course 2", lessons: 2, haveConstructs: false };
      for (const { id } of await builtInExamples(api, plain)) await completeExample(api, id, 60_000);
      await page.goto(largeContent.lastExample);
      await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
      await insertCode(page, longCode);
      await expect(page.getByRole("button", { name: "Try it now" })).toBeVisible();
    },
  ],
  "practice/result/plain-result.tsx": [
    async (page, largeContent) => {
      // Shown in place of the result when that cannot be loaded.
      await page.route(/\/copy-result-[^/]+\.js$/, (route) => route.abort());
      await practise(page, largeContent);
      await insertCode(page, longCode);
      await expect(page.getByRole("dialog", { name: /^Example complete/ })).toBeVisible();
    },
  ],
  "practice/ends/lesson-complete.tsx": [
    async (page) => {
      await openAsNewUser(page, "/profile");
      const api = new ApiClient(page.request, "", (await storedSession(page))?.token ?? "");
      const plain = { course: "Course 2", inLesson: 1_000, haveConstructs: false };
      const examples = await builtInExamples(api, plain);
      const last = examples.at(-1);
      if (last === undefined) throw new RangeError("the lesson has no example");
      for (const { id } of examples.slice(0, -1)) await completeExample(api, id, 60_000);
      await page.goto(`/courses?lessonId=${last.lessonId}&exampleId=${last.id}`);
      await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
      await insertCode(page, last.code);
      await expect(page.getByRole("dialog", { name: /Lesson complete/ })).toBeVisible();
    },
  ],
  "practice/ends/course-complete.tsx": [
    async (page, largeContent) => {
      await complete(page, largeContent);
      await expect(async () => {
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog", { name: "Congratulations!" })).toBeVisible({ timeout: 5_000 });
      }).toPass();
    },
  ],
  "practice/keys-dialog.tsx": [openKeys],
  "practice/keys.tsx": [
    async (page, largeContent) => {
      // Shown in place of the list when that cannot be loaded.
      await page.route("**/keys-dialog-*.js", (route) => route.abort());
      await openKeys(page, largeContent);
    },
  ],
  "practice/side-panel.tsx": [
    async (page, largeContent) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await practise(page, largeContent);
      await page.getByRole("button", { name: "Show courses" }).click();
    },
    async (page, largeContent) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await largeContent.logIn(page, "learner");
      await page.goto(largeContent.screens.learner[1] ?? "");
      await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
      await page.getByRole("button", { name: "Show leaderboard" }).click();
    },
  ],
  "shell/session/session-dialog.tsx": [
    async (page, largeContent) => {
      await page.goto("/icon.svg");
      await largeContent.logIn(page, "learner");
      await page.goto("/profile");
      await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
      await page.addInitScript(() => {
        const session = JSON.parse(localStorage.getItem("user") ?? "{}");
        localStorage.setItem("user", JSON.stringify({ ...session, tokenExpiry: Date.now() + 240_000 }));
      });
      await page.reload();
    },
  ],
  "authoring/form/content-form.tsx": [
    async (page, largeContent) => {
      await largeContent.logIn(page, "admin");
      await page.goto("/admin/courses/new");
      await page.getByRole("textbox", { name: "Course Title" }).fill("A course that no one saves");
      await page.getByRole("link", { name: "Courses", exact: true }).first().click();
    },
  ],
  "authoring/list/delete-dialog.tsx": [
    async (page, largeContent) => {
      await largeContent.logIn(page, "admin");
      await page.goto("/admin/courses");
      await page
        .getByRole("button", { name: /^Delete Declaration/ })
        .first()
        .click();
    },
  ],
  "authoring/import/import-panel.tsx": [chooseFile],
  "authoring/import/leave-import.tsx": [
    async (page, largeContent) => {
      await chooseFile(page, largeContent);
      // The check is over; the import never ends.
      await page.route("**/import/markdown", () => {});
      const question = page.getByRole("alertdialog", { name: "Import anyway?" });
      await repeatUntilHidden(question, () => question.getByRole("button", { name: "Import" }).click());
      await page.getByRole("link", { name: "Admin Dashboard" }).click();
    },
  ],
  "accounts/profile/your-data.tsx": [
    async (page, largeContent) => {
      await largeContent.logIn(page, "learner");
      await page.goto("/profile");
      await page.getByRole("button", { name: /delete (my )?account/i }).click();
    },
  ],
  "accounts/photo/crop-dialog.tsx": [
    async (page, largeContent) => {
      await largeContent.logIn(page, "learner");
      await page.goto("/profile");
      await page
        .getByLabel("Photo file")
        .setInputFiles(fileURLToPath(new URL("../web/public/share.png", import.meta.url)));
      await expect(page.getByRole("slider", { name: "Zoom" })).toBeVisible();
    },
  ],
  "statistics/board-dialog.tsx": [
    openBoard,
    chooseTime,
    async (page, largeContent) => {
      await chooseTime(page, largeContent);
      await page.getByRole("button", { name: /^Remove this time/ }).click();
    },
  ],
};

for (const [file, openers] of Object.entries(dialogs))
  for (const [index, open] of openers.entries())
    test(`the dialog of ${file}${openers.length > 1 ? `, ${index + 1} of ${openers.length},` : ""} fits in all windows, with its buttons in view`, async ({
      page,
      largeContent,
      faults: unexpected,
    }) => {
      unexpected.expectFault(/net::ERR_FAILED|Failed to fetch|error loading dynamically/i);
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, largeContent);
      const dialog = page.locator("dialog[open], [role=dialog]").last();
      await expect(dialog).toBeVisible();
      const faults = await faultsInAllWindows(page, file);
      for (const [width, height] of sizes) {
        await resize(page, width, height);
        // A panel of another width is not shown.
        if (height < 300 || !(await dialog.isVisible())) continue;
        await dialog.evaluate((element) => element.scrollTo(0, 0));
        for (const button of await dialog.locator(".dialog-actions > *").all())
          await expect(button, `${width} × ${height}`).toBeInViewport({ ratio: 0.99 });
      }
      expect(faults).toEqual([]);
    });

test("no figure of a result and no heading of a course's end breaks in two, in any window", async ({
  page,
  largeContent,
}) => {
  const expectWhole = async (parts: string) => {
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      const broken = await page.evaluate((selector) => {
        const figures = [...document.querySelectorAll(selector)];
        const panel = document.querySelector(".result")?.getBoundingClientRect() ?? new DOMRect();
        return figures
          .filter((figure) => {
            const range = document.createRange();
            range.selectNodeContents(figure);
            const { right, height: textHeight } = range.getBoundingClientRect();
            return (
              textHeight > 1.6 * Number.parseFloat(getComputedStyle(figure).fontSize) ||
              right > panel.right - 8
            );
          })
          .map((figure) => figure.textContent)
          .concat(figures.length === 0 ? ["no figures"] : []);
      }, parts);
      expect(broken, `${width} × ${height}`).toEqual([]);
    }
  };
  await complete(page, largeContent);
  await expect(page.locator(".facts dd").first()).toBeVisible();
  await expectWhole(".result .big, .facts dd:not(.diff)");
  await page.keyboard.press("Enter");
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Congratulations!" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expectWhole(".congratulations");
});

test("every file that draws a dialog is tested above", () => {
  const web = fileURLToPath(new URL("../web/", import.meta.url));
  const drawing = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.includes("node_modules"))
    .filter((path) => !["ui/dialog.tsx", "practice/result/result-frame.tsx"].includes(path))
    .filter((path) =>
      /<(Dialog|ResultFrame)\b|<dialog\s|role="(alert)?dialog"/.test(readFileSync(`${web}/${path}`, "utf8")),
    );
  expect(drawing.toSorted()).toEqual(Object.keys(dialogs).toSorted());
});
