// What a failed request means for the finished run in it: the one table of all responses, from which the outbox decides
// what to do and the screens what to say.

import { ApiError } from "@tabstop/contract/client";

/**
 * Why a run waits to be sent again: the server cannot be reached, it requires a log-in, it takes no more runs of this
 * learner for now, or it has a fault of its own.
 */
export type WaitReason = "unreachable" | "log-in" | "limit" | "server-fault";

export type Fate =
  /** The example was deleted or withdrawn. */
  | { readonly kind: "gone" }
  /** The server will never accept the run. */
  | { readonly kind: "refused" }
  | { readonly kind: "waits"; readonly reason: WaitReason };

export function fateOf(error: unknown): Fate {
  if (error instanceof Error && error.name === "SessionExpired") return waits("log-in");
  if (!(error instanceof ApiError)) return waits("unreachable");
  const { status, code } = error;
  if (status === 429) return waits("limit");
  // An error without a code is not from this server but from a proxy, or from a network that requires a log-in.
  if (code === null) return waits("unreachable");
  if (status === 401 || status === 403) return waits("log-in");
  if (status === 404 || status === 410) return { kind: "gone" };
  // The request took too long to arrive.
  if (status >= 500 || status === 408) return waits("server-fault");
  return { kind: "refused" };
}

/**
 * Whether a run with a keystroke log may have failed because of it, so that it is sent again without: another machine
 * between browser and server may refuse a large or unreadable body, with its own error or with none, and a server may
 * fail on a log that it cannot read. Without a response the network is the likelier cause, so the log gets three tries.
 */
export function isPerhapsDueToEvidence(error: unknown, failuresBefore: number): boolean {
  const fate = fateOf(error);
  if (fate.kind !== "waits") return fate.kind === "refused";
  if (fate.reason === "log-in" || fate.reason === "limit") return false;
  const isRefusedBody = error instanceof ApiError && error.status < 500;
  return isRefusedBody || failuresBefore >= 2;
}

function waits(reason: WaitReason): Fate {
  return { kind: "waits", reason };
}
