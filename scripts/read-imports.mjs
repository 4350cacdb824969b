// Reads what a file imports: static and lazy imports, re-exports, types written as `import("…")`, and files named by
// `new URL("…", import.meta.url)`, which is how workers are started.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";

/**
 * @typedef {{ file: string, line: number, specifier: string, target: string | null }} Import `target`: the file in the
 * tree (slashes, from the top), or null for a package
 */

/**
 * @param {string} folder the top of the tree
 * @param {string} file
 * @param {string[]} files all files of the tree that may be imported
 * @returns {Import[]}
 */
export function importsOf(folder, file, files) {
  const text = readFileSync(join(folder, file), "utf8");
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  /** @type {{ at: number, specifier: string }[]} */
  const found = [];
  for (const entry of module.staticImports) {
    found.push({ at: entry.start, specifier: entry.moduleRequest.value });
  }
  for (const entry of module.staticExports) {
    for (const part of entry.entries) {
      if (part.moduleRequest) found.push({ at: entry.start, specifier: part.moduleRequest.value });
    }
  }
  collect(program, found);
  const known = new Set(files);
  return found.map(({ at, specifier }) => ({
    file,
    line: text.slice(0, at).split("\n").length,
    specifier,
    target: resolve(file, specifier, known),
  }));
}

/**
 * Dynamic imports, `import("…")` in types, and files named by `new URL("…", import.meta.url)`.
 * @param {unknown} node
 * @param {{ at: number, specifier: string }[]} found
 */
function collect(node, found) {
  if (Array.isArray(node)) {
    for (const child of node) collect(child, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const syntax = /** @type {Record<string, any>} */ (node);
  const literal =
    syntax.type === "ImportExpression"
      ? syntax.source
      : syntax.type === "TSImportType"
        ? (syntax.argument?.literal ?? syntax.argument ?? syntax.source)
        : syntax.type === "NewExpression" &&
            syntax.callee?.name === "URL" &&
            syntax.arguments?.[1]?.type === "MemberExpression"
          ? syntax.arguments[0]
          : null;
  if (literal?.type === "Literal" && typeof literal.value === "string") {
    const isFile = syntax.type !== "NewExpression" || /\.(ts|tsx|mjs)$/.test(literal.value);
    if (isFile) found.push({ at: syntax.start, specifier: literal.value });
  }
  for (const key in syntax) if (key !== "parent") collect(syntax[key], found);
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {Set<string>} known
 * @returns {string | null}
 */
function resolve(file, specifier, known) {
  const plain = specifier.replace(/[?#].*$/, "");
  const path = plain.startsWith(".")
    ? posix.normalize(posix.join(posix.dirname(file), plain))
    : plain.startsWith("@tabstop/")
      ? `${plain.slice("@tabstop/".length)}.ts`
      : null;
  if (path === null) return null;
  if (known.has(path)) return path;
  // A style sheet or another file without code. It belongs to the room whose folder it is in.
  return /\.(css|json|svg|md|csv|woff2)$/.test(path) ? path : null;
}
