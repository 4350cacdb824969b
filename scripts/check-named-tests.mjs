// Checks the tags that tie documents to tests. A test that a document names carries a tag at the end of its title,
// `test("a wrong key is refused [TYPE-04]")`, and the document names `TYPE-04`: a title can change without the
// document.
//
// Each tag must be in exactly one test, and each tag of a test in some document. In a table whose last column is
// 'Shown by', every row names its tests or begins with one of the words in `exemptions` and gives the reason. In
// e2e/texts.md the test's file must also contain the quoted text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { root } from "./install.mjs";
import { filesOf } from "./tree-files.mjs";

const exemptions = ["not shown", "deviation", "n/a"];
const testFile = /\.(test|spec)\.(tsx?|mjs)$|^e2e\/real-keyboards\/.*\.ts$/;
const tagInTitle = /\[([A-Z]+-\d+)\]/g;
const tagInDocument = /`([A-Z]+-\d+)`/g;

/** @typedef {{ file: string, title: string, tags: string[] }} Test */

/**
 * Every test whose title has a tag, in the order of the files.
 * @param {string} folder the top of the tree
 * @returns {{ files: number, tests: Test[] }}
 */
export function taggedTests(folder) {
  const files = filesOf(folder, testFile);
  const tests = files.flatMap((file) =>
    titlesIn(file, readFileSync(join(folder, file), "utf8"))
      .map((title) => ({ file, title, tags: [...title.matchAll(tagInTitle)].map(([, tag = ""]) => tag) }))
      .filter(({ tags }) => tags.length > 0),
  );
  return { files: files.length, tests };
}

/**
 * @param {string} text the document
 * @param {readonly Test[]} tests
 * @param {{ folder: string, quotes?: boolean }} options `quotes`: the second cell of a row is a quotation, with `…` for
 *   the part that varies, that the test's file must contain
 * @returns {{ rows: number, named: string[], faults: string[] }} `rows` of tables that name tests; `named`: each tag
 *   once
 */
export function checkDocument(text, tests, { folder, quotes = false }) {
  const fileOf = new Map(tests.flatMap(({ file, tags }) => tags.map((tag) => [tag, file])));
  /** @type {string[]} */
  const faults = [];
  const named = new Set();
  let rows = 0;
  let isInTable = false;
  for (const [index, line] of text.split("\n").entries()) {
    const where = `line ${index + 1}`;
    const tags = [...line.matchAll(tagInDocument)].map(([, tag = ""]) => tag);
    for (const tag of tags) {
      named.add(tag);
      if (!fileOf.has(tag)) faults.push(`${where}: no test has the tag ${tag}`);
    }
    const cells = line.startsWith("|") ? line.split("|").map((cell) => cell.trim()) : [];
    const last = cells.at(-2) ?? "";
    if (cells.length === 0) isInTable = false;
    else if (last.toLowerCase() === "shown by") isInTable = true;
    else if (isInTable && !/^-+$/.test(last)) {
      rows++;
      if (exemptions.some((word) => last.startsWith(word))) continue;
      const rest = last.replace(tagInDocument, "").replace(/\([^)]*\)|,|\s/g, "");
      if (tags.length === 0 || rest !== "")
        faults.push(`${where}: "${last}" is neither a list of tags nor ${exemptions.join(", ")}`);
      if (!quotes) continue;
      const quoted = cells[2] ?? "";
      for (const file of new Set(tags.flatMap((tag) => fileOf.get(tag) ?? [])))
        if (!contains(join(folder, file), quoted))
          faults.push(`${where}: ${file} does not contain '${quoted}'`);
    }
  }
  return { rows, named: [...named], faults };
}

/**
 * @param {readonly Test[]} tests
 * @param {ReadonlySet<string>} named the tags in all documents
 * @returns {string[]} a fault for each tag that several tests have or no document names
 */
export function checkTags(tests, named) {
  /** @type {Map<string, Test[]>} */
  const byTag = new Map();
  for (const test of tests) for (const tag of test.tags) byTag.set(tag, [...(byTag.get(tag) ?? []), test]);
  return [...byTag].flatMap(([tag, owners]) => [
    ...(owners.length > 1 ? [`${tag} is the tag of ${owners.map(describe).join(" and ")}`] : []),
    ...(named.has(tag) ? [] : [`no document names ${tag} of ${owners.map(describe).join()}`]),
  ]);
}

/** @param {Test} test */
function describe({ file, title }) {
  return `"${title}" in ${file}`;
}

/**
 * @param {string} file
 * @param {string} quoted
 */
function contains(file, quoted) {
  const text = readFileSync(file, "utf8");
  return quoted.split("…").every((part) => text.includes(part.trim()));
}

/**
 * No test framework runs these: a test is an object with a `name`.
 * @param {string} path
 */
function isRealKeyboards(path) {
  return path.startsWith("e2e/real-keyboards/") && path.endsWith(".ts");
}

/**
 * The first argument of each `test(…)`, `test.each(…)(…)` and the like; of a template its source.
 * @param {string} file
 * @param {string} text
 */
function titlesIn(file, text) {
  /** @type {string[]} */
  const titles = [];
  /** @param {unknown} value */
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = /** @type {Record<string, any>} */ (value);
    const title =
      node.type === "CallExpression" && isTest(node.callee)
        ? node.arguments[0]
        : node.type === "Property" && node.key.name === "name" && isRealKeyboards(file)
          ? node.value
          : undefined;
    if (title?.type === "Literal") titles.push(String(title.value));
    else if (title?.type === "TemplateLiteral") titles.push(text.slice(title.start + 1, title.end - 1));
    for (const key in node) if (key !== "parent") visit(node[key]);
  };
  visit(parseSync(file, text).program);
  return titles;
}

/** @param {any} callee */
function isTest(callee) {
  if (callee.type === "Identifier") return callee.name === "test";
  // `test.each(…)` returns the function that takes the title.
  const inner = callee.type === "CallExpression" ? callee.callee : callee;
  return inner.type === "MemberExpression" && inner.object.name === "test";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const documents = [
    { file: "docs/security.md", fewestRows: 130, quotes: false },
    { file: "docs/typing.md", fewestRows: 50, quotes: false },
    { file: "docs/reliability.md", fewestRows: 3, quotes: false },
    { file: "e2e/texts.md", fewestRows: 90, quotes: true },
  ];
  const { files, tests } = taggedTests(root);
  const named = new Set();
  const faults = [];
  for (const { file, fewestRows, quotes } of documents) {
    const result = checkDocument(readFileSync(join(root, file), "utf8"), tests, { folder: root, quotes });
    faults.push(...result.faults.map((fault) => `${file}, ${fault}`));
    if (result.rows < fewestRows)
      faults.push(`${file}: only ${result.rows} rows seen, fewer than ${fewestRows}`);
    for (const tag of result.named) named.add(tag);
    console.log(`${file}: ${result.rows} rows, ${result.named.length} tests named`);
  }
  faults.push(...checkTags(tests, named));
  if (files < 100 || tests.length < 200)
    faults.push(
      `only ${tests.length} tagged tests in ${files} files seen: this check looked at the wrong place`,
    );
  for (const fault of faults) console.error(fault);
  console.log(`${files} files of tests, ${tests.length} with a tag, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
