// `/robots.txt` and `/sitemap.xml`: what search engines may read, with addresses from the settings.
//
// Pages that should not be listed say so in their head and in X-Robots-Tag. Crawlers must be allowed to read them to
// see that; only the API is forbidden to them.

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
