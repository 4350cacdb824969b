// The response for content that does not exist.

import type { Kind } from "@tabstop/course/course";
import { DomainError } from "../domain-error.ts";

/** The row. Throws DomainError NOT_FOUND where it is null. */
export function orNotFound<T>(kind: Kind, row: T | null): T {
  if (row === null) throw new DomainError("NOT_FOUND", `There is no such ${kind}.`);
  return row;
}
