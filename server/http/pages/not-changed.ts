// Whether whoever asks has the answer already: the condition `If-None-Match`, by RFC 9110, 13.1.2.

import type { FastifyRequest } from "fastify";

/** Proxies make tags weak when they compress, and name several when they keep several answers; both still match. */
export function isNotChanged({ headers }: FastifyRequest, etag: string): boolean {
  const asked = headers["if-none-match"];
  if (asked === undefined) return false;
  if (asked.trim() === "*") return true;
  return asked.split(",").some((one) => opaque(one.trim()) === opaque(etag));
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, "");
}
