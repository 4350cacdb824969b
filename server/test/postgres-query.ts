// One statement on a PostgreSQL database, over a connection of its own: for what a test does behind the server's back.

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
