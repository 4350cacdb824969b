// Settings of the server that a page needs.

/** The content of `<meta name="tabstop-…">`, which the server writes into the page, or null. */
export function pageSetting(name: "public-url" | "registration" | "upload-widget"): string | null {
  return document.querySelector(`meta[name="tabstop-${name}"]`)?.getAttribute("content") ?? null;
}
