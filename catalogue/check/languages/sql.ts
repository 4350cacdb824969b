// Checks SQL: every example runs with the course's fixture on SQLite and on PostgreSQL. Both must return the same rows
// and leave the same rows in the tables, because an example that works differently on one of them would mislead half
// the learners. What SQLite returns is what the example prints.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ExampleFile,
  type Language,
  type Verdict,
  type Workplace,
  writeExamples,
  runFault,
} from "./language.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { type Outcome, complaint, exampleLimitMs, inParallel, run } from "./process.ts";
import { bareCode } from "../pieces.ts";
import { printTables, readHtmlTables } from "./result-tables.ts";
import { postgres, psql, sqlite, toolPath } from "./tools.ts";

const cellMark = "\x1f";
const sqliteOptions = ["-batch", "-bail", "-nullvalue", "NULL"];
const rowOptions = ["-noheader", "-separator", cellMark];
const tableOptions = ["-header", "-html"];
const psqlOptions = [
  "--no-psqlrc",
  "--quiet",
  "--no-align",
  "--tuples-only",
  `--field-separator=${cellMark}`,
  "--pset=null=NULL",
  "--set=ON_ERROR_STOP=1",
  "--username=postgres",
];

export const sql: Language = {
  name: "sql",
  tools: [sqlite, psql, postgres],
  prints: true,
  rules: [
    `sqlite3 ${[...sqliteOptions, ...rowOptions].join(" ")}`,
    `sqlite3 ${[...sqliteOptions, ...tableOptions].join(" ")}`,
    `psql ${psqlOptions.join(" ")}`,
    `${exampleLimitMs} ms, code 0, stderr empty, same rows in the same order, same tables afterwards`,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.sql");
    const server = await startPostgres(toolPath(workplace.toolbox, postgres));
    try {
      const fixtures = await prepareFixtures(exampleFiles, workplace, server);
      return await inParallel(exampleFiles, (one) => judge(one, fixtures, workplace, server));
    } finally {
      await server.stop();
    }
  },
};

type Fixture = {
  readonly file: string;
  /** The database of which each example gets a copy. */
  readonly template: string;
  readonly fault?: string;
};

/** The result is keyed by the text of the fixture; all courses without one share the empty fixture. */
async function prepareFixtures(
  exampleFiles: readonly ExampleFile[],
  workplace: Workplace,
  server: PostgresServer,
): Promise<ReadonlyMap<string, Fixture>> {
  const texts = [...new Set(exampleFiles.map(({ example }) => example.fixtureSql))];
  const fixtures = await Promise.all(
    texts.map(async (text, index) => {
      const file = join(workplace.folder, `fixture-${index}.sql`);
      const template = `fixture_${index}`;
      await writeFile(file, text);
      const outcomes = [
        await command(`CREATE DATABASE ${template}`, "postgres", workplace, server),
        await psqlRun(["--file", file], template, workplace, server),
        await sqliteRun([`.read ${quoted(file)}`], workplace),
      ];
      const fault = outcomes.map(runFault).find((found) => found !== undefined);
      return [
        text,
        { file, template, ...(fault === undefined ? {} : { fault: `fixture: ${fault}` }) },
      ] as const;
    }),
  );
  return new Map(fixtures);
}

async function judge(
  one: ExampleFile,
  fixtures: ReadonlyMap<string, Fixture>,
  workplace: Workplace,
  server: PostgresServer,
): Promise<Verdict> {
  const fixture = fixtures.get(one.example.fixtureSql);
  if (fixture === undefined) throw new RangeError("a fixture was not prepared");
  if (fixture.fault !== undefined) return { faults: [fixture.fault] };
  const database = `example_${one.id}`;
  const made = await command(
    `CREATE DATABASE ${database} TEMPLATE ${fixture.template}`,
    "postgres",
    workplace,
    server,
  );
  if (made.code !== 0) return { faults: [`PostgreSQL: ${complaint(made)}`] };
  try {
    return await exampleVerdict(one, fixture, database, workplace, server);
  } finally {
    await command(`DROP DATABASE ${database} WITH (FORCE)`, "postgres", workplace, server);
  }
}

