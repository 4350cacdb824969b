// `npm run test:faults` runs the long form of every fault test, one after the other, and prints a table of what was
// counted, for docs/reliability.md. `--only kills-sqlite,network` runs some; `--seed 7` chooses other moments. The short
// forms run in `npm test`.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled, root } from "./install.mjs";
import { run } from "./process.mjs";

/** Each part has its test file in server/faults/. */
const allNames = [
  "kills-sqlite",
  "kills-postgres",
  "postgres-crashes",
  "network",
  "disk-full",
  "clearing",
  "constructs",
  "rolling-restart",
  "lock-order",
];
/** `env` is what the long form sets in the environment. @type {readonly { name: string, env?: Record<string, string> }[]} */
const parts = allNames.map((name) => ({ name }));

/**
 * @param {readonly string[]} names
 * @param {string} seed
 */
async function runParts(names, seed) {
  await ensureInstalled("all");
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
  const report = join(root, ".cache/faults.jsonl");
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(report, "");
  let failed = 0;
  for (const { name, env } of parts.filter((part) => names.includes(part.name))) {
    console.log(`\n── ${name} (seed ${seed})`);
    const startedAt = performance.now();
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const code = await run(process.execPath, [vitest, "run", "--project", "faults", `${name}.test.ts`], {
      cwd: root,
      env: { ...process.env, FAULTS: "long", FAULTS_SEED: seed, FAULTS_REPORT: report, ...env },
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
    if (code !== 0) failed++;
  }
  console.log("");
  for (const line of readFileSync(report, "utf8").split("\n").filter(Boolean)) {
    const { name, counts } = JSON.parse(line);
    const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    console.log(`${name}: ${told.join(", ")}`);
  }
  rmSync(report);
  console.log(`\n${names.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

const { values } = parseArgs({ options: { only: { type: "string" }, seed: { type: "string" } } });
const known = parts.map(({ name }) => name);
const names = values.only?.split(",") ?? known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join()}: known are ${known.join(", ")}.`);
  process.exitCode = 2;
} else {
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  process.exitCode = (await runParts(names, seed)) ? 0 : 1;
}
