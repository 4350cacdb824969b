// The rooms' borders: who may import whom, and that no imports form a circle. Type imports count.
//
// Reads every TypeScript file and module with a real parser, resolves what it imports (static, dynamic, re-exports, types
// written as `import("…")`, workers made from `new URL("…", import.meta.url)`), and holds it against `rules` below. Fewer
// than 50 files seen is red: then it looked at the wrong place.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { root } from "./install.mjs";

const serverSlices = ["accounts", "learning", "authoring", "statistics"];
const webSlices = ["landing", "accounts", "practice", "authoring", "statistics"];

/**
 * What a room may import: `rooms` by the beginning of the file's path, `packages` by name ('*' for all). Its own
 * folder is always allowed. The first entry whose `at` begins the importing file's path counts.
 * @type {{ at: string, rooms: string[], packages: string[] }[]}
 */
export const rules = [
  { at: "engine/", rooms: [], packages: [] },
  { at: "course/", rooms: [], packages: ["yaml"] },
  { at: "contract/", rooms: [], packages: ["zod/mini"] },
  { at: "server/test/", rooms: ["server/", "contract/", "course/", "engine/"], packages: ["*"] },
  {
    at: "server/store/",
    rooms: ["course/"],
    packages: ["kysely", "pg", "@photostructure/sqlite", "node:"],
  },
  { at: "server/threads/", rooms: [], packages: ["node:", "tsx"] },
  ...serverSlices.map((slice) => ({
    at: `server/${slice}/`,
    rooms: [
      "server/store/",
      "server/threads/",
      "server/domain-error.ts",
      "server/who.ts",
      "contract/",
      "course/",
      "engine/",
    ],
    packages: ["node:", "@node-rs/argon2", "jose", "lru-cache", "shiki", "nodemailer", "sharp"],
  })),
  {
    at: "server/http/",
    rooms: [
      ...serverSlices.map((slice) => `server/${slice}/`),
      "server/store/store.ts",
      "server/domain-error.ts",
      "server/who.ts",
      "server/settings.ts",
      "contract/",
    ],
    packages: ["fastify", "fastify-", "@fastify/", "zod", "node:"],
  },
  // What puts the server together: main, settings, the build.
  { at: "server/", rooms: ["server/", "contract/", "course/"], packages: ["*"] },
  { at: "web/ui/", rooms: [], packages: ["react"] },
  // Admins' forms check fields as the importer does, and keep the templates for when the server is away.
  {
    at: "web/authoring/",
    rooms: ["web/shell/", "web/ui/", "contract/", "engine/", "course/"],
    packages: ["react", "react-dom"],
  },
  ...webSlices.map((slice) => ({
    at: `web/${slice}/`,
    rooms: ["web/shell/", "web/ui/", "contract/", "engine/"],
    packages: ["react", "react-dom"],
  })),
  // Only the table of routes reaches from the shell into the slices, and only lazily.
  {
    at: "web/shell/routes.tsx",
    rooms: ["web/", "contract/"],
    packages: ["react"],
  },
  {
    at: "web/shell/",
    rooms: ["web/ui/", "contract/", "engine/"],
    packages: ["react", "react-dom"],
  },
  { at: "web/", rooms: ["web/"], packages: ["*"] },
  { at: "catalogue/", rooms: ["course/"], packages: ["*"] },
  // Its page is the typing area alone.
  {
    at: "e2e/real-keyboards/",
    rooms: ["contract/", "engine/", "web/", "e2e/", "scripts/"],
    packages: ["*"],
  },
  { at: "e2e/", rooms: ["contract/", "engine/", "server/test/", "scripts/"], packages: ["*"] },
  {
    at: "bench/",
    rooms: ["contract/", "engine/", "course/", "server/", "web/", "e2e/", "scripts/"],
    packages: ["*"],
  },
  { at: "scripts/", rooms: [], packages: ["*"] },
];

/** What a test, or what stands in a folder `test/` for tests, may import besides what its room may. */
const forTests = {
  // Tests of the server go through the whole of it: a slice's test asks the edge and looks into the store.
  rooms: ["server/"],
  packages: ["vitest", "fast-check", "node:", "fastify", "kysely"],
};

/**
 * @typedef {{ file: string, line: number, specifier: string, target: string | null }} Import `target`: the file in the
 * tree (slashes, from the top), or null for a package
 */

/**
 * @param {string} folder the top of the tree
 * @returns {{ files: number, faults: string[] }}
 */
export function checkBorders(folder) {
  const files = sourceFiles(folder);
  const imports = files.flatMap((file) => importsOf(folder, file, files));
  return { files: files.length, faults: [...imports.flatMap(faultOf), ...circles(imports)] };
}

/**
 * @param {Import} found
 * @returns {string[]}
 */
function faultOf({ file, line, specifier, target }) {
  const rule = rules.find(({ at }) => file.startsWith(at));
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
  const allowed = [rule.at, ...rule.rooms, ...(isTest && file.startsWith("server/") ? forTests.rooms : [])];
  return allowed.some((place) => target.startsWith(place))
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
 * Every circle of imports once, by depth-first search; one fault a strongly connected group would hide its size.
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

/**
 * @param {string} folder
 * @returns {string[]} paths with slashes, from the top
 */
function sourceFiles(folder) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} place */
  const walk = (place) => {
    for (const entry of readdirSync(join(folder, place), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = place ? `${place}/${entry.name}` : entry.name;
      if (entry.isDirectory()) walk(path);
      else if (/\.(ts|tsx|mjs)$/.test(entry.name)) found.push(path);
    }
  };
  for (const room of new Set(rules.map(({ at }) => at.split("/")[0] ?? ""))) {
    if (existsSync(join(folder, room))) walk(room);
  }
  return found;
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {string[]} files
 * @returns {Import[]}
 */
function importsOf(folder, file, files) {
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
  const it = /** @type {Record<string, any>} */ (node);
  const literal =
    it.type === "ImportExpression"
      ? it.source
      : it.type === "TSImportType"
        ? (it.argument?.literal ?? it.argument ?? it.source)
        : it.type === "NewExpression" &&
            it.callee?.name === "URL" &&
            it.arguments?.[1]?.type === "MemberExpression"
          ? it.arguments[0]
          : null;
  if (literal?.type === "Literal" && typeof literal.value === "string") {
    const isFile = it.type !== "NewExpression" || /\.(ts|tsx|mjs)$/.test(literal.value);
    if (isFile) found.push({ at: it.start, specifier: literal.value });
  }
  for (const key in it) if (key !== "parent") collect(it[key], found);
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
  // A style sheet or another file that is no code but is there; it belongs to the room that it stands in.
  return /\.(css|json|svg|md|csv|woff2)$/.test(path) ? path : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, faults } = checkBorders(root);
  if (files < 50) faults.push(`only ${files} files seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(`${files} files, ${faults.length} faults (${relative(process.cwd(), root) || "."}${sep})`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
