// Parses and runs the operator's command line: `npm run tabstop -- COMMAND …`. It works on the database that the
// server's settings name, also while the server runs; the server sees the change with its next request.
//
// Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 refused (one sentence says
// why), 2 usage error.

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
  const { print, warn } = line;
  const [name, ...given] = words.filter((word) => word !== "--help" && word !== "-h");
  const wantsHelp = words.length > (name === undefined ? 0 : given.length + 1);
  if (name === undefined || name === "help") {
    print(overview());
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  const notUnderstood = (sentence: string) => {
    warn(`${sentence}\n${command ? `Usage: npm run tabstop -- ${usage(command)}` : overview()}`);
    return 2;
  };
  if (!command) return notUnderstood(`There is no command ${name}.`);
  if (wantsHelp) {
    print(helpOf(command));
    return 0;
  }
  const option = given.find((word) => word.startsWith("-"));
  if (option !== undefined) return notUnderstood(`${name} has no option ${option}.`);
  const missing = command.arguments.slice(given.length);
  if (missing.length > 0) return notUnderstood(`${name} needs ${missing.join(" and ")}.`);
  if (given.length > command.arguments.length)
    return notUnderstood(
      `${name} takes ${command.arguments.join(" ") || "no arguments"}, but also got ${given.slice(command.arguments.length).join(" ")}.`,
    );
  try {
    await runOn(line, command, given);
    return 0;
  } catch (error) {
    warn(refusal(error));
    return 1;
  }
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

async function openStore({ databaseUrl, dataDir }: Settings, role: "reader" | "command"): Promise<Store> {
  if (databaseUrl !== null) return openPostgres({ url: databaseUrl });
  existingDatabase(dataDir);
  return openSqlite({ folder: dataDir, role });
}

function overview(): string {
  const width = Math.max(...commands.map((command) => usage(command).length));
  return [
    "Usage: npm run tabstop -- COMMAND …",
    "",
    ...commands.map((command) => `  ${usage(command).padEnd(width)}  ${command.summary}`),
    "",
    "COMMAND --help shows details. The settings are the server's: DATA_DIR or DATABASE_URL, from the environment",
    "or the file .env.",
  ].join("\n");
}

function helpOf(command: Command): string {
  return `Usage: npm run tabstop -- ${usage(command)}\n\nThis ${command.summary}. ${command.details}`;
}

function usage(command: Command): string {
  return [command.name, ...command.arguments].join(" ");
}

function refusal(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof InvalidSetting || error instanceof StoreRefused)
    return error.message;
  if (error instanceof StoreUnavailable)
    return `The database cannot be reached (${error.message}). Check DATABASE_URL or DATA_DIR, and that the database is running.`;
  if (error instanceof StorageFull) return "The disk is full. Nothing was changed.";
  return (error as Error).stack ?? String(error);
}
