// Measures the layout of a page: parts that scroll or cut off what no one meant to scroll or cut off, and controls that
// cover each other. Each function returns one sentence per fault for the message of a failed test.

import type { Page } from "@playwright/test";

type Found = { readonly faults: string[]; readonly checked: number };

/**
 * The document and every part that scrolls or clips, on both axes: it scrolls to nothing that can be seen, it cuts off
 * content without an ellipsis, or a control lies where no scrolling leads. `checked` counts these parts.
 */
export async function findUnmeantOverflow(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").replaceAll(" ", ".")}`;
    const root = document.documentElement;
    const slack = 2;
    // Fields scroll their own text. The code area draws its own rows and has its own tests. Pictures of code on the
    // landing page end where they are cut, and the crop shows a part of the photo.
    const own =
      "input, textarea, select, option, .code-area, .code-area *, .code-sheet, .code-sheet *, .ruler, .code-field-ruler, .crop-pane, .crop-pane *, svg, svg *";
    // For screen readers only, in some windows or always.
    const isHiddenText = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (getComputedStyle(at).clipPath === "inset(50%)") return true;
      return false;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !isHiddenText(element);
    /** The boxes of an element's own text, which a line that does not break leaves. */
    const ownText = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const isClipped = (overflow: string) => overflow !== "visible";

    /** The lower and right end of what can be seen in `part`, in px from the start of its content. */
    const endOfContent = (part: Element) => {
      const frame = part === root ? new DOMRect(0, 0, 0, 0) : part.getBoundingClientRect();
      const startX = part === root ? -scrollX : frame.left + part.clientLeft - part.scrollLeft;
      const startY = part === root ? -scrollY : frame.top + part.clientTop - part.scrollTop;
      const text = part === root ? new DOMRect(0, 0, 0, 0) : ownText(part);
      let right = text.right - startX;
      let bottom = text.bottom - startY;
      for (const element of (part === root ? document.body : part).querySelectorAll("*")) {
        if (!isShown(element)) continue;
        // What a part inside cuts off does not count for the part around it.
        let inner = element.parentElement;
        let isInside = true;
        for (; inner !== null && inner !== part; inner = inner.parentElement) {
          const { overflowX, position } = getComputedStyle(inner);
          if (isClipped(overflowX)) isInside = false;
          if (position === "fixed") isInside = false;
        }
        const style = getComputedStyle(element);
        if (!isInside || style.position === "fixed") continue;
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) continue;
        right = Math.max(right, box.right - startX + Number.parseFloat(style.marginRight));
        bottom = Math.max(bottom, box.bottom - startY + Number.parseFloat(style.marginBottom));
      }
      const { paddingRight, paddingBottom } = getComputedStyle(part === root ? document.body : part);
      return {
        right: right + Number.parseFloat(paddingRight),
        bottom: bottom + Number.parseFloat(paddingBottom),
      };
    };

    const parts = [root, ...document.body.querySelectorAll("*")].filter((element) => {
      if (element === root) return true;
      if (element.matches(own) || !isShown(element)) return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      return isClipped(overflowX) || isClipped(overflowY);
    });
    for (const part of parts) {
      const style = getComputedStyle(part);
      const overWidth = part.scrollWidth - part.clientWidth;
      const overHeight = part.scrollHeight - part.clientHeight;
      const scrolls = (overflow: string) => part === root || overflow === "auto" || overflow === "scroll";
      if (part.clientWidth === 0 || (overWidth < slack && overHeight < slack)) continue;
      // At the end, what sticks to the lower edge is at its own place.
      const { scrollLeft, scrollTop } = part;
      part.scrollTo({ left: part.scrollWidth, top: part.scrollHeight, behavior: "instant" });
      const end = endOfContent(part);
      part.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" });
      if (overWidth >= slack) {
        // A wide table or a row of keys scrolls by keyboard too, so it has the focus or a control has.
        const isMeant =
          part !== root &&
          (scrolls(style.overflowX)
            ? part.matches('[tabindex="0"]') || part.querySelector("a, button, input, select") !== null
            : style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none");
        if (!isMeant) faults.add(`${name(part)} is ${overWidth} px too narrow for its content`);
        else if (scrolls(style.overflowX) && end.right + slack < part.scrollWidth)
          faults.add(`${name(part)} scrolls ${part.scrollWidth - end.right} px sideways to nothing`);
      }
      if (overHeight < slack) continue;
      if (!scrolls(style.overflowY)) {
        const isMeant = style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis";
        if (!isMeant) faults.add(`${name(part)} cuts off ${overHeight} px of its height`);
      } else if (end.bottom + slack < part.scrollHeight)
        faults.add(`${name(part)} scrolls ${Math.round(part.scrollHeight - end.bottom)} px down to nothing`);
    }
    // The document's own start: what lies to the left of it or above it cannot be reached.
    for (const control of document.body.querySelectorAll(
      "a[href], button, input, select, textarea, [tabindex='0']",
    )) {
      if (!isShown(control) || control.matches(".skip-link, .code-area *")) continue;
      let { right, bottom } = control.getBoundingClientRect();
      for (let at: Element | null = control.parentElement; at !== null; at = at.parentElement) {
        right += at.scrollLeft;
        bottom += at.scrollTop;
      }
      if (right < 1 || bottom < 1) faults.add(`${name(control)} is before the start of the page`);
    }
    return { faults: [...faults], checked: parts.length };
  });
}

/**
 * Scrolls to each control and looks at its middle and its corners: another control lies there, or it is cut off. Also
 * compares the boxes of all controls with each other. `checked` counts the controls.
 */
