import type { Plugin } from "vite";
import { fullTitle } from "../shell/page-title.ts";
import {
  defaultDescription,
  defaultOpenGraphDescription,
  type Route,
  routes,
} from "../shell/router/routes.ts";

/** Writes the list of pages, from which the server makes their heads: see server/http/pages/page-head.ts. */
export function pageList(): Plugin {
  return {
    name: "tabstop:page-list",
    apply: "build",
    generateBundle() {
      // Any other address shows, for a moment, the page that redirects to the start.
      const elsewhere = { path: "/*", title: "Tabstop | Programming Syntax Practice" };
      const pages = [...routes.map(pageOf), pageOf(elsewhere)];
      this.emitFile({ type: "asset", fileName: ".pages.json", source: JSON.stringify(pages, null, 1) });
    },
  };
}

function pageOf({
  path,
  title,
  description,
  isIndexed,
}: Pick<Route, "path" | "title" | "description" | "isIndexed">) {
  return {
    path,
    title: fullTitle(title),
    description: description ?? defaultDescription,
    openGraphDescription: description ?? defaultOpenGraphDescription,
    isIndexed: isIndexed ?? false,
    file: path === "/" ? "landing.html" : "index.html",
  };
}
