// Plants each kind of fault that the checks exist for and expects it to be found.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkBorders, emptyRules } from "./check-borders.mjs";
import { checkLock } from "./check-lock.mjs";
import { missingPackages, root } from "./install.mjs";
import { lint } from "./lint.mjs";
import { checkPlatformUse } from "./platform-use.mjs";
import { runQuietly } from "./process.mjs";
import { checkSelectedColumns } from "./selected-columns.mjs";
import { filesOf } from "./tree-files.mjs";

/** @type {string[]} */
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * A temporary tree with the given files.
 * @param {Record<string, string>} files
 */
function plant(files) {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-planted-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test("a type-only import across a border is found", () => {
  const folder = plant({
    "engine/attempt.ts": 'import type { Course } from "@tabstop/course/course";\nexport type A = Course;\n',
    "course/course.ts": "export type Course = { title: string };\n",
  });
  expect(checkBorders(folder).faults).toEqual([
    "engine/attempt.ts:1 imports course/course.ts, which engine/ must not know",
  ]);
});

test("a type written as import(…) across a border is found", () => {
  const folder = plant({
    "server/learning/list.ts": 'export type A = import("../accounts/login.ts").B;\n',
    "server/accounts/login.ts": "export type B = string;\n",
  });
  expect(checkBorders(folder).faults).toEqual([
    "server/learning/list.ts:1 imports server/accounts/login.ts, which server/learning/ must not know",
  ]);
});

test("an import of test support by the product is found; tests and benches may import it", () => {
  const folder = plant({
    "server/main.ts": 'import "./test/stores.ts";\n',
    "server/main.test.ts": 'import "./test/stores.ts";\n',
    "bench/server.ts": 'import "../server/test/stores.ts";\n',
    "server/test/stores.ts": "export {};\n",
  });
  expect(checkBorders(folder).faults).toEqual([
    "server/main.ts:1 imports server/test/stores.ts, which is for tests only",
  ]);
});

test("SQL outside the store, a re-export and a lazy import across a border are found [SEC-06]", () => {
  const folder = plant({
    "server/http/app.ts":
      'import { sql } from "kysely";\nexport { x } from "../store/accounts/accounts.ts";\nexport const s = sql;\n',
    "server/store/accounts/accounts.ts": "export const x = 1;\n",
    "web/practice/screen.ts": 'export const load = () => import("../authoring/form.ts");\n',
    "web/authoring/form.ts": "export const form = 1;\n",
  });
  expect(checkBorders(folder).faults.sort()).toEqual([
    "server/http/app.ts:1 imports the package kysely, which server/http/ must not know",
    "server/http/app.ts:2 imports server/store/accounts/accounts.ts, which server/http/ must not know",
    "web/practice/screen.ts:1 imports web/authoring/form.ts, which web/practice/ must not know",
  ]);
});

test("an inner room that imports another one, and a folder's own files that import an inner room, are found", () => {
  const folder = plant({
    "server/store/results/progress.ts": 'export { tree } from "../content/tree.ts";\n',
    "server/store/content/tree.ts":
      'export { progress } from "../accounts/rows.ts";\nexport const tree = 1;\n',
    "server/store/accounts/rows.ts": "export const progress = 1;\n",
    "server/store/store.ts": 'export { progress } from "./accounts/rows.ts";\n',
    "web/typing/run.ts": 'export { flow } from "../practice/flow.ts";\n',
    "web/practice/flow.ts": "export const flow = 1;\n",
  });
  expect(checkBorders(folder).faults.sort()).toEqual([
    "server/store/content/tree.ts:1 imports server/store/accounts/rows.ts, which server/store/content/ must not know",
    "server/store/results/progress.ts:1 imports server/store/content/tree.ts, which server/store/results/ must not know",
    "server/store/store.ts:1 imports server/store/accounts/rows.ts, which server/store/ must not know",
    "web/typing/run.ts:1 imports web/practice/flow.ts, which web/typing/ must not know",
  ]);
});

test("a rule that no file belongs to, and one that allows a place without files, are found", () => {
  const faults = emptyRules(["engine/attempt.ts", "server/principal.ts"]);
  expect(faults).toContain("the rule of contract/ matches no file");
  expect(faults).toContain("the rule of server/ allows contract/, where there is no file");
  expect(faults).not.toContain("the rule of engine/ matches no file");
});

test("only a query for every column of accounts or sessions is found", () => {
  const folder = plant({
    "server/store/accounts/rows.ts": [
      'export const a = (db: any) => db.selectFrom("account").selectAll().where("id", "=", 1).execute();',
      'export const b = (db: any) => db.selectFrom("progress").innerJoin("session as s", "s.id", "x").selectAll(["s"]);',
      'export const c = (db: any) => db.insertInto("account").values({}).returningAll().execute();',
      'export const d = (db: any) => db.selectFrom("account").innerJoin("progress", "a", "b").selectAll("progress");',
      'export const e = (db: any) => db.selectFrom("course").selectAll().execute();',
    ].join("\n"),
    "server/store/accounts/rows.test.ts":
      'export const a = (db: any) => db.selectFrom("account").selectAll();\n',
  });
  const { files } = checkBorders(folder);
  expect(checkSelectedColumns(folder, files)).toEqual([
    "server/store/accounts/rows.ts:1 selects every column of account; name those that are needed",
    "server/store/accounts/rows.ts:2 selects every column of session; name those that are needed",
    "server/store/accounts/rows.ts:3 selects every column of account; name those that are needed",
  ]);
});

test("a cycle of type imports is found", () => {
  const folder = plant({
    "engine/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
    "engine/b.ts": 'import type { C } from "./c.ts";\nexport type B = C | 2;\n',
    "engine/c.ts": 'import type { A } from "./a.ts";\nexport type C = A | 3;\n',
  });
  expect(checkBorders(folder).faults).toEqual([
    "circle: engine/a.ts → engine/b.ts → engine/c.ts → engine/a.ts",
  ]);
});

test("an import of a missing file is found", () => {
  const folder = plant({ "engine/a.ts": 'import "./gone.ts";\n' });
  expect(checkBorders(folder).faults).toEqual(["engine/a.ts:1 imports ./gone.ts, which is no file"]);
});

/** @param {Record<string, string>} files */
function lintPlanted(files) {
  const folder = plant({
    ...files,
    "tsconfig.json": JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false, jsx: "react-jsx" },
      include: ["*.ts", "*.tsx"],
    }),
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return lint(Object.keys(files), folder);
}

