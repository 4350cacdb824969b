// Runs one statement on a PostgreSQL database over a separate connection, for what a test changes or reads without the
// server.

import pg from "pg";

export async function queryPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
