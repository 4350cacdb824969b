// Copies and runs from memory of several devices, over the real calls: whatever the order, the delays, the repeats and the
// runs at once, the cards are those of a simple model.

import { randomUUID } from "node:crypto";
import { type Grade, grades } from "@tabstop/contract/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refoldAll } from "../../store/memory/cards.ts";
import { deliveryZones, type ModelRun, modelCard, momentNear } from "../../test/card-model.ts";
import { openers, type Person, type TestServer, serverForTest } from "../../test/harness.ts";
import { type Event, memoryBody, memoryLog, placesOf, plantMemoryExample } from "../../test/memory-runs.ts";
import { sentUntilTaken } from "../../test/sent-until-taken.ts";
import { bodyOf, loggedIn, type SentBody, typedRun } from "../../test/typed-runs.ts";
import { dayOf } from "../days/calendar.ts";
import { refoldCard } from "../memory/stored-cards.ts";

/** Examples that share constructs; each of the three has one that another lacks. */
const codes = [
  "let a = b => c;\nlet d = e;\n",
  "let f = 1;\nfor (g of h) i;\n",
  "for (j of k) l => m;\n",
] as const;
const names = ["let", "=>", "for", ";"] as const;
const constructsOf = (code: string) =>
  names.filter((name) => code.includes(name)).map((name) => ({ name, places: placesOf(code, name) }));

const keptMs = 390 * 86_400_000;

const run = fc.record({
  example: fc.nat(2),
  /** By construct; null for one that is not hidden. Without any it is a copy. */
  outcomes: fc.option(fc.tuple(...names.map(() => fc.option(fc.constantFrom(...grades), { freq: 3 }))), {
    freq: 4,
  }),
  hasLog: fc.boolean(),
  zone: fc.constantFrom(...deliveryZones),
  moment: fc.record({
    back: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 380 })),
    // Midnights of the zones, and of UTC.
    quarter: fc.constantFrom(-56, -52, -44, -23, -4, 0, 0, 44, 48),
    ms: fc.constantFrom(-1, 0),
  }),
  /** How long it waited in the outbox of its device. */
  delayMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * 86_400_000 })),
  times: fc.integer({ min: 1, max: 3 }),
});
type Run = (typeof run extends fc.Arbitrary<infer T> ? T : never) & { readonly attemptId: string };
const histories = fc.array(run, { minLength: 3, maxLength: 20, size: "max" });

/** No run ends later. */
const start = Date.UTC(2026, 10, 27, 12);
const endOf = ({ moment }: Pick<Run, "moment">) => Math.max(start - keptMs, momentNear(start, moment));

const usedFor = (one: Run): readonly (Grade | null)[] => {
  const code = codes[one.example] as string;
  return names.map((name, index) => {
    const outcome = one.outcomes?.[index] ?? null;
    if (outcome === null || !code.includes(name)) return null;
    // Only a log shows a wrong try.
    return outcome === "hard" && !one.hasLog ? "good" : outcome;
  });
};

function modelsOf(runs: readonly Run[], exampleIds: readonly number[]) {
  return names.flatMap((name, index) => {
    const its = runs.flatMap((one): ModelRun[] => {
      const code = codes[one.example] as string;
      const grade = usedFor(one)[index] ?? null;
      const isCopy = one.outcomes === null;
      if (isCopy ? !code.includes(name) : grade === null) return [];
      const endedAt = endOf(one);
      const day = dayOf(endedAt, one.zone[1]);
      return [{ day, grade: isCopy ? null : grade, endedAt, exampleId: exampleIds[one.example] ?? 0 }];
    });
    return its.length === 0 ? [] : [{ name, ...modelCard(its) }];
  });
}

