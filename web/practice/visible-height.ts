// Ends the screen above an on-screen keyboard, which covers the page without making it smaller.

/** A keyboard covers more than this. */
const keyboardPx = 120;

/** Follows the visible height until the returned function is called. */
export function followVisibleHeight(): (() => void) | undefined {
  const { visualViewport } = window;
  if (visualViewport === null) return;
  const page = document.documentElement;
  const follow = () => {
    const isCovered = visualViewport.scale === 1 && innerHeight - visualViewport.height > keyboardPx;
    page.toggleAttribute("data-covered", isCovered);
    if (isCovered) page.style.setProperty("--visible-height", `${visualViewport.height}px`);
    else page.style.removeProperty("--visible-height");
  };
  visualViewport.addEventListener("resize", follow);
  return () => {
    visualViewport.removeEventListener("resize", follow);
    page.removeAttribute("data-covered");
    page.style.removeProperty("--visible-height");
  };
}
