// Every screen, where everything on it is much and long: it fits its window however narrow or magnified, its controls can
// be hit, its focus is seen and its texts are read in every state, on the screen and on paper, also in the system's own
// colours.

import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { type LargeContent, longCode, test } from "./support/large-content.ts";
import {
  findFaintControls,
  findFaintTexts,
  findSmallControls,
  findOverflow,
  findInvisibleControls,
  findFocusFaults,
} from "./support/screen-faults.ts";
import { expect } from "./support/test.ts";

/** A phone, 1440 × 900 at 200 %, a tablet, where the leaderboard goes, a desktop, and 1280 × 1024 at 400 % (WCAG 1.4.10). */
const windows = [
  { width: 360, height: 740 },
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1180, height: 800 },
  { width: 1440, height: 900 },
  { width: 320, height: 256 },
];

const photo = fileURLToPath(new URL("../web/public/share.png", import.meta.url));

const people = ["visitor", "learner", "admin"] as const;

/** Goes to every screen of these people, and to each when it is all there. */
async function* screensOf(page: Page, largeContent: LargeContent, who: (typeof people)[number]) {
  if (who !== "visitor") await largeContent.logIn(page, who);
  for (const path of largeContent.screens[who]) {
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
    largeContent,
  }) => {
    const faults: string[] = [];
    for await (const path of screensOf(page, largeContent, who)) {
      const measure = async (what: string) => {
        let found = await findOverflow(page);
        // What measures its own width, as the ruler of active users does, follows the window a moment later.
        for (let look = 0; look < 20 && found.faults.length > 0; look++) {
          await page.evaluate(() => new Promise(requestAnimationFrame));
          found = await findOverflow(page);
        }
        expect(found.checked, path).toBeGreaterThan(3);
        faults.push(...found.faults.map((fault) => `${path} ${what}: ${fault}`));
      };
      for (const size of windows) {
        await page.setViewportSize(size);
        await measure(`${size.width} px`);
        const small = await findSmallControls(page);
        expect(small.checked, path).toBeGreaterThan(1);
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
    largeContent,
  }) => {
    const faults: string[] = [];
    for (const size of [windows[0], windows[1]] as const) {
      await page.setViewportSize(size as (typeof windows)[number]);
      for await (const path of screensOf(page, largeContent, who)) {
        const forwards = await findFocusFaults(page, { presses: 40 });
        expect(forwards.checked, path).toBeGreaterThan(2);
        const back = await findFocusFaults(page, { presses: 20, key: "Shift+Tab" });
        for (const fault of [...forwards.faults, ...back.faults])
          faults.push(`${path} ${size?.width} px: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test(`on every screen of the ${who} the controls are seen in forced colours`, async ({
    page,
    largeContent,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const faults: string[] = [];
    for await (const path of screensOf(page, largeContent, who)) {
      const { faults: unseen, checked } = await findInvisibleControls(page);
      expect(checked, path).toBeGreaterThan(2);
      faults.push(...unseen.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

for (const who of people) {
  test(`what the ${who} points at, presses, selects or may fill in is read in both themes`, async ({
    page,
    largeContent,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const faults: string[] = [];
    for await (const path of screensOf(page, largeContent, who)) {
      for (const theme of ["tabstop-dark", "tabstop"]) {
        await page.evaluate((id) => {
          document.documentElement.dataset.theme = id;
        }, theme);
        for (const state of ["hover", "active", "focus"] as const) {
          const found = await findFaintControls(page, state);
          expect(found.checked, path).toBeGreaterThan(2);
          faults.push(...found.faults.map((fault) => `${path} ${theme} ${state}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test(`on paper what the ${who} prints is dark on white, whole, and without the bar`, async ({
    page,
    largeContent,
  }) => {
    // As wide as A4 with usual margins. The theme on screen is the dark one.
    await page.setViewportSize({ width: 718, height: 1000 });
    const faults: string[] = [];
    for await (const path of screensOf(page, largeContent, who)) {
      await page.emulateMedia({ media: "print" });
      const { faults: faint, checked } = await findFaintTexts(page);
      expect(checked, path).toBeGreaterThan(1);
      const { faults: wide } = await findOverflow(page);
      const { fixed, ground, cut } = await page.evaluate(lookAtPaper);
      expect(ground, path).toBe("rgba(0, 0, 0, 0)");
      faults.push(...[...faint, ...wide].map((fault) => `${path}: ${fault}`));
      faults.push(...fixed.map((fault) => `${path}: does not go with the page: ${fault}`));
      faults.push(...cut.map((fault) => `${path}: is cut off: ${fault}`));
      await page.emulateMedia({ media: "screen" });
    }
    expect(faults).toEqual([]);
  });
}

/** In the page: its ground, what stays at the window's edge, and what has more in it than it shows. */
function lookAtPaper(): { readonly ground: string; readonly fixed: string[]; readonly cut: string[] } {
  const shown = [...document.querySelectorAll("body, body *")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  return {
    ground: getComputedStyle(document.body).backgroundColor,
    fixed: shown
      .filter((element) => ["fixed", "sticky"].includes(getComputedStyle(element).position))
      .map(name),
    cut: shown
      .filter((element) => !element.matches(".sr, select, input, textarea, .code-sheet *"))
      .filter((element) => getComputedStyle(element).overflowY !== "visible")
      .filter((element) => element.scrollHeight > element.clientHeight + 1)
      .map(name),
  };
}

test("the paper has the whole example, also what the window has no room for", async ({
  page,
  largeContent,
}) => {
  await largeContent.logIn(page, "learner");
  await page.setViewportSize({ width: 718, height: 300 });
  await page.goto(largeContent.screens.learner[1] ?? "");
  const field = page.getByRole("textbox", { name: /^Type this example/ });
  await expect(field).toBeFocused();
  await page.emulateMedia({ media: "print" });
  // Who types meanwhile goes on where he was.
  await expect(field).toBeFocused();
  const text = field.locator("xpath=following-sibling::pre");
  expect(await text.textContent()).toBe(longCode);
  const { isWithin, lines } = await text.evaluate((pre) => {
    const range = document.createRange();
    range.selectNodeContents(pre);
    const box = range.getBoundingClientRect();
    return {
      isWithin: box.left >= 0 && box.right <= innerWidth + 1,
      lines: box.height / Number.parseFloat(getComputedStyle(pre).lineHeight),
    };
  });
  expect(isWithin).toBe(true);
  expect(lines).toBeGreaterThan(2);
  await expect(page.locator(".ca-row").first()).toBeHidden();
});

test("what a browser fills into a field lies on the page's own ground in both themes", async ({ page }) => {
  await page.goto("/login");
  const field = page.getByLabel("Email");
  await field.fill("mira@example.com");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("DOM.enable");
  await cdp.send("CSS.enable");
  for (const theme of ["tabstop-dark", "tabstop"]) {
    await page.evaluate((id) => {
      document.documentElement.dataset.theme = id;
    }, theme);
    const { root } = await cdp.send("DOM.getDocument", { depth: 0 });
    const { nodeId } = await cdp.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#main input" });
    await cdp.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["autofill"] });
    const { isFilled, ground, text, wanted } = await field.evaluate((input) => {
      const { boxShadow, webkitTextFillColor } = getComputedStyle(input);
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "color: var(--text); background: var(--hover)";
      const { color, backgroundColor } = getComputedStyle(probe);
      const colours = { ground: backgroundColor, text: color };
      probe.remove();
      return {
        isFilled: input.matches(":autofill"),
        ground: boxShadow,
        text: webkitTextFillColor,
        wanted: colours,
      };
    });
    expect(isFilled, theme).toBe(true);
    // A shadow inwards, as high as the field.
    expect(ground, theme).toBe(`${wanted.ground} 0px 0px 0px 40px inset`);
    expect(text, theme).toBe(wanted.text);
  }
});

test("the first frame of a page is in the chosen theme, whatever the system's is", async ({
  page,
  largeContent,
}) => {
  await page.addInitScript(() => {
    const grounds: string[] = [];
    Object.assign(globalThis, { grounds });
    // Called before each frame is painted, and not before a page may be.
    const look = () => {
      if (document.body !== null) grounds.push(getComputedStyle(document.body).backgroundColor);
      if (grounds.length < 500) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const [theme, ground] of [
    ["tabstop-dark", "rgb(17, 20, 22)"],
    ["tabstop", "rgb(253, 253, 252)"],
    [null, "rgb(17, 20, 22)"],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto("/icon.svg");
      await page.evaluate((id) => {
        if (id === null) localStorage.removeItem("theme");
        else localStorage.setItem("theme", id);
      }, theme);
      for (const path of largeContent.screens.visitor.slice(0, 2)) {
        // The style sheets come after the script that knows the theme.
        const scripted = page.waitForResponse((response) => /\/static\/js\/page-start-/.test(response.url()));
        await page.route("**/*.css", async (route) => {
          await scripted;
          await route.continue();
        });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect.poll(() => page.evaluate("grounds.length")).toBeGreaterThan(1);
        const seen = new Set(await page.evaluate<string[]>("grounds"));
        expect([...seen], `${path}, ${theme} chosen, system ${colorScheme}`).toEqual([ground]);
        await page.unroute("**/*.css");
      }
    }
});

test("in forced colours code to come is greyer than typed code, and the bar's link is marked only where one is", async ({
  page,
  largeContent,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await largeContent.logIn(page, "learner");
  const lines = () =>
    page
      .getByRole("banner")
      .getByRole("link", { name: "Courses" })
      .evaluate((link) => {
        const { borderTopColor, borderBottomColor } = getComputedStyle(link);
        const ground = getComputedStyle(document.body).backgroundColor;
        return { above: borderTopColor !== ground, below: borderBottomColor !== ground };
      });
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  expect(await lines()).toEqual({ above: false, below: false });
  await page.goto(largeContent.screens.learner[1] ?? "");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  expect(await lines()).toEqual({ above: false, below: true });

  for (const [path, toCome] of [
    [largeContent.screens.learner[1] ?? "", ".ca-pencil, .ca-pencil > span:not(.ca-enter, .ca-tab)"],
    ["/", ".code .u"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(toCome).nth(2)).toBeAttached();
    const { grey, colours } = await page.evaluate((selector) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "GrayText";
      const systemGrey = getComputedStyle(probe).color;
      probe.remove();
      const parts = [...document.querySelectorAll(selector)];
      return { grey: systemGrey, colours: [...new Set(parts.map((part) => getComputedStyle(part).color))] };
    }, toCome);
    expect(colours, path).toEqual([grey]);
  }
});

test("on a phone held across, the line that is typed is seen above the on-screen keyboard", async ({
  browser,
  server,
  largeContent,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 740, height: 360 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  // No keyboard comes here: the browser says that one does.
  const visible = 160;
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, "height", { value: height, configurable: true });
    visualViewport?.dispatchEvent(new Event("resize"));
  }, visible);
  const caret = page.locator(".ca-caret");
  const strip = page.getByRole("button", { name: "Tab", exact: true });
  const isSeen = async () => {
    const line = await caret.boundingBox();
    const keys = await strip.boundingBox();
    expect(keys !== null && keys.y + keys.height <= visible).toBe(true);
    expect(line !== null && keys !== null && line.y >= 0 && line.y + line.height <= keys.y).toBe(true);
  };
  await expect(isSeen).toPass();
  // Past what one row has room for, until the bar has gone.
  await page.keyboard.insertText(longCode.slice(0, 120));
  await expect(page.locator("html")).toHaveAttribute("data-typing", "");
  await expect(isSeen).toPass();
  await context.close();
});

test("in forced colours switches, boxes and the zoom show how they stand", async ({ page, largeContent }) => {
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

  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
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
  largeContent,
}) => {
  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.lastExample);
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  const faults: string[] = [];
  const measure = async (dialog: string) => {
    for (const size of [...windows].reverse()) {
      await page.setViewportSize(size);
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      const found = await findOverflow(page);
      faults.push(...found.faults.map((fault) => `${dialog} ${size.width} px: ${fault}`));
    }
    await page.evaluate(spaceOut);
    const { faults: spaced } = await findOverflow(page);
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
