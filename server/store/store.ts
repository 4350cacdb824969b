// The store is the only room that speaks SQL. It keeps everything in one relational database, SQLite or PostgreSQL,
// with one set of queries and one set of migrations.
//
// It has two doors. `read` is read-only and sees committed data. `write` is a transaction and resolves after COMMIT. On
// SQLite one writer takes queued writes, up to 64 per commit and each in a savepoint, so that a durable save costs a
// share of one sync of the disk. A failed commit rejects all writes in it.
//
// Query functions are grouped by noun in the inner rooms and take the door's handle first: `Read` for queries, `Tx` for
// changes; a `Tx` can do everything that a `Read` can. Rows leave the store as their columns are spelled, with times in
// milliseconds since 1970 UTC; the contract's response schemas turn these into text. Invariants are UNIQUE, CHECK and
// FOREIGN KEY constraints on both databases.
//
// Policy, HTTP and the clock are not here. Time is an argument.

import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

declare const readBrand: unique symbol;
declare const txBrand: unique symbol;

/** A handle for queries. It works only inside the `read` or `write` that created it. */
export type Read = Kysely<Tables> & { readonly [readBrand]: true };
/** A handle for changes. It works only inside the `write` that created it. */
export type Tx = Read & { readonly [txBrand]: true };

/** Where the store reports failures; a pino logger fits. */
export type StoreLog = {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
};

export type WriteOptions = {
  /**
   * Its statements may take minutes instead of seconds, as for deleting a course with all results or for recounting.
   */
  readonly long?: boolean;
  /**
   * What many writes may wait for at once, such as `example 7`. Where a lock keeps them waiting, they do not keep others
   * from the database, and are refused after less than a second with StoreUnavailable.
   */
  readonly about?: string;
};

export type Store = {
  readonly dialect: "sqlite" | "postgres";
  /** How many transactions were committed, in how many commits, since the store was opened. For benches and tests. */
  readonly counters: { readonly commits: number; readonly transactions: number };
  read<T>(run: (db: Read) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction and resolves after COMMIT. Throwing inside rolls back this transaction only. Nothing slow
   * (hashing, parsing, image work, network) belongs inside, nor another `write`. On PostgreSQL a transaction that lost
   * a race is run again from its start, so it must change nothing except through `tx`.
   */
  write<T>(run: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Resolves when the database responds; rejects with StoreUnavailable when it does not. */
  ping(): Promise<void>;
  /** Finishes what was accepted, then closes the database and releases the server lock. */
  close(): Promise<void>;
};

/** The database cannot be reached, or the connection broke. As far as the server knows, nothing was committed. */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** An outage or overload, not a mistake: it is logged as a warning, without a stack. */
  readonly isExpected = true;
}

/** The database responds, but others held rows that the write needs for too long. Nothing was committed. */
export class RowsLocked extends StoreUnavailable {
  override readonly name = "RowsLocked";
}

/** The disk is full. Nothing was committed; reading still works. */
export class StorageFull extends Error {
  override readonly name = "StorageFull";
  /** An outage or overload, not a mistake: it is logged as a warning, without a stack. */
  readonly isExpected = true;
}

/** The start is refused, with a sentence for the operator: another server uses the folder, the schema is newer, … */
export class StoreRefused extends Error {
  override readonly name = "StoreRefused";
}
