// What a client needs to know of each endpoint to send a request: method, path and access.
//
// In the browser this is a literal of a few hundred bytes: the build evaluates this module and puts the result in its
// place (`web/build-steps/endpoint-table.ts`), so that no schema and no validator is loaded there.

import type { Endpoint } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";

export type EndpointTable = Readonly<Record<EndpointName, Pick<Endpoint, "method" | "path" | "access">>>;

export const endpointTable = Object.fromEntries(
  Object.entries(endpoints).map(([name, { method, path, access }]) => [name, { method, path, access }]),
) as Record<string, unknown> as EndpointTable;
