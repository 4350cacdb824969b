// The response to a save by a form: the row, and what its author should know.

import type { Kind } from "@tabstop/course/course";
import { findContent } from "../store/content/content-admin.ts";
import { findSameTitles } from "../store/content/same-titles.ts";
import type { Tx } from "../store/store.ts";
import { titleShared } from "./import-errors.ts";
import { orNotFound } from "./or-not-found.ts";

/** The row in the transaction that saved it. `warnings` are left out when there are none. */
export async function savedContent<K extends Kind>(tx: Tx, kind: K, id: number) {
  const row = orNotFound(kind, await findContent(tx, kind, id));
  const [other] = await findSameTitles(tx, kind, id);
  return other === undefined ? row : { ...row, warnings: [titleShared(kind, row.title, other)] };
}
