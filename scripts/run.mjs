// Runs one of the project's tools and installs it first if it is missing: `node scripts/run.mjs biome format --write .`

import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { run } from "./process.mjs";

const [tool, ...args] = process.argv.slice(2);
if (!tool) throw new RangeError("run.mjs needs the name of a tool");
await ensureInstalled("all");
const bin = fileURLToPath(new URL(`../node_modules/.bin/${tool}`, import.meta.url));
process.exitCode = await run(bin, args);
