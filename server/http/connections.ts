// Limits the connections of one client address and of all together, so that no client can use up what all need, and
// file descriptors are left for the database, files, threads and photos.
//
// Where a limit is reached, a connection that serves no request makes room: one that has sent no request yet, the oldest
// first, otherwise one that waits for a further request. Only if there is none, the new connection is closed. So a client
// that holds many connections does not keep others at the same address out, such as a school behind one address.

import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import { networkOf } from "../accounts/passwords/throttle.ts";

type Limits = {
  /** For each client address; an IPv6 /64 counts as one. A trusted proxy has no limit of its own. */
  readonly perAddress: number;
  readonly total: number;
  /** As in TRUST_PROXY. */
  readonly trustProxy: readonly string[];
};

/** The connections of one address. A connection that serves a request is in neither set. */
type Connections = {
  count: number;
  /** Those that have sent no request yet, oldest first. */
  readonly unused: Set<Socket>;
  /** Those that wait for a further request, the one that has waited longest first. */
  readonly idle: Set<Socket>;
};

export function limitConnections(server: Server, { perAddress, total, trustProxy }: Limits): void {
  const isProxy = trustProxy.length > 0 ? proxyAddr.compile([...trustProxy]) : () => false;
  const byAddress = new Map<string, Connections>();
  const ofSocket = new WeakMap<Socket, { readonly own: Connections; requests: number }>();
  let count = 0;

  function remove(address: string, socket: Socket, from: Connections): void {
    from.unused.delete(socket);
    from.idle.delete(socket);
    from.count--;
    count--;
    if (from.count === 0) byAddress.delete(address);
  }

  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    const address = remoteAddress === undefined ? "" : networkOf(remoteAddress);
    const own = byAddress.get(address) ?? { count: 0, unused: new Set<Socket>(), idle: new Set<Socket>() };
    const isLimited = remoteAddress !== undefined && !isProxy(remoteAddress, 0);
    if (isLimited && own.count >= perAddress && !closeOne(own)) {
      socket.destroy();
      return;
    }
    if (count >= total && !closeOneOf(byAddress)) {
      socket.destroy();
      return;
    }
    byAddress.set(address, own);
    ofSocket.set(socket, { own, requests: 0 });
    own.count++;
    count++;
    own.unused.add(socket);
    socket.once("close", () => remove(address, socket, own));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = ofSocket.get(socket);
    if (connection === undefined) return;
    connection.own.unused.delete(socket);
    connection.own.idle.delete(socket);
    connection.requests++;
    response.once("close", () => {
      connection.requests--;
      if (connection.requests === 0 && !socket.destroyed) connection.own.idle.add(socket);
    });
  });
  // A last resort: closed connections count until the system has closed them.
  server.maxConnections = total + marginOfClosing;
}

const marginOfClosing = 100;

/** Closes a connection that serves no request; false if all do. */
function closeOne({ unused, idle }: Connections): boolean {
  for (const sockets of [unused, idle])
    for (const socket of sockets) {
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
  return false;
}

/** Closes one of the address that has most connections. */
function closeOneOf(byAddress: ReadonlyMap<string, Connections>): boolean {
  const closable = [...byAddress.values()].filter(({ unused, idle }) => unused.size + idle.size > 0);
  const largest = closable.reduce<Connections | null>(
    (most, one) => (most === null || one.count > most.count ? one : most),
    null,
  );
  return largest !== null && closeOne(largest);
}

const connectionsAtMost = 2_000;
/** Files that the process needs beside connections: database, threads, photo processes, files that it serves. */
const otherFiles = 300;

/** How many connections the process can accept, by its limit of open files (`ulimit -n`). */
export function connectionLimit(openFiles: number | null = openFileLimit()): number {
  if (openFiles === null) return connectionsAtMost;
  return Math.min(connectionsAtMost, Math.max(openFiles - otherFiles, Math.floor(openFiles / 4)));
}

/** null where the system does not tell. Node has raised the limit to the highest that is allowed. */
function openFileLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
