import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "./postgres.ts";
import { findTools, postgres } from "./tools.ts";

test("PostgreSQL starts from a package as npm unpacks it, without the links between its libraries", async () => {
  const { toolbox, missing } = await findTools([postgres]);
  expect(missing).toEqual([]);
  const installed = dirname(dirname(dirname(toolbox.get("postgres")?.path ?? "")));
  const unpacked = mkdtempSync(join(tmpdir(), "tabstop-postgres-"));
  try {
    cpSync(installed, unpacked, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
    const server = await startPostgres(join(unpacked, "native/bin/postgres"));
    expect(existsSync(server.host)).toBe(true);
    await server.stop();
    expect(existsSync(server.host)).toBe(false);
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}, 60_000);
