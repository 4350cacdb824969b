// Checks the borders of the rooms: which room may import which (type imports count), that no imports form a circle,
// that no query takes every column of a table with secrets out of the store (`selected-columns.mjs`), and that the app
// guards its use of what a browser may lack (`platform-use.mjs`).
//
// Compares the imports of every TypeScript file and module (`read-imports.mjs`) with `rules` below. Fewer than 50 files
// are a fault: then the check looked at the wrong place.

import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";
import { checkPlatformUse } from "./platform-use.mjs";
import { importsOf } from "./read-imports.mjs";
import { checkSelectedColumns } from "./selected-columns.mjs";
import { filesOf } from "./tree-files.mjs";

const sourceFile = /^[^/]+\/.*\.(tsx?|mjs)$/;

const serverSlices = ["accounts", "learning", "authoring", "statistics"];
const slicePackages =
  "@node-rs/argon2 @zxcvbn-ts/language-common jose lru-cache nodemailer p-limit sharp shiki".split(" ");
const webSlices = ["landing", "accounts", "practice", "statistics"];

/** The rooms inside the server's slices and its edge, each with the other inner rooms that it may import. */
const serverRooms = [
  { at: "server/accounts/mail/", others: ["server/accounts/passwords/"] },
  { at: "server/accounts/passwords/", others: ["server/accounts/mail/"] },
  { at: "server/accounts/photo/", others: ["server/accounts/passwords/"] },
  { at: "server/accounts/sessions/", others: ["server/accounts/mail/", "server/accounts/passwords/"] },
  { at: "server/learning/colours/", others: [] },
  { at: "server/learning/evidence/", others: [] },
  { at: "server/http/pages/", others: [] },
  { at: "server/http/docs/", others: ["server/http/pages/"] },
];

/** The rooms inside `web/practice/`, likewise. */
const practiceRooms = [
  { at: "web/practice/result/", others: [] },
  { at: "web/practice/typing-stage/", others: ["web/practice/result/"] },
  { at: "web/practice/lesson/", others: ["web/practice/typing-stage/", "web/practice/result/"] },
];

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

/** The one form of a mail address, by which accounts are unique; it imports nothing but Node's own domains. */
const emailLeaf = "contract/email-address.ts";

/** The table of all screens, which the browser tests open one by one; it imports nothing. */
const routesLeaf = "web/shell/router/routes.ts";

/** How sentences write words and numbers; it imports nothing. */
const wordsLeaf = "course/words.ts";

/** The way to browser objects that may be missing; it imports nothing. */
const supportLeaf = "web/ui/if-supported.ts";

/** How texts are compared in searches and filters. */
const foldLeaf = "course/fold.ts";

const shellLeaves = ["web/shell/browser/", "web/shell/data/api-base.ts"];

/**
 * What a room may import: `rooms` by the beginning of the file's path (`filesIn` for the files of a folder without its
 * inner rooms), `packages` by name ('*' for all). A room may always import itself. A file belongs to the first entry
 * whose `at` its path begins with, so inner rooms come before the folder that holds them.
 * @type {{ at: string, rooms: string[], packages: string[] }[]}
 */
