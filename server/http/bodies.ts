// What is asked of a body before it is parsed: it comes as it is (a compressed one could unfold to anything), in UTF-8,
// and within the time that its call gives it, so that nobody holds a connection by sending a byte now and then.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import { defaultBodyTimeoutMs } from "./endpoints.ts";

export function guardBodies(app: FastifyInstance, onTimeout: (reply: FastifyReply) => void): void {
  app.addHook("preParsing", async (request, reply, payload) => {
    refuseEncoded(request);
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

/** By the rule of HTTP/1.1 (RFC 9112, 6.3): neither header, no body. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new DomainError("UNSUPPORTED_TYPE", "The body must be sent without a content encoding.");
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset))
    throw new DomainError("UNSUPPORTED_TYPE", "The body must be JSON in UTF-8.");
}
