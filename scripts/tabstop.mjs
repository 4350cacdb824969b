// `npm run tabstop -- COMMAND …`: the command line for operators. It uses the last build and builds only if there is
// none, since a build would replace the files of a running server.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { exitCodeOf, ignoreLostOutput, startNode, whenAbandoned } from "./process.mjs";

ignoreLostOutput();
whenAbandoned(() => process.exit(1));

await ensureInstalled("run");
const commands = join(root, "build/server/tabstop.js");
if (!existsSync(commands)) await (await import("./build.mjs")).ensureBuilt();
// The server looks for `.env` in this folder too.
process.exitCode = await exitCodeOf(
  startNode(["--enable-source-maps", commands, ...process.argv.slice(2)], { cwd: root }),
);
