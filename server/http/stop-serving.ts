// Stops serving in an order in which no request is lost behind a proxy that has other servers.
//
// A proxy keeps connections open and sends the next request over one that seems idle. A request that arrives when the
// server closes that connection is lost: a proxy must not send a POST twice. So connections are closed by a response
// that says so. What is still idle at the end, no proxy has used for the whole delay.
//
// 1. `/api/ready` says no, and every response closes its connection (`isStopping` in app.ts). All else goes on.
// 2. After the delay, new connections are refused. A proxy without health checks notices now, and sends the request to
//    another server.
// 3. A moment later idle connections are closed, and the requests in flight are finished.

import { Server } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export type StopTimes = {
  /** How long everything goes on after `/api/ready` has said no, in ms. */
  readonly delayMs: number;
  /** When connections with requests in flight are cut, in ms from now. */
  readonly limitMs: number;
  /** Ends the delay. */
  readonly prompt: AbortSignal;
};

/** A proxy that finds new connections refused stops using its idle ones within this time. */
const refusedMs = 500;
/** An iteration of the event loop that takes less time has nothing to do. */
const quietMs = 0.1;

/** Resolves when no connection is open. */
export async function stopServing(
  app: FastifyInstance,
  { delayMs, limitMs, prompt }: StopTimes,
): Promise<void> {
  const { server } = app;
  const cut = setTimeout(() => server.closeAllConnections(), limitMs);
  try {
    await elapsed(delayMs, prompt);
    if (!prompt.aborted && delayMs > 0) {
      await quietMoment();
      // Only the listening socket: `server.close` of HTTP would also close idle connections.
      Server.prototype.close.call(server);
      await elapsed(refusedMs, prompt);
    }
    // What has arrived is read before anything is closed.
    await setImmediate();
    const closing = app.close();
    // A response that began before the stop did not close its connection.
    const sweep = setInterval(() => server.closeIdleConnections(), 250);
    await closing.finally(() => clearInterval(sweep));
  } finally {
    clearTimeout(cut);
  }
}

/**
 * Waits for an iteration of the event loop without any work. Connections that the system has accepted and the server has
 * not would be reset when the listening socket is closed; after such an iteration there are none.
 */
async function quietMoment(): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    const at = performance.now();
    await setImmediate();
    if (performance.now() - at < quietMs) return;
  }
}

async function elapsed(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
