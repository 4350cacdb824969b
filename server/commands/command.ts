// The type of an operator command.

import { statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { databaseFileName } from "../store/sqlite/open-sqlite.ts";
import type { Store } from "../store/store.ts";

export type Command = {
  /** The name as the operator types it. */
  readonly name: string;
  /** The names of the arguments, such as `EMAIL`; all are required. */
  readonly arguments: readonly string[];
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Further lines of the command's --help. */
  readonly details: string;
} & (
  | {
      readonly worksOn?: "store";
      /** Whether it never writes, and so also works on a folder that this account cannot write to. */
      readonly onlyReads?: true;
      /** Throws CommandRefused. */
      run(context: CommandContext, given: readonly string[]): Promise<void>;
    }
  | {
      /** Runs without an open store, because the database may not be usable. */
      readonly worksOn: "files";
      run(context: Omit<CommandContext, "store">, given: readonly string[]): Promise<void>;
    }
);

export type CommandContext = {
  readonly store: Store;
  readonly settings: Settings;
  readonly now: () => number;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Writes a line to standard error. */
  readonly warn: (line: string) => void;
  /** Prompts for a new password, or reads the first line of standard input when that is not a terminal. */
  readonly askPassword: () => Promise<string>;
};

/**
 * The file of the SQLite database. A command never creates one: with a wrong DATA_DIR, an empty database would look like
 * the real one. Throws CommandRefused.
 */
export function existingDatabase(dataDir: string): string {
  const file = join(dataDir, databaseFileName);
  try {
    if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  } catch (error) {
    // The server keeps its folder from other accounts.
    throw new CommandRefused(`The database cannot be read: ${(error as Error).message}`);
  }
  throw new CommandRefused(
    `There is no database in ${dataDir}. Set DATA_DIR to the server's folder, or start the server once.`,
  );
}

/** The command was refused and changed nothing; the message is a sentence that says why. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}
