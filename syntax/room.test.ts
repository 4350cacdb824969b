// The room's product code runs in any browser: it uses nothing of Node.js and nothing of a page.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";

test("no file uses an API of Node.js or of a page", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !/^(?:test|node_modules|\.)/.test(file),
  );
  expect(files.length).toBeGreaterThan(40);
  const used = files.flatMap((file) =>
    constructsOf(readFileSync(join(import.meta.dirname, file), "utf8"), "typescript")
      .map(({ name }) => name)
      .filter((name) => ofPlatform.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(used).toEqual([]);
});

const ofPlatform =
  /^(?:node:.*|(?:process|console|document|window|navigator|performance|crypto|localStorage|sessionStorage)\b.*|Buffer\b.*|require|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|URL|globalThis)$/;
