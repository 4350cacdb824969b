// What a body must fulfil before it is parsed: it is not compressed, since a small compressed body could be huge; it is
// in UTF-8; and it arrives within the endpoint's time limit, so that a client cannot keep a connection by sending
// single bytes.
//
// A refused body is still received for a while. If the server closed the connection while the client sends, the
// network would drop the response, and a browser would report a broken connection instead of the reason.

import type { IncomingMessage } from "node:http";
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
  app.addHook("onSend", async (request, reply) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode !== 408;
    if (!isRefused || reply.getHeader("connection") !== "close" || request.raw.complete) return;
    reply.removeHeader("connection");
    receiveRest(request.raw);
  });
}

/** A client that still sends does so without a longer pause; it gives up on an error before this many bytes. */
const restPauseMs = 1_500;
const restBytes = 256 * 1024 * 1024;

/** Receives and drops the rest of a body, then the connection can be used again. Ends a connection that goes on too long. */
function receiveRest(request: IncomingMessage): void {
  let received = 0;
  const paused = setTimeout(() => request.destroy(), restPauseMs);
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > restBytes) request.destroy();
    else paused.refresh();
  });
  request.once("close", () => clearTimeout(paused));
  request.resume();
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
