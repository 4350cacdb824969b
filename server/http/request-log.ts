// Logs one line for each request: route, status, duration, user. It never logs headers, bodies, query strings or the
// path itself, which may contain a reset token; the route is logged as its template.

import {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { clientAddress } from "./client-address.ts";
import { isExpected } from "../domain-error.ts";
import { levelOfError } from "./errors.ts";

/** Leaves out Fastify's own lines about requests, which contain the requested addresses. `logRequests` writes ours. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: "requestId" });
  }

  override streamError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
    // A browser that closes the connection is not an error.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE")
      reply.log[levelOfError(error)]({ err: error }, "a response broke off");
  }
}

export function logRequests(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook("onRequest", async ({ headers, ips, socket, log }) => {
    // Without a trusted proxy, `ips` is missing or contains only the sender.
    if (hasWarned || headers["x-forwarded-for"] === undefined || (ips?.length ?? 1) > 1) return;
    hasWarned = true;
    log.warn(
      { proxy: socket.remoteAddress },
      "a request was forwarded by a proxy that TRUST_PROXY does not name: limits count all its clients as one",
    );
  });
  app.addHook("onResponse", async (request, reply) => {
    const { statusCode } = reply;
    const line = {
      method: request.method,
      route: routeOf(request),
      status: statusCode,
      ms: Math.round(reply.elapsedTime),
      address: clientAddress(request),
      ...(request.principal ? { userId: request.principal.userId } : {}),
    };
    request.log[levelOf(request, statusCode)](line, "request");
  });
}

/** The level of the line with the error that made a request fail. */
export function levelOfFailure(request: FastifyRequest, error: unknown): "debug" | "warn" | "error" {
  return isReadyCheck(request) && isExpected(error) ? "debug" : levelOfError(error);
}

/** A proxy asks every second, and a server that is stopping says no. */
function isReadyCheck(request: FastifyRequest): boolean {
  return request.routeOptions.url === "/api/ready";
}

/** The template, such as `/api/courses/lessons/:lessonId`; `*` for pages and files, `-` without a route. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? "-" : (request.routeOptions.url ?? "-");
}

function levelOf(
  request: FastifyRequest,
  status: number,
): keyof Pick<FastifyBaseLogger, "debug" | "info" | "warn"> {
  if (isReadyCheck(request)) return "debug";
  // The error itself is logged in a line of its own.
  if (status >= 500) return "warn";
  const route = request.routeOptions.url ?? "";
  return route === "/api/health" || !route.startsWith("/api/") ? "debug" : "info";
}
