// What clients sent and what the server acknowledged. `stored.ts` compares it with the database.

import type { TypedRun } from "../../test/typed-runs.ts";

/** A value that only grows, of which the server acknowledged some steps. */
export class Growing {
  #acknowledged = 0;
  #sent = 0;

  get acknowledged(): number {
    return this.#acknowledged;
  }

  get sent(): number {
    return this.#sent;
  }

  next(): number {
    return ++this.#sent;
  }

  acknowledge(value: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, value);
  }
}

export type Completion = {
  readonly attemptId: string;
  readonly userId: number;
  readonly exampleId: number;
  readonly timeMs: number;
  /** The keystrokes that lead to the time; null for a result that is sent without any. */
  readonly typed: TypedRun | null;
  /** The signed start, once there is one. */
  start: string | null;
  isAcknowledged: boolean;
  /** What the first acknowledgement said about the time. */
  answer: { readonly checked: unknown; readonly because: unknown } | null;
};

export class Ledger {
  /** The accounts of the clients. Other learners' results are not in this ledger. */
  readonly learners: ReadonlySet<number>;
  /** The progress in percent by learner and example: `7/42`. */
  readonly progress = new Map<string, Growing>();
  readonly completions = new Map<string, Completion>();
  /** The number at the end of each course's title, which an admin changes. */
  readonly titles = new Map<number, Growing>();
  /** The mail addresses of new accounts that the server acknowledged. */
  readonly accounts: string[] = [];
  /** How often each status came; `none` for a connection that broke before the response. */
  readonly statuses = new Map<number | "none", number>();
  /** Requests without any end within the limit. */
  readonly hung: string[] = [];
  slowestMs = 0;

  constructor(learners: readonly number[]) {
    this.learners = new Set(learners);
  }

  count(status: number | "none", ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, ms);
  }

  /** Writes that the server acknowledged. */
  get acknowledged(): number {
    const sum = (values: Iterable<Growing>) =>
      [...values].reduce((total, { acknowledged }) => total + acknowledged, 0);
    const completions = [...this.completions.values()].filter(({ isAcknowledged }) => isAcknowledged);
    return (
      sum(this.progress.values()) + completions.length + sum(this.titles.values()) + this.accounts.length
    );
  }

  /** The acknowledged attempts whose times were checked against their keystrokes. */
  get checked(): number {
    return [...this.completions.values()].filter(({ answer }) => answer?.checked === true).length;
  }

  /** The attempts of which no client knows whether they were counted. */
  get unclear(): number {
    return [...this.completions.values()].filter(({ isAcknowledged }) => !isAcknowledged).length;
  }
}
