// The server in production form for a test file: the bundle, in processes of its own, over real sockets.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, afterEach, beforeAll } from "vitest";

type Run = {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** The address from the last line; rejects if the process ends first. */
  readonly ready: Promise<URL>;
};

type BuiltServer = {
  /** Starts a server without a delay at its end. `log` receives its standard error. */
  start(
    env: Record<string, string>,
    nodeOptions?: readonly string[],
    log?: "pipe" | number,
    /** The folder of the bundle; a copy elsewhere in the repository serves another build of the web app. */
    folder?: string,
  ): Run;
  /** A new folder for DATA_DIR. It does not exist yet. */
  newFolder(): string;
  /** The folder that everything is in, and in which the servers start. */
  readonly scratch: string;
  /** `main.js` and `tabstop.js`, once the tests run. */
  readonly bundle: string;
  /** Processes that are killed after the test. */
  readonly running: Set<ChildProcess>;
};

/** Builds the bundle before the tests of this file, and removes everything after them. */
export function builtServer(): BuiltServer {
  const scratch = mkdtempSync(join(tmpdir(), "tabstop-main-"));
  // The folder is inside the repository, so that packages outside the bundle are found.
  const bundle = join(import.meta.dirname, `../../.cache/server-under-test-${process.pid}`);
  const running = new Set<ChildProcess>();
  let folders = 0;

  beforeAll(async () => {
    await build({
      configFile: join(import.meta.dirname, "../vite.config.ts"),
      logLevel: "warn",
      build: { outDir: bundle },
    });
  }, 120_000);
  afterEach(async () => {
    for (const child of running) {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    running.clear();
  });
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
    rmSync(bundle, { recursive: true, force: true });
  });

  return {
    scratch,
    bundle,
    running,
    newFolder: () => join(scratch, `data-${++folders}`),
    start(env, nodeOptions = [], log = "pipe", folder = bundle) {
      const child = spawn(process.execPath, [...nodeOptions, join(folder, "main.js")], {
        // Ignore the settings and the .env file of the person who runs the tests.
        cwd: scratch,
        env: { PATH: process.env["PATH"] ?? "", PORT: "0", SHUTDOWN_DELAY: "0", ...env },
        stdio: ["ignore", "pipe", log],
      });
      running.add(child);
      return runOf(child);
    },
  };
}

/** Collects what a process of the server prints. */
function runOf(child: ChildProcess): Run {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<URL>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const address = /^Tabstop is ready at (http:\S+)$/m.exec(out)?.[1];
      if (address) resolve(new URL(address));
    });
    void ended.then((how) => reject(new Error(`ended with ${how}: ${err}`)));
  });
  ready.catch(() => {});
  return { child, out: () => out, err: () => err, ended, ready };
}

/** Sends raw bytes over a socket and returns everything received until the other side closes. */
export async function talk(
  address: URL,
  ...parts: (string | (() => Promise<void> | void))[]
): Promise<string> {
  const socket = connect(Number(address.port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "connect");
  for (const part of parts) {
    if (typeof part === "string") await new Promise((sent) => socket.write(part, sent));
    else await part();
  }
  await closed;
  return answer;
}
