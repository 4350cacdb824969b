// Compares a database with the ledger: nothing acknowledged is missing, nothing is counted twice, nothing is half done.

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logToText } from "@tabstop/engine/packed-log";
import { sql } from "kysely";
import { expect } from "vitest";
import { derivedTables, recount } from "../../store/results/recount.ts";
import { databaseFileName, openSqlite } from "../../store/sqlite/open-sqlite.ts";
import { DatabaseSync } from "../../store/sqlite/sqlite-module.ts";
import type { Read, Store } from "../../store/store.ts";
import type { Ledger } from "./ledger.ts";

/** The database in the folder of a server that does not run, as a copy, so that the server finds its own files. */
export async function expectStoredInFolder(folder: string, ledger: Ledger): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), "tabstop-faults-copy-"));
  try {
    for (const suffix of ["", "-wal"]) {
      const file = join(folder, databaseFileName + suffix);
      if (existsSync(file)) copyFileSync(file, join(copy, databaseFileName + suffix));
    }
    const store = await openSqlite({ folder: copy });
    await expectStored(store, ledger);
    await store.close();
    expectIntact(join(copy, databaseFileName));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function expectIntact(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(database.prepare("pragma foreign_key_check").all()).toEqual([]);
  database.close();
}

/** No client may be writing. */
export async function expectStored(store: Store, ledger: Ledger): Promise<void> {
  await store.read((db) => expectAcknowledged(db, ledger));
  await expectRecounted(store);
}

async function expectAcknowledged(db: Read, ledger: Ledger): Promise<void> {
  const lost: string[] = [];
  const learners = [...ledger.learners];
  const progress = await db.selectFrom("progress").selectAll().where("user_id", "in", learners).execute();
  const rows = new Map(progress.map((row) => [`${row.user_id}/${row.example_id}`, row]));
  for (const [key, { acknowledged, sent }] of ledger.progress) {
    const percent = rows.get(key)?.percent ?? 0;
    if (percent < acknowledged || percent > sent)
      lost.push(`progress ${key}: ${percent} is stored, ${acknowledged} was acknowledged, ${sent} was sent`);
  }

  const attempts = await db
    .selectFrom("attempt")
    .select(["user_id", "example_id", "attempt_key", "time_ms"])
    .where("user_id", "in", learners)
    .execute();
  const times = new Map<string, number>();
  const stored = new Set<string>();
  for (const { user_id, example_id, attempt_key, time_ms } of attempts) {
    const sent = ledger.completions.get(attempt_key);
    if (sent?.userId !== user_id || sent.exampleId !== example_id || sent.timeMs !== time_ms)
      lost.push(`attempt ${attempt_key} is stored otherwise than it was sent`);
    if (stored.has(attempt_key)) lost.push(`attempt ${attempt_key} is stored twice`);
    stored.add(attempt_key);
    const key = `${user_id}/${example_id}`;
    times.set(key, Math.min(times.get(key) ?? Number.POSITIVE_INFINITY, time_ms ?? 0));
  }
  for (const { attemptId, isAcknowledged } of ledger.completions.values())
    if (isAcknowledged && !stored.has(attemptId)) lost.push(`attempt ${attemptId} is missing`);
  for (const [key, best] of times)
    if (rows.get(key)?.best_time_ms !== best)
      lost.push(`the best time of ${key} is not that of its attempts`);
  for (const [key, { best_time_ms }] of rows)
    if (best_time_ms !== null && !times.has(key)) lost.push(`${key} has a best time without an attempt`);

  lost.push(...(await missingEvidence(db, ledger)));
  const courses = await db.selectFrom("course").select(["id", "title"]).execute();
  for (const [id, { acknowledged, sent }] of ledger.titles) {
    const number = Number(courses.find((course) => course.id === id)?.title.split(" ")[1] ?? -1);
    if (number < acknowledged || number > sent)
      lost.push(`course ${id}: title ${number} is stored, ${acknowledged} was acknowledged`);
  }
  const accounts = await db.selectFrom("account").select("email").execute();
  const emails = new Set(accounts.map(({ email }) => email));
  for (const email of ledger.accounts) if (!emails.has(email)) lost.push(`the account ${email} is missing`);
  expect(lost).toEqual([]);
}

/**
 * What was acknowledged of a time's check is stored, with its log; the best checked time is that of the stored attempts;
 * and of the runs of a learner the fastest and the fastest checked one are kept.
 */
async function missingEvidence(db: Read, ledger: Ledger): Promise<readonly string[]> {
  const lost: string[] = [];
  const learners = [...ledger.learners];
  const attempts = await db.selectFrom("attempt").selectAll().where("user_id", "in", learners).execute();
  const runs = await db.selectFrom("run").selectAll().where("user_id", "in", learners).execute();
  const progress = await db.selectFrom("progress").selectAll().where("user_id", "in", learners).execute();
  const runOf = new Map(runs.map((run) => [run.attempt_key, run]));
  for (const { attempt_key, checked, unchecked_because } of attempts) {
    const { typed = null, answer = null } = ledger.completions.get(attempt_key) ?? {};
    const run = runOf.get(attempt_key);
    if (answer && (answer.checked !== (checked === 1) || answer.because !== unchecked_because))
      lost.push(
        `${attempt_key} was acknowledged as ${String(answer.because)}, but is stored as ${unchecked_because}`,
      );
    // The machine may be too busy to replay it in time.
    const because = typed ? [null, "start", "late", "busy"] : ["none"];
    if (!because.includes(unchecked_because)) lost.push(`${attempt_key} is unchecked: ${unchecked_because}`);
    const log = run && logToText(run.log);
    if (log !== (unchecked_because === "busy" ? undefined : typed?.log))
      lost.push(`the log of ${attempt_key} is not the one that was sent`);
    if (run && run.unchecked_because !== unchecked_because) lost.push(`${attempt_key} and its run differ`);
  }
  if (runs.length > attempts.length) lost.push("there is a run without its attempt");
  const fastest = (rows: readonly { readonly time_ms: number | null }[]) =>
    rows.reduce<number | null>((best, { time_ms }) => Math.min(best ?? time_ms ?? 0, time_ms ?? 0), null);
  for (const { user_id, example_id, checked_best_ms } of progress) {
    const own = <Row extends { user_id: number; example_id: number }>(rows: readonly Row[]) =>
      rows.filter((row) => row.user_id === user_id && row.example_id === example_id);
    const [mine, typed] = [own(attempts), own(runs)];
    if (fastest(mine.filter(({ checked }) => checked === 1)) !== checked_best_ms)
      lost.push(`the best checked time of ${user_id}/${example_id} is not that of its attempts`);
    for (const which of [typed, typed.filter(({ checked }) => checked === 1)])
      if (fastest(which) !== fastest(which.filter(({ kept }) => kept === 1)))
        lost.push(`the fastest run of ${user_id}/${example_id} is not kept`);
    if (typed.filter(({ kept }) => kept === 1).length > 2)
      lost.push(`${user_id}/${example_id} keeps too much`);
  }
  return lost;
}

class RollBack extends Error {}

/** A recount changes no row of the derived tables. It is rolled back. */
async function expectRecounted(store: Store): Promise<void> {
  let before: unknown;
  let after: unknown;
  await store
    .write(
      async (tx) => {
        before = await rowsOf(tx);
        await recount(tx);
        after = await rowsOf(tx);
        throw new RollBack();
      },
      { long: true },
    )
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  expect(before).toEqual(after);
}

async function rowsOf(db: Read): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of derivedTables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    // A count that went back to nothing is as good as none.
    found[table] = rows
      .filter((row) => !("n" in row && Number(row.n) === 0))
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return found;
}
