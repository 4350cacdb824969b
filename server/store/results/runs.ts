// Runs with their logs of keystrokes. A log is stored only if it was replayed and leads to the result with which it came.

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Flag } from "../schema.ts";
import type { Read, Tx } from "../store.ts";
import { type BoardKind, listedOn } from "./time-counts.ts";

/** What a replay found, worked out before the transaction that stores the result. */
export type ReplayedRun = {
  /** The version of the code on which it was replayed. */
  readonly codeVersion: number;
  /** The time, errors and accuracy to which the log leads. */
  readonly timeMs: number;
  readonly errors: number;
  readonly accuracy: number;
  readonly keystrokes: number;
  /** Milliseconds from the signed start to the arrival; null without a valid start. */
  readonly startedMs: number | null;
  /** An IANA name; null when unknown. */
  readonly zone: string | null;
  /** JSON; null without any. */
  readonly notes: string | null;
  readonly log: Uint8Array;
};

/** What came with a result to show that it was typed. `because`: why the time is not checked; null when it is. */
export type Evidence =
  | { readonly because: "none" | "log" | "busy"; readonly run: null }
  | { readonly because: "start" | "late" | null; readonly run: ReplayedRun };

export const noEvidence: Evidence = { because: "none", run: null };

type StoredRun = Omit<ReplayedRun, "timeMs"> & {
  readonly userId: number;
  readonly exampleId: number;
  /** That of the attempt. */
  readonly key: string;
  readonly endedAt: number;
  /** null when the run sets no time. */
  readonly timeMs: number | null;
  readonly because: UncheckedReason | null;
  /** Whether its time may be on a leaderboard: no admin removed it. */
  readonly mayBeKept: boolean;
};

/** Stores a run. The caller holds the learner's row of the example. */
export async function insertRun(tx: Tx, run: StoredRun): Promise<void> {
  const checked: Flag = run.because === null ? 1 : 0;
  const mayBeKept: Flag = run.mayBeKept && run.timeMs !== null ? 1 : 0;
  const { rows } = await insert(tx, { ...run, checked, mayBeKept });
  if (rows[0]?.replaces) await replaceKept(tx, { ...run, checked });
}

type Inserted = Omit<StoredRun, "mayBeKept"> & { readonly checked: Flag; readonly mayBeKept: Flag };

// Of equal times a checked one is kept, then the earlier one.
const insert = preparedQuery<Inserted, { replaces: Flag | boolean }>((db, value) => {
  const kept = sql`select 1 from run where user_id = ${value("userId")} and example_id = ${value("exampleId")}
    and code_version = ${value("codeVersion")} and kept = 1`;
  const checked = sql`cast(${value("checked")} as integer)`;
  const time = sql`cast(${value("timeMs")} as integer)`;
  return sql<{ replaces: Flag | boolean }>`
    insert into run (user_id, example_id, attempt_key, code_version, time_ms, errors, accuracy, keystrokes, started_ms,
      ended_at, zone, checked, unchecked_because, kept, notes, log)
    values (${value("userId")}, ${value("exampleId")}, ${value("key")}, ${value("codeVersion")}, ${value("timeMs")},
      ${value("errors")}, ${value("accuracy")}, ${value("keystrokes")}, ${value("startedMs")},
      ${value("endedAt")}, ${value("zone")}, ${value("checked")}, ${value("because")},
      case when ${value("mayBeKept")} = 0 then 0
        when not exists (${kept} and (time_ms < ${time}
          or time_ms = ${time} and (checked > ${checked} or checked = ${checked} and ended_at <= ${value("endedAt")}))) then 1
        when ${checked} = 1 and not exists (${kept} and checked = 1 and (time_ms < ${time}
          or time_ms = ${time} and ended_at <= ${value("endedAt")})) then 1
        else 0 end,
      ${value("notes")}, ${value("log")})
    on conflict (user_id, example_id, attempt_key) do nothing
    returning kept = 1 and exists (
      select 1 from run as other where other.user_id = ${value("userId")} and other.example_id = ${value("exampleId")}
        and other.kept = 1 and other.attempt_key <> ${value("key")}) as replaces`.compile(db);
});

