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
const webSlices = ["landing", "accounts", "practice", "statistics"];

/** The rooms inside `server/store/`, each with the other store rooms that it may import. */
const storeRooms = {
  sqlite: ["server/store/accounts/audit.ts"],
  postgres: [],
  results: [],
  content: ["server/store/results/"],
  accounts: ["server/store/results/"],
  statistics: [],
};
const storeRoot = filesIn("server/store/");

/**
 * Limits, columns and progress count code points, and must count them alike: the rooms without other needs from the
 * engine may import this one file of it, which imports nothing.
 */
const codePointsLeaf = "engine/code-points.ts";

/** The words that the browser, the server and the store share; it imports nothing but the lists of the file formats. */
const vocabularyLeaf = "contract/vocabulary.ts";

const shellLeaves = ["web/shell/browser/", "web/shell/data/api-base.ts"];

/**
 * What a room may import: `rooms` by the beginning of the file's path (`filesIn` for the files of a folder without its
 * inner rooms), `packages` by name ('*' for all). A room may always import itself. A file belongs to the first entry
 * whose `at` its path begins with, so inner rooms come before the folder that holds them.
 * @type {{ at: string, rooms: string[], packages: string[] }[]}
 */
export const rules = [
  { at: "engine/", rooms: [], packages: [] },
  ...["csv", "markdown"].map((format) => ({
    at: `course/${format}/`,
    rooms: [filesIn("course/"), codePointsLeaf],
    packages: ["yaml"],
  })),
  { at: "course/", rooms: [codePointsLeaf], packages: [] },
  // Levels and kinds of content are listed where the file formats define them.
  { at: "contract/", rooms: [codePointsLeaf, "course/course.ts"], packages: ["zod/mini"] },
  { at: "server/test/", rooms: ["server/", "contract/", "course/", "engine/"], packages: ["*"] },
  ...Object.entries(storeRooms).map(([room, others]) => ({
    at: `server/store/${room}/`,
    rooms: [storeRoot, ...others, "course/", vocabularyLeaf],
    packages: ["kysely", "pg", "@photostructure/sqlite", "node:"],
  })),
  { at: "server/store/", rooms: ["course/", vocabularyLeaf], packages: ["kysely", "node:"] },
  { at: "server/threads/", rooms: [], packages: ["node:", "tsx"] },
  ...serverSlices.map((slice) => ({
    at: `server/${slice}/`,
    rooms: [
      "server/store/",
      "server/threads/",
      "server/domain-error.ts",
      "server/handler.ts",
      "server/principal.ts",
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
      "server/handler.ts",
      "server/principal.ts",
      "server/settings.ts",
      "contract/",
    ],
    packages: ["fastify", "fastify-", "@fastify/", "zod", "node:"],
  },
  // What puts the server together: main, settings, the build.
  { at: "server/", rooms: ["server/", "contract/", "course/", codePointsLeaf], packages: ["*"] },
  { at: "web/ui/", rooms: [vocabularyLeaf], packages: ["react"] },
  // Typing is a room of its own: it knows the engine, and no screen that uses it.
  { at: "web/typing/", rooms: ["engine/", vocabularyLeaf], packages: ["react"] },
  // Admins' forms check fields as the importer does, and keep the templates for when the server is away.
  ...[
    { room: "import/", others: [] },
    { room: "form/", others: ["web/typing/"] },
    { room: "list/", others: ["web/authoring/import/"] },
    { room: "", others: [] },
  ].map(({ room, others }) => ({
    at: `web/authoring/${room}`,
    rooms: [filesIn("web/authoring/"), ...others, "web/shell/", "web/ui/", "contract/", "engine/", "course/"],
    packages: ["react", "react-dom"],
  })),
  ...["profile", "photo", "entry"].map((room) => ({
    at: `web/accounts/${room}/`,
    rooms: [
      filesIn("web/accounts/"),
      ...(room === "profile" ? ["web/accounts/photo/"] : []),
      "web/shell/",
      "web/ui/",
      "contract/",
    ],
    packages: ["react", "react-dom"],
  })),
  ...webSlices.map((slice) => ({
    at: `web/${slice}/`,
    rooms: ["web/typing/", "web/shell/", "web/ui/", "contract/", "engine/"],
    packages: ["react", "react-dom"],
  })),
  { at: "web/shell/browser/", rooms: ["web/ui/"], packages: ["react"] },
  {
    at: "web/shell/session/",
    rooms: [...shellLeaves, "web/ui/", "contract/"],
    packages: ["react", "react-dom"],
  },
  {
    at: "web/shell/data/",
    rooms: ["web/shell/browser/", "web/shell/session/", "contract/"],
    packages: ["react"],
  },
  {
    at: "web/shell/outbox/",
    rooms: ["web/shell/browser/", "web/shell/session/", "web/shell/data/", "contract/", "engine/"],
    packages: ["react"],
  },
  { at: "web/shell/router/", rooms: [], packages: ["react", "react-dom"] },
  // The frame: bar, gates, page heads.
  { at: "web/shell/", rooms: ["web/shell/", "web/ui/", "contract/"], packages: ["react", "react-dom"] },
  // The build makes the client's table from the contract.
  { at: "web/build-steps/", rooms: ["web/", "contract/"], packages: ["*"] },
  { at: "web/", rooms: ["web/"], packages: ["*"] },
  { at: "catalogue/check/languages/", rooms: ["catalogue/"], packages: ["*"] },
  { at: "catalogue/", rooms: ["catalogue/", "course/", codePointsLeaf], packages: ["*"] },
  // Its page is the typing area alone.
  {
    at: "e2e/real-keyboards/",
    rooms: [
      "contract/",
      "engine/",
      "web/typing/",
      "web/css/main.css",
      "web/ui/code.css",
      "web/shell/session/session-record.ts",
      "e2e/",
      "scripts/",
    ],
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

/**
 * The files directly in a folder, without those of the rooms inside it.
 * @param {string} folder
 */
function filesIn(folder) {
  return `${folder}*`;
}

/**
 * @param {string} file
 * @param {string} place a path's beginning, or what `filesIn` gives
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
 * Rules that hold nothing: an `at` to which no file belongs, or a place in `rooms` in which there is no file. Both are
 * left over from a move, and a rule that is left over no longer guards anything.
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

/** What a test, or what stands in a folder `test/` for tests, may import besides what its room may. */
const forTests = {
  // Tests of the server go through the whole of it: a slice's test sends requests and looks into the store. Those of
  // the course formats read what one format printed with the other.
  /** @type {Record<string, string[]>} */
  rooms: { server: ["server/"], course: ["course/"], web: ["web/shell/test/"] },
  packages: ["vitest", "fast-check", "node:", "fastify", "kysely"],
};

/**
 * @typedef {{ file: string, line: number, specifier: string, target: string | null }} Import `target`: the file in the
 * tree (slashes, from the top), or null for a package
 */

/**
 * @param {string} folder the top of the tree
 * @returns {{ files: string[], faults: string[] }}
 */
export function checkBorders(folder) {
  const files = sourceFiles(folder);
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
  faults.push(...emptyRules(files));
  if (files.length < 50) faults.push(`only ${files.length} files seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(
    `${files.length} files, ${faults.length} faults (${relative(process.cwd(), root) || "."}${sep})`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
