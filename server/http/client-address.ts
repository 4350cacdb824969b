// Where a request comes from, as an IP address: what limits count and the log tells.

import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * Of the sender, or what trusted proxies say of it. Some proxies add the port, which is another one with every
 * connection, and would make each a stranger; what is no address at all is the proxy's own.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return withoutPort(ip) ?? socket.remoteAddress ?? ip;
}

function withoutPort(text: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? null : address;
}