test("a floating Kysely .execute() is found", async () => {
  const { code, output } = await lintPlanted({
    "query.ts": [
      'import type { Kysely } from "kysely";',
      "export async function forget(db: Kysely<{ session: { id: string } }>, id: string): Promise<void> {",
      '  db.deleteFrom("session").where("id", "=", id).execute();',
      "}",
      "",
    ].join("\n"),
  });
  expect(output).toContain("no-floating-promises");
  expect(code).not.toBe(0);
});

test("a conditional hook is found", async () => {
  const { code, output } = await lintPlanted({
    "hook.tsx": [
      'import { useState } from "react";',
      "export function Panel({ open }: { open: boolean }) {",
      "  if (!open) return null;",
      "  const [count] = useState(0);",
      "  return <p>{count}</p>;",
      "}",
      "",
    ].join("\n"),
  });
  expect(output).toContain("rules-of-hooks");
  expect(code).not.toBe(0);
});

test("a run of the linter that saw no file fails", async () => {
  expect((await lint([join(plant({}), "nothing-here.ts")], root)).code).not.toBe(0);
});

test("an export that no file imports is found", async () => {
  const folder = plant({
    "package.json": '{ "name": "planted", "private": true, "workspaces": ["engine"] }',
    "knip.jsonc": readFileSync(join(root, "knip.jsonc"), "utf8"),
    "engine/package.json": '{ "name": "engine", "private": true, "exports": { "./*": "./*.ts" } }',
    "engine/example.ts": "export const used = 1;\nexport const unused = 2;\nexport type Unused = 3;\n",
    "engine/attempt.ts": 'import { used } from "./example.ts";\nconsole.log(used);\n',
  });
  const knip = join(root, "node_modules/knip/bin/knip.js");
  const { code, output } = await runQuietly(process.execPath, [knip, "--no-progress"], { cwd: folder });
  expect(output.match(/^\w+ .*example\.ts/gm)?.map((line) => line.split(" ")[0])).toEqual([
    "unused",
    "Unused",
  ]);
  expect(code).not.toBe(0);
});

