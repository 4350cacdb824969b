// Measures a page for faults of layout and contrast: content that is too wide or cut off, controls that are too small,
// text that is hard to read on its background, a focus that cannot be seen. Each function returns one sentence per
// fault for the message of a failed test.

import type { Page } from "@playwright/test";

/** Elements that are wider than the window or than their own box. `checked` counts the measured texts. */
export async function findOverflow(
  page: Page,
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    let checked = 0;
    const root = document.documentElement;
    const addFault = (element: Element, what: string) =>
      faults.add(
        `${what}: ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${(element.textContent ?? "").trim().slice(0, 40)}”`,
      );
    if (root.scrollWidth > root.clientWidth)
      faults.add(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);
    const scrolls = (element: Element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    /** Content of a scrolling element may be outside the window. */
    const isInScroller = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) if (scrolls(at)) return true;
      return false;
    };
    /** For screen readers only, in some windows or always. */
    const isHiddenText = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (getComputedStyle(at).clipPath === "inset(50%)") return true;
      return false;
    };
    /** An ellipsis shows that there is more. */
    const isShortened = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (getComputedStyle(at).textOverflow === "ellipsis") return true;
      return false;
    };
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      // Code breaks its own lines or is a picture, and the code area has its own tests.
      if (element.closest(".code-area, .code, .ruler, svg") !== null || isHiddenText(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
      const dialog = element.closest("dialog, [role=dialog]");
      if (hasText && dialog?.scrollLeft === 0 && box.left < dialog.getBoundingClientRect().left - 1)
        addFault(element, "cannot be scrolled to");
      if (!hasText || isShortened(element) || element.matches("option, .skip-link")) continue;
      if (element.querySelector(".sr") !== null) continue;
      checked += 1;
      if ((box.right > innerWidth + 1 || box.left < -1) && !isInScroller(element))
        addFault(element, "reaches out of the window");
      const range = document.createRange();
      range.selectNodeContents(element);
      if (
        style.display !== "inline" &&
        !scrolls(element) &&
        range.getBoundingClientRect().width > box.width + 2
      )
        addFault(element, "is wider than its box");
    }
    return { faults: [...faults], checked };
  });
}

/**
 * Controls smaller than 24 × 24 px that have another control within 12 px of their middle, except links in a text (WCAG
 * 2.5.8).
 */
export async function findSmallControls(
  page: Page,
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  return page.evaluate(() => {
    const least = 24;
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, select, summary, input, textarea, [role=slider]",
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.closest(".code-area, .skip-link") === null)
      .map((element) => {
        // A click on a control's label counts as a click on the control.
        const label = element.closest("label") ?? element;
        return { element, box: label.getBoundingClientRect() };
      })
      .filter(({ box }) => box.width > 1);
    const isInText = (element: HTMLElement) =>
      getComputedStyle(element).display.startsWith("inline") &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim().length > 1,
      );
    const faults = controls
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      .filter(({ element, box }) => {
        const x = (box.left + box.right) / 2;
        const y = (box.top + box.bottom) / 2;
        return controls.some(({ element: other, box: near }) => {
          if (other === element || other.contains(element) || element.contains(other)) return false;
          const distance = Math.hypot(
            Math.max(near.left - x, 0, x - near.right),
            Math.max(near.top - y, 0, y - near.bottom),
          );
          return distance < least / 2;
        });
      })
      .filter(({ element }) => !isInText(element))
      .map(
        ({ element, box }) =>
          `${element.outerHTML.slice(0, 90)} is ${Math.round(box.width)} × ${Math.round(box.height)} px`,
      );
    return { faults, checked: controls.length };
  });
}

/**
 * Presses Tab (or Shift+Tab) and checks each control that gets the focus: it has a ring, no part of the ring is cut
 * off, and nothing covers the control (WCAG 2.4.7, 2.4.11). Ends after `presses`, or earlier when the focus has been on
 * every control.
 */
export async function findFocusFaults(
  page: Page,
  { presses, key = "Tab" }: { readonly presses: number; readonly key?: "Tab" | "Shift+Tab" },
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  const faults: string[] = [];
  let checked = 0;
  let seen = 0;
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(lookAtFocus);
    // Where it began in the middle, it passes controls again that it reached in the other direction.
    if (found === "left" || (found === "seen" && ++seen > 10)) break;
    if (found === "seen") continue;
    if (found === "code") {
      // Only Esc and Shift+Tab leave the code. In the code the caret shows the focus, so no ring is expected.
      await page.keyboard.press("Escape");
      continue;
    }
    checked += 1;
    faults.push(...found);
  }
  return { faults, checked };
}

