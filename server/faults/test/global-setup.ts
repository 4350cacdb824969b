// Runs once per run of the fault tests: builds the server, and starts one PostgreSQL server that loses nothing in a
// crash, for tests that need a database but do not break PostgreSQL itself.

import type { TestProject } from "vitest/node";
import { ensureBuilt } from "../../../scripts/build.mjs";
import { startPostgres } from "../../test/postgres.ts";

/** The defaults of PostgreSQL, which tests elsewhere give up for speed. */
export const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt();
  const server = await startPostgres(durable);
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
