import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Puts the one blocking script into the head: it sets the theme before anything is painted. A file, because the
 * content security policy allows no script inside the page; classic, because a module would run after the first paint.
 */
export function themeScript(): Plugin {
  const source = readFileSync(join(import.meta.dirname, "../shell/theme-start.js"), "utf8");
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  const fileName = `static/js/theme-${hash}.js`;
  return {
    name: "tabstop:theme-script",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { server }) => {
        const place = "<!--tabstop:theme-->";
        if (!html.includes(place)) throw new RangeError(`index.html has no ${place}`);
        return html.replace(place, `<script src="/${server ? "shell/theme-start.js" : fileName}"></script>`);
      },
    },
  };
}
