// A real PgBouncer before a PostgreSQL server, for tests of pools. It is Debian's package, which is installed if it is
// missing and this account may.

import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureProgram } from "../../scripts/programs/debian-package.mjs";
import { asWhom, ended, freePort, listen } from "./postgres.ts";

export type PgBouncer = {
  /** The address of a database of PostgreSQL, through PgBouncer. */
  url(database: string): string;
  stop(): Promise<void>;
};

export type PgBouncerOptions = {
  readonly mode: "session" | "transaction";
  /** Connections to PostgreSQL for each database. */
  readonly size: number;
};

/** `postgresUrl` is any address of the PostgreSQL server. All other settings are PgBouncer's defaults. */
export async function startPgBouncer(
  postgresUrl: string,
  { mode, size }: PgBouncerOptions,
): Promise<PgBouncer> {
  const program = await ensureProgram("pgbouncer");
  const folder = mkdtempSync(join(tmpdir(), "tabstop-pgbouncer-"));
  // PgBouncer refuses to run as root, and the account that runs it then has to read its files.
  chmodSync(folder, 0o755);
  const { hostname, port } = new URL(postgresUrl);
  const ownPort = await freePort();
  const [users, settings] = [join(folder, "users.txt"), join(folder, "pgbouncer.ini")];
  writeFileSync(users, '"postgres" ""\n', { mode: 0o644 });
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${ownPort}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
  ];
  writeFileSync(settings, `${lines.join("\n")}\n`, { mode: 0o644 });
  const child = await launch(program, settings, folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const abandon = () => {
    child.kill("SIGKILL");
    remove();
  };
  process.on("exit", abandon);
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${ownPort}/${database}`,
    async stop() {
      await ended(child, "SIGTERM");
      process.off("exit", abandon);
      remove();
    },
  };
}

async function launch(program: string, settings: string, folder: string): Promise<ChildProcess> {
  const child = spawn(program, [settings], { ...asWhom, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const said = listen(child);
  await new Promise<void>((ready, failed) => {
    child.stderr?.on("data", () => {
      if (said().includes("process up")) ready();
    });
    child.once("exit", (code) => failed(new Error(`PgBouncer ended with ${code}: ${said()}`)));
    child.once("error", failed);
  });
  return child;
}
