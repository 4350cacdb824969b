// The IP address of a client, for limits and the log.

import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * The sender's address, or the one that a trusted proxy reports. Some proxies add the port, which differs in every
 * connection and is removed. If a proxy reports something that is not an address, its own address is used.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return withoutPort(ip) ?? socket.remoteAddress ?? ip;
}

function withoutPort(text: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? null : address;
}
