// The check of sizes and forms finds planted faults and accepts a long function with a reason.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkSizes } from "./check-sizes.mjs";

/** @param {Record<string, string>} files */
function faultsOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-sizes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return checkSizes(folder).faults;
}

/** @param {number} count */
function lines(count) {
  return "  work();\n".repeat(count);
}

test("a folder of more than 25 source files is found; tests do not count", () => {
  const files = (/** @type {string} */ extension, /** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`web/ui/a${n}${extension}`, ""]));
  expect(faultsOf({ ...files(".ts", 25), ...files(".test.ts", 5) })).toEqual([]);
  expect(faultsOf(files(".tsx", 26))).toEqual(["web/ui/ has 26 source files, more than 25"]);
});

test("a file of more than 400 lines is found, unless it is data, a test or a bench", () => {
  const long = "// a\n".repeat(401);
  expect(
    faultsOf({
      "engine/a.ts": long,
      "engine/b.ts": "// a\n".repeat(400),
      "engine/a.test.ts": long,
      "server/password-list.ts": long,
      "bench/a.ts": long,
    }),
  ).toEqual(["engine/a.ts has 401 lines, more than 400"]);
});

test("a long function of the practice screen needs a reason directly above it", () => {
  const body = lines(60);
  expect(
    faultsOf({
      "web/practice/a.ts": `function a() {\n${body}}\n`,
      "web/practice/b.ts": `// Long: one switch over all keys.\n/** Judges. */\nexport function b() {\n${body}}\n`,
      "web/practice/c.ts": `// Long: this belongs to something else.\n\nexport const c = () => {\n${body}};\n`,
      "web/practice/d.ts": `class D {\n  // Long: a reason.\n  d() {\n${body}  }\n}\n`,
      "web/typing/e.ts": `// Long: a reason.\nexport const e = useCallback(\n  () => {\n${body}},\n  []);\n`,
      "web/practice/f.ts": `function f() {\n${lines(58)}}\n`,
      "web/shell/g.ts": `function g() {\n${body}}\n`,
    }).map((fault) => fault.split(",")[0]),
  ).toEqual(["web/practice/a.ts:1 a has 62 lines", "web/practice/c.ts:3 c has 62 lines"]);
});

test("an interface and a constant in capitals are found; a module declaration that extends types may have interfaces", () => {
  expect(
    faultsOf({
      "web/a.ts": "interface A { a: 1 }\nconst MAX_A = 1;\nconst maxA = 1;\nconst URL = 2;\n",
      "web/b.ts": 'declare module "kysely" {\n  interface B { b: 1 }\n}\n',
    }),
  ).toEqual(["web/a.ts:1 interface A: write a type", "web/a.ts:2 MAX_A: write constants in camelCase"]);
});
