// Installs a current Node.js into .cache/, in addition to the one that runs this script: everything must work on both.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";
import { run } from "./process.mjs";

// Pinned, so that only a change of this tree can make the run fail.
const version = "26";

/** @returns {Promise<string>} the path of its `node` */
export async function currentNode() {
  const folder = join(root, ".cache/node-current");
  const path = join(folder, "node_modules/node/bin/node");
  if (!existsSync(path)) {
    console.log(`Installing Node.js ${version} into .cache …`);
    // This package gets the program by its install script.
    const code = await run("npm", [
      "install",
      "--ignore-scripts=false",
      "--allow-scripts=node",
      "--no-audit",
      "--no-fund",
      "--prefix",
      folder,
      `node@${version}`,
    ]);
    if (code !== 0 || !existsSync(path))
      throw new Error(`Node.js ${version} could not be installed into ${folder}`);
  }
  return path;
}
