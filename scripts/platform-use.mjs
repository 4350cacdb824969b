// Finds browser objects that the app uses without a guard. A browser may lack them, and with cookies blocked or another
// setting some of them throw as soon as they are named: at the top of a module that would leave an empty page.
//
// Everything is allowed that every browser has which can read the app's syntax (`everywhere`), and everything that
// page-start.js checks before the app starts (`needed`). Anything else belongs into the function passed to `ifSupported`
// or into a `try` with a `catch`. New browser objects are found without a change here, because this file lists what is
// safe, not what is dangerous.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { isForTests } from "./tree-files.mjs";

const pageStart = "web/shell/page-start.js";

/** The browser's globals without those that can be missing. Objects of ECMAScript 2022 are in `language`. */
const everywhere = new Set(
  [
    "addEventListener removeEventListener dispatchEvent document window globalThis self location history navigator Intl",
    "setTimeout clearTimeout setInterval clearInterval queueMicrotask console",
    "requestAnimationFrame cancelAnimationFrame getComputedStyle getSelection innerHeight innerWidth",
    "scrollTo scrollBy scrollX scrollY",
    "Element HTMLElement HTMLInputElement HTMLTextAreaElement HTMLButtonElement HTMLAnchorElement HTMLDialogElement",
    "HTMLSelectElement HTMLFormElement HTMLImageElement HTMLScriptElement Node Text Range StaticRange NodeFilter Event",
    "KeyboardEvent InputEvent MouseEvent PointerEvent WheelEvent CustomEvent DOMException DOMRect Image",
    "Blob File FileReader FormData URL URLSearchParams fetch Headers Request Response",
    "AbortController TextEncoder TextDecoder atob btoa isSecureContext",
    "navigator.onLine navigator.userAgent navigator.platform navigator.maxTouchPoints",
  ].flatMap((line) => line.split(" ")),
);

/** What single files may use in addition. */
const byFile = new Map([
  // Schemas are not in the browser: the build puts a table in their place.
  ["contract/text.ts", ["String.prototype.isWellFormed"]],
  // Without caches it is not installed, and the app works without it.
  ["web/shell/service-worker.js", ["caches", "clients", "skipWaiting"]],
  // Written by the script of the upload widget.
  ["web/accounts/photo/cloudinary-widget.ts", ["cloudinary"]],
]);

/** Objects of ECMAScript 2022: a browser that reads the syntax has them. `Intl` is a standard of its own. */
const language = new Set(
  Object.getOwnPropertyNames(globalThis).filter(
    (name) =>
      /^(undefined|NaN|Infinity|is\w+|parse\w+|(en|de)code\w+)$/.test(name) ||
      /^(Object|Function|Array|String|Number|Boolean|BigInt|Symbol|Math|JSON|Date|RegExp|Promise|Proxy|Reflect)$/.test(
        name,
      ) ||
      /^((Weak)?(Map|Set)|\w*Error|ArrayBuffer|DataView|(Big)?(Ui|I)nt\d+(Clamped)?Array|Float(32|64)Array)$/.test(
        name,
      ),
  ),
);

/** Objects of which each member is checked. Of `document`, only the members in `newInDocument` are. */
const namespaces = new Set(["navigator", "performance", "crypto", "Intl", "CSS", "AbortSignal", "document"]);
const newInDocument = new Set(["fonts", "startViewTransition", "timeline", "adoptedStyleSheets", "cookie"]);
const scopes = new Set(["window", "globalThis", "self"]);

/** Methods that are younger than ECMAScript 2018, and newer methods of elements, with the object that has them. */
const newMethods = new Map(
  Object.entries({
    "Array.prototype": "at flat flatMap findLast findLastIndex toSorted toReversed toSpliced",
    "String.prototype": "matchAll replaceAll trimStart trimEnd isWellFormed toWellFormed",
    "Element.prototype": "replaceChildren replaceWith checkVisibility",
    "HTMLElement.prototype": "showPopover hidePopover togglePopover",
    "HTMLDialogElement.prototype": "showModal",
    Object: "fromEntries hasOwn groupBy",
    Promise: "allSettled any withResolvers try",
    Array: "fromAsync",
  }).flatMap(([owner, names]) => names.split(" ").map((name) => [name, owner])),
);