async function exampleVerdict(
  one: ExampleFile,
  fixture: Fixture,
  database: string,
  workplace: Workplace,
  server: PostgresServer,
): Promise<Verdict> {
  const [onSqlite, onPostgres] = await Promise.all([
    sqliteRun([`.read ${quoted(fixture.file)}`, `.read ${quoted(one.file)}`], workplace, tableOptions),
    psqlRun(["--file", one.file], database, workplace, server),
  ]);
  const faults: string[] = [];
  for (const [engine, outcome] of [["SQLite", onSqlite] as const, ["PostgreSQL", onPostgres] as const]) {
    const fault = runFault(outcome);
    if (fault !== undefined) faults.push(`run: ${engine}: ${fault}`);
  }
  if (faults.length > 0) return { faults };
  const tables = readHtmlTables(onSqlite.stdout);
  const rows = tables.flatMap((table) => table.rows.map((row) => row.join(cellMark))).join("\n");
  const difference = rowsDiffer(rows, onPostgres.stdout);
  if (difference !== undefined) return { faults: [`run: ${difference}`] };
  return {
    faults: await tableFaults(one, fixture, database, workplace, server),
    printed: printTables(tables),
  };
}

/** Compares the rows of every table in both engines after the example. */
async function tableFaults(
  one: ExampleFile,
  fixture: Fixture,
  database: string,
  workplace: Workplace,
  server: PostgresServer,
): Promise<string[]> {
  if (!changesTables.test(bareCode(one.example.code, "sql"))) return [];
  const tables = await command(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    database,
    workplace,
    server,
  );
  if (tables.code !== 0) return [`PostgreSQL: ${complaint(tables)}`];
  const faults: string[] = [];
  for (const table of tables.stdout.split("\n").filter((name) => name !== "")) {
    const query = `SELECT * FROM "${table}";`;
    const [onSqlite, onPostgres] = await Promise.all([
      sqliteRun(
        [`.read ${quoted(fixture.file)}`, ".output /dev/null", `.read ${quoted(one.file)}`, ".output", query],
        workplace,
      ),
      command(query, database, workplace, server),
    ]);
    const difference =
      runFault(onSqlite) ?? runFault(onPostgres) ?? rowsDiffer(onSqlite.stdout, onPostgres.stdout, "any");
    if (difference !== undefined) faults.push(`run: afterwards in ${table}: ${difference}`);
  }
  return faults;
}

const changesTables = /\b(?:INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\b/i;

/** Compares the output of the two engines: numbers by value, `t` and `f` as 1 and 0. */
export function rowsDiffer(
  onSqlite: string,
  onPostgres: string,
  order: "same" | "any" = "same",
): string | undefined {
  const [left, right] = [table(onSqlite), table(onPostgres)];
  if (sameRows(left, right)) return undefined;
  // Without an ORDER BY, PostgreSQL returns the rows in any order.
  const sorted = (rows: readonly Row[]) =>
    rows.toSorted((a, b) => (a.join(cellMark) < b.join(cellMark) ? -1 : 1));
  if (sameRows(sorted(left), sorted(right))) {
    return order === "any" ? undefined : "the rows come in another order on each engine: ORDER BY is missing";
  }
  const show = (rows: readonly Row[]) => rows.map((row) => row.join(" | ")).join("\n");
  return `the engines return different rows\nSQLite\n${show(left)}\nPostgreSQL\n${show(right)}`;
}

type Row = readonly (string | number)[];

function table(output: string): Row[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(cellMark).map(cellValue));
}

function cellValue(cell: string): string | number {
  if (cell === "t") return 1;
  if (cell === "f") return 0;
  // Rounded to twelve digits: an average is a double in one engine and an exact decimal in the other.
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(cell) ? Number(Number(cell).toPrecision(12)) : cell;
}

function sameRows(left: readonly Row[], right: readonly Row[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function command(
  statement: string,
  database: string,
  workplace: Workplace,
  server: PostgresServer,
): Promise<Outcome> {
  return psqlRun(["--command", statement], database, workplace, server);
}

function psqlRun(
  args: readonly string[],
  database: string,
  workplace: Workplace,
  server: PostgresServer,
): Promise<Outcome> {
  const where = [`--host=${server.host}`, `--dbname=${database}`];
  return run(toolPath(workplace.toolbox, psql), [...psqlOptions, ...where, ...args], {
    folder: workplace.folder,
    limitMs: exampleLimitMs,
    // Notices (such as that a table to drop does not exist) are not printed; warnings are.
    env: { PGOPTIONS: "-c client_min_messages=warning" },
  });
}

function sqliteRun(
  commands: readonly string[],
  workplace: Workplace,
  mode: readonly string[] = rowOptions,
): Promise<Outcome> {
  return run(toolPath(workplace.toolbox, sqlite), [...sqliteOptions, ...mode, ":memory:", ...commands], {
    folder: workplace.folder,
    limitMs: exampleLimitMs,
  });
}

// A path in a dot command of sqlite3.
function quoted(path: string): string {
  return `"${path.replace(/(["\\])/g, "\\$1")}"`;
}
