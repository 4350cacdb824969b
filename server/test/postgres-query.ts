// Statements on a PostgreSQL database over a separate connection, for what a test changes, reads or locks without the
// server.

import pg from "pg";

export async function queryPostgres(url: string, statement: string): Promise<void> {
  const client = await openPostgresSession(url);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The caller ends it. */
export async function openPostgresSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
