// `npm run dev`: runs the server from its sources, restarts it on a change, and serves the web app with Vite.

import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";
import { ignoreLostOutput, startTool, whenAbandoned } from "./process.mjs";

ignoreLostOutput();

await ensureInstalled("all");

const webPort = Number(process.env.PORT ?? 3000);
const apiPort = webPort + 1;
const inModules = (/** @type {string} */ path) => join(root, "node_modules", path);

const children = [
  startTool([inModules("tsx/dist/cli.mjs"), "watch", "--clear-screen=false", "server/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${webPort}`,
      // No proxy has to notice a restart after a change.
      SHUTDOWN_DELAY: "0",
    },
  }),
  startTool([inModules("vite/bin/vite.js"), "--port", String(webPort), "--strictPort"], {
    cwd: join(root, "web"),
    env: { ...process.env, TABSTOP_API: `http://127.0.0.1:${apiPort}` },
  }),
];

let stopping = false;
const stop = () => {
  stopping = true;
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, stop);
whenAbandoned(stop);
for (const child of children) {
  child.on("exit", (code) => {
    if (!stopping) process.exitCode = code ?? 1;
    stop();
  });
}
