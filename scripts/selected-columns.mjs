// Finds queries that select every column of the tables with secrets. Such a query would hand a column that a migration
// adds, or the hash of a password, to code that never asked for it. Tests may compare whole rows.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { isForTests } from "./tree-files.mjs";

const tablesWithSecrets = ["account", "session"];

/**
 * @param {string} folder the top of the tree
 * @param {string[]} files paths with slashes, from the top
 * @returns {string[]}
 */
export function checkSelectedColumns(folder, files) {
  return files
    .filter((file) => file.startsWith("server/") && !isForTests(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      /** @type {string[]} */
      const faults = [];
      visit(parseSync(file, text).program, ({ at, table }) => {
        const line = text.slice(0, at).split("\n").length;
        faults.push(`${file}:${line} selects every column of ${table}; name those that are needed`);
      });
      return faults;
    });
}

/**
 * @param {any} node
 * @param {(found: { at: number, table: string }) => void} report
 */
function visit(node, report) {
  if (typeof node !== "object" || node === null) return;
  const method = node.type === "CallExpression" ? node.callee?.property : undefined;
  if (method?.name === "selectAll" || method?.name === "returningAll") {
    const table = tablesOf(node).find((name) => tablesWithSecrets.includes(name));
    if (table !== undefined) report({ at: method.start, table });
  }
  for (const key in node) if (key !== "parent") visit(node[key], report);
}

/**
 * The tables whose every column is selected: those that the call names, or all that its chain names before it
 * (`selectFrom("account as owner")`, `innerJoin(…)`, `insertInto(…)`).
 * @param {any} call
 * @returns {string[]}
 */
function tablesOf(call) {
  /** @type {Map<string, string>} */
  const byName = new Map();
  for (let node = call.callee.object; node?.type === "CallExpression"; node = node.callee?.object) {
    if (!/(From|Join|Into|Table|using)$/.test(node.callee?.property?.name ?? "")) continue;
    for (const text of stringsIn(node.arguments)) {
      const [table = "", name = table] = text.split(/ as /);
      byName.set(name, table);
    }
  }
  const named = stringsIn(call.arguments);
  return named.length > 0 ? named.map((name) => byName.get(name) ?? name) : [...byName.values()];
}

/**
 * @param {any} node
 * @returns {string[]}
 */
function stringsIn(node) {
  if (Array.isArray(node)) return node.flatMap(stringsIn);
  if (node?.type === "ArrayExpression") return stringsIn(node.elements);
  return node?.type === "Literal" && typeof node.value === "string" ? [node.value] : [];
}
