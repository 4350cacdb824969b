// Runs oxlint with its type-aware rules on the whole tree. A run that saw no file fails.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";
import { runQuietly } from "./process.mjs";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, output } = await lint(process.argv.slice(2), root);
  console.log(output.trim());
  process.exitCode = code;
}

/**
 * @param {string[]} paths none: the whole tree
 * @param {string} folder
 */
export async function lint(paths, folder) {
  const cli = join(root, "node_modules/oxlint/bin/oxlint");
  const config = join(root, ".oxlintrc.json");
  const { code, output } = await runQuietly(
    process.execPath,
    [cli, "--type-aware", "--deny-warnings", "--config", config, ...paths],
    { cwd: folder },
  );
  const files = Number(/on (\d+) files?/.exec(output)?.[1] ?? 0);
  if (files === 0) return { code: 1, output: `${output}\nlint saw no file` };
  return { code, output };
}
