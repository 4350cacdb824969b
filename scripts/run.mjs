// Runs one of the project's tools and installs it first if it is missing: `node scripts/run.mjs biome format --write .`

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { exitCodeOf, ignoreLostOutput, startTool, whenAbandoned } from "./process.mjs";

ignoreLostOutput();
whenAbandoned(() => process.exit(1));

const [tool, ...args] = process.argv.slice(2);
if (!tool) throw new RangeError("run.mjs needs the name of a tool");
await ensureInstalled("all");
const bin = fileURLToPath(new URL(`../node_modules/.bin/${tool}`, import.meta.url));
process.exitCode = await exitCodeOf(startTool([realpathSync(bin), ...args]));
