// Lists the files of the tree that the checks read: everything but packages, builds, caches and data.

import { readdirSync } from "node:fs";
import { join } from "node:path";

const skipped = /(^|\/)node_modules$|^(build|data)$/;

/**
 * @param {string} folder the top of the tree
 * @param {RegExp} pattern what a path has to match
 * @returns {string[]} paths from the top, with slashes, sorted
 */
export function filesOf(folder, pattern) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} place */
  const walk = (place) => {
    for (const entry of readdirSync(join(folder, place), { withFileTypes: true })) {
      const path = place === "" ? entry.name : `${place}/${entry.name}`;
      if (entry.name.startsWith(".") || skipped.test(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (pattern.test(path)) found.push(path);
    }
  };
  walk("");
  return found.sort();
}

/**
 * Whether a file is a test or only serves tests and measurements.
 * @param {string} path
 */
export function isForTests(path) {
  return /\.(test|spec)\.[a-z]+$|(^|\/)(test|fixtures)\/|^(e2e|bench)\//.test(path);
}
