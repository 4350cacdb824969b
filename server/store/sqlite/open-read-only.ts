// A store for reading in a folder that this account cannot write to; see `open-to-read.ts`.

import type { AnyTables } from "../dialect-forks.ts";
import { HandleFactory } from "../handle.ts";
import { type Migration, pendingMigrations } from "../migrate.ts";
import { type Read, type Store, StoreRefused } from "../store.ts";
import { openToRead } from "./open-to-read.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";

/**
 * `file` exists. Every write is refused, and so is a database of an earlier release, which cannot be migrated here.
 * Throws StoreRefused with a sentence for the operator.
 */
export async function openReadOnly(file: string, known: readonly Migration[]): Promise<Store> {
  const opened = openToRead(file);
  try {
    const connection = new SqliteConnection(opened.database);
    const handle = new HandleFactory(new SqliteDialect()).bind<AnyTables>(connection);
    const pending = await pendingMigrations(
      { dialect: "sqlite", db: handle.db, place: file, begin: "begin" },
      known,
    );
    if (pending.length > 0)
      throw new StoreRefused(
        `The database ${file} is of an earlier release and cannot be migrated in a folder that this account cannot write to. Take a backup of it, and restore that into another folder.`,
      );
    const read = handle.db as unknown as Read;
    return {
      dialect: "sqlite",
      counters: { commits: 0, transactions: 0 },
      async read(run) {
        const found = await run(read);
        opened.assertUnchanged();
        return found;
      },
      write: () => Promise.reject(new StoreRefused(`The folder of ${file} cannot be written to.`)),
      ping: async () => undefined,
      async close() {
        handle.end();
        connection.close();
        opened.close();
      },
    };
  } catch (error) {
    opened.close();
    throw error;
  }
}
