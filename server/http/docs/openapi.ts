// `/api/openapi.json`: exactly the endpoints that are served, from the contract's own schemas (OpenAPI 3.1).

import swagger from "@fastify/swagger";
import type { Endpoint } from "@tabstop/contract/endpoint";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import type { ErrorCode } from "@tabstop/contract/errors";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { statusOf } from "../errors.ts";

/** To be registered before the endpoints, since the plugin collects the routes that are added after it. */
export function serveOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tabstop",
        description: "Learn programming through interactive exercises",
        version: "1.0.0",
      },
      servers: [{ url: "/" }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new TypeError("This document is OpenAPI, not Swagger 2");
      const { openapiObject } = document;
      for (const [path, methods] of Object.entries(openapiObject.paths ?? {}))
        for (const [method, operation] of Object.entries(methods ?? {}))
          addErrors(operation as Operation, `${method} ${path}`);
      return openapiObject;
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}

type Operation = { operationId?: string; responses?: Record<string, unknown> };

/** The error codes of an endpoint: its own, and those that any endpoint of its kind may respond with. */
export function errorCodesOf(name: EndpointName): readonly ErrorCode[] {
  const endpoint: Endpoint = endpoints[name];
  const { access, method } = endpoints[name];
  const codes = new Set<ErrorCode>([
    "MALFORMED",
    ...endpoint.errors,
    "RATE_LIMITED",
    "INTERNAL",
    "UNAVAILABLE",
  ]);
  if (endpoint.body !== undefined || endpoint.query !== undefined) codes.add("INVALID");
  if (method !== "GET")
    for (const code of ["TOO_LARGE", "UNSUPPORTED_TYPE", "STORAGE_FULL"] as const) codes.add(code);
  if (access !== "open") for (const code of ["TOKEN_EXPIRED", "TOKEN_INVALID"] as const) codes.add(code);
  if (access === "admin") codes.add("FORBIDDEN");
  return [...codes];
}

// Errors are added to the document only. If they were declared on the routes, their schemas would filter error
// responses.
function addErrors(operation: Operation, where: string): void {
  const name = operation.operationId;
  if (name === undefined || !(name in endpoints))
    throw new TypeError(`${where} is served, but is not an endpoint of the contract`);
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(name as EndpointName))
    codesByStatus.set(statusOf[code], [...(codesByStatus.get(statusOf[code]) ?? []), code]);
  operation.responses ??= {};
  for (const [status, codes] of codesByStatus)
    operation.responses[status] = {
      description: codes.join(", "),
      content: { "application/json": { schema: errorSchema(codes) } },
    };
}

function errorSchema(codes: readonly ErrorCode[]) {
  return {
    type: "object",
    required: ["error", "code"],
    properties: {
      error: { type: "string", description: "A sentence for a person" },
      code: { type: "string", enum: codes },
      details: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: { path: { type: "string" }, message: { type: "string" } },
        },
      },
    },
  };
}