/** @typedef {{ line: number, name: string, isGuarded: boolean }} Use of what a browser may lack */

/**
 * @param {string} folder the top of the tree
 * @param {string[]} files paths with slashes, from the top
 * @returns {string[]}
 */
export function checkPlatformUse(folder, files) {
  return platformFiles(files).flatMap((file) =>
    usesIn(folder, file)
      .filter(({ isGuarded }) => !isGuarded)
      .map(
        ({ line, name }) =>
          `${file}:${line} uses ${name}, which a browser may lack or forbid; reach it by ifSupported`,
      ),
  );
}

/**
 * The names of what the app uses with a guard, such as `indexedDB` and `document.fonts`.
 * @param {string} folder
 * @param {string[]} files
 */
export function guardedNames(folder, files) {
  return [
    ...new Set(platformFiles(files).flatMap((file) => usesIn(folder, file).map(({ name }) => name))),
  ].sort();
}

/**
 * The names that page-start.js checks before the app starts.
 * @param {string} folder
 */
export function neededNames(folder) {
  const text = readFileSync(join(folder, pageStart), "utf8");
  const list = /const needed = \[([^\]]*)\]/.exec(text)?.[1];
  if (list === undefined) throw new RangeError(`${pageStart} has no list named needed`);
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** @param {string[]} files */
function platformFiles(files) {
  return files.filter(
    (file) =>
      /^(web|engine|contract|course)\//.test(file) &&
      !isForTests(file) &&
      !/^web\/(build-steps\/|vite\.config|prerender)/.test(file),
  );
}

/**
 * @param {string} folder
 * @param {string} file
 * @returns {Use[]}
 */
function usesIn(folder, file) {
  const text = readFileSync(join(folder, file), "utf8");
  const { program } = parseSync(file, text);
  const own = new Set(declaredIn(program));
  const needed = neededOf(folder);
  const isSafe = (/** @type {string} */ name) =>
    everywhere.has(name) ||
    language.has(name) ||
    needed.includes(name) ||
    (byFile.get(file) ?? []).includes(name) ||
    (name.startsWith("document.") && !newInDocument.has(name.slice("document.".length)));
  /** @type {Use[]} */
  const uses = [];
  eachGlobal(program, own, false, (at, name, isGuarded) => {
    if (!isSafe(name)) uses.push({ line: text.slice(0, at).split("\n").length, name, isGuarded });
  });
  return uses;
}

/** @type {Map<string, string[]>} */
const neededByFolder = new Map();

/** @param {string} folder */
function neededOf(folder) {
  let needed = neededByFolder.get(folder);
  if (needed === undefined) neededByFolder.set(folder, (needed = neededNames(folder)));
  return needed;
}

/**
 * Every name that the file declares in any scope, by `import`, as a variable, function, class or parameter.
 * @param {any} node
 * @returns {string[]}
 */
function declaredIn(node) {
  if (typeof node !== "object" || node === null) return [];
  const patterns = /^(Import.*Specifier)$/.test(node.type)
    ? [node.local]
    : node.type === "VariableDeclarator" || /Declaration$|^Function|^Class/.test(node.type ?? "")
      ? [node.id, ...(node.params?.items ?? node.params ?? [])]
      : node.type === "ArrowFunctionExpression"
        ? (node.params?.items ?? node.params)
        : node.type === "CatchClause"
          ? [node.param]
          : [];
  const names = patterns.flatMap(namesOf);
  for (const key in node) if (key !== "parent") names.push(...declaredIn(node[key]));
  return names;
}

/**
 * The names that a pattern binds.
 * @param {any} pattern
 * @returns {string[]}
 */
