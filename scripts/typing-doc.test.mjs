// `docs/typing.md` names for each rule the test that shows it. None of them may be gone.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./install.mjs";

/** @param {string} text */
function namedIn(text) {
  return [
    ...text.matchAll(
      /`([^`]+)` › (.+?)(?= \((?:real|as recorded|by hand)[^|<]*\)(?:<br>| \|)|<br>| \||\)\.$)/gm,
    ),
  ].map(([, file = "", name = ""]) => ({ file, name }));
}

/**
 * @param {{ file: string, name: string }} shown
 * @returns {boolean}
 */
function isThere({ file, name }) {
  return existsSync(join(root, file)) && readFileSync(join(root, file), "utf8").includes(name);
}

const document = readFileSync(join(root, "docs/typing.md"), "utf8");

test("every test that docs/typing.md names is there", () => {
  const named = namedIn(document);
  // As many as it has arrows, but for the one that explains them.
  expect(named.length).toBe(document.split(" › ").length - 2);
  expect(named.filter((shown) => !isThere(shown))).toEqual([]);
});

test("a test that is gone is found", () => {
  const [gone, there] = namedIn(
    "| a rule | `engine/fit.test.ts` › no such test (real)<br>`engine/fit.test.ts` › the other quote is not |",
  );
  expect(gone && isThere(gone)).toBe(false);
  expect(there && isThere(there)).toBe(true);
});
