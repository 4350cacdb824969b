// Parses and runs the operator's command line: `npm run tabstop -- COMMAND …`. It works on the database that the
// server's settings name, also while the server runs; the server sees the change with its next request.
//
// Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 refused (one sentence says
// why), 2 usage error.

import { CommanderError, Command as Program } from "commander";
import { type Environment, readSettings, type Settings, InvalidSetting } from "../settings.ts";
import { openPostgres } from "../store/postgres/open-postgres.ts";
import { openSqlite } from "../store/sqlite/open-sqlite.ts";
import { StorageFull, type Store, StoreRefused, StoreUnavailable } from "../store/store.ts";
import { accountCommands } from "./account-commands.ts";
import { bringBackCourse } from "./bring-back-course.ts";
import { type Command, type CommandContext, CommandRefused, existingDatabase } from "./command.ts";
import { storeCommands } from "./store-commands.ts";

const commands: readonly Command[] = [...accountCommands, bringBackCourse, ...storeCommands];

export type CommandLine = Pick<CommandContext, "now" | "print" | "warn" | "askPassword"> & {
  /** Throws InvalidSetting. */
  readonly environment: () => Environment;
};

/** Returns the exit code. */
export async function runCommandLine(line: CommandLine, words: readonly string[]): Promise<number> {
  try {
    await programOf(line).parseAsync(words.length === 0 ? ["--help"] : words, { from: "user" });
    return 0;
  } catch (error) {
    // The parser has printed its help or its error already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    line.warn(refusal(error));
    return 1;
  }
}

function programOf(line: CommandLine): Program {
  const program = new Program("npm run tabstop --")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => line.print(text.trimEnd()),
      writeErr: (text) => line.warn(text.trimEnd()),
    })
    .configureHelp({ helpWidth: 100 })
    .showHelpAfterError()
    .addHelpText(
      "after",
      "\nThe settings are the server's: DATA_DIR or DATABASE_URL, from the environment or .env.",
    );
  for (const command of commands) {
    const { name, summary, details } = command;
    const parser = program.command([name, ...command.arguments.map((one) => `<${one}>`)].join(" "));
    parser.summary(summary).description(`This ${summary}. ${details.replaceAll("\n", " ")}`);
    parser.action(() => runOn(line, command, parser.args));
  }
  return program;
}

async function runOn(line: CommandLine, command: Command, given: readonly string[]): Promise<void> {
  const settings = readSettings(line.environment());
  if (command.worksOn === "files") return command.run({ ...line, settings }, given);
  const store = await openStore(settings, command.onlyReads ? "reader" : "command");
  try {
    await command.run({ ...line, store, settings }, given);
  } finally {
    await store.close();
  }
}

async function openStore(settings: Settings, role: "reader" | "command"): Promise<Store> {
  const { databaseUrl, databasePool, dataDir } = settings;
  if (databaseUrl !== null) return openPostgres({ url: databaseUrl, pooling: databasePool });
  existingDatabase(dataDir);
  return openSqlite({ folder: dataDir, role });
}

function refusal(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof InvalidSetting || error instanceof StoreRefused)
    return error.message;
  if (error instanceof StoreUnavailable)
    return `The database cannot be reached (${error.message}). Check DATABASE_URL or DATA_DIR, and that the database is running.`;
  if (error instanceof StorageFull) return "The disk is full. Nothing was changed.";
  return (error as Error).stack ?? String(error);
}
