// Finds programs that tests need, such as nginx, or installs Debian's package: only as root, with apt.

import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, runQuietly } from "../process.mjs";

/** Where Debian puts servers; the PATH of an ordinary account leaves it out. */
const systemFolders = ["/usr/sbin", "/usr/bin"];

/**
 * The path of a program. Throws an Error that says what to install if it is not found and cannot be installed.
 * @param {string} program such as `nginx`
 * @param {string} [packageName] Debian's package, if its name is another
 * @returns {Promise<string>}
 */
export async function ensureProgram(program, packageName = program) {
  const found = findProgram([program]);
  if (found) return found;
  if (mayInstall()) await install(packageName);
  const installed = findProgram([program]);
  if (installed) return installed;
  throw new Error(
    `${program} was not found: install it (Debian and Ubuntu: \`sudo apt-get install --no-install-recommends ${packageName}\`).`,
  );
}

/**
 * The first of the programs that is on the PATH or in a folder of the system; null if none is.
 * @param {readonly string[]} programs
 * @returns {string | null}
 */
export function findProgram(programs) {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), ...systemFolders]) {
    for (const program of programs) if (isProgram(join(folder, program))) return join(folder, program);
  }
  return null;
}

/** Whether this process can install Debian's packages. */
export function mayInstall() {
  return process.platform === "linux" && existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

/**
 * Installs a package of Debian. Prints what apt says if it fails.
 * @param {string} packageName
 */
export async function install(packageName) {
  console.log(`Installing ${packageName} …`);
  // A server must not start by being installed.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const lock = ["-o", "DPkg::Lock::Timeout=300"];
  await run("apt-get", ["update", "-qq", ...lock], { env });
  const { code, output } = await runQuietly(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", ...lock, packageName],
    { env },
  );
  if (code !== 0) console.error(output);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
