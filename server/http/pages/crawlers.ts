// `/robots.txt` and `/sitemap.xml`: where search engines may go, with the addresses that the settings give.
//
// Pages that are not to be listed say so themselves (in their head, and in X-Robots-Tag); a crawler that were kept from
// reading them could not know. Only the API is closed to it.

import type { FastifyInstance } from "fastify";
import { escaped, type Page } from "./page-head.ts";

type Options = { readonly publicUrl: () => string; readonly pages: () => Promise<readonly Page[]> };

export function serveCrawlers(app: FastifyInstance, { publicUrl, pages }: Options): void {
  app.get("/robots.txt", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("text/plain; charset=utf-8")
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${publicUrl()}/sitemap.xml\n`),
  );
  app.get("/sitemap.xml", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/xml; charset=utf-8")
      .send(sitemap(publicUrl(), await pages())),
  );
}

function sitemap(publicUrl: string, pages: readonly Page[]): string {
  const entries = pages
    .filter((page) => page.isIndexed)
    .map((page) => `  <url><loc>${escaped(publicUrl + page.path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`;
}
