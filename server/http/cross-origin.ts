// Allows requests from pages of other origins: only those in ALLOWED_ORIGINS, never with credentials. There are no
// cookies. A page must set the Authorization header itself, so no other site can act for a user.

import type { FastifyInstance } from "fastify";
import { isApiPath } from "./addresses.ts";
import { addVary } from "./vary.ts";

const daySeconds = 86_400;

export function allowOrigins(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  if (allowedOrigins.length === 0) return;
  const allowed = new Set(allowedOrigins);
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiPath(request.url)) return;
    addVary(reply, "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "x-request-id, retry-after, content-disposition",
    });
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined)
      return;
    return reply
      .code(204)
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": "authorization, content-type",
        "access-control-max-age": String(daySeconds),
      })
      .send();
  });
}
