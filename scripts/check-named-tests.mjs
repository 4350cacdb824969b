// Three documents name the tests that show what they say: `docs/security.md` for each requirement, `e2e/texts.md` for
// each text that the specification quotes, `docs/typing.md` for each rule of typing. This check fails when a test does
// not exist: the file must be there and hold a test of exactly that name, and, for a text, also the text. It also fails
// when it saw too few rows to have looked.
//
// In the first two a row of a table whose first cell is a number such as 6.2.1 or 8 counts. Its last cell holds
// `file` › name, one or several separated by <br>, or begins with one of the words below and then says why. In the third
// every `file` › name counts, in tables and in text; the name may be a part of the test's, and how it was tried may follow in
// brackets.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { root } from "./install.mjs";

const instead = ["not shown", "deviation", "n/a"];
const shownInText =
  /`([^`]+)` › (.+?)(?= \((?:real|as recorded|by hand)[^|<]*\)(?:<br>| \|)|<br>| \||\)\.$)/gm;

/**
 * @param {string} text the document
 * @param {string} folder what the files' paths are relative to
 * @param {{ quotes?: boolean }} [kind] `quotes`: the second cell holds a text, `…` standing for what varies, that the
 *   file of the test has to hold
 * @returns {{ rows: number, named: number, faults: string[] }}
 */
export function checkNamedTests(text, folder, { quotes = false } = {}) {
  /** @type {string[]} */
  const faults = [];
  let rows = 0;
  let named = 0;
  for (const line of text.split("\n")) {
    const cells = line.split("|").map((cell) => cell.trim());
    const number = /^\d+(\.\d+\.\d+)?\b/.exec(cells[1] ?? "")?.[0];
    if (number === undefined) continue;
    rows++;
    const quoted = quotes ? (cells[2] ?? "") : "";
    const id = quotes ? `${number} '${quoted}'` : number;
    const shown = cells.at(-2) ?? "";
    if (instead.some((word) => shown.startsWith(word))) continue;
    for (const one of shown.split("<br>")) {
      const [, file = "", name = ""] = /^`([^`]+)` › (.+)$/.exec(one.trim()) ?? [];
      if (file === "")
        faults.push(`${id}: "${one.trim()}" is neither \`file\` › name nor ${instead.join(", ")}`);
      else {
        const missing = missingOf(file, folder, (one) => one === name, name);
        if (missing !== null) faults.push(`${id}: ${missing}`);
        else if (!holds(join(folder, file), quoted)) faults.push(`${id}: ${file} does not hold this text`);
        else named++;
      }
    }
  }
  return { rows, named, faults };
}

/**
 * The same for a document that names tests in its text as well; its rows are its lines that name one.
 * @param {string} text
 * @param {string} folder
 */
export function checkNamedInText(text, folder) {
  /** @type {string[]} */
  const faults = [];
  let rows = 0;
  let named = 0;
  for (const [at, line] of text.split("\n").entries()) {
    // The one that says how they are named.
    const arrows = line.replace("`file` › name", "").split(" › ").length - 1;
    if (arrows === 0) continue;
    rows++;
    const shown = [...line.matchAll(shownInText)];
    if (shown.length !== arrows)
      faults.push(`line ${at + 1}: ${arrows} arrows, but ${shown.length} of \`file\` › name`);
    for (const [, file = "", name = ""] of shown) {
      const missing = missingOf(file, folder, (one) => one.includes(name), name);
      if (missing !== null) faults.push(`line ${at + 1}: ${missing}`);
      else named++;
    }
  }
  return { rows, named, faults };
}

/**
 * What is not there of a test that a document names; null: all of it is.
 * @param {string} file
 * @param {string} folder
 * @param {(name: string) => boolean} isIt
 * @param {string} name
 */
function missingOf(file, folder, isIt, name) {
  if (!existsSync(join(folder, file))) return `there is no file ${file}`;
  return [...testNames(join(folder, file))].some(isIt) ? null : `${file} has no test "${name}"`;
}

/**
 * @param {string} file
 * @param {string} quoted
 */
function holds(file, quoted) {
  const text = readFileSync(file, "utf8");
  return quoted.split("…").every((part) => text.includes(part.trim()));
}

/** @type {Map<string, Set<string>>} */
const seen = new Map();

/**
 * The names in a file: the first argument of `test(…)` and `test.each(…)(…)`; of a template its source. Where no test
 * framework runs it (`e2e/real-keyboards`), the `name` of its cases.
 * @param {string} file
 */
function testNames(file) {
  const known = seen.get(file);
  if (known) return known;
  const text = readFileSync(file, "utf8");
  /** @type {Set<string>} */
  const names = new Set();
  collect(parseSync(file, text).program, text, names);
  seen.set(file, names);
  return names;
}

/**
 * @param {unknown} node
 * @param {string} text
 * @param {Set<string>} names
 */
function collect(node, text, names) {
  if (Array.isArray(node)) {
    for (const child of node) collect(child, text, names);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const it = /** @type {Record<string, any>} */ (node);
  const name =
    it.type === "CallExpression" && isTest(it.callee)
      ? it.arguments[0]
      : it.type === "Property" && it.key.name === "name"
        ? it.value
        : undefined;
  if (name?.type === "Literal") names.add(String(name.value));
  else if (name?.type === "TemplateLiteral") names.add(text.slice(name.start + 1, name.end - 1));
  for (const key in it) if (key !== "parent") collect(it[key], text, names);
}

/** @param {any} callee */
function isTest(callee) {
  if (callee.type === "Identifier") return callee.name === "test";
  // `test.each(…)` gives the function that takes the name.
  return (
    callee.type === "CallExpression" &&
    callee.callee.type === "MemberExpression" &&
    callee.callee.object.name === "test"
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {{ file: string, least: number, check: (text: string) => ReturnType<typeof checkNamedTests> }[]} */
  const documents = [
    { file: "docs/security.md", least: 100, check: (text) => checkNamedTests(text, root) },
    { file: "e2e/texts.md", least: 90, check: (text) => checkNamedTests(text, root, { quotes: true }) },
    { file: "docs/typing.md", least: 40, check: (text) => checkNamedInText(text, root) },
  ];
  process.exitCode = 0;
  for (const { file, least, check } of documents) {
    const { rows, named, faults } = check(readFileSync(join(root, file), "utf8"));
    if (rows < least || named < 0.8 * least)
      faults.push(`only ${rows} rows and ${named} tests seen: this check looked at nothing`);
    for (const fault of faults) console.error(fault);
    console.log(`${file}: ${rows} rows, ${named} tests named, ${faults.length} faults`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
