// What a body must fulfil before it is parsed: it is not compressed, since a small compressed body could be huge; it is
// in UTF-8; and it arrives within the endpoint's time limit, so that a client cannot keep a connection by sending
// single bytes.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import { defaultBodyTimeoutMs } from "./endpoints.ts";

export function guardBodies(app: FastifyInstance, onTimeout: (reply: FastifyReply) => void): void {
  app.addHook("preParsing", async (request, reply, payload) => {
    // The body of a GET has no meaning (RFC 9110, 9.3.1) and is not parsed.
    if (request.method !== "GET" && request.method !== "HEAD") refuseEncodedBody(request);
    if (!hasBody(request)) return payload;
    const timer = setTimeout(
      () => onTimeout(reply),
      request.routeOptions.config.bodyTimeoutMs ?? defaultBodyTimeoutMs,
    );
    const stop = () => clearTimeout(timer);
    payload.once("end", stop).once("close", stop).once("error", stop);
    return payload;
  });
}

/** A request with neither header has no body (RFC 9112, 6.3). */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new DomainError("UNSUPPORTED_TYPE", "The body must be sent without a content encoding.");
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset))
    throw new DomainError("UNSUPPORTED_TYPE", "The body must be JSON in UTF-8.");
}
