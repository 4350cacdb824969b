// `npm start`: installs and builds what is missing, then starts the server. If nothing changed, it only starts the
// server.

import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, root } from "./install.mjs";
import { exitCodeOf, ignoreLostOutput, startNode, whenAbandoned } from "./process.mjs";

/** @type {() => void} */
let stop = () => process.exit(1);
ignoreLostOutput();
whenAbandoned(() => stop());

await ensureInstalled("run");
await ensureBuilt();

const server = startNode(["--enable-source-maps", join(root, "build/server/main.js")], { cwd: root });
let hasSignal = false;
// The server ends when its channel breaks: now, or when this process is killed. After a signal it is ending already, and
// may still serve for a while.
stop = () => {
  if (!hasSignal && server.connected) server.disconnect();
};
// The server ends on a signal itself. Forwarding covers a signal that only npm or this process received. On Windows it
// would kill the server.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    if (process.platform === "win32") return stop();
    hasSignal = true;
    server.kill(signal);
  });
}
try {
  process.exitCode = await exitCodeOf(server);
} catch (error) {
  console.error(`The server could not be started: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
