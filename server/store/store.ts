// The store is the only room that speaks SQL. It keeps everything in one relational database, SQLite or PostgreSQL,
// through one set of queries and one set of migrations.
//
// Two doors. `read` runs on its own read-only connection and sees committed data. `write` runs in a transaction and
// answers only after COMMIT; on SQLite one writer drains a waiting list, many units a commit, each in a savepoint, so
// that a durable save costs a share of one fsync. A failed commit rejects every unit of it.
//
// Query functions live beside this file, grouped by noun, and take the door's handle first: `Read` for questions,
// `Tx` for changes. A `Tx` can be asked everything a `Read` can. Rows leave as domain values (camelCase, times as
// milliseconds since 1970 UTC). Invariants are UNIQUE, CHECK and FOREIGN KEY on both databases.
//
// Left out on purpose: policy, HTTP, and the clock. Time is an argument.

import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

declare const readBrand: unique symbol;
declare const txBrand: unique symbol;

/** A handle for questions, good only inside the `read` or `write` that gave it. */
export type Read = Kysely<Tables> & { readonly [readBrand]: true };
/** A handle for changes, good only inside the `write` that gave it. */
export type Tx = Read & { readonly [txBrand]: true };

/** Where the store says what went wrong; a pino logger fits. */
export type StoreLog = {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
};

export type WriteOptions = {
  /** Its statements may take minutes (deleting a course with all its results, recounting) instead of seconds. */
  readonly long?: boolean;
  /**
   * It is one statement on PostgreSQL, which makes a transaction of it without being told where that begins and ends; a
   * second one is refused. It must not throw afterwards: what the statement did is kept.
   */
  readonly oneStatement?: boolean;
};

export type Store = {
  readonly dialect: "sqlite" | "postgres";
  /** How many units were kept, in how many commits, since the store was opened. For benches and tests. */
  readonly counters: { readonly commits: number; readonly units: number };
  read<T>(ask: (db: Read) => Promise<T>): Promise<T>;
  /**
   * Runs one unit of work and answers after COMMIT. Throwing inside undoes this unit only. Nothing slow (hashing,
   * parsing, image work, network) belongs inside, nor another `write`. On PostgreSQL a unit that loses a race is run
   * again from its beginning, so it must not change anything but through `tx`.
   */
  write<T>(run: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Resolves when the database answers; rejects with StoreUnavailable when it does not. */
  ping(): Promise<void>;
  /** Lets what was accepted finish, then closes the database and lets go of the one-server lock. */
  close(): Promise<void>;
};

/** The database cannot be reached, or broke off. Nothing of the unit was kept, as far as anyone can know. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** The disk is full. Nothing of the unit was kept; reading still works. */
export class StorageFull extends Error {
  override readonly name = "StorageFull";
}

/** The start is refused, with a sentence for the operator: another server has the folder, a newer schema, … */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
}
