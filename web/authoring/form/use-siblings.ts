// Loads the rows beside which the row of a form stands.

import type { Kind } from "@tabstop/course/course";
import { useExamples } from "../content-requests.ts";
import { useStructure } from "../structure.ts";
import { type Sibling, siblingsIn } from "./order-place.ts";

/** null while they are not known, or could not be loaded again: a place among older ones may be false. `parentId` is empty for a course, or while no parent is chosen. */
export function useSiblings(userId: number, kind: Kind, parentId: string): readonly Sibling[] | null {
  const isExample = kind === "example";
  const structure = useStructure(userId, !isExample);
  const examples = useExamples(userId, isExample ? parentId : "");
  if ((isExample ? examples : structure).isError) return null;
  return isExample ? (examples.data?.examples ?? null) : siblingsIn(structure.data, kind, parentId);
}