/**
 * Runs in the page. The faults of the focused control; 'left' when no control has the focus, 'seen' when it was checked
 * before.
 */
function lookAtFocus(): string[] | "left" | "seen" | "code" {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body) return "left";
  if (element.closest(".code-area") !== null) return "code";
  if (element.dataset.checked !== undefined) return "seen";
  element.dataset.checked = "";
  const name = `${element.tagName.toLowerCase()}.${element.className} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}”`;
  const isRing = (of: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(of);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(", 0)");
  };
  // A control that is shown as a picture has its ring around the picture.
  const ringed = [element, element.closest("label"), element.parentElement].find(
    (of) => of !== null && isRing(of),
  );
  if (ringed === undefined || ringed === null) return [`no ring: ${name}`];
  const box = ringed.getBoundingClientRect();
  const { outlineWidth, outlineOffset } = getComputedStyle(ringed);
  const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const ring = {
    left: box.left - reach,
    top: box.top - reach,
    right: box.right + reach,
    bottom: box.bottom + reach,
  };
  const cuts: string[] = [];
  const cutBy = (what: string, left: number, top: number, right: number, bottom: number) => {
    // An element that is higher than its scroll area can never be seen as a whole. In a long text field the caret is
    // shown.
    const isHigh = ring.bottom - ring.top > bottom - top || ringed.matches("textarea");
    if (
      ring.left < left - 1 ||
      ring.right > right + 1 ||
      (!isHigh && (ring.top < top - 1 || ring.bottom > bottom + 1))
    )
      cuts.push(`its ring is cut off by ${what}: ${name}`);
  };
  cutBy("the window", 0, 0, innerWidth, innerHeight);
  for (let at = ringed.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(at);
    if (overflowX !== "visible" || overflowY !== "visible") {
      const frame = at.getBoundingClientRect();
      const left = frame.left + at.clientLeft;
      const top = frame.top + at.clientTop;
      cutBy(
        `${at.tagName.toLowerCase()}.${at.className}`,
        overflowX === "visible" ? -Infinity : left,
        overflowY === "visible" ? -Infinity : top,
        overflowX === "visible" ? Infinity : left + at.clientWidth,
        overflowY === "visible" ? Infinity : top + at.clientHeight,
      );
    }
    if (position === "fixed") break;
  }
  const covers = [0.5, 0.1, 0.9]
    .flatMap((x) =>
      [0.5, 0.15, 0.85].map((y) => [box.left + x * box.width, box.top + y * box.height] as const),
    )
    .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .filter((hit) => hit !== null && !ringed.contains(hit) && !hit.contains(ringed));
  return covers.length === 0
    ? cuts
    : [...cuts, `it lies below ${covers[0]?.tagName.toLowerCase()}.${covers[0]?.className}: ${name}`];
}

/**
 * For pages with forced colours: controls whose text, icon and border all have the canvas's colour, and buttons without
 * a border, because forced colours remove backgrounds.
 */
export async function findInvisibleControls(
  page: Page,
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "Canvas";
    const canvas = getComputedStyle(probe).color;
    probe.remove();
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, select, input, textarea, summary, progress",
      ),
    ].filter(
      (element) =>
        element.closest(".code-area, .skip-link") === null &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const isSeen = (element: Element) => {
      const mark = getComputedStyle(element, "::before");
      if (mark.content !== "none" && ![canvas, "rgba(0, 0, 0, 0)"].includes(mark.backgroundColor))
        return true;
      const { color, borderTopStyle, borderTopColor, fill, stroke } = getComputedStyle(element);
      if (borderTopStyle !== "none" && borderTopColor !== canvas) return true;
      if (element instanceof SVGElement)
        return [fill, stroke].some((paint) => paint !== "none" && paint !== canvas);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
      return hasText && color !== canvas;
    };
    const faults = controls
      .filter((element) => {
        const isButton = element.matches(
          ".btn, .icon-btn, .input, .select, .textarea, .check input, .switch",
        );
        const { borderTopStyle, borderTopColor } = getComputedStyle(element);
        const isBordered = borderTopStyle !== "none" && borderTopColor !== canvas;
        // A radio button without a look of its own is seen as its label.
        const labels = element.matches("input[type=radio]") ? (element as HTMLInputElement).labels : null;
        const parts = [element, ...element.querySelectorAll("*"), ...(labels ?? [])];
        return isButton ? !isBordered : !parts.some(isSeen);
      })
      .map((element) => element.outerHTML.slice(0, 120));
    return { faults, checked: controls.length };
  });
}

