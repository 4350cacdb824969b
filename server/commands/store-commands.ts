// Keeping a database safe, and moving to another: a backup of SQLite, the way back to it, and the way to PostgreSQL.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { prepareDataDir } from "../settings.ts";
import { backUp } from "../store/sqlite/back-up.ts";
import { copyStore } from "../store/copy-store.ts";
import { databaseFileName, openSqlite } from "../store/sqlite/open-sqlite.ts";
import { restore } from "../store/sqlite/restore.ts";
import { type Command, CommandRefused } from "./command.ts";

const backup: Command = {
  name: "backup",
  arguments: ["FILE"],
  summary: "writes the SQLite database, as it is at this moment, into a new file",
  details: `The server may go on meanwhile. To go back to it: stop the server, restore FILE, start. For PostgreSQL, use
pg_dump.`,
  async run({ settings, print }, [file = ""]) {
    if (settings.databaseUrl !== null)
      throw new CommandRefused("The database is PostgreSQL (DATABASE_URL is set): use pg_dump for a backup.");
    const path = resolve(file);
    backUp(join(settings.dataDir, databaseFileName), path);
    print(`The backup is ${path}.`);
  },
};

const restoreBackup: Command = {
  name: "restore",
  arguments: ["FILE"],
  summary: "puts a backup in the place of the SQLite database, which is kept under another name",
  details: `Stop the server first.
FILE is what the command backup wrote, or the file ${databaseFileName} of a server that was stopped; it is checked before
anything is changed, and stays as it is. The database that was in DATA_DIR stays there under a name with the date. For
PostgreSQL, use pg_restore.`,
  worksOn: "files",
  async run({ settings, now, print }, [file = ""]) {
    if (settings.databaseUrl !== null)
      throw new CommandRefused(
        "The database is PostgreSQL (DATABASE_URL is set): use pg_restore to go back to what pg_dump wrote.",
      );
    prepareDataDir(settings.dataDir);
    const database = join(settings.dataDir, databaseFileName);
    const { kept, accounts, courses, isOlder } = await restore({
      file,
      folder: settings.dataDir,
      at: now(),
    });
    print(
      `${database} is the backup now, with ${counted(accounts, "account")} and ${counted(courses, "course")}.`,
    );
    if (kept !== null) print(`What was there before is ${kept}: delete it when nobody misses anything.`);
    print(isOlder ? "Start the server: it brings the older database up to date." : "Start the server.");
  },
};

function counted(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

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

export const storeCommands: readonly Command[] = [backup, restoreBackup, copyToPostgres];
