// Checks the sizes and the forms that docs/style.md asks for: files in a folder, lines in a file, lines in a function
// of the rooms where every keystroke is handled, `type` in place of `interface`, and constants in camelCase.
//
// Tests, e2e/ and bench/ may be of any size.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { root } from "./install.mjs";
import { filesOf, isForTests } from "./tree-files.mjs";

const maxFiles = 25;
const maxLines = 400;
const maxFunctionLines = 60;
const sourceFile = /^[a-z0-9-]+\/.*\.(tsx?|mjs|js)$/;
/** Rooms in which a long function needs a comment that begins with `// Long:`. */
const roomsOfShortFunctions = ["web/practice/", "web/typing/"];
/** Data as code: long lists that are looked up and not read from top to bottom. */
const isData = (/** @type {string} */ path) => /list|data|words/.test(basename(path));

/**
 * @param {string} folder the top of the tree
 * @returns {{ files: number, functions: number, faults: string[] }}
 */
export function checkSizes(folder) {
  // A fixture is what the examples of a built-in course import.
  const paths = filesOf(folder, sourceFile).filter((path) => !path.includes(".fixture/"));
  const faults = folderFaults(paths.filter((path) => !isForTests(path)));
  let functions = 0;
  for (const path of paths) {
    const text = readFileSync(join(folder, path), "utf8");
    const lines = text.replace(/\n$/, "").split("\n");
    if (lines.length > maxLines && !isForTests(path) && !isData(path))
      faults.push(`${path} has ${lines.length} lines, more than ${maxLines}`);
    const found = readFunctions(path, text);
    functions += found.functions.length;
    faults.push(...found.faults);
    if (isForTests(path) || !roomsOfShortFunctions.some((room) => path.startsWith(room))) continue;
    for (const { name, starts, length } of found.functions)
      if (length > maxFunctionLines && !starts.some((line) => hasReason(lines, line)))
        faults.push(
          `${path}:${starts[0]} ${name} has ${length} lines, more than ${maxFunctionLines}: split it, or say why not in a comment that begins with "// Long:"`,
        );
  }
  return { files: paths.length, functions, faults };
}

/** @param {readonly string[]} paths */
function folderFaults(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => `${folder}/ has ${count} source files, more than ${maxFiles}`);
}

/**
 * Whether one of the comment lines directly above gives the reason.
 * @param {readonly string[]} lines
 * @param {number} line counts from 1
 */
function hasReason(lines, line) {
  for (let above = line - 2; above >= 0; above--) {
    const text = (lines[above] ?? "").trim();
    if (text.startsWith("// Long:")) return true;
    if (!/^(\/\/|\/?\*)/.test(text)) return false;
  }
  return false;
}

/**
 * Every function of a file, and the forms that the style does not use.
 * @param {string} path
 * @param {string} text
 */
function readFunctions(path, text) {
  const lineOf = (/** @type {number} */ at) => text.slice(0, at).split("\n").length;
  /** @type {{ name: string, starts: number[], length: number }[]} `starts` are the lines below a comment about it */
  const functions = [];
  /** @type {string[]} */
  const faults = [];
  /**
   * @param {unknown} value @param {number} outer the start of the statement or member around it @param {string} name
   */
  const visit = (value, outer, name) => {
    if (Array.isArray(value)) {
      for (const child of value) visit(child, outer, name);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const node = /** @type {Record<string, any>} */ (value);
    const ownName = node.id?.name ?? node.key?.name ?? name;
    if (/Declaration$|Statement$|^Property$|Definition$/.test(node.type ?? "")) outer = node.start;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type ?? "")) {
      const length = lineOf(node.end) - lineOf(node.start) + 1;
      functions.push({ name: ownName, starts: [lineOf(node.start), lineOf(outer)], length });
    }
    // A module's or a library's interface can only be added to by an interface.
    if (node.type === "TSModuleDeclaration") return;
    if (node.type === "TSInterfaceDeclaration")
      faults.push(`${path}:${lineOf(node.start)} interface ${ownName}: write a type`);
    if (node.type === "VariableDeclarator" && /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(node.id.name ?? ""))
      faults.push(`${path}:${lineOf(node.start)} ${node.id.name}: write constants in camelCase`);
    for (const key in node) if (key !== "parent") visit(node[key], outer, ownName);
  };
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  visit(program, 0, "a function");
  return { functions, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, functions, faults } = checkSizes(root);
  if (files < 500 || functions < 2_000)
    faults.push(`only ${functions} functions in ${files} files seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(`${files} files, ${functions} functions, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
