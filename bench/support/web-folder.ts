// A folder that is enough of a web app for a server under load.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** It is removed when the process ends. */
export function webFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-bench-web-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><!--tabstop:runtime-->");
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
