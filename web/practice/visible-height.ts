// Ends the screen above an on-screen keyboard, which covers the page without making it smaller.

import { ifSupported } from "../ui/if-supported.ts";

/** A keyboard covers more than this. */
const keyboardPx = 120;

/** Follows the visible height until the returned function is called. */
export function followVisibleHeight(): (() => void) | undefined {
  const viewport = ifSupported(() => visualViewport) ?? null;
  if (viewport === null) return;
  const page = document.documentElement;
  const follow = () => {
    const isCovered = viewport.scale === 1 && innerHeight - viewport.height > keyboardPx;
    page.toggleAttribute("data-covered", isCovered);
    if (isCovered) page.style.setProperty("--visible-height", `${viewport.height}px`);
    else page.style.removeProperty("--visible-height");
    if (isCovered) scrollToCode();
  };
  viewport.addEventListener("resize", follow);
  return () => {
    viewport.removeEventListener("resize", follow);
    page.removeAttribute("data-covered");
    page.style.removeProperty("--visible-height");
  };
}

/** The keyboard opens after the code has got the focus, and what is above the code may fill what it leaves. */
function scrollToCode(): void {
  const stage = document.activeElement?.closest(".code-area")?.parentElement;
  if (stage) stage.scrollTop = stage.scrollHeight;
}
