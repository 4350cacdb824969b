// One learner with one example, for tests of what completions store.

import { courseOf, examplesByTitle, learners } from "../../test/courses.ts";
import { type Opener, withStore } from "../../test/stores.ts";
import { removeTime } from "../content/content-changes.ts";
import { insertCourse } from "../content/insert-course.ts";
import { type Autosave, recordAutosave } from "../results/autosaves.ts";
import { type Completion, recordCompletion } from "../results/completions.ts";
import { type Board, boardOf } from "../results/leaderboard.ts";
import type { Evidence } from "../results/runs.ts";
import type { BoardKind } from "../results/time-counts.ts";
import type { Store } from "../store.ts";

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A log that leads to this time, with one error. */
export function logOf(timeMs: number, because: "start" | "late" | null = null, codeVersion = 1): Evidence {
  const typed = { timeMs, codeVersion, errors: 1, accuracy: 90, keystrokes: 11 };
  const log = Uint8Array.of(1, timeMs % 256);
  return { because, run: { ...typed, startedMs: timeMs + 100, zone: "Europe/Berlin", notes: null, log } };
}

/** Runs `use` with one learner and the only example of a course. */
export async function withLearner(
  opener: Opener,
  use: (desk: Desk, reopen: () => Promise<Store>) => Promise<void>,
): Promise<void> {
  await withStore(opener, async ({ store, reopen }) => {
    const { courseId } = await store.write((tx) => insertCourse(tx, { course: courseOf("A", [1]), at: 0 }));
    const [userId] = (await learners(store, "ada")) as [number];
    const exampleId = (await examplesByTitle(store)).get("A1.1.1") as number;
    await use(new Desk(store, userId, exampleId, courseId), () => reopen());
  });
}

export class Desk {
  readonly store: Store;
  readonly userId: number;
  readonly exampleId: number;
  readonly courseId: number;

  constructor(store: Store, userId: number, exampleId: number, courseId: number) {
    this.store = store;
    this.userId = userId;
    this.exampleId = exampleId;
    this.courseId = courseId;
  }

  /** The same learner on another server. */
  on(store: Store): Desk {
    return new Desk(store, this.userId, this.exampleId, this.courseId);
  }

  save(change: Partial<Autosave>) {
    return this.store.write((tx) => recordAutosave(tx, this.#saveOf(change)));
  }

  #saveOf(change: Partial<Autosave>): Autosave {
    const { userId, exampleId } = this;
    return { userId, exampleId, percent: 50, accuracy: 90, errors: 1, at: 1_000_000, ...change };
  }

  async lastActive() {
    const row = await this.store.read((db) =>
      db.selectFrom("activity").selectAll().where("user_id", "=", this.userId).executeTakeFirst(),
    );
    return row?.last_active_at ?? null;
  }

  /** Completes the example like the endpoint that reports no errors. */
  async finish(change: Partial<Completion>) {
    const at = change.at ?? 1_000_000;
    const recorded = await this.store.write((tx) =>
      recordCompletion(tx, {
        userId: this.userId,
        exampleId: this.exampleId,
        attemptId: null,
        codeVersion: null,
        endedAt: at,
        timeMs: 5_000,
        accuracy: null,
        errors: null,
        ...change,
        at,
      }),
    );
    return recorded?.result ?? null;
  }

  /** Completes the example like the endpoint that also reports errors. */
  complete(change: Partial<Completion>) {
    return this.finish({ accuracy: 90, errors: 1, ...change });
  }

  async row() {
    const row = await this.store.read((db) =>
      db.selectFrom("progress").selectAll().where("user_id", "=", this.userId).executeTakeFirst(),
    );
    if (!row) return "nothing";
    const status = row.completed_at === null ? `${row.percent}%` : "done";
    return `${status} best ${row.best_time_ms ?? "-"} last ${row.last_time_ms ?? "-"}`;
  }

  async attempts(): Promise<number> {
    return (await this.store.read((db) => db.selectFrom("attempt").select("attempt_key").execute())).length;
  }

  /** The stored runs, fastest first: their time, why they are unchecked, and whether they are kept. */
  async runs(): Promise<readonly string[]> {
    const rows = await this.store.read((db) =>
      db.selectFrom("run").selectAll().orderBy("time_ms").orderBy("ended_at").execute(),
    );
    return rows.map(
      (run) => `${run.time_ms ?? "-"} ${run.unchecked_because ?? "checked"} ${run.kept ? "kept" : "old"}`,
    );
  }

  /** An admin removes the time that the board lists. */
  remove(board: BoardKind = "all") {
    return this.store.write((tx) => removeTime(tx, this, board));
  }

  async board(board: BoardKind = "all"): Promise<Board> {
    return (await this.store.read((db) => boardOf(db, this.exampleId, this.userId, 10, board))) as Board;
  }
}

/** The learner's two best times, and why the best of all is unchecked. */
export async function bestsOf({ store, userId }: Desk): Promise<string> {
  const row = await store.read((db) =>
    db.selectFrom("progress").selectAll().where("user_id", "=", userId).executeTakeFirst(),
  );
  return `${row?.best_time_ms ?? "-"} ${row?.best_unchecked_because ?? "-"}, checked ${row?.checked_best_ms ?? "-"}`;
}
