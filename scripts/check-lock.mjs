// Checks the lock file: every package supports Node 20, every package has its sha512, and none has an address (so that
// the lock file works with every registry and nothing is downloaded from elsewhere). A package with an install script is
// a fault unless `allowScripts` in package.json names it: someone has to find out whether it works without.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";
import { root } from "./install.mjs";

const oldestNode = "20.19.0";

/**
 * @param {{ packages: Record<string, { version?: string, link?: boolean, inBundle?: boolean, integrity?: string, resolved?: string, engines?: { node?: string }, hasInstallScript?: boolean }> }} lock
 * @param {Readonly<Record<string, boolean>>} allowScripts by the name of a package; npm runs the scripts of those with `true`
 * @returns {{ seen: number, faults: string[] }}
 */
export function checkLock(lock, allowScripts) {
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
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    if (entry.hasInstallScript && !(name in allowScripts))
      faults.push(
        `${place} ${entry.version} has an install script and is not in allowScripts of package.json`,
      );
    if (entry.resolved) faults.push(`${place} ${entry.version} has an address: ${entry.resolved}`);
  }
  return { seen, faults };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @param {string} name */
  const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const lock = read("package-lock.json");
  const { allowScripts } = read("package.json");
  const { seen, faults } = checkLock(lock, allowScripts);
  for (const name of Object.keys(allowScripts))
    if (!lock.packages[`node_modules/${name}`]?.hasInstallScript)
      faults.push(`allowScripts in package.json names ${name}, which has no install script`);
  if (!/^ignore-scripts=true$/m.test(readFileSync(join(root, ".npmrc"), "utf8")))
    faults.push(".npmrc does not switch install scripts off");
  if (seen < 100) faults.push(`only ${seen} packages seen: this check looked at the wrong place`);
  for (const fault of faults) console.error(fault);
  console.log(`${seen} packages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
