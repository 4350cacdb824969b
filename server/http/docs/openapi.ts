// `/api/openapi.json`: exactly the calls that are served, from the contract's own schemas (OpenAPI 3.1).

import swagger from "@fastify/swagger";
import { type EndpointName, endpoints } from "@tabstop/contract/endpoints";
import type { ErrorCode } from "@tabstop/contract/errors";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { statusOf } from "../errors.ts";

/** To be registered before the calls, whose routes it watches. */
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

/** The codes that a call may answer with: its own, and those that any call of its kind may. */
export function errorCodesOf(name: EndpointName): readonly ErrorCode[] {
  const call: { readonly body?: unknown; readonly errors: readonly ErrorCode[] } = endpoints[name];
  const { access, method } = endpoints[name];
  const codes = new Set<ErrorCode>(["MALFORMED", ...call.errors, "RATE_LIMITED", "INTERNAL", "UNAVAILABLE"]);
  if (call.body !== undefined) codes.add("INVALID");
  if (method !== "GET")
    for (const code of ["TOO_LARGE", "UNSUPPORTED_TYPE", "STORAGE_FULL"] as const) codes.add(code);
  if (access !== "open") for (const code of ["TOKEN_EXPIRED", "TOKEN_INVALID"] as const) codes.add(code);
  if (access === "admin") codes.add("FORBIDDEN");
  return [...codes];
}

// The errors are added to the document only: declared on the routes, their schemas would filter what an error says.
function addErrors(operation: Operation, where: string): void {
  const name = operation.operationId;
  if (name === undefined || !(name in endpoints))
    throw new TypeError(`${where} is served, but no call of the contract`);
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
