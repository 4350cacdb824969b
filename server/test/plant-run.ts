// A run with its log in the database, without a result that it belongs to.

import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { RunTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

type Run = Insertable<RunTable>;

export async function plantRun(
  store: Store,
  run: Pick<Run, "user_id" | "example_id" | "ended_at"> & Partial<Run>,
): Promise<void> {
  const row: Run = {
    attempt_key: randomUUID(),
    code_version: 1,
    time_ms: 5_000,
    errors: 0,
    accuracy: 100,
    keystrokes: 1,
    started_ms: 5_100,
    zone: "Europe/Berlin",
    checked: 1,
    unchecked_because: null,
    kept: 0,
    notes: null,
    log: Uint8Array.of(1, 0),
    ...run,
  };
  await store.write((tx) => tx.insertInto("run").values(row).execute());
}
