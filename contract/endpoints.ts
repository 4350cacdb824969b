// The HTTP contract: one literal for each endpoint, put together from its groups, and the types that
// are read off them. An endpoint may be declared before it has a handler; the server serves those that have one.
//
// This module loads the schemas. The browser imports types from it, and `endpoint-table.ts` at run time.

import type * as z from "zod/mini";
import { accounts } from "./accounts.ts";
import { authoring } from "./authoring.ts";
import { home } from "./home.ts";
import { learning } from "./learning.ts";
import type { ParamNames } from "./paths.ts";
import { progress } from "./progress.ts";
import { reviews } from "./review.ts";
import { site } from "./site.ts";
import { statistics } from "./statistics.ts";

export const endpoints = {
  ...accounts,
  ...learning,
  ...home,
  ...reviews,
  ...progress,
  ...statistics,
  ...authoring,
  ...site,
};

type Endpoints = typeof endpoints;

export type EndpointName = keyof Endpoints;

/** What a client writes: fields with a default may be left out. `undefined` where the endpoint takes no body. */
export type RequestBody<N extends EndpointName> = Endpoints[N] extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;
/** What the use case receives: checked, with defaults filled in. */
export type ParsedBody<N extends EndpointName> = Endpoints[N] extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;
export type ParsedParams<N extends EndpointName> = Endpoints[N] extends {
  params: infer P extends z.ZodMiniType;
}
  ? z.output<P>
  : Record<never, never>;
/** Empty where the endpoint declares no parameters of its query string. */
export type ParsedQuery<N extends EndpointName> = Endpoints[N] extends {
  query: infer Q extends z.ZodMiniType;
}
  ? z.output<Q>
  : Record<never, never>;
/** What a client writes for them: the text that the address will have, or the value, such as the number of an id. */
export type Query<N extends EndpointName> = {
  readonly [K in keyof ParsedQuery<N>]: ParsedQuery<N>[K] | WrittenQuery<N>[K & keyof WrittenQuery<N>];
};
type WrittenQuery<N extends EndpointName> = Endpoints[N] extends { query: infer Q extends z.ZodMiniType }
  ? z.input<Q>
  : Record<never, never>;
/** What a client writes for the names in the path. */
export type Params<N extends EndpointName> = {
  readonly [K in ParamNames<Endpoints[N]["path"]>]: string | number;
};
/** What a client receives. */
export type ResponseOf<N extends EndpointName> = z.output<Endpoints[N]["response"]>;
/**
 * What a handler returns: moments in milliseconds and flags as 0 or 1, which the schema turns into text and booleans.
 */
export type HandlerResult<N extends EndpointName> = Immutable<z.input<Endpoints[N]["response"]>>;
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;
/** The endpoints that only read. */
export type ReadEndpoint = {
  [N in EndpointName]: Endpoints[N] extends { readonly method: "GET" } ? N : never;
}[EndpointName];
/** The endpoints that respond with a file to save instead of JSON. */
export type FileEndpoint = {
  [N in EndpointName]: Endpoints[N] extends { readonly kind: "file" } ? N : never;
}[EndpointName];