/** The state of a control that is under the pointer, pressed, or focused. */
export type ControlState = "hover" | "active" | "focus";

/**
 * Texts and placeholders of controls with a contrast below 4.5 to 1 (3 to 1 for large text) while every control is in
 * this state. Disabled controls may be faint (WCAG 1.4.3).
 */
export async function findFaintControls(
  page: Page,
  state: ControlState,
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("DOM.enable");
  await cdp.send("CSS.enable");
  const { root } = await cdp.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await cdp.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "a[href], button, select, summary, input, textarea",
  });
  for (const nodeId of nodeIds)
    await cdp.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [state] });
  const found = await findFaintTexts(page, "a[href], button, select, summary, input, textarea");
  // Detaching also ends the forced states.
  await cdp.detach();
  return found;
}

/** The texts with too little contrast in the elements that the selector matches. */
export async function findFaintTexts(
  page: Page,
  within = "body",
): Promise<{ readonly faults: string[]; readonly checked: number }> {
  return page.evaluate(async (selector) => {
    // Colours change and dialogs appear in short motions, which have to end before they are measured.
    await Promise.allSettled(
      document
        .getAnimations()
        .flatMap((each) =>
          each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY ? [] : [each.finished],
        ),
    );
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
      "2d",
      { willReadFrequently: true },
    );
    if (context === null) throw new TypeError("no canvas");
    const known = new Map<string, readonly number[]>();
    /** Red, green and blue of these colours, painted one over the other. */
    const blend = (paints: readonly string[]) => {
      const key = paints.join();
      const before = known.get(key);
      if (before) return before;
      for (const paint of ["#fff", ...paints]) {
        context.fillStyle = paint;
        context.fillRect(0, 0, 1, 1);
      }
      const pixel = [...context.getImageData(0, 0, 1, 1).data];
      known.set(key, pixel);
      return pixel;
    };
    const luminance = (paints: readonly string[]) => {
      const [red = 0, green = 0, blue = 0] = blend(paints).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const grounds = (element: Element) => {
      const paints: string[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        paints.unshift(getComputedStyle(at).backgroundColor);
      return paints;
    };
    const faults = new Set<string>();
    let checked = 0;
    const check = (element: Element, style: CSSStyleDeclaration, ground: readonly string[], text: string) => {
      checked += 1;
      const [dark = 0, light = 0] = [luminance(ground), luminance([...ground, style.color])].toSorted(
        (a, b) => a - b,
      );
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = light / dark;
      if (ratio < (isLarge ? 3 : 4.5))
        faults.add(
          `${ratio.toFixed(2)} to 1: ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${text.trim().slice(0, 40)}”`,
        );
    };
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      for (const part of [element, ...element.querySelectorAll<HTMLElement>("*")]) {
        if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (
          part.closest(":disabled, [aria-disabled=true], [aria-hidden=true], [inert], svg, .sr, .skip-link")
        )
          continue;
        const style = getComputedStyle(part);
        const own = [...part.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? "")
          .join(" ");
        // Coloured code is drawn in a layer behind its text area, whose own letters are transparent.
        const isShown = own.trim() !== "" && !part.matches("[data-coloured]");
        if (isShown && Number.parseFloat(style.fontSize) > 0) check(part, style, grounds(part), own);
        if (part instanceof HTMLInputElement && part.placeholder !== "")
          check(part, getComputedStyle(part, "::placeholder"), grounds(part), part.placeholder);
        const selected = getComputedStyle(part, "::selection");
        if (isShown) check(part, selected, [...grounds(part), selected.backgroundColor], `selected: ${own}`);
      }
    }
    return { faults: [...faults], checked };
  }, within);
}
