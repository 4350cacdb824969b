/** What the server wrote into the page from its settings: the content of `<meta name="tabstop-…">`, or null. */
export function pageSetting(name: "public-url" | "registration" | "upload-widget"): string | null {
  return document.querySelector(`meta[name="tabstop-${name}"]`)?.getAttribute("content") ?? null;
}
