// Finds the project folder, which contains the catalogue and the built web app, from the sources and from the bundle.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isProject(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new RangeError(`No folder above ${import.meta.url} holds Tabstop's package.json`);
    folder = parent;
  }
  return folder;
}

function isProject(packageFile: string): boolean {
  return existsSync(packageFile) && JSON.parse(readFileSync(packageFile, "utf8")).name === "tabstop";
}
