// What constructs cost learners, by month, and how often they were hidden. Every change is a sum, so that runs may arrive
// in any order.

import { type CompiledQuery, sql } from "kysely";
import { noteUncounted } from "../statistics/construct-totals.ts";
import { costFigures, digitsOfFigure, digitsOfRecord } from "./cost-records.ts";
import { preparedInsert, preparedQuery } from "../prepared-query.ts";
import type { SlipTable } from "../memory-tables.ts";
import type { Tx } from "../store.ts";

/** What a run cost. A construct is named by its `position` in the example. */
export type RunCosts = {
  /** Of the code and by the rules of these versions. */
  readonly codeVersion: number;
  readonly syntaxVersion: number;
  /** A record for each construct of the example, in their order (`cost-records.ts`). */
  readonly records: string;
  readonly slips: readonly RunSlip[];
};
type RunSlip = { readonly position: number; readonly typed: string; readonly n: number };

type OfRun = {
  readonly userId: number;
  readonly exampleId: number;
  readonly language: string;
  readonly month: number;
};

/** Adds a run to its month. Adds nothing when the constructs of the example are not those of these versions. */
export async function addCosts(
  tx: Tx,
  { userId, exampleId, language, month }: OfRun,
  run: RunCosts,
): Promise<void> {
  await noteUncounted(tx, { userId });
  await addRecords(tx, { userId, exampleId, language, month, ...run });
  if (run.slips.length === 0) return;
  const ids = new Map(
    (await selectIds(tx, { exampleId, ...run })).rows.map(({ position, id }) => [position, id]),
  );
  const rows = run.slips.flatMap(({ position, typed, n }): SlipTable[] => {
    const id = ids.get(position);
    return id === undefined
      ? []
      : [{ user_id: userId, language, month, expected_construct_id: id, typed, n }];
  });
  // In one order, so that two runs of a learner that arrive at once cannot deadlock.
  await insertSlips(
    tx,
    rows.toSorted(
      (one, other) =>
        one.expected_construct_id - other.expected_construct_id || (one.typed < other.typed ? -1 : 1),
    ),
  );
}

type Records = OfRun & Omit<RunCosts, "slips">;

const addRecords = preparedQuery<Records, never>((db, value) => {
  const figureAt = (index: number) => sql`cast(substr(cast(${value("records")} as text),
    1 + ${sql.lit(digitsOfFigure)} * (${sql.lit(costFigures.length)} * example_construct.position + ${sql.lit(index)}),
    ${sql.lit(digitsOfFigure)}) as integer)`;
  const sums = costFigures.map(
    (figure) => sql`${sql.ref(figure)} = cost.${sql.ref(figure)} + excluded.${sql.ref(figure)}`,
  );
  return sql<never>`
    insert into cost (user_id, language, construct_id, month, ${sql.join(costFigures.map((figure) => sql.ref(figure)))})
    select cast(${value("userId")} as integer), cast(${value("language")} as text), example_construct.construct_id,
      cast(${value("month")} as integer), ${sql.join(costFigures.map((_, index) => figureAt(index)))}
    from example_construct
    join example_syntax on example_syntax.example_id = example_construct.example_id
      and example_syntax.code_version = ${value("codeVersion")}
      and example_syntax.syntax_version = ${value("syntaxVersion")}
    where example_construct.example_id = ${value("exampleId")}
      and length(cast(${value("records")} as text)) >= ${sql.lit(digitsOfRecord)} * (example_construct.position + 1)
    order by example_construct.construct_id
    on conflict (user_id, month, language, construct_id) do update set ${sql.join(sums)}`.compile(db);
});

type Hidden = OfRun & {
  /** Of each construct of the example, in the order of the text: whether it was hidden, and whether it was shown then. */
  readonly asked: readonly ("none" | "hidden" | "shown")[];
};

const letters = { none: "-", hidden: "h", shown: "s" } as const;

/** Adds the constructs that a run from memory asked to its month. */
export async function addHidden(
  tx: Tx,
  { userId, exampleId, language, month, asked }: Hidden,
): Promise<void> {
  await noteUncounted(tx, { userId });
  const text = asked.map((one) => letters[one]).join("");
  await insertHidden(tx, { userId, exampleId, language, month, asked: text });
}

const insertHidden = preparedQuery<OfRun & { readonly asked: string }, never>((db, value) => {
  const letter = sql`substr(cast(${value("asked")} as text), 1 + position, 1)`;
  return sql<never>`
    insert into cost (user_id, language, construct_id, month, places, slips, ms, characters, hidden, shown)
    select cast(${value("userId")} as integer), cast(${value("language")} as text), construct_id,
      cast(${value("month")} as integer), 0, 0, 0, 0, 1, case when ${letter} = 's' then 1 else 0 end
    from example_construct
    where example_id = ${value("exampleId")} and ${letter} in ('h', 's')
    order by construct_id
    on conflict (user_id, month, language, construct_id) do update set
      hidden = cost.hidden + excluded.hidden, shown = cost.shown + excluded.shown`.compile(db);
});

type OfVersions = Pick<Records, "exampleId" | "codeVersion" | "syntaxVersion">;

const selectIds = preparedQuery<OfVersions, { position: number; id: number }>((db, value) =>
  db
    .selectFrom("example_construct")
    .innerJoin("example_syntax", "example_syntax.example_id", "example_construct.example_id")
    .select(["example_construct.position", "example_construct.construct_id as id"])
    .where("example_construct.example_id", "=", value("exampleId"))
    .where("example_syntax.code_version", "=", value("codeVersion"))
    .where("example_syntax.syntax_version", "=", value("syntaxVersion"))
    .compile(),
);

const insertSlips = preparedInsert<SlipTable, never>(
  ["user_id", "language", "month", "expected_construct_id", "typed", "n"],
  (db, rows) =>
    db
      .insertInto("slip")
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "month", "language", "expected_construct_id", "typed"])
          .doUpdateSet((eb) => ({ n: eb("slip.n", "+", eb.ref("excluded.n")) })),
      )
      .compile() as CompiledQuery<never>,
);
