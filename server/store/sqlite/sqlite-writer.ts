// The only writer of a SQLite database (group commit). It runs up to 64 queued writes in one transaction, each in a
// savepoint, and settles all of them after COMMIT. So several saves share one sync of the disk, and each is as durable
// as a separate commit.
//
// A write that throws is rolled back by itself. Its caller too gets the error only after COMMIT, since the row that
// caused it (`this name is taken`) may come from another write of the batch. When the transaction fails, all its writes
// are rejected.

import { setTimeout } from "node:timers/promises";
import { HandleFactory } from "../handle.ts";
import { StoreUnavailable, type Tx, type WriteOptions } from "../store.ts";
import { TransactionScope } from "../transaction.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";
import { isBusy } from "./sqlite-errors.ts";

const writesPerCommit = 64;
/** How long to wait for another process's transaction. Only commands write beside a server, and only briefly. */
const longestWaitMs = 5_000;
const pauseMs = 10;

type Run = (tx: Tx) => Promise<unknown>;
type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };
type Write = {
  readonly run: Run;
  readonly options: WriteOptions | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

export class SqliteWriter {
  readonly counters = { commits: 0, transactions: 0 };
  readonly #connection: SqliteConnection;
  readonly #handles = new HandleFactory(new SqliteDialect());
  readonly #scope = new TransactionScope();
  readonly #assertInPlace: () => void;
  readonly #queue: Write[] = [];
  #isRunning = false;
  #isClosed = false;
  #resolveIdle = () => {};

  /** `assertInPlace` throws StoreUnavailable when the file is not the one that was opened. */
  constructor(connection: SqliteConnection, assertInPlace: () => void) {
    this.#connection = connection;
    this.#assertInPlace = assertInPlace;
  }

  async write<T>(run: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> {
    this.#scope.refuseNesting();
    if (this.#isClosed) throw new StoreUnavailable("The store is closed");
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, options, resolve: resolve as Write["resolve"], reject });
      this.#start();
    });
  }

  /** Resolves when all queued writes are settled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#isRunning) return;
    await new Promise<void>((resolve) => {
      this.#resolveIdle = resolve;
    });
  }

  // After the I/O of this turn of the event loop, so that all requests that have arrived get into one commit.
  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    await this.#commitBatch();
    this.#isRunning = false;
    if (this.#queue.length > 0) this.#start();
    else this.#resolveIdle();
  }

  async #commitBatch(): Promise<void> {
    const writes: Write[] = [];
    try {
      const outcomes = await this.#scope.during(() => this.#transaction(writes));
      writes.forEach((write, i) => settle(write, outcomes[i] as Outcome));
    } catch (error) {
      if (writes.length === 0) writes.push(...this.#queue.splice(0, writesPerCommit));
      for (const write of writes) write.reject(error);
    }
  }

  /** Moves writes from the queue to `writes` as it runs them. Throws when none of them was committed. */
  async #transaction(writes: Write[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    await this.#begin();
    try {
      while (writes.length < writesPerCommit) {
        const write = this.#queue.shift();
        if (!write) break;
        writes.push(write);
        outcomes.push(await this.#runInSavepoint(write));
      }
      this.#connection.command("commit");
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.#count(outcomes);
    return outcomes;
  }

  // The writer waits here, since SQLite's own waiting would block the whole process with its readers.
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + longestWaitMs;
    for (;;) {
      this.#assertInPlace();
      try {
        return this.#connection.command("begin immediate");
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        await setTimeout(pauseMs);
      }
    }
  }

  async #runInSavepoint({ run, options }: Write): Promise<Outcome> {
    const handle = this.#handles.bind(this.#connection);
    this.#connection.command("savepoint write");
    try {
      const value = await this.#scope.run(async () => run(handle.db as Tx), options);
      this.#connection.command("release write");
      return { ok: true, value };
    } catch (error) {
      // On a full or failing disk SQLite rolls back the whole transaction by itself.
      if (!this.#connection.database.isTransaction) throw error;
      this.#connection.command("rollback to write");
      this.#connection.command("release write");
      return { ok: false, error };
    } finally {
      handle.end();
    }
  }

  #rollBack(): void {
    if (!this.#connection.database.isTransaction) return;
    try {
      this.#connection.command("rollback");
    } catch {
      // The callers already get the error that caused the rollback.
    }
  }

  #count(outcomes: readonly Outcome[]): void {
    const committed = outcomes.filter((outcome) => outcome.ok).length;
    this.counters.transactions += committed;
    if (committed > 0) this.counters.commits++;
  }
}

function settle(write: Write, outcome: Outcome): void {
  if (outcome.ok) write.resolve(outcome.value);
  else write.reject(outcome.error);
}
