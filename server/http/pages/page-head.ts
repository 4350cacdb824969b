// What stands in the head of a page before any script runs: title, description, canonical link, Open Graph, Twitter card
// and the structured data of the site, for whoever reads pages without running them.
//
// The server knows no screens. The build of the web app leaves a list of its pages (`.pages.json`), in order of
// precedence; an address that is none of them is a page that sends one on, and no search engine should list it.

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

/** What the head says of the site; `publicUrl` without a slash at its end. */
export type Site = { readonly publicUrl: string; readonly socialLinks: readonly string[] };

const sharePicture = {
  path: "/share.png",
  width: 1200,
  height: 630,
  alt: "Tabstop: Get the syntax into your fingers.",
};

/** The page of this address, with or without a slash at its end; null for one that the web app does not have. */
export function findPage(pages: readonly Page[], path: string): Page | null {
  const given = segments(path);
  return (
    pages.find((page) => {
      const wanted = segments(page.path);
      return (
        wanted.length === given.length &&
        wanted.every((want, i) => (want.startsWith(":") ? given[i] !== "" : want === given[i]))
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

/** Text inside of an element or of an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}">`;
}

// Data, which no browser runs and the content security policy therefore lets be. A `<` could end the element.
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

function segments(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}
