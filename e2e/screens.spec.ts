// Every screen, where everything on it is much and long: it fits its window however narrow or magnified, its controls can
// be hit and its focus is seen, and its controls are seen in the system's own colours.

import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { type Crowd, longCode, test } from "./crowded.ts";
import { tooSmall, tooWide, unseenControls, walkFocus } from "./layout.ts";
import { expect } from "./test.ts";

/** A phone, 1440 × 900 at 200 %, a tablet, where the leaderboard goes, and a desktop. */
const windows = [
  { width: 360, height: 740 },
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1180, height: 800 },
  { width: 1440, height: 900 },
];

const photo = fileURLToPath(new URL("../web/public/share.png", import.meta.url));

const people = ["visitor", "learner", "admin"] as const;

/** Goes to every screen of these people, and to each when it is all there. */
async function* screensOf(page: Page, crowd: Crowd, who: (typeof people)[number]) {
  if (who !== "visitor") await crowd.signIn(page, who);
  for (const path of crowd.screens[who]) {
    await page.goto(path);
    // What stands there meanwhile has the product's name as its heading, and says what one waits for.
    await expect(page.getByRole("heading", { level: 1 }).filter({ hasNotText: /^Tabstop$/ })).toBeAttached();
    await expect(page.locator("output").filter({ hasText: /\.\.\.$/ }), path).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    yield path;
  }
}

for (const who of people) {
  test(`nothing of what the ${who} sees is wider than the window, cut off or too small to hit, also with wider spacing`, async ({
    page,
    crowd,
  }) => {
    const faults: string[] = [];
    for await (const path of screensOf(page, crowd, who)) {
      const measure = async (what: string) => {
        const found = await tooWide(page);
        expect(found.looked, path).toBeGreaterThan(3);
        faults.push(...found.faults.map((fault) => `${path} ${what}: ${fault}`));
      };
      for (const size of windows) {
        await page.setViewportSize(size);
        await measure(`${size.width} px`);
        const small = await tooSmall(page);
        expect(small.looked, path).toBeGreaterThan(1);
        faults.push(...small.faults.map((fault) => `${path} ${size.width} px: ${fault}`));
      }
      await page.setViewportSize(windows[0] as (typeof windows)[number]);
      await page.evaluate(spaceOut);
      await measure("with wider spacing");
    }
    expect(faults).toEqual([]);
  });

  test(`on every screen of the ${who} Tab leads to controls whose focus is seen, forwards and back`, async ({
    page,
    crowd,
  }) => {
    const faults: string[] = [];
    for (const size of [windows[0], windows[1]] as const) {
      await page.setViewportSize(size as (typeof windows)[number]);
      for await (const path of screensOf(page, crowd, who)) {
        const forwards = await walkFocus(page, { presses: 40 });
        expect(forwards.looked, path).toBeGreaterThan(2);
        const back = await walkFocus(page, { presses: 20, key: "Shift+Tab" });
        for (const fault of [...forwards.faults, ...back.faults])
          faults.push(`${path} ${size?.width} px: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test(`on every screen of the ${who} the controls are seen in forced colours`, async ({ page, crowd }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const faults: string[] = [];
    for await (const path of screensOf(page, crowd, who)) {
      const { faults: unseen, looked } = await unseenControls(page);
      expect(looked, path).toBeGreaterThan(2);
      faults.push(...unseen.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test("in forced colours switches, boxes and the zoom show how they stand", async ({ page, crowd }) => {
  // Where the system and the theme are both dark, one taken for the other is not seen.
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
  const changesItsLook = async (control: Locator, change: () => Promise<unknown>) => {
    const before = await control.screenshot();
    await change();
    // The focus is on it before and after.
    await expect(async () => expect((await control.screenshot()).equals(before)).toBe(false)).toPass();
  };
  await page.goto("/login");
  const box = page.getByRole("checkbox");
  await box.focus();
  await changesItsLook(box, () => page.keyboard.press("Space"));

  await crowd.signIn(page, "learner");
  await page.goto(crowd.screens.learner[1] ?? "");
  const field = page.getByRole("textbox", { name: /^Type this example/ });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const toggle = page.getByRole("switch").first();
  await toggle.focus();
  // On and off.
  for (let state = 0; state < 2; state++) {
    expect(await toggle.evaluate(knobContrast)).toBeGreaterThanOrEqual(3);
    await changesItsLook(toggle, () => page.keyboard.press("Space"));
  }

  await page.goto("/profile");
  await page.getByLabel("Photo file").setInputFiles(photo);
  const zoom = page.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await changesItsLook(zoom, () => page.keyboard.press("End"));
});

test("the list of keys, a result and the end of a course keep within their frames", async ({
  page,
  crowd,
}) => {
  await crowd.signIn(page, "learner");
  await page.goto(crowd.lastExample);
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  const faults: string[] = [];
  const measure = async (dialog: string) => {
    for (const size of [...windows].reverse()) {
      await page.setViewportSize(size);
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      const found = await tooWide(page);
      faults.push(...found.faults.map((fault) => `${dialog} ${size.width} px: ${fault}`));
    }
    await page.evaluate(spaceOut);
    const { faults: spaced } = await tooWide(page);
    faults.push(...spaced.map((fault) => `${dialog} with wider spacing: ${fault}`));
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  };
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await measure("Keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(longCode);
  await measure("Example complete");
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Congratulations!" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await measure("Congratulations!");
  expect(faults).toEqual([]);
});

/** WCAG 1.4.12, as a reader's own style sheet does it. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*:not(.code-area *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** How far the knob of a switch stands out from the canvas. */
function knobContrast(toggle: Element): number {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "Canvas";
  const colours = [getComputedStyle(toggle, "::after").backgroundColor, getComputedStyle(probe).color];
  probe.remove();
  const [one = 0, other = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .toSorted((a, b) => b - a);
  return one / other;
}
