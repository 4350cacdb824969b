import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import config from "../vite.config.ts";

const names = { chrome: "Chrome", edge: "Edge", firefox: "Firefox", safari: "Safari" };

test("README.md and page-start.js name the oldest browsers for which the app is built", () => {
  const target = (config as { build: { target: readonly string[] } }).build.target;
  expect(target).toHaveLength(Object.keys(names).length);
  for (const file of ["../../README.md", "../shell/page-start.js"]) {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    for (const entry of target) {
      const [, browser = "", version = ""] = /^([a-z]+)([\d.]+)$/.exec(entry) ?? [];
      const name = names[browser as keyof typeof names];
      // Chrome and Edge share a version.
      expect(text).toMatch(new RegExp(`${name}( and Edge)? ${version.replace(".", "\\.")}\\b`));
    }
  }
});
