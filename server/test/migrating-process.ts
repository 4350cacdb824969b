// A process that stops in the middle of a migration after printing `table made`. The arguments are a folder or a URL and,
// for one of the program's own migrations, its name: then it stops when all of that is done but the commit.

import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import type { Migration } from "../store/migrate.ts";
import { migrations } from "../store/migrations.ts";

const [place = "", name] = process.argv.slice(2);

const extra: Migration = {
  name: "9998-hanging",
  async up(db) {
    await db.schema.createTable("half_made").addColumn("id", "integer").execute();
  },
};

const hanging = ({ name: which, up }: Migration): Migration => ({
  name: which,
  async up(db, dialect) {
    await up(db, dialect);
    process.stdout.write("table made\n");
    await new Promise((done) => setTimeout(done, 600_000));
  },
});

const all =
  name === undefined
    ? [...migrations, hanging(extra)]
    : migrations.map((migration) => (migration.name === name ? hanging(migration) : migration));
if (place.startsWith("postgres:")) await openPostgres({ url: place, migrations: all });
else await openSqlite({ folder: place, migrations: all });
