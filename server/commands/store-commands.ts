// Keeping a database safe, and moving to another: a backup of SQLite, and the way to PostgreSQL.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUp } from "../store/back-up.ts";
import { copyStore } from "../store/copy-store.ts";
import { databaseFileName, openSqlite } from "../store/open-sqlite.ts";
import { type Command, CommandRefused } from "./command.ts";

const backup: Command = {
  name: "backup",
  arguments: ["FILE"],
  summary: "writes the SQLite database, as it is at this moment, into a new file",
  details: `The server may go on meanwhile. To go back to it: stop the server, put the file in place of DATA_DIR/${databaseFileName},
remove the two files beside it whose names go on with -wal and -shm, and start. For PostgreSQL, use pg_dump.`,
  async run({ settings, print }, [file = ""]) {
    if (settings.databaseUrl !== null)
      throw new CommandRefused("The database is PostgreSQL (DATABASE_URL is set): use pg_dump for a backup.");
    const path = resolve(file);
    backUp(join(settings.dataDir, databaseFileName), path);
    print(`The backup is ${path}.`);
  },
};

const copyToPostgres: Command = {
  name: "copy-to-postgres",
  arguments: [],
  summary: "copies everything from SQLite in DATA_DIR into the empty PostgreSQL database at DATABASE_URL",
  details: `Stop the server, set DATABASE_URL and SECRET_KEY as the server is to have them, run this, and start. With the content
of DATA_DIR/secret.key as SECRET_KEY everybody stays signed in. The SQLite database stays as it is.`,
  async run({ store, settings, print }) {
    if (settings.databaseUrl === null)
      throw new CommandRefused(
        "Set DATABASE_URL to the empty PostgreSQL database that everything is to go to.",
      );
    const file = join(settings.dataDir, databaseFileName);
    if (!existsSync(file)) throw new CommandRefused(`There is no SQLite database in ${settings.dataDir}.`);
    // As a server: nobody may write to it meanwhile.
    const source = await openSqlite({ folder: settings.dataDir });
    try {
      for (const { table, rows } of await copyStore(source, store))
        print(`${table}\t${rows.toLocaleString("en")}`);
    } finally {
      await source.close();
    }
    print("All of it is in PostgreSQL. Start the server with the same DATABASE_URL and SECRET_KEY.");
  },
};

export const storeCommands: readonly Command[] = [backup, copyToPostgres];
