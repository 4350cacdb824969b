// Whether the log of a completion shows its time: these keystrokes lead to this text in this time, and that time passed
// on the server's clock between the start that was signed and the arrival. It never refuses anything: what is not right
// is the reason why the time is not checked.
//
// All of it happens before the transaction that stores the result, which compares the version of the code again.

import type { Principal } from "../../principal.ts";
import { codeToReplay } from "../../store/content/code-to-replay.ts";
import type { RunCosts } from "../../store/memory/costs.ts";
import { type Evidence, noEvidence } from "../../store/results/runs.ts";
import type { Store } from "../../store/store.ts";
import type { Replayer } from "./replayer.ts";
import type { Starts } from "./start.ts";

export type EvidenceDeps = {
  readonly store: Store;
  readonly starts: Starts;
  readonly replayer: Replayer;
};

/** The fields of a completion's body that show how its time came about. */
export type EvidenceFields = {
  readonly log?: string | null | undefined;
  readonly start?: string | null | undefined;
  readonly zone?: string | null | undefined;
};

type Claim = {
  readonly exampleId: number;
  readonly attemptId: string | null;
  /** null: the present one. */
  readonly codeVersion: number | null;
  readonly timeMs: number;
  readonly errors: number | null;
  /** When the completion arrived, ms since 1970 UTC. */
  readonly at: number;
};

/** Why a result counts as checked or not, and what constructs cost in the run. */
export type CheckedLog = {
  readonly evidence: Evidence;
  /** null without a log that leads to the result, and for a text without constructs. */
  readonly costs: (RunCosts & { readonly language: string }) | null;
};

/** Throws StoreUnavailable. */
export async function checkLog(
  { store, starts, replayer }: EvidenceDeps,
  { userId }: Principal,
  { exampleId, attemptId, at, ...claim }: Claim,
  { log, start, zone }: EvidenceFields,
): Promise<CheckedLog> {
  if (log === undefined || log === null) return without(noEvidence);
  const code = await store.read((db) => codeToReplay(db, { userId, exampleId }));
  // An unknown example is refused when the result is stored.
  if (code === null || code.sends_keystrokes === 0) return without(noEvidence);
  const codeVersion = claim.codeVersion ?? code.code_version;
  if (codeVersion !== code.code_version) return without({ because: "log", run: null });
  const { timeMs, errors } = claim;
  const replayed = await replayer.replay({
    code: code.code_content,
    language: code.language,
    log,
    timeMs,
    errors,
    zone: zone ?? null,
  });
  if (replayed === null) return without({ because: "log", run: null });
  if (replayed === "busy") return without({ because: "busy", run: null });
  const startedAt =
    attemptId === null || typeof start !== "string"
      ? null
      : starts.read({ userId, attemptId, exampleId, codeVersion }, start);
  // Negative when another server signed the start by a clock that is ahead.
  const startedMs = startedAt === null ? null : at - startedAt;
  const because = startedMs === null ? "start" : isInTime(startedMs, timeMs) ? null : "late";
  const { costs, ...run } = replayed;
  const { language } = code;
  return {
    evidence: { because, run: { ...run, codeVersion, startedMs } },
    costs: costs && { ...costs, codeVersion, language },
  };
}

function without(evidence: Evidence): CheckedLog {
  return { evidence, costs: null };
}

/** How much shorter the time on the server's clock may be than that of the log, in ms. */
const earlyMs = 2_000;
/** How much longer: the start and the result travel, and the result may wait. */
const lateMs = 5_000;
const lateShare = 0.1;

function isInTime(passedMs: number, logMs: number): boolean {
  const extraMs = passedMs - logMs;
  return -earlyMs <= extraMs && extraMs <= lateMs + lateShare * logMs;
}
