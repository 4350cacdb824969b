// Checks the lock file: every package supports Node 20, every package has its sha512, and none has an address (so that
// the lock file works with every registry and nothing is downloaded from elsewhere).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { root } from "./install.mjs";

const oldestNode = "20.19.0";

/**
 * @param {{ packages: Record<string, { version?: string, link?: boolean, inBundle?: boolean, integrity?: string, resolved?: string, engines?: { node?: string } }> }} lock
 * @returns {{ seen: number, faults: string[] }}
 */
export function checkLock(lock) {
  const faults = [];
  let seen = 0;
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes("node_modules/") || entry.link) continue;
    seen++;
    const wants = entry.engines?.node;
    if (wants && !semver.satisfies(oldestNode, wants)) {
      faults.push(`${place} ${entry.version} wants Node ${wants}, but Node ${oldestNode} is supported`);
    }
    // A package inside another package's archive is covered by that archive's hash.
    if (!entry.inBundle && !entry.integrity?.startsWith("sha512-"))
      faults.push(`${place} ${entry.version} has no sha512`);
    if (entry.resolved) faults.push(`${place} ${entry.version} has an address: ${entry.resolved}`);
  }
  return { seen, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { seen, faults } = checkLock(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  if (seen < 100) faults.push(`only ${seen} packages seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(`${seen} packages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
