// Why and how fast the server has to stop: signals, and the end of the process that started it.

import { performance } from "node:perf_hooks";

export type StopRequest = {
  /** Aborted when the server has to stop. */
  readonly requested: AbortSignal;
  /** Aborted when it also has to stop without waiting until proxies have noticed. */
  readonly prompt: AbortSignal;
};

/**
 * A supervisor signals every process of a service, and the script that started the server forwards the signal: the same
 * signal within this time is a duplicate and no second request.
 */
const duplicateMs = 1_000;

/**
 * Listens from now on. SIGTERM is how supervisors stop a server that others replace. A second SIGTERM, Ctrl-C, a closed
 * terminal, and the end of the process that started this one with an IPC channel leave no time for proxies.
 */
export function listenForStop(): StopRequest {
  const requested = new AbortController();
  const prompt = new AbortController();
  let firstAt = 0;
  const stop = (isPrompt: boolean) => {
    if (requested.signal.aborted) isPrompt ||= performance.now() - firstAt > duplicateMs;
    else firstAt = performance.now();
    requested.abort();
    if (isPrompt) prompt.abort();
  };
  process.on("SIGTERM", () => stop(false));
  process.on("SIGINT", () => stop(true));
  process.on("SIGHUP", () => stop(true));
  whenParentEnds(() => stop(true));
  return { requested: requested.signal, prompt: prompt.signal };
}

/** Calls `end` when the process that started this one with an IPC channel has ended, or already had. */
export function whenParentEnds(end: () => void): void {
  if (process.send === undefined) return;
  process.once("disconnect", end);
  // The channel alone must not keep a process alive that has nothing left to do.
  process.channel?.unref();
  if (!process.connected) end();
}