test("a package that needs a newer Node, has no hash, an address or an unknown install script is found [SEC-101]", () => {
  const lock = {
    packages: {
      "node_modules/new": { version: "1.0.0", integrity: "sha512-x", engines: { node: ">=22" } },
      "node_modules/bare": { version: "1.0.0" },
      "node_modules/far": {
        version: "1.0.0",
        integrity: "sha512-x",
        resolved: "https://example.org/far.tgz",
      },
      "node_modules/far/node_modules/@a/runs": {
        version: "1.0.0",
        integrity: "sha512-x",
        hasInstallScript: true,
      },
      "node_modules/fine": {
        version: "1.0.0",
        integrity: "sha512-x",
        engines: { node: "^20.19.0 || >=22.12.0" },
        hasInstallScript: true,
      },
    },
  };
  const { faults } = checkLock(lock, { fine: false });
  expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
    "node_modules/new",
    "node_modules/bare",
    "node_modules/far",
    "node_modules/far/node_modules/@a/runs",
  ]);
});

test("an interrupted install, or one of an older lock file, does not count", () => {
  const lock = {
    packages: {
      "": {},
      engine: {},
      "node_modules/@tabstop/engine": { link: true },
      "node_modules/fastify": { version: "5.0.0" },
      "node_modules/vitest": { version: "4.0.0", dev: true },
      "node_modules/other-platform": { version: "1.0.0", optional: true },
    },
  };
  const of = (/** @type {Record<string, string>} */ versions) => ({
    packages: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
    ),
  });
  expect(missingPackages(lock, of({}), "run")).toEqual(["node_modules/fastify"]);
  expect(missingPackages(lock, of({ fastify: "4.0.0" }), "run")).toEqual(["node_modules/fastify"]);
  expect(missingPackages(lock, of({ fastify: "5.0.0" }), "run")).toEqual([]);
  expect(missingPackages(lock, of({ fastify: "5.0.0" }), "all")).toEqual(["node_modules/vitest"]);
});

test("a browser object without a guard is found, at the top of a module, as a default and anywhere else", () => {
  const folder = plant({
    "web/shell/page-start.js": '(() => {\n  const needed = ["Intl.Segmenter"];\n})();\n',
    "web/bare.ts": "const channel = new BroadcastChannel('x');\n",
    "web/typeof.ts": "const has = typeof indexedDB !== 'undefined';\n",
    "web/default.ts": "export const f = (locks = globalThis.navigator?.locks) => locks;\n",
    "web/scope.ts": "const { caches } = window;\nexport const g = () => globalThis.localStorage;\n",
    "web/later.ts": "try {\n  setTimeout(() => sessionStorage);\n} catch {}\n",
    "web/method.ts": "export const last = [1].findLast(Boolean);\n",
    "web/never-seen.ts": "export const later = new BrandNewObserver();\n",
    "engine/cut.ts": "export const cut = new Intl.DurationFormat();\n",
    "web/fine.ts":
      "import { ifSupported } from './ui/if-supported.ts';\nexport const a = ifSupported(() => navigator.locks);\nexport const cut = new Intl.Segmenter();\n" +
      "export function b(name: Storage) {\n  try {\n    return localStorage;\n  } catch {\n    return document.title;\n  }\n}\n",
  });
  const files = filesOf(folder, /\.(ts|js)$/);
  expect(checkPlatformUse(folder, files).map((fault) => fault.replace(/, which.*/, ""))).toEqual([
    "engine/cut.ts:1 uses Intl.DurationFormat",
    "web/bare.ts:1 uses BroadcastChannel",
    "web/default.ts:1 uses navigator.locks",
    "web/later.ts:2 uses sessionStorage",
    "web/method.ts:1 uses Array.prototype.findLast",
    "web/never-seen.ts:1 uses BrandNewObserver",
    "web/scope.ts:1 uses caches",
    "web/scope.ts:2 uses localStorage",
    "web/typeof.ts:1 uses indexedDB",
  ]);
});
