// Whether the client has the current response already: the condition `If-None-Match` (RFC 9110, 13.1.2).

import type { FastifyRequest } from "fastify";

/** Proxies make tags weak when they compress, and send several when they cache several responses; both still match. */
export function isNotChanged({ headers }: FastifyRequest, etag: string): boolean {
  const condition = headers["if-none-match"];
  if (condition === undefined) return false;
  if (condition.trim() === "*") return true;
  return condition.split(",").some((one) => opaque(one.trim()) === opaque(etag));
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, "");
}
