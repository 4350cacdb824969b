// `npm start`: installs and builds what is missing, then starts the server. If nothing changed, it only starts the
// server.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { whenAbandoned } from "./process.mjs";

/** @type {() => void} */
let stop = () => process.exit(1);
whenAbandoned(() => stop());

await ensureInstalled("run");
await ensureBuilt();

const server = spawn(process.execPath, ["--enable-source-maps", join(root, "build/server/main.js")], {
  cwd: root,
  stdio: "inherit",
});
stop = () => server.kill("SIGTERM");
// The server ends on a signal itself. Forwarding covers a signal that only npm or this process received.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => server.kill(signal));
}
server.on("error", (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exitCode = 1;
});
server.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});
