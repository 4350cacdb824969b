// Runs the built server in a separate process with a separate data folder, as an operator does.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../build/server/main.js", import.meta.url));

export type RunningServer = {
  /** The origin, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** Everything that the server printed, to both streams. */
  output(): string;
  /** Stops the server with SIGTERM and starts it again with the same folder and port. */
  restart(): Promise<void>;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
  /** The same with SIGKILL, as when the machine fails. */
  kill(): Promise<void>;
  /** Starts the server again after `stop` or `kill`. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  dispose(): Promise<void>;
};

const adminOfTests = { email: "admin@example.com", password: "correct horse battery" };

export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  if (!existsSync(main)) throw new Error(`${main} is not built: run \`npm run build\` first`);
  const folder = mkdtempSync(join(tmpdir(), "tabstop-e2e-"));
  let child: ChildProcess | null = null;
  let output = "";
  let port = "0";
  let url = "";

  const start = async () => {
    const env = {
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: folder,
      ADMIN_EMAIL: adminOfTests.email,
      ADMIN_PASSWORD: adminOfTests.password,
      SHUTDOWN_DELAY: "0",
      ...settings,
    };
    const started = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    let fresh = "";
    const take = (chunk: Buffer) => {
      fresh += chunk;
      output += chunk;
    };
    started.stdout.on("data", take);
    started.stderr.on("data", take);
    const deadline = Date.now() + 60_000;
    for (;;) {
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(fresh);
      if (address?.[1]) {
        port = address[1];
        url = `http://127.0.0.1:${port}`;
        return;
      }
      if (started.exitCode !== null || Date.now() > deadline)
        throw new Error(`the server did not start:\n${fresh}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  const stop = () => end("SIGTERM");

  await start();
  return {
    get url() {
      return url;
    },
    admin: adminOfTests,
    output: () => output,
    start,
    stop,
    kill: () => end("SIGKILL"),
    restart: async () => {
      await stop();
      await start();
    },
    dispose: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
