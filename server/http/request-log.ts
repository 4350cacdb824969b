// One line a request: which call, how it ended, how long it took, who asked. Never a header, a body, a query or a path
// as it came, since a path may carry a reset token; a call is named by its template.

import {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { clientAddress } from "./client-address.ts";

/** Fastify's own lines about requests, which hold addresses as they came, are left out; `logRequests` writes ours. */
export class OwnLines extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: "requestId" });
  }

  override streamError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
    // A browser that closes in the middle is no fault.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") reply.log.error({ err: error }, "an answer broke off");
  }
}

export function logRequests(app: FastifyInstance): void {
  let isProxyTold = false;
  app.addHook("onRequest", async ({ headers, ips, socket, log }) => {
    // Without a proxy that is believed, `ips` is missing or holds the sender alone.
    if (isProxyTold || headers["x-forwarded-for"] === undefined || (ips?.length ?? 1) > 1) return;
    isProxyTold = true;
    log.warn(
      { proxy: socket.remoteAddress },
      "a request was forwarded by whom TRUST_PROXY does not name: limits take all who come that way for one",
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

/** The template of the call, such as `/api/courses/lessons/:lessonId`; `*` for pages and files, `-` for nothing. */
function routeOf(request: FastifyRequest): string {
  return request.is404 ? "-" : (request.routeOptions.url ?? "-");
}

function levelOf(
  request: FastifyRequest,
  status: number,
): keyof Pick<FastifyBaseLogger, "debug" | "info" | "warn"> {
  // The error itself has its own line at `error`.
  if (status >= 500) return "warn";
  const route = request.routeOptions.url ?? "";
  return route === "/api/health" || !route.startsWith("/api/") ? "debug" : "info";
}
