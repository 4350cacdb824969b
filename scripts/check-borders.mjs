// Checks the borders of the rooms: which room may import which (type imports count), that no imports form a circle,
// that no query takes every column of a table with secrets out of the store (`selected-columns.mjs`), and that the app
// guards its use of what a browser may lack (`platform-use.mjs`).
//
// Compares the imports of every TypeScript file and module (`read-imports.mjs`) with the rules in
// `borders/border-rules.mjs`. Fewer than 50 files are a fault: then the check looked at the wrong place.

import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rules } from "./borders/border-rules.mjs";
import { root } from "./install.mjs";
import { checkPlatformUse } from "./platform-use.mjs";
import { importsOf } from "./read-imports.mjs";
import { checkSelectedColumns } from "./selected-columns.mjs";
import { filesOf } from "./tree-files.mjs";

const sourceFile = /^[^/]+\/.*\.(tsx?|mjs)$/;

/**
 * @param {string} file
 * @param {string} place a path's beginning, or what `filesIn` returns
 */
function isIn(file, place) {
  if (!place.endsWith("*")) return file.startsWith(place);
  const folder = place.slice(0, -1);
  return file.startsWith(folder) && !file.slice(folder.length).includes("/");
}

/** @param {string} file */
function ruleOf(file) {
  return rules.find(({ at }) => file.startsWith(at));
}

/**
 * Rules without effect: an `at` that no file's path begins with, or a place in `rooms` without files. A move leaves
 * such rules behind, and they no longer guard anything.
 * @param {string[]} files
 * @returns {string[]}
 */
export function emptyRules(files) {
  const owners = new Set(files.map(ruleOf));
  const isThere = (/** @type {string} */ place) =>
    place.endsWith(".css") ? existsSync(join(root, place)) : files.some((file) => isIn(file, place));
  return rules.flatMap((rule) => [
    ...(owners.has(rule) ? [] : [`the rule of ${rule.at} matches no file`]),
    ...rule.rooms
      .filter((place) => !isThere(place))
      .map((place) => `the rule of ${rule.at} allows ${place}, where there is no file`),
  ]);
}

/** What a test, or a file in a folder `test/`, may import in addition to what its room may. */
const forTests = {
  // A test of the server sends requests and reads the store. A test of the course formats reads what one format printed
  // with the other.
  /** @type {Record<string, string[]>} */
  rooms: { server: ["server/"], course: ["course/"], web: ["web/shell/test/"] },
  packages: ["vitest", "fast-check", "node:", "fastify", "kysely"],
};

/** @typedef {import("./read-imports.mjs").Import} Import */

/**
 * @param {string} folder the top of the tree
 * @returns {{ files: string[], faults: string[] }}
 */
export function checkBorders(folder) {
  const files = filesOf(folder, sourceFile);
  const imports = files.flatMap((file) => importsOf(folder, file, files));
  return { files, faults: [...imports.flatMap(faultOf), ...circles(imports)] };
}

/**
 * @param {Import} found
 * @returns {string[]}
 */
function faultOf({ file, line, specifier, target }) {
  const rule = ruleOf(file);
  if (!rule) return [`${file} is in no room`];
  const isTest = /\.test\.(tsx?|mjs)$/.test(file) || file.includes("/test/");
  const where = `${file}:${line}`;
  if (target === null) {
    if (specifier.startsWith(".") || specifier.startsWith("@tabstop/"))
      return [`${where} imports ${specifier}, which is no file`];
    const allowed = [...rule.packages, ...(isTest ? forTests.packages : [])];
    return allowed.some((name) => matchesPackage(specifier, name))
      ? []
      : [`${where} imports the package ${specifier}, which ${rule.at} must not know`];
  }
  const servesTests = isTest || /^(e2e|bench|scripts)\//.test(file);
  if (target.includes("/test/") && !servesTests)
    return [`${where} imports ${target}, which is for tests only`];
  const allowed = [...rule.rooms, ...(isTest ? (forTests.rooms[file.split("/")[0] ?? ""] ?? []) : [])];
  return ruleOf(target) === rule || allowed.some((place) => isIn(target, place))
    ? []
    : [`${where} imports ${target}, which ${rule.at} must not know`];
}

/**
 * @param {string} specifier
 * @param {string} name
 */
function matchesPackage(specifier, name) {
  if (name === "*") return true;
  if (name.endsWith(":") || name.endsWith("/") || name.endsWith("-")) return specifier.startsWith(name);
  return specifier === name || specifier.startsWith(`${name}/`);
}

/**
 * Every circle of imports once, found by depth-first search. One fault per strongly connected group would hide its
 * size.
 * @param {Import[]} imports
 */
function circles(imports) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { file, target } of imports) {
    if (target === null || target === file) continue;
    const targets = graph.get(file) ?? new Set();
    targets.add(target);
    graph.set(file, targets);
  }
  const faults = new Set();
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) {
      const circle = path.slice(at);
      const first = circle.indexOf([...circle].sort()[0] ?? "");
      const ordered = [...circle.slice(first), ...circle.slice(0, first)];
      faults.add(`circle: ${[...ordered, ordered[0]].join(" → ")}`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return [...faults];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, faults } = checkBorders(root);
  faults.push(
    ...emptyRules(files),
    ...checkSelectedColumns(root, files),
    ...checkPlatformUse(root, filesOf(root, /^[^/]+\/.*\.(tsx?|js)$/)),
  );
  if (files.length < 50) faults.push(`only ${files.length} files seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(
    `${files.length} files, ${faults.length} faults (${relative(process.cwd(), root) || "."}${sep})`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
