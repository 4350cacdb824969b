// A run of an example, key by key: one's own best, or for an admin the one that the leaderboard lists for any user.

import type { HandlerResult, ParsedParams, ParsedQuery } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import { appendAudit } from "../store/accounts/audit.ts";
import { replayedExample } from "../store/content/replayed-example.ts";
import { listedReplay, ownReplay } from "../store/results/runs.ts";
import type { BoardKind } from "../store/results/time-counts.ts";
import type { Store } from "../store/store.ts";
import { exampleUnknown } from "./attempt.ts";

type Deps = { readonly store: Store; readonly board: BoardKind; readonly now: () => number };
type Input = ParsedParams<"getReplay"> & ParsedQuery<"getReplay">;

/** Throws DomainError NOT_FOUND, also for examples of unpublished courses, and FORBIDDEN. */
export async function getReplay(
  deps: Deps,
  principal: Principal,
  { exampleId, userId }: Input,
): Promise<HandlerResult<"getReplay">> {
  if (userId === undefined || principal.role !== "admin") {
    if (userId !== undefined && userId !== principal.userId)
      throw new DomainError("FORBIDDEN", "Only admins may watch a run of another user.");
    return ownRun(deps, { userId: principal.userId, exampleId });
  }
  return runOf(deps, principal, { userId, exampleId });
}

type Of = { readonly userId: number; readonly exampleId: number };

function ownRun({ store }: Deps, of: Of): Promise<HandlerResult<"getReplay">> {
  return store.read(async (db) => {
    const example = await replayedExample(db, of.exampleId);
    if (example === null) throw exampleUnknown();
    return { example, ...shown(await ownReplay(db, of)) };
  });
}

/** With the notes on it. Watching another person's run leaves an entry in the audit log, or it is not shown. */
function runOf({ store, board, now }: Deps, admin: Principal, of: Of): Promise<HandlerResult<"getReplay">> {
  return store.write(async (tx) => {
    const example = await replayedExample(tx, of.exampleId);
    if (example === null) throw exampleUnknown();
    const run = await listedReplay(tx, of, board);
    if (run !== null && of.userId !== admin.userId)
      await appendAudit(tx, { at: now(), kind: "replay_watched", userId: admin.userId, detail: of });
    return { example, ...shown(run), notes: run?.notes ? JSON.parse(run.notes) : [] };
  });
}

/** Without the notes, which are for admins. */
function shown(replay: Awaited<ReturnType<typeof ownReplay>>): Pick<HandlerResult<"getReplay">, "run"> {
  if (replay === null) return { run: null };
  const { notes: _, log, checked, ...run } = replay;
  return { run: { ...run, checked: checked === 1, log: Buffer.from(log).toString("base64url") } };
}
