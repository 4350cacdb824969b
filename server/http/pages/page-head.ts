// Writes the head of a page for readers that run no scripts: title, description, canonical link, Open Graph, Twitter
// card and the structured data of the site.
//
// The server knows no screens. The build of the web app writes a list of its pages (`.pages.json`), in order of
// precedence. Any other address gets a page that redirects and that no search engine should list.

import { siteData } from "./structured-data.ts";

export type Page = {
  /** A pattern such as `/admin/courses/:courseId`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly openGraphDescription: string;
  readonly isIndexed: boolean;
  /** The file of the build that is served for it. */
  readonly file: string;
};

/** The site that a page belongs to; `publicUrl` has no slash at its end. */
export type Site = { readonly publicUrl: string; readonly socialLinks: readonly string[] };

const sharePicture = {
  path: "/share.png",
  width: 1200,
  height: 630,
  alt: "Tabstop: Get the syntax into your fingers.",
};

/** The page at this address, with or without a slash at its end; null when the web app has none there. */
export function findPage(pages: readonly Page[], path: string): Page | null {
  const given = segments(path);
  return (
    pages.find((page) => {
      const pattern = segments(page.path);
      return (
        pattern.length === given.length &&
        pattern.every((part, i) => (part.startsWith(":") ? given[i] !== "" : part === given[i]))
      );
    }) ?? null
  );
}

export function headOf(page: Page, { publicUrl, socialLinks }: Site): string {
  const address = page.isIndexed ? `${publicUrl}${page.path}` : null;
  const picture = `${publicUrl}${sharePicture.path}`;
  return [
    `<title>${escaped(page.title)}</title>`,
    meta("name", "description", page.description),
    ...(page.isIndexed ? [] : [meta("name", "robots", "noindex")]),
    ...(address === null ? [] : [`<link rel="canonical" href="${escaped(address)}">`]),
    meta("property", "og:site_name", "Tabstop"),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.openGraphDescription),
    meta("property", "og:type", "website"),
    ...(address === null ? [] : [meta("property", "og:url", address)]),
    meta("property", "og:image", picture),
    meta("property", "og:image:width", String(sharePicture.width)),
    meta("property", "og:image:height", String(sharePicture.height)),
    meta("property", "og:image:alt", sharePicture.alt),
    // Title, description and picture of the card are those of Open Graph.
    meta("name", "twitter:card", "summary_large_image"),
    jsonLd(siteData(publicUrl, socialLinks)),
  ].join("");
}

/** Text for the inside of an element or of an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}">`;
}

// Data, which browsers do not run, so the content security policy does not apply to it. A `<` could end the element.
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

function segments(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}
