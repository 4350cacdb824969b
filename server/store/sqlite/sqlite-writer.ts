// The one writer of a SQLite database. It takes what waits, up to 64 units, into one transaction, each in a savepoint,
// and answers all of them after COMMIT: a save costs a share of one fsync and is as durable as if it were alone.
//
// A unit that throws is undone alone; its caller too is told after COMMIT, since what it saw (`this name is taken`) may
// have been another unit's row. When the transaction is lost, every unit of it is rejected.

import { setTimeout } from "node:timers/promises";
import { HandleMaker } from "../handle.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { SqliteDialect } from "./sqlite-dialect.ts";
import { isBusy } from "./sqlite-errors.ts";
import { StoreUnavailable, type Tx, type WriteOptions } from "../store.ts";
import { TransactionScope } from "../transaction.ts";

const unitsPerCommit = 64;
/** How long to wait for another process's transaction; only commands write beside a server, and shortly. */
const patienceMs = 5_000;
const pauseMs = 10;

type Run = (tx: Tx) => Promise<unknown>;
type Outcome =
  | { readonly kept: true; readonly value: unknown }
  | { readonly kept: false; readonly error: unknown };
type Waiting = {
  readonly run: Run;
  readonly options: WriteOptions | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

export class SqliteWriter {
  readonly counters = { commits: 0, units: 0 };
  readonly #connection: SqliteConnection;
  readonly #handles = new HandleMaker(new SqliteDialect());
  readonly #scope = new TransactionScope();
  readonly #inPlace: () => void;
  readonly #waiting: Waiting[] = [];
  #awake = false;
  #isClosed = false;
  #tellIdle = () => {};

  /** `inPlace` throws StoreUnavailable when the file is not the one that was opened. */
  constructor(connection: SqliteConnection, inPlace: () => void) {
    this.#connection = connection;
    this.#inPlace = inPlace;
  }

  async write<T>(run: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> {
    this.#scope.refuseNesting();
    if (this.#isClosed) throw new StoreUnavailable("The store is closed");
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, options, resolve: resolve as Waiting["resolve"], reject });
      this.#wake();
    });
  }

  /** Resolves when everything that was accepted has its answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#awake) return;
    await new Promise<void>((tell) => {
      this.#tellIdle = tell;
    });
  }

  // After the I/O of this turn of the event loop: all requests that have arrived get into one commit.
  #wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    await this.#commitSome();
    this.#awake = false;
    if (this.#waiting.length > 0) this.#wake();
    else this.#tellIdle();
  }

  async #commitSome(): Promise<void> {
    const units: Waiting[] = [];
    try {
      const outcomes = await this.#scope.during(() => this.#transaction(units));
      units.forEach((unit, i) => settle(unit, outcomes[i] as Outcome));
    } catch (error) {
      if (units.length === 0) units.push(...this.#waiting.splice(0, unitsPerCommit));
      for (const unit of units) unit.reject(error);
    }
  }

  /** Fills `units` as it goes. Throws when nothing of them was kept. */
  async #transaction(units: Waiting[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    await this.#begin();
    try {
      while (units.length < unitsPerCommit) {
        const unit = this.#waiting.shift();
        if (!unit) break;
        units.push(unit);
        outcomes.push(await this.#savepoint(unit));
      }
      this.#connection.command("commit");
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.#count(outcomes);
    return outcomes;
  }

  // SQLite's own waiting would hold up the whole process, readers too.
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + patienceMs;
    for (;;) {
      this.#inPlace();
      try {
        return this.#connection.command("begin immediate");
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        await setTimeout(pauseMs);
      }
    }
  }

  async #savepoint({ run, options }: Waiting): Promise<Outcome> {
    const handle = this.#handles.over(this.#connection);
    this.#connection.command("savepoint unit");
    try {
      const value = await this.#scope.unit(async () => run(handle.db as Tx), options);
      this.#connection.command("release unit");
      return { kept: true, value };
    } catch (error) {
      // A full disk or a failing one makes SQLite undo the whole transaction by itself.
      if (!this.#connection.database.isTransaction) throw error;
      this.#connection.command("rollback to unit");
      this.#connection.command("release unit");
      return { kept: false, error };
    } finally {
      handle.end();
    }
  }

  #rollBack(): void {
    if (!this.#connection.database.isTransaction) return;
    try {
      this.#connection.command("rollback");
    } catch {
      // The cause is on its way to the callers already.
    }
  }

  #count(outcomes: readonly Outcome[]): void {
    const kept = outcomes.filter((outcome) => outcome.kept).length;
    this.counters.units += kept;
    if (kept > 0) this.counters.commits++;
  }
}

function settle(unit: Waiting, outcome: Outcome): void {
  if (outcome.kept) unit.resolve(outcome.value);
  else unit.reject(outcome.error);
}
