// Once a run of the server's tests: one PostgreSQL server, and in it one migrated database to copy fresh ones from.

import pg from "pg";
import type { TestProject } from "vitest/node";
import { openPostgres } from "../store/open-postgres.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL server. */
    postgresUrl: string;
  }
}

export const templateName = "tabstop_template";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  try {
    const admin = new pg.Client({ connectionString: server.url("postgres") });
    await admin.connect();
    await admin.query(`create database ${templateName}`);
    await admin.end();
    const store = await openPostgres({ url: server.url(templateName) });
    await store.close();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
