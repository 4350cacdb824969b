// The endpoints for developers and operators: a first request to try, whether the server is healthy, and whether a proxy
// should send requests to it.

import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";

const small = {
  tag: "site",
  kind: "json",
  bodyLimit: 64 * 1024,
  bodyTimeoutMs: 30_000,
  rateClass: null,
  compress: true,
} as const;

export const site = {
  test: {
    ...small,
    method: "GET",
    path: "/test",
    access: "open",
    reads: [],
    summary: "A first request to try",
    status: 200,
    response: z.object({ message: z.string(), method: z.literal("GET"), time: z.string() }),
    errors: [],
  },
  testPost: {
    ...small,
    method: "POST",
    path: "/test-post",
    access: "open",
    changes: [],
    summary: "Responds with the body that it received",
    body: z.unknown(),
    status: 200,
    response: z.object({
      message: z.string(),
      method: z.literal("POST"),
      time: z.string(),
      received: z.unknown(),
    }),
    errors: [],
  },
  health: {
    ...small,
    method: "GET",
    path: "/health",
    access: "open",
    reads: [],
    summary: "200 while the database responds, else 503",
    status: 200,
    response: z.object({ status: z.literal("ok") }),
    errors: ["UNAVAILABLE"],
  },
  ready: {
    ...small,
    method: "GET",
    path: "/ready",
    access: "open",
    reads: [],
    summary: "200 while this server should get requests, else 503: also when it is about to stop",
    status: 200,
    response: z.object({ status: z.literal("ready") }),
    errors: ["UNAVAILABLE"],
  },
} as const satisfies Record<string, Endpoint>;
