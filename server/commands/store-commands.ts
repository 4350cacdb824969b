// The operator commands for the database: back up and restore SQLite, copy it to PostgreSQL, and recount what is derived.

import { join, resolve } from "node:path";
import { counted, thousands } from "@tabstop/course/words";
import { unpackHistory } from "../learning/memory/history.ts";
import { refoldCard } from "../learning/memory/stored-cards.ts";
import { prepareDataDir } from "../settings.ts";
import { countUntil } from "../statistics/construct-counter.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import { backUp } from "../store/sqlite/back-up.ts";
import { copyStore } from "../store/copy-store.ts";
import { databaseFileName, openSqlite } from "../store/sqlite/open-sqlite.ts";
import { refoldAll } from "../store/memory/cards.ts";
import { recount } from "../store/results/recount.ts";
import { restore } from "../store/sqlite/restore.ts";
import { type Command, CommandRefused, existingDatabase } from "./command.ts";

const backup: Command = {
  name: "backup",
  arguments: ["FILE"],
  summary: "writes the current state of the SQLite database to a new file",
  details: `The server may keep running, and DATA_DIR may be a folder that this account cannot write to. FILE ends with a
checksum, by which restore notices any damage. To return to the backup, stop the server, restore FILE and start it. For PostgreSQL,
use pg_dump.`,
  worksOn: "files",
  async run({ settings, print }, [file = ""]) {
    if (settings.databaseUrl !== null)
      throw new CommandRefused("The database is PostgreSQL (DATABASE_URL is set): use pg_dump for a backup.");
    const path = resolve(file);
    backUp(existingDatabase(settings.dataDir), path);
    print(`The backup was written to ${path}.`);
  },
};

const restoreBackup: Command = {
  name: "restore",
  arguments: ["FILE"],
  summary: "replaces the SQLite database with a backup and keeps the old one under another name",
  details: `Stop the server first.
FILE is a file that the command backup wrote, or the file ${databaseFileName} of a stopped server. It is checked before
anything is changed, and is not changed itself. The database that was in DATA_DIR stays there under a name with the date.
For PostgreSQL, use pg_restore.`,
  worksOn: "files",
  async run({ settings, now, print }, [file = ""]) {
    if (settings.databaseUrl !== null)
      throw new CommandRefused(
        "The database is PostgreSQL (DATABASE_URL is set): use pg_restore to restore what pg_dump wrote.",
      );
    prepareDataDir(settings.dataDir);
    const database = join(settings.dataDir, databaseFileName);
    const { kept, accounts, courses, isOlder, isChecked } = await restore({
      file,
      folder: settings.dataDir,
      at: now(),
    });
    print(
      `${database} now contains the backup, with ${counted(accounts, "account")} and ${counted(courses, "course")}.`,
    );
    if (!isChecked)
      print(
        `${resolve(file)} has no checksum (a backup of an earlier release and a copied database have none): only its structure was checked.`,
      );
    if (kept !== null)
      print(`The previous database was kept as ${kept}. Delete it when you no longer need it.`);
    print(isOlder ? "Start the server: it will migrate the older database." : "Start the server.");
  },
};

const copyToPostgres: Command = {
  name: "copy-to-postgres",
  arguments: [],
  summary: "copies everything from SQLite in DATA_DIR into the empty PostgreSQL database at DATABASE_URL",
  details: `Stop the server, set DATABASE_URL and SECRET_KEY for the new server, run this command, and start the server. With the
content of DATA_DIR/secret.key as SECRET_KEY all users stay logged in. The SQLite database is not changed.`,
  async run({ store, settings, print }) {
    if (settings.databaseUrl === null)
      throw new CommandRefused("Set DATABASE_URL to the empty PostgreSQL database to copy into.");
    existingDatabase(settings.dataDir);
    // Open it as a server, which locks the folder, so that no other process writes to it during the copy.
    const source = await openSqlite({ folder: settings.dataDir });
    try {
      for (const { table, rows } of await copyStore(source, store)) print(`${table}\t${thousands(rows)}`);
    } finally {
      await source.close();
    }
    print("Everything was copied to PostgreSQL. Start the server with the same DATABASE_URL and SECRET_KEY.");
  },
};

const countLimitMs = 600_000;

const recountAll: Command = {
  name: "recount",
  arguments: [],
  summary: "computes all totals, rollups, leaderboards and cards again from what learners did",
  details: `Totals and leaderboards follow from results, and cards from the grades of days that they keep; logs are not needed. It
changes nothing when all is right, and may be stopped and started again. With millions of results it takes minutes, in which
a server on SQLite refuses to save: stop the server first, or choose a quiet hour.`,
  async run({ store, now, print, warn }) {
    await store.write(recount, { long: true });
    // What learners do in the meantime a running server counts as always.
    const endAt = performance.now() + countLimitMs;
    await countUntil(store, () => performance.now() > endAt);
    print("The totals, rollups and leaderboards were computed again.");
    let unreadable = 0;
    const { cards, changed } = await refoldAll(store, (card) => {
      if (unpackHistory(card.history) === null) unreadable += 1;
      return refoldCard(card);
    });
    await store.write((tx) =>
      appendAudit(tx, {
        at: now(),
        kind: "recounted",
        userId: null,
        detail: { by: "command line", cards, changed },
      }),
    );
    print(
      `${counted(cards, "card")} ${cards === 1 ? "was" : "were"} folded again, ${thousands(changed)} of them changed.`,
    );
    if (unreadable > 0)
      warn(
        `${counted(unreadable, "card")} could not be folded, because of a damaged history, and stayed as before.`,
      );
  },
};

export const storeCommands: readonly Command[] = [backup, restoreBackup, copyToPostgres, recountAll];