function namesOf(pattern) {
  if (pattern === null || pattern === undefined) return [];
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "ObjectPattern")
    return pattern.properties.flatMap((/** @type {any} */ property) =>
      namesOf(property.value ?? property.argument),
    );
  if (pattern.type === "ArrayPattern") return pattern.elements.flatMap(namesOf);
  return namesOf(pattern.left ?? pattern.argument ?? pattern.pattern);
}

/**
 * Calls `report` with every global that the code evaluates: `indexedDB`, `navigator.locks`, or `X` for `globalThis.X`.
 * @param {any} node
 * @param {Set<string>} own
 * @param {boolean} isGuarded
 * @param {(at: number, name: string, isGuarded: boolean) => void} report
 * @returns {void}
 */
function eachGlobal(node, own, isGuarded, report) {
  if (typeof node !== "object" || node === null) return;
  /** @type {(child: any, guarded?: boolean) => void} */
  const go = (child, guarded = isGuarded) => eachGlobal(child, own, guarded, report);
  if (Array.isArray(node)) return node.forEach((child) => go(child));
  switch (node.type) {
    case "Identifier":
      if (!own.has(node.name)) report(node.start, node.name, isGuarded);
      return;
    case "TryStatement":
      go(node.block, node.handler !== null || isGuarded);
      go(node.handler);
      return go(node.finalizer);
    case "CallExpression":
      go(node.callee);
      for (const argument of node.arguments) {
        const isReach = node.callee.name === "ifSupported" && /Function/.test(argument.type);
        // Only what the function does immediately is guarded.
        if (isReach) go(argument.body, true);
        else go(argument);
      }
      return;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      // It may run later, when the `try` around it is over.
      go(node.params, false);
      return go(node.body, false);
    case "VariableDeclarator": {
      const scope =
        node.id.type === "ObjectPattern" && scopes.has(node.init?.name) && !own.has(node.init.name);
      if (!scope) go(node.id);
      for (const property of scope ? node.id.properties : [])
        report(property.start, property.key?.name, isGuarded);
      return go(node.init);
    }
    case "MemberExpression": {
      const object = bare(node.object);
      const name = node.computed ? null : node.property.name;
      if (object.type === "Identifier" && !own.has(object.name) && name !== null) {
        if (scopes.has(object.name)) return report(node.start, name, isGuarded);
        if (namespaces.has(object.name)) return report(node.start, `${object.name}.${name}`, isGuarded);
      }
      const owner = newMethods.get(name);
      if (owner !== undefined && (owner.includes(".") || object.name === owner))
        report(node.start, `${owner}.${name}`, isGuarded);
      // `globalThis.navigator.locks`
      const inner = object.type === "MemberExpression" ? object.property?.name : null;
      if (name !== null && scopes.has(bare(object.object ?? object).name) && namespaces.has(inner))
        return report(node.start, `${inner}.${name}`, isGuarded);
      go(node.object);
      return node.computed ? go(node.property) : undefined;
    }
    case "Property":
    case "PropertyDefinition":
    case "MethodDefinition":
      if (node.computed) go(node.key);
      return go(node.value);
    case "ExportNamedDeclaration":
      return go(node.declaration);
    case "ExportAllDeclaration":
    case "ImportDeclaration":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
      return node.body ? go(node.body) : undefined;
    default:
      // Types are not evaluated; `x as T`, `x!` and `x satisfies T` are.
      if (node.type?.startsWith("TS")) return go(node.expression);
      for (const key in node)
        if (!/^(parent|typeAnnotation|returnType|typeParameters)$/.test(key)) go(node[key]);
  }
}

/**
 * The expression without brackets, optional chains and types around it.
 * @param {any} node
 * @returns {any}
 */
function bare(node) {
  const isWrapped = /^(ParenthesizedExpression|ChainExpression|TS\w*Expression)$/.test(node.type);
  return isWrapped ? bare(node.expression) : node;
}
