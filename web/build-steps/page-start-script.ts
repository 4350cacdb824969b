import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Adds the only blocking script to the head: it runs before the first paint. It is a file, since the content security
 * policy allows no inline script, and a classic script, since a module would run after the first paint.
 */
export function pageStartScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, "../shell/page-start.js"), "utf8");
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  const fileName = `static/js/page-start-${hash}.js`;
  return {
    name: "tabstop:page-start-script",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { server }) => {
        const place = "<!--tabstop:page-start-->";
        if (!html.includes(place)) throw new RangeError(`index.html has no ${place}`);
        return html.replace(place, `<script src="/${server ? "shell/page-start.js" : fileName}"></script>`);
      },
    },
  };
}