/** The runs that a new one replaces as the fastest, or as the fastest checked one. */
const replaceKept = preparedQuery<Inserted | (Omit<StoredRun, "mayBeKept"> & { checked: Flag }), never>(
  (db, value) =>
    sql<never>`
      update run set kept = 0
      where user_id = ${value("userId")} and example_id = ${value("exampleId")} and kept = 1
        and attempt_key <> ${value("key")}
        and (checked = ${value("checked")} or (checked = 0 and time_ms >= ${value("timeMs")}))`.compile(db),
);

/** The attempt of a run got another key, because its UUID is known now. */
export async function renameRun(
  tx: Tx,
  { userId, exampleId, from, to }: { userId: number; exampleId: number; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable("run")
    .set({ attempt_key: to })
    .where("user_id", "=", userId)
    .where("example_id", "=", exampleId)
    .where("attempt_key", "=", from)
    .execute();
}

/** An admin removed the learner's times up to this one, so that the runs of these are no longer kept. */
export async function releaseRuns(
  tx: Tx,
  time: { userId: number; exampleId: number; codeVersion: number; timeMs: number },
): Promise<void> {
  await tx
    .updateTable("run")
    .set({ kept: 0 })
    .where("user_id", "=", time.userId)
    .where("example_id", "=", time.exampleId)
    .where("code_version", "=", time.codeVersion)
    .where("time_ms", "<=", time.timeMs)
    .execute();
}

// ---------------------------------------------------------------- replays

/** A condition on `run`, joined with `progress`: it is the run of the time that this board lists. */
export function isListedRun(board: BoardKind): RawBuilder<boolean> {
  const { time, because } = listedOn(board);
  return sql`run.kept = 1 and run.code_version = progress.code_version and run.time_ms = ${time}
    and run.unchecked_because is not distinct from ${because}`;
}

type Replay = {
  readonly user_id: number;
  readonly username: string;
  readonly profile_photo: string | null;
  readonly time_ms: number;
  readonly errors: number;
  readonly accuracy: number;
  readonly keystrokes: number;
  readonly started_ms: number | null;
  readonly ended_at: number;
  readonly checked: Flag;
  readonly unchecked_because: UncheckedReason | null;
  /** JSON; null without any. Not for the learner. */
  readonly notes: string | null;
  readonly log: Uint8Array;
};

type Of = { readonly userId: number; readonly exampleId: number };

/** The learner's fastest run with a log on the current code. */
export async function ownReplay(db: Read, of: Of): Promise<Replay | null> {
  return (await selectReplays.own(db, of)).rows[0] ?? null;
}

/** The run of the time that the board lists for the learner; null also when that has no log. */
export async function listedReplay(db: Read, of: Of, board: BoardKind): Promise<Replay | null> {
  return (await selectReplays[board](db, of)).rows[0] ?? null;
}

const selectReplays = {
  own: replayQuery(sql`run.kept = 1`),
  all: replayQuery(isListedRun("all")),
  checked: replayQuery(isListedRun("checked")),
} as const;

function replayQuery(which: RawBuilder<boolean>) {
  return preparedQuery<Of, Replay>((db, value) =>
    sql<Replay>`
      select run.user_id, account.username, account.profile_photo, run.time_ms, run.errors, run.accuracy,
        run.keystrokes, run.started_ms, run.ended_at, run.checked, run.unchecked_because, run.notes, run.log
      from run
      join example on example.id = run.example_id and example.code_version = run.code_version
      join progress on progress.user_id = run.user_id and progress.example_id = run.example_id
      join account on account.id = run.user_id
      where run.user_id = ${value("userId")} and run.example_id = ${value("exampleId")} and ${which}
      order by run.time_ms, run.checked desc limit 1`.compile(db),
  );
}
