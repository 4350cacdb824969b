// What a command of the command line is.

import type { Settings } from "../settings.ts";
import type { Store } from "../store/store.ts";

export type Command = {
  /** As it is typed. */
  readonly name: string;
  /** The names of what follows, such as `EMAIL`; all of them are needed. */
  readonly arguments: readonly string[];
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Further lines for its own --help. */
  readonly details: string;
} & (
  | {
      readonly worksOn?: "store";
      /** Throws CommandRefused. */
      run(surroundings: Surroundings, given: readonly string[]): Promise<void>;
    }
  | {
      /** No store is opened for it: there may be none that can be. */
      readonly worksOn: "files";
      run(surroundings: Omit<Surroundings, "store">, given: readonly string[]): Promise<void>;
    }
);

export type Surroundings = {
  readonly store: Store;
  readonly settings: Settings;
  readonly now: () => number;
  /** A line on the standard output. */
  readonly print: (line: string) => void;
  /** A line on the standard error. */
  readonly warn: (line: string) => void;
  /** Asks the person for a new password, or reads the first line of the standard input when that is no terminal. */
  readonly askPassword: () => Promise<string>;
};

/** It did not happen; the message is the sentence that says why. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}
