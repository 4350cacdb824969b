// Builds the web app and the server's bundle into build/, each only if its sources changed since its last build.
// `node scripts/build.mjs --force` builds both in any case.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, root } from "./install.mjs";
import { runQuietly } from "./process.mjs";

const parts = [
  { name: "the web app", room: "web", sources: ["web", "contract", "course", "engine"] },
  { name: "the server", room: "server", sources: ["server", "contract", "course", "engine", "syntax"] },
];

/** @param {{ force?: boolean }} [options] */
export async function ensureBuilt({ force = false } = {}) {
  for (const { name, room, sources } of parts) {
    const stampFile = join(root, "build", `.${room}.stamp`);
    const stamp = hashOf([...sources, "package-lock.json", "scripts/build.mjs"]);
    if (!force && readOr(stampFile) === stamp) continue;
    console.log(`Building ${name} …`);
    rmSync(stampFile, { force: true });
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const { code, output } = await runQuietly(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: join(root, room),
    });
    if (code !== 0) {
      console.error(output);
      console.error(`${name} could not be built. The reason is above.`);
      process.exit(1);
    }
    if (output.trim()) console.log(output.trim());
    mkdirSync(join(root, "build"), { recursive: true });
    writeFileSync(stampFile, stamp);
  }
}

/**
 * One hash over the names and bytes of all source files, without tests and files that builds create.
 * @param {string[]} places
 */
function hashOf(places) {
  const hash = createHash("sha256");
  /** @param {string} place */
  const add = (place) => {
    const path = join(root, place);
    const entries = readdirOr(path);
    if (entries === null) {
      hash.update(place).update("\0").update(readFileSync(path)).update("\0");
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === "node_modules" || entry.name.startsWith(".") || /\.test\.tsx?$/.test(entry.name))
        continue;
      add(`${place}/${entry.name}`);
    }
  };
  for (const place of places) add(place);
  return hash.digest("hex");
}

/** @param {string} path */
function readdirOr(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** @param {string} file */
function readOr(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled("run");
  await ensureBuilt({ force: process.argv.includes("--force") });
}
