// Registers the endpoints of the contract on Fastify. What an endpoint takes, permits and limits is read off its
// literal, what it does is its handler's business. An endpoint without a handler is not served.

import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import type { FileResponse, Handler } from "../handler.ts";
import type { Principal } from "../principal.ts";
import { clientAddress } from "./client-address.ts";
import { malformed } from "./errors.ts";
import type { LimitRate } from "../accounts/rate-limits.ts";
import { acceptUploads, uploadedFile } from "./upload.ts";

export type Handlers = { readonly [N in EndpointName]?: Handler<N> };

/** Finds the principal by the Authorization header; throws DomainError TOKEN_EXPIRED or TOKEN_INVALID. */
type Authenticate = (authorization: string | undefined) => Promise<Principal>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the body is read, on endpoints that need a token. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, in ms. */
    bodyTimeoutMs?: number;
    /** The body stays bytes. */
    isBodyLarge?: boolean;
    /** Fields of the body of which no value is a reason to refuse the request. */
    lenientFields?: readonly string[];
    /** Fields of the body that are lists of up to 10,000 ids. */
    idLists?: readonly string[];
  }
}

/** The limits for requests to anything that is not in the contract. */
export const defaultBodyLimit = 64 * 1024;
export const defaultBodyTimeoutMs = 30_000;
export const longestBodyTimeoutMs = Math.max(
  ...Object.values(endpoints).map(({ bodyTimeoutMs }) => bodyTimeoutMs),
);

// A response of at most three packets arrives no earlier when it is compressed, and compressing it takes as much CPU
// time as the rest of a request for a leaderboard.
const longResponses = { threshold: 4_096, encodings: ["br", "gzip"] as ("br" | "gzip")[] };

export type Gate = {
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
};

export function serveEndpoints(app: FastifyInstance, handlers: Handlers, gate: Gate): void {
  app.decorateRequest("principal", null);
  const names = Object.keys(handlers) as EndpointName[];
  const isUpload = (name: EndpointName) => endpoints[name].kind === "multipart";
  for (const name of names.filter((other) => !isUpload(other)))
    serveEndpoint(app, name, handlers[name], gate);
  app.register(async (uploads) => {
    acceptUploads(uploads);
    for (const name of names.filter(isUpload)) serveEndpoint(uploads, name, handlers[name], gate);
  });
}

type AnyHandler = (request: unknown) => Promise<unknown>;

function serveEndpoint(
  app: FastifyInstance,
  name: EndpointName,
  handler: Handlers[EndpointName],
  { authenticate, limitRate }: Gate,
): void {
  const endpoint: Endpoint = endpoints[name];
  const { kind, status } = endpoint;
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    bodyLimit: endpoint.bodyLimit,
    config: {
      bodyTimeoutMs: endpoint.bodyTimeoutMs,
      isBodyLarge: endpoint.isBodyLarge ?? false,
      lenientFields: endpoint.lenientFields ?? [],
      idLists: endpoint.idLists ?? [],
    },
    // The schema of a large body is for `/api/openapi.json`; the worker thread that parses it also validates it.
    ...(endpoint.isBodyLarge ? { validatorCompiler: () => (value: unknown) => ({ value }) } : {}),
    compress: endpoint.compress ? longResponses : false,
    schema: {
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.access === "open" ? {} : { security: [{ bearer: [] }] }),
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
      ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
      ...(kind === "file" ? {} : { response: { [status]: endpoint.response } }),
    },
    // Before the body is read, so that a stranger cannot make the server read 32 MiB.
    onRequest: async (request) => {
      if (endpoint.access === "open") return;
      request.principal = await authenticate(request.headers.authorization);
      if (endpoint.access === "admin" && request.principal.role !== "admin")
        throw new DomainError("FORBIDDEN", "Only admins may do this.");
      const counted = limitRate(request.principal.userId, endpoint.rateClass);
      if (counted !== null) await counted;
    },
    preValidation: async (request) => {
      if (endpoint.body !== undefined && request.body === undefined)
        throw malformed("The body is empty, but must be JSON.");
    },
    handler: async (request, reply) => {
      reply.code(status);
      const file = kind === "multipart" ? await uploadedFile(request) : null;
      const response = await (handler as AnyHandler)({ ...requestOf(request), file });
      return kind === "file" ? sendFile(reply, response as FileResponse) : response;
    },
  });
}

function sendFile(
  reply: FastifyReply,
  { contentType, name, asciiName, content }: FileResponse,
): FastifyReply {
  return reply
    .type(contentType)
    .header(
      "content-disposition",
      `attachment; filename="${asciiName}"; filename*=UTF-8''${extendedValue(name)}`,
    )
    .send(content);
}

/** RFC 5987: everything but its attr-char is percent-encoded. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function requestOf(request: FastifyRequest) {
  return {
    params: request.params,
    body: request.body,
    query: request.query,
    principal: request.principal,
    address: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
  };
}
