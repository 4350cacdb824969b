// A process that stops in the middle of a migration after printing `table made`. The argument is a folder or a URL.

import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import type { Migration } from "../store/migrate.ts";
import { migrations } from "../store/migrations.ts";

const [place = ""] = process.argv.slice(2);

const hanging: Migration = {
  name: "9998-hanging",
  async up(db) {
    await db.schema.createTable("half_made").addColumn("id", "integer").execute();
    process.stdout.write("table made\n");
    await new Promise((done) => setTimeout(done, 600_000));
  },
};

const all = [...migrations, hanging];
if (place.startsWith("postgres:")) await openPostgres({ url: place, migrations: all });
else await openSqlite({ folder: place, migrations: all });
