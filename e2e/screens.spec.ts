// Every screen with long and many contents: it fits its window at any width and zoom, its controls are large enough,
// its focus is visible, and its texts are legible in every state, on screen, on paper and in forced colours.

import { fileURLToPath } from "node:url";
import type { Locator } from "@playwright/test";
import { longCode, openScreens, roles, test } from "./support/large-content.ts";
import {
  findFaintControls,
  findFaintTexts,
  findSmallControls,
  findOverflow,
  findInvisibleControls,
  findFocusFaults,
} from "./support/screen-faults.ts";
import { expect } from "./support/test.ts";
import { insertCode } from "./support/typing.ts";

/**
 * A phone, 1440 × 900 at 200 %, a tablet, the width at which the leaderboard disappears, a desktop, and 1280 × 1024 at
 * 400 % (WCAG 1.4.10).
 */
const windows = [
  { width: 360, height: 740 },
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  { width: 1180, height: 800 },
  { width: 1440, height: 900 },
  { width: 320, height: 256 },
];

const photo = fileURLToPath(new URL("../web/public/share.png", import.meta.url));

for (const who of roles) {
  test(`no screen of the ${who} is too wide, cut off or has too small controls, also with wider text spacing`, async ({
    page,
    largeContent,
  }) => {
    const faults: string[] = [];
    for await (const path of openScreens(page, largeContent, who)) {
      const measure = async (what: string) => {
        let found = await findOverflow(page);
        // Some elements measure themselves and follow the window a moment later, such as the ruler of active users.
        for (let attempt = 0; attempt < 20 && found.faults.length > 0; attempt++) {
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
      await page.evaluate(widenTextSpacing);
      await measure("with wider spacing");
    }
    expect(faults).toEqual([]);
  });

  test(`on every screen of the ${who}, Tab and Shift+Tab reach controls whose focus is visible`, async ({
    page,
    largeContent,
  }) => {
    const faults: string[] = [];
    for (const size of [windows[0], windows[1]] as const) {
      await page.setViewportSize(size as (typeof windows)[number]);
      for await (const path of openScreens(page, largeContent, who)) {
        const forwards = await findFocusFaults(page, { presses: 40 });
        const back = await findFocusFaults(page, { presses: 20, key: "Shift+Tab" });
        // Where the first field has the focus, Tab reaches what is after it and Shift+Tab the rest.
        expect(forwards.checked + back.checked, path).toBeGreaterThan(4);
        for (const fault of [...forwards.faults, ...back.faults])
          faults.push(`${path} ${size?.width} px: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test(`on every screen of the ${who}, the controls are visible in forced colours`, async ({
    page,
    largeContent,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    const faults: string[] = [];
    for await (const path of openScreens(page, largeContent, who)) {
      const { faults: unseen, checked } = await findInvisibleControls(page);
      expect(checked, path).toBeGreaterThan(2);
      faults.push(...unseen.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

for (const who of roles) {
  test(`the ${who} can read controls, selections and placeholders in every state and in both themes`, async ({
    page,
    largeContent,
  }) => {
    // Six looks at each control of each screen.
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    const faults: string[] = [];
    for await (const path of openScreens(page, largeContent, who)) {
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

  test(`every screen of the ${who} is printed dark on white, completely, and without the bar`, async ({
    page,
    largeContent,
  }) => {
    // The width of A4 paper with usual margins. The theme on screen is dark.
    await page.setViewportSize({ width: 718, height: 1000 });
    const faults: string[] = [];
    for await (const path of openScreens(page, largeContent, who)) {
      await page.emulateMedia({ media: "print" });
      const { faults: faint, checked } = await findFaintTexts(page);
      expect(checked, path).toBeGreaterThan(1);
      const { faults: wide } = await findOverflow(page);
      const { fixed, ground, cut } = await page.evaluate(readPrintedPage);
      expect(ground, path).toBe("rgba(0, 0, 0, 0)");
      faults.push(...[...faint, ...wide].map((fault) => `${path}: ${fault}`));
      faults.push(...fixed.map((fault) => `${path}: does not scroll with the page: ${fault}`));
      faults.push(...cut.map((fault) => `${path}: is cut off: ${fault}`));
      await page.emulateMedia({ media: "screen" });
    }
    expect(faults).toEqual([]);
  });
}

/**
 * Runs in the page. Returns its background, the elements fixed to the window, and elements that cut off their content.
 */
function readPrintedPage(): { readonly ground: string; readonly fixed: string[]; readonly cut: string[] } {
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

test("printing an example prints all of its code, also the part outside the window", async ({
  page,
  largeContent,
}) => {
  await largeContent.logIn(page, "learner");
  await page.setViewportSize({ width: 718, height: 300 });
  await page.goto(largeContent.screens.learner[1] ?? "");
  const field = page.getByRole("textbox", { name: /^Type this example/ });
  await expect(field).toBeFocused();
  await page.emulateMedia({ media: "print" });
  // Printing does not take the focus from the code.
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

test("text that the browser fills into a field has the theme's background and colour", async ({ page }) => {
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
    // The background of an autofilled field can only be covered with an inner shadow as high as the field.
    expect(ground, theme).toBe(`${wanted.ground} 0px 0px 0px 40px inset`);
    expect(text, theme).toBe(wanted.text);
  }
});

test("the first frame of a page is in the chosen theme, whatever the system's theme is", async ({
  page,
  largeContent,
}) => {
  await page.addInitScript(() => {
    const grounds: string[] = [];
    Object.assign(globalThis, { grounds });
    // Runs before each frame, from the first one in which the page may be painted.
    const recordGround = () => {
      if (document.body !== null) grounds.push(getComputedStyle(document.body).backgroundColor);
      if (grounds.length < 500) requestAnimationFrame(recordGround);
    };
    requestAnimationFrame(recordGround);
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
        // The style sheets arrive after the script that sets the theme.
        const themeIsKnown = page.waitForResponse((response) =>
          /\/static\/js\/page-start-/.test(response.url()),
        );
        await page.route("**/*.css", async (route) => {
          await themeIsKnown;
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

test("in forced colours, pencil is greyer than ink, and the bar marks only the link of the current page", async ({
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
    [
      largeContent.screens.learner[1] ?? "",
      ".ca-row > .ca-pencil, .ca-row > .ca-pencil > span:not(.ca-enter, .ca-tab)",
    ],
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

test("on a phone in landscape, the current line is visible above the on-screen keyboard", async ({
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
  // This browser shows no on-screen keyboard, so the test reports the smaller viewport itself.
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
  // More text than fits in one row, and until focus mode has hidden the bar.
  await page.keyboard.insertText(longCode.slice(0, 120));
  await expect(page.locator("html")).toHaveAttribute("data-typing", "");
  await expect(isSeen).toPass();
  await context.close();
});

test("in forced colours, switches, checkboxes and the zoom slider show their state", async ({
  page,
  largeContent,
}) => {
  // System and theme are both dark, because a control with the wrong one of the two colours would then be invisible.
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
  const expectLookToChange = async (control: Locator, change: () => Promise<unknown>) => {
    const before = await control.screenshot();
    await change();
    // The control has the focus before and after, so the ring makes no difference.
    await expect(async () => expect((await control.screenshot()).equals(before)).toBe(false)).toPass();
  };
  await page.goto("/login");
  const box = page.getByRole("checkbox");
  await box.focus();
  await expectLookToChange(box, () => page.keyboard.press("Space"));

  await largeContent.logIn(page, "learner");
  await page.goto(largeContent.screens.learner[1] ?? "");
  const field = page.getByRole("textbox", { name: /^Type this example/ });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const toggle = page.getByRole("switch").first();
  await toggle.focus();
  // Both states are checked.
  for (let state = 0; state < 2; state++) {
    expect(await toggle.evaluate(knobContrast)).toBeGreaterThanOrEqual(3);
    await expectLookToChange(toggle, () => page.keyboard.press("Space"));
  }

  await page.goto("/profile");
  await page.getByLabel("Photo file").setInputFiles(photo);
  const zoom = page.getByRole("slider", { name: "Zoom" });
  await zoom.focus();
  await expectLookToChange(zoom, () => page.keyboard.press("End"));
});

test("the list of keys, a result and the end of a course fit in their dialogs", async ({
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
    await page.evaluate(widenTextSpacing);
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
  await expect(page.getByRole("dialog", { name: "Keys" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Type this example/ })).toBeFocused();
  await insertCode(page, longCode);
  await measure("Example complete");
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Congratulations!" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await measure("Congratulations!");
  expect(faults).toEqual([]);
});

/** Applies the text spacing of WCAG 1.4.12, as a user's own style sheet does. */
function widenTextSpacing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*:not(.code-area *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The contrast between the knob of a switch and the canvas. */
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
