// Registers calls of the contract on Fastify: method, path, schemas and who may ask come from there, what a call does
// from its handler. A call without a handler is not served.

import { calls } from "@tabstop/contract/calls";
import type { HandlerResult, FileEndpoint, ParsedBody, ParsedParams } from "@tabstop/contract/calls";
import { type EndpointName, paths } from "@tabstop/contract/paths";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domain-error.ts";
import type { Principal } from "../principal.ts";
import type { LimitCalls } from "./rate-limits.ts";
import { clientAddress } from "./client-address.ts";
import { malformed } from "./errors.ts";
import { takeUploads, uploadedFile } from "./upload.ts";

export type EndpointRequest<N extends EndpointName> = {
  readonly params: ParsedParams<N>;
  readonly body: ParsedBody<N>;
  /** The file of a multipart call. */
  readonly file: (typeof calls)[N] extends { readonly kind: "multipart" } ? Uint8Array : null;
  /** Parameters of the address; no call of the contract needs any. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Who is asking; null for the open calls, which read no token. */
  readonly principal: (typeof paths)[N]["access"] extends "open" ? null : Principal;
  /** The address of whoever asks, behind trusted proxies too. */
  readonly address: string;
  /** '' when there is none. */
  readonly userAgent: string;
  readonly requestId: string;
};

/** A file to save. */
export type FileResponse = {
  readonly contentType: string;
  /** In any script. */
  readonly name: string;
  /** For programs that read only `filename`: printable ASCII without quotes or backslashes. */
  readonly asciiName: string;
  readonly content: string | Buffer;
};

export type Handler<N extends EndpointName> = (
  request: EndpointRequest<N>,
) => Promise<N extends FileEndpoint ? FileResponse : HandlerResult<N>>;
export type Handlers = { readonly [N in EndpointName]?: Handler<N> };

/** Finds out who is asking from the Authorization header; throws DomainError TOKEN_EXPIRED or TOKEN_INVALID. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the body is read, on calls that need to know who asks. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, in ms. */
    bodyTimeoutMs?: number;
  }
}

export const bodyLimit = 64 * 1024;
/** The longest example in its longest spelling, every character escaped, is some 190 kB. */
export const authoringBodyLimit = 256 * 1024;
export const importBodyLimit = 32 * 1024 * 1024;
export const bodyTimeoutMs = 30_000;
export const importBodyTimeoutMs = 120_000;

// What fits three packets arrives as soon uncompressed, and a compressor costs as much as the rest of a board's call.
const longAnswers = { threshold: 4_096, encodings: ["br", "gzip"] as ("br" | "gzip")[] };

export type Gate = {
  readonly authenticate: Authenticate;
  readonly limitCalls: LimitCalls;
};

export function serveEndpoints(app: FastifyInstance, handlers: Handlers, gate: Gate): void {
  app.decorateRequest("principal", null);
  const names = Object.keys(handlers) as EndpointName[];
  for (const name of names.filter((call) => !isUpload(call))) serveEndpoint(app, name, handlers[name], gate);
  app.register(async (uploads) => {
    takeUploads(uploads);
    for (const name of names.filter(isUpload)) serveEndpoint(uploads, name, handlers[name], gate);
  });
}

function isUpload(name: EndpointName): boolean {
  return (calls[name] as AnyEndpoint).kind === "multipart";
}

type AnyEndpoint = {
  readonly summary: string;
  readonly params?: unknown;
  readonly body?: unknown;
  readonly kind?: "json" | "file" | "multipart";
  readonly status: number;
  readonly answer: unknown;
};
type AnyHandler = (request: unknown) => Promise<unknown>;

function serveEndpoint(
  app: FastifyInstance,
  name: EndpointName,
  handler: Handlers[EndpointName],
  { authenticate, limitCalls }: Gate,
): void {
  const call: AnyEndpoint = calls[name];
  const { method, path, access } = paths[name];
  const isImport = name.startsWith("import");
  const limitedAs = isImport ? "imports" : name === "adminColourCode" ? "colours" : "others";
  app.route({
    method,
    url: `/api${path}`,
    bodyLimit: isImport ? importBodyLimit : access === "admin" ? authoringBodyLimit : bodyLimit,
    config: { bodyTimeoutMs: isImport ? importBodyTimeoutMs : bodyTimeoutMs },
    // Their answers hold tokens; compressed beside text that somebody else chose, lengths could tell them.
    compress: path.startsWith("/auth/") ? false : longAnswers,
    schema: {
      operationId: name,
      summary: call.summary,
      tags: [path.split("/")[1] ?? ""],
      ...(access === "open" ? {} : { security: [{ bearer: [] }] }),
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.kind === "file" ? {} : { response: { [call.status]: call.answer } }),
    },
    // Before the body is read, so that a stranger cannot make the server read 32 MiB.
    onRequest: async (request) => {
      if (access === "open") return;
      request.principal = await authenticate(request.headers.authorization);
      if (access === "admin" && request.principal.role !== "admin")
        throw new DomainError("FORBIDDEN", "Only admins may do this.");
      limitCalls(request.principal.userId, limitedAs);
    },
    preValidation: async (request) => {
      if (call.body !== undefined && request.body === undefined)
        throw malformed("The body is empty, but must be JSON.");
    },
    handler: async (request, reply) => {
      reply.code(call.status);
      const file = call.kind === "multipart" ? await uploadedFile(request) : null;
      const answer = await (handler as AnyHandler)({ ...requestOf(request), file });
      return call.kind === "file" ? sendFile(reply, answer as FileResponse) : answer;
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
