// What a client needs to know of each endpoint: method, path and access to send a request, and what it reads or changes
// to know which loaded data a write makes outdated.
//
// In the browser this is a literal of a few hundred bytes: the build evaluates this module and puts the result in its
// place (`web/build-steps/endpoint-table.ts`), so that no schema and no validator is loaded there.

import type { Endpoint, StoredPart } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";

type Entry = Pick<Endpoint, "method" | "path" | "access"> & {
  /** Empty for a write. */
  readonly reads: readonly StoredPart[];
  /** Empty for a read. */
  readonly changes: readonly StoredPart[];
};

export type EndpointTable = Readonly<Record<EndpointName, Entry>>;

export const endpointTable = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, entryOf(endpoint)]),
) as Record<string, unknown> as EndpointTable;

function entryOf(endpoint: Endpoint): Entry {
  const { method, path, access } = endpoint;
  const reads = "reads" in endpoint ? endpoint.reads : [];
  const changes = "changes" in endpoint ? endpoint.changes : [];
  return { method, path, access, reads, changes };
}
