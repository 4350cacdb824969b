// `npm run tabstop -- COMMAND …`: the command line for operators. It uses the server as it was built last, and builds only
// when there is none, since building would pull the files from under a running server.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { run } from "./process.mjs";

await ensureInstalled("run");
const commands = join(root, "build/server/tabstop.js");
if (!existsSync(commands)) await (await import("./build.mjs")).ensureBuilt();
process.exitCode = await run(
  process.execPath,
  ["--enable-source-maps", commands, ...process.argv.slice(2)],
  // The settings' file .env is looked for where the server looks.
  { cwd: root },
);
