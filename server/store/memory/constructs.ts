// The dictionary of constructs, and which of them each example has, at which places.

import type { constructKinds } from "@tabstop/contract/vocabulary";
import { sql } from "kysely";
import { coverageChanged, taughtChanged } from "../coverage-version.ts";
import type { Read, Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

/** A construct as the rules find it. */
export type FoundConstruct = {
  readonly family: string;
  readonly name: string;
  readonly kind: (typeof constructKinds)[number];
  /** Where the text has it: lists of starts and ends in UTF-16 units. */
  readonly places: readonly (readonly number[])[];
};

/** What to find constructs in. */
export type ExampleText = {
  readonly example_id: number;
  readonly code_version: number;
  readonly language: string;
  readonly code: string;
  /** JSON of the colours of the text; null when its language has none, or they are not computed yet. */
  readonly runs: string | null;
  /** By which version of the rules its constructs were found; null when those of this code were not. */
  readonly syntax_version: number | null;
};

/** The text of an example; null when there is no such example. */
export async function exampleText(db: Read, exampleId: number): Promise<ExampleText | null> {
  const { rows } = await sql<ExampleText>`
    select example.id as example_id, example.code_version, example.language, example.code_content as code,
      highlight.runs, example_syntax.syntax_version
    from example
    left join highlight
      on highlight.code_hash = example.code_hash and highlight.language = example.language
    left join example_syntax
      on example_syntax.example_id = example.id and example_syntax.code_version = example.code_version
    where example.id = ${exampleId}`.execute(db);
  return rows[0] ?? null;
}

export type FoundInExample = Pick<ExampleText, "example_id" | "code_version" | "language"> & {
  readonly constructs: readonly FoundConstruct[];
};

/**
 * Stores the constructs of some examples in place of those that they had. An example whose code or language has changed
 * since, that is gone, or that a newer version of the rules has filled, stays as it is.
 *
 * A completion locks its example for share (`lockTarget`), this for update. So it either sees these rows and makes the
 * cards itself, or its learner is found by `meetEarlier`, for which each example gets a mark.
 */
export async function saveConstructs(
  tx: Tx,
  examples: readonly FoundInExample[],
  version: number,
): Promise<void> {
  const merged = examples.map((example) => ({ ...example, constructs: byName(example.constructs) }));
  const ids = await constructIds(
    tx,
    merged.flatMap(({ constructs }) => constructs),
  );
  const changes = new Set<Change>();
  for (const example of merged.toSorted((a, b) => a.example_id - b.example_id)) {
    await yieldToEventLoop();
    changes.add(await saveExample(tx, example, version, ids));
  }
  if (changes.has("of completed")) await coverageChanged(tx);
  else if (changes.has("of others")) await taughtChanged(tx);
}

type Ids = ReadonlyMap<string, number>;

/** Whether an example that learners have completed has other constructs now, or another one has, or their order changed. */
type Change = "none" | "of completed" | "of others";

async function saveExample(
  tx: Tx,
  { example_id, code_version, language, constructs }: FoundInExample,
  version: number,
  ids: Ids,
): Promise<Change> {
  const current = await tx
    .selectFrom("example")
    .select(["code_version", "language"])
    .where("id", "=", example_id)
    .forUpdate()
    .executeTakeFirst();
  if (current?.code_version !== code_version || current.language !== language) return "none";
  const before = await tx
    .selectFrom("example_syntax")
    .select(["code_version", "syntax_version", "met_after_user_id"])
    .where("example_id", "=", example_id)
    .executeTakeFirst();
  const isSameCode = before?.code_version === code_version;
  if (isSameCode && before.syntax_version > version) return "none";
  const had = await tx
    .selectFrom("example_construct")
    .select(["construct_id", "position"])
    .where("example_id", "=", example_id)
    .execute();
  const known = new Map(had.map((row) => [row.construct_id, row.position]));
  const inForms = startsOfForms(constructs);
  const rows = constructs.map(({ family, name, kind, places }, position) => ({
    ...{ example_id, position, places: JSON.stringify(places) },
    in_forms:
      kind !== "form" && places.every((place) => startsOf(place).some((at) => inForms.has(at))) ? 1 : 0,
    construct_id: ids.get(keyOf({ family, name })) as number,
  }));
  if (known.size > 0) await tx.deleteFrom("example_construct").where("example_id", "=", example_id).execute();
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await tx
      .insertInto("example_construct")
      .values(rows.slice(from, from + rowsPerStatement))
      .execute();
  const isCompleted = await wasCompleted(tx, example_id);
  const hasNew = !isSameCode || rows.some(({ construct_id }) => !known.has(construct_id));
  const marked = {
    ...{ code_version, syntax_version: version },
    met_after_user_id: hasNew ? (rows.length > 0 && isCompleted ? 0 : null) : before.met_after_user_id,
  };
  await tx
    .insertInto("example_syntax")
    .values({ example_id, ...marked })
    .onConflict((conflict) => conflict.column("example_id").doUpdateSet(marked))
    .execute();
  const isOther = rows.length !== known.size || rows.some(({ construct_id }) => !known.has(construct_id));
  if (isOther) return isCompleted ? "of completed" : "of others";
  return rows.every((row) => known.get(row.construct_id) === row.position) ? "none" : "of others";
}

/** Where the pieces of forms begin. */
function startsOfForms(constructs: readonly FoundConstruct[]): ReadonlySet<number> {
  const forms = constructs.filter(({ kind }) => kind === "form");
  return new Set(forms.flatMap(({ places }) => places.flatMap(startsOf)));
}

/** Where the pieces of a place begin. */
function startsOf(place: readonly number[]): readonly number[] {
  return place.filter((_, index) => index % 2 === 0);
}

const rowsPerStatement = 100;

async function wasCompleted(tx: Tx, exampleId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("progress")
    .select("user_id")
    .where("example_id", "=", exampleId)
    .where("completed_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One construct for each family and name: a card knows no kinds. */
function byName(constructs: readonly FoundConstruct[]): readonly FoundConstruct[] {
  const merged = new Map<string, FoundConstruct>();
  for (const construct of constructs) {
    const key = keyOf(construct);
    const same = merged.get(key);
    const places = same === undefined ? construct.places : [...same.places, ...construct.places];
    merged.set(key, { ...(same ?? construct), places: places.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) });
  }
  return [...merged.values()];
}

function keyOf({ family, name }: Pick<FoundConstruct, "family" | "name">): string {
  return `${family}\n${name}`;
}

const namesPerStatement = 100;

/** The ids of constructs in the dictionary; those that it lacks are added. */
async function constructIds(tx: Tx, constructs: readonly FoundConstruct[]): Promise<Ids> {
  const wanted = new Map(constructs.map((construct) => [keyOf(construct), construct]));
  // In one order, so that two servers that add the same ones cannot deadlock.
  const keys = [...wanted.keys()].sort();
  const ids = new Map<string, number>();
  for (let from = 0; from < keys.length; from += namesPerStatement) {
    if (from > 0) await yieldToEventLoop();
    const some = keys.slice(from, from + namesPerStatement).map((key) => wanted.get(key) as FoundConstruct);
    const known = await selectIds(tx, some, ids);
    const missing = some.filter((construct) => known.get(keyOf(construct)) !== construct.kind);
    if (missing.length === 0) continue;
    await tx
      .insertInto("construct")
      .values(missing.map(({ family, name, kind }) => ({ family, name, kind })))
      // A change of rules may make a word a form.
      .onConflict((conflict) =>
        conflict.columns(["family", "name"]).doUpdateSet((eb) => ({ kind: eb.ref("excluded.kind") })),
      )
      .execute();
    await selectIds(tx, missing, ids);
  }
  return ids;
}

/** Puts the ids of those that are in the dictionary into `ids`, and returns their kinds. */
async function selectIds(
  tx: Tx,
  constructs: readonly FoundConstruct[],
  ids: Map<string, number>,
): Promise<ReadonlyMap<string, FoundConstruct["kind"]>> {
  const pairs = constructs.map(({ family, name }) => sql`(${family}, ${name})`);
  const { rows } = await sql<{ id: number; family: string; name: string; kind: FoundConstruct["kind"] }>`
    select id, family, name, kind from construct where (family, name) in (values ${sql.join(pairs)})`.execute(
    tx,
  );
  for (const row of rows) ids.set(keyOf(row), row.id);
  return new Map(rows.map((row) => [keyOf(row), row.kind]));
}