describe.each(openers)("$name", (opener) => {
  test("any order, delay, repetition and grouping of deliveries leads to the cards of a simple model", async () => {
    const harness = await serverForTest(opener, { env: { RATE_LIMITS: "off" } });
    const examples: { exampleId: number; ids: Readonly<Record<string, number>> }[] = [];
    for (const code of codes)
      examples.push(await plantMemoryExample(harness.store, code, constructsOf(code)));
    const exampleIds = examples.map(({ exampleId }) => exampleId);
    let learners = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.infiniteStream(fc.nat(1_000)), async (given, chance) => {
        const runs: Run[] = given.map((one) => ({ ...one, attemptId: randomUUID() }));
        const inOrder = await harness.register(`order-${++learners}`);
        for (const one of runs) await deliver(harness, inOrder, one, examples);
        const mixed = await harness.register(`mixed-${learners}`);
        const deliveries = runs
          .flatMap((one) => Array.from({ length: one.times }, () => one))
          .map((one) => [chance.next().value ?? 0, one] as const)
          .sort(([left], [right]) => left - right)
          .map(([, one]) => one);
        // In groups that arrive at once.
        for (let from = 0; from < deliveries.length; ) {
          const size = 1 + ((chance.next().value ?? 0) % 4);
          const group = deliveries.slice(from, from + size);
          harness.clock.now = start + (group[0]?.delayMs ?? 0);
          await Promise.all(group.map((one) => deliver(harness, mixed, one, examples)));
          from += size;
        }
        harness.clock.now = start;
        const expected = modelsOf(runs, exampleIds);
        expect(await cardsOf(harness, inOrder)).toEqual(expected);
        expect(await cardsOf(harness, mixed)).toEqual(expected);
        expect(await historiesOf(harness, mixed)).toEqual(await historiesOf(harness, inOrder));
      }),
      { numRuns: 10 },
    );
    const before = await harness.store.read((db) => db.selectFrom("memory").selectAll().execute());
    expect(await refoldAll(harness.store, refoldCard)).toMatchObject({ changed: 0 });
    expect(await harness.store.read((db) => db.selectFrom("memory").selectAll().execute())).toEqual(before);
  });
});

async function deliver(
  harness: TestServer,
  person: Person,
  one: Run,
  examples: readonly { exampleId: number; ids: Readonly<Record<string, number>> }[],
): Promise<void> {
  const { exampleId, ids } = examples[one.example] ?? { exampleId: 0, ids: {} };
  const code = codes[one.example] as string;
  // The clock does not move while a group arrives.
  const finishedMsAgo = harness.clock.now - endOf(one);
  const common = { attemptId: one.attemptId, zone: one.zone[0], finishedMsAgo };
  const by = await loggedIn(harness, person);
  if (one.outcomes === null) {
    const body: SentBody = bodyOf(exampleId, typedRun(code), { ...common, log: undefined });
    await sentUntilTaken(() => by.client("saveProgress", { body: body as never }));
    return;
  }
  const outcomes = usedFor(one).map((grade, index) => [names[index] as string, grade] as const);
  const idsOf = (which: (grade: Grade) => boolean) =>
    outcomes.flatMap(([name, grade]) => (grade !== null && which(grade) ? [ids[name] ?? 0] : []));
  const events: Record<number, Event[]> = {};
  for (const [name, grade] of outcomes) {
    const [first = 0] = placesOf(code, name)[0] ?? [];
    if (grade === "again") events[first] = ["show"];
    if (grade === "hard") events[first] = [{ wrong: [20] }];
  }
  const body = memoryBody({
    ...common,
    hidden: idsOf(() => true),
    // With a log, that says what was shown.
    shown: one.hasLog ? [] : idsOf((grade) => grade === "again"),
    ...(one.hasLog ? { log: memoryLog(code, events) } : {}),
  });
  await sentUntilTaken(() => by.client("saveReview", { params: { exampleId }, body }));
}

async function cardsOf({ store }: TestServer, { id }: Person) {
  const rows = await store.read((db) =>
    db
      .selectFrom("memory")
      .innerJoin("construct", "construct.id", "memory.construct_id")
      .select(["name", "met_day", "first_day", "last_day", "due_day", "stability", "difficulty", "lapses"])
      .select(["last_at", "last_example_id"])
      .where("user_id", "=", id)
      .execute(),
  );
  const placeOf = ({ name }: { name: string }) => names.indexOf(name as (typeof names)[number]);
  return rows.sort((left, right) => placeOf(left) - placeOf(right));
}

async function historiesOf({ store }: TestServer, { id }: Person) {
  const rows = await store.read((db) =>
    db
      .selectFrom("memory")
      .select(["construct_id", "history"])
      .where("user_id", "=", id)
      .orderBy("construct_id")
      .execute(),
  );
  return rows.map(({ construct_id, history }) => [
    construct_id,
    history && Buffer.from(history).toString("hex"),
  ]);
}