const rules = [
  { at: "engine/", rooms: [], packages: [] },
  ...["csv", "markdown"].map((format) => ({
    at: `course/${format}/`,
    rooms: [filesIn("course/"), codePointsLeaf],
    packages: ["yaml"],
  })),
  { at: "course/typability/", rooms: [filesIn("course/"), codePointsLeaf], packages: [] },
  { at: "course/", rooms: [codePointsLeaf], packages: [] },
  // Levels and kinds of content are listed where the file formats define them.
  { at: "contract/", rooms: [codePointsLeaf, "course/course.ts"], packages: ["zod/mini", "node:url"] },
  ...["test", "faults"].map((room) => ({
    at: `server/${room}/`,
    rooms: ["server/", "contract/", "course/", "engine/", "scripts/"],
    packages: ["*"],
  })),
  ...Object.entries(storeRooms).map(([room, others]) => ({
    at: `server/store/${room}/`,
    rooms: [storeRoot, ...others, "course/", vocabularyLeaf],
    packages: ["kysely", "p-limit", "pg", "@photostructure/sqlite", "node:"],
  })),
  {
    at: "server/store/",
    rooms: ["course/", vocabularyLeaf, emailLeaf],
    packages: ["kysely", "unhomoglyph", "node:"],
  },
  { at: "server/threads/", rooms: [], packages: ["node:", "tsx"] },
  ...serverSlices.flatMap((slice) =>
    withInnerRooms(serverRooms, {
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
      packages: ["node:", ...slicePackages],
    }),
  ),
  ...withInnerRooms(serverRooms, {
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
  }),
  // The files that assemble the server: main, settings, the build.
  { at: "server/", rooms: ["server/", "contract/", "course/", codePointsLeaf], packages: ["*"] },
  { at: "web/ui/", rooms: [vocabularyLeaf, wordsLeaf], packages: ["react"] },
  // Typing knows the engine and none of the screens that use it.
  { at: "web/typing/", rooms: ["engine/", "web/ui/", vocabularyLeaf], packages: ["react"] },
  // Admins' forms check fields like the importer, and contain the templates, so that these work without the server.
  ...[
    { room: "import/", others: [] },
    { room: "form/", others: ["web/typing/"] },
    { room: "list/", others: ["web/authoring/import/", "web/typing/"] },
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
      // The pictures of code beside the forms.
      ...(room === "entry" ? ["web/typing/"] : []),
      "web/shell/",
      "web/ui/",
      "contract/",
    ],
    packages: ["react", "react-dom"],
  })),
  ...webSlices.flatMap((slice) =>
    withInnerRooms(practiceRooms, {
      at: `web/${slice}/`,
      rooms: ["web/typing/", "web/shell/", "web/ui/", "contract/", "engine/", foldLeaf],
      packages: ["react", "react-dom"],
    }),
  ),
  { at: "web/shell/browser/", rooms: ["web/ui/"], packages: ["react"] },
  {
    at: "web/shell/session/",
    rooms: [...shellLeaves, "web/ui/", "contract/"],
    packages: ["react", "react-dom"],
  },
  {
    at: "web/shell/data/",
    rooms: ["web/shell/browser/", "web/shell/session/", supportLeaf, "contract/"],
    packages: ["react"],
  },
  {
    at: "web/shell/outbox/",
    rooms: [
      "web/shell/browser/",
      "web/shell/session/",
      "web/shell/data/",
      supportLeaf,
      "contract/",
      "engine/",
    ],
    packages: ["react"],
  },
  { at: "web/shell/router/", rooms: [], packages: ["react", "react-dom"] },
  // The frame: bar, gates, page heads.
  { at: "web/shell/", rooms: ["web/shell/", "web/ui/", "contract/"], packages: ["react", "react-dom"] },
  // The build makes the client's table from the contract.
  { at: "web/build-steps/", rooms: ["web/", "contract/"], packages: ["*"] },
  { at: "web/", rooms: ["web/"], packages: ["*"] },
  ...["languages", "constructs"].map((room) => ({
    at: `catalogue/check/${room}/`,
    rooms: [filesIn("catalogue/"), filesIn("catalogue/check/"), "course/", codePointsLeaf],
    packages: ["*"],
  })),
  { at: "catalogue/", rooms: ["catalogue/", "course/", codePointsLeaf], packages: ["*"] },
  // Its page contains only the typing area.
  {
    at: "e2e/real-keyboards/",
    rooms: [
      "contract/",
      "engine/",
      "web/typing/",
      "web/css/main.css",
      "web/shell/session/session-record.ts",
      "e2e/",
      "scripts/",
    ],
    packages: ["*"],
  },
  { at: "e2e/", rooms: ["contract/", "engine/", "server/test/", "scripts/", routesLeaf], packages: ["*"] },
  {
    at: "bench/",
    rooms: ["contract/", "engine/", "course/", "server/", "web/", "e2e/", "scripts/"],
    packages: ["*"],
  },
  { at: "scripts/", rooms: [], packages: ["*"] },
];

/**
 * The rules of a room and of its inner rooms: the room may import all of them; an inner room may import what the room
 * may, the room's own files, and the inner rooms that it names.
 * @param {readonly { at: string, others: string[] }[]} innerRooms of any room
 * @param {{ at: string, rooms: string[], packages: string[] }} room
 */
function withInnerRooms(innerRooms, room) {
  const own = innerRooms.filter(({ at }) => at.startsWith(room.at));
  return [
    ...own.map(({ at, others }) => ({ ...room, at, rooms: [filesIn(room.at), ...others, ...room.rooms] })),
    { ...room, rooms: [...own.map(({ at }) => at), ...room.rooms] },
  ];
}

/**
 * The files directly in a folder, without those of the rooms inside it.
 * @param {string} folder
 */
function filesIn(folder) {
  return `${folder}*`;
}

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