export async function findCoveredControls(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").replaceAll(" ", ".")} “${(
        element.getAttribute("aria-label") ??
        element.textContent ??
        ""
      )
        .trim()
        .slice(0, 30)}”`;
    const modal = [...document.querySelectorAll("dialog[open]")].findLast((dialog) =>
      dialog.matches(":modal"),
    );
    const selector = "a[href], button, select, summary, input, textarea, [role=slider], [tabindex='0']";
    const controls = [...(modal ?? document.body).querySelectorAll<HTMLElement>(selector)].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        control.closest("[inert], .sr, .skip-link, .code-area") === null &&
        !control.matches("[type=file]"),
    );
    const isTogether = (one: Element, other: Element) =>
      one.contains(other) || other.contains(one) || one.closest("label")?.contains(other) === true;
    /** A button in a field is in the room that the field keeps free of text. */
    const isInField = (one: HTMLElement, other: HTMLElement) => {
      const [field, button] = one.matches("input") ? [one, other] : [other, one];
      if (!field.matches("input") || field.parentElement?.contains(button) !== true) return false;
      const box = field.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      const { left, right } = button.getBoundingClientRect();
      const [textStart, textEnd] = [
        box.left + Number.parseFloat(paddingLeft),
        box.right - Number.parseFloat(paddingRight),
      ];
      return left >= textEnd - 1 || right <= textStart + 1;
    };
    /** The visible part of a box: within all parts around it that clip. */
    const seenPart = (element: Element, box: DOMRect) => {
      let { left, top, right, bottom } = box;
      for (
        let at = element.parentElement;
        at !== null && at !== document.documentElement;
        at = at.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX !== "visible" && at !== document.body) {
          const frame = at.getBoundingClientRect();
          left = Math.max(left, frame.left);
          right = Math.min(right, frame.right);
          if (overflowY !== "visible") {
            top = Math.max(top, frame.top);
            bottom = Math.min(bottom, frame.bottom);
          }
        }
      }
      return { left, top, right, bottom };
    };
    /** Fixed and sticky parts lie over what scrolls beneath them. */
    const layerOf = (element: Element) => {
      for (let at: Element | null = element; at !== null; at = at.parentElement)
        if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
      return null;
    };
    const boxes = controls.flatMap((control) =>
      [...control.getClientRects()].map((box) => ({
        control,
        box: seenPart(control, box),
        layer: layerOf(control),
      })),
    );
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        if (one.layer !== other.layer || isTogether(one.control, other.control)) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 1 && height > 1 && !isInField(one.control, other.control))
          faults.add(
            `${name(one.control)} and ${name(other.control)} overlap by ${Math.round(width)} × ${Math.round(height)} px`,
          );
      }
    for (const control of controls) {
      const before = control.getClientRects()[0];
      if (before === undefined) continue;
      const isWhole =
        before.top >= 60 && before.bottom <= innerHeight && before.left >= 0 && before.right <= innerWidth;
      // In a dialog, the buttons at its end may lie over what is not scrolled to.
      if (!isWhole || modal !== undefined)
        control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const box = control.getClientRects()[0];
      if (box === undefined || box.width < 4 || box.height < 4) continue;
      if (box.left < -1 || box.right > innerWidth + 1)
        faults.add(
          `${name(control)} reaches out of the window by ${Math.round(Math.max(-box.left, box.right - innerWidth))} px`,
        );
      const seen = seenPart(control, box);
      // A control that is higher than its scroll area is never seen as a whole.
      if (seen.right - seen.left < box.width - 2)
        faults.add(
          `${name(control)} is cut off at its side by ${Math.round(box.width - (seen.right - seen.left))} px`,
        );
      const inset = 4;
      for (const [x, y] of [
        [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
        [box.left + inset, box.top + inset],
        [box.right - inset, box.top + inset],
        [box.left + inset, box.bottom - inset],
        [box.right - inset, box.bottom - inset],
      ] as const) {
        if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue;
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const hit = document.elementFromPoint(x, y);
        if (hit === null || isTogether(control, hit)) continue;
        const other = hit.closest<HTMLElement>(selector);
        if (other !== null && (isTogether(control, other) || isInField(control, other))) continue;
        // What is as high as its scroll area reaches under a bar that does not scroll.
        const isBelowBar = layerOf(hit) !== null && layerOf(hit) !== layerOf(control);
        if (isBelowBar && (other === null || box.height > innerHeight / 3)) continue;
        faults.add(`${name(control)} lies below ${name(hit)} in a window of ${innerWidth} px`);
      }
    }
    return { faults: [...faults], checked: controls.length };
  });
}

/**
 * Words of up to 16 characters, times among them, that are broken over two lines. Longer ones may have to be, and code
 * wraps anywhere. `checked` counts words.
 */
export async function findBrokenWords(page: Page): Promise<Found> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    let checked = 0;
    const own = ".code-area, .code-sheet, .ruler, pre, code, svg, .sr, textarea, option, script, style";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      const whole = text.nodeValue ?? "";
      if (whole.trim() === "" || element === null || element.closest(own) !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(text);
      const lineHeight = Number.parseFloat(getComputedStyle(element).fontSize);
      // Text of one line has no broken word.
      if (range.getBoundingClientRect().height < 1.6 * lineHeight) continue;
      for (const { 0: word, index } of whole.matchAll(/\S{2,}/g)) {
        // After a hyphen or a slash a line may end.
        if (word.length > 16 || /[-/–—]/.test(word)) continue;
        checked++;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / lineHeight)));
        if (lines.size > 1) faults.add(`"${word}" is broken over two lines`);
      }
    }
    return { faults: [...faults], checked };
  });
}
