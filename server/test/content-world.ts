// A server for tests of authoring: an admin, two learners, and before each test a course of three lessons and nothing
// else.

import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { derivedTables, recount } from "../store/results/recount.ts";
import { type Opener, openServer, type Person, type TestServer } from "./harness.ts";
import { type Planted, plantCourse } from "./plant-course.ts";
import { outcome } from "./refusal.ts";

/** An id that no content has. */
export const unusedId = 2 ** 31 - 1;

/** When the course was created, as in responses. */
export const planted = new Date(Date.UTC(2026, 10, 1)).toISOString();

type ContentWorld = {
  harness: TestServer;
  /** An admin. */
  ada: Person;
  mira: Person;
  olu: Person;
  /** The course `First` of lessons One (chapters 1a with examples a and b, 1b with c), Two (2a with d) and Three. */
  at: Planted;
  /** How often new code was reported in this test. */
  codeChanges: number;
};

/** Call this in a `describe`. The fields are set before the tests run. */
export function contentWorld(opener: Opener): ContentWorld {
  const world = { codeChanges: 0 } as ContentWorld;
  beforeAll(async () => {
    world.harness = await openServer(opener, {
      env: { RATE_LIMITS: "off" },
      codeChanged: () => void (world.codeChanges += 1),
    });
    world.ada = await world.harness.registerAdmin("ada");
    world.mira = await world.harness.register("mira");
    world.olu = await world.harness.register("olu");
  });
  afterAll(() => world.harness.close());
  beforeEach(async () => {
    await world.harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    world.codeChanges = 0;
    world.at = await plantCourse(world.harness.store, {
      title: "First",
      lessons: { One: { "1a": ["a", "b"], "1b": ["c"] }, Two: { "2a": ["d"] }, Three: {} },
    });
    world.harness.clock.now += 1_000;
  });
  return world;
}

/** Completes the example of this title. */
export function finish({ at }: ContentWorld, learner: Person, title: string, timeMs: number) {
  return learner.client("completeExample", {
    params: { exampleId: at.example(title) },
    body: { status: "completed", time_ms: timeMs },
  });
}

/** The current time as in responses. */
export function nowText({ harness }: ContentWorld): string {
  return new Date(harness.clock.now).toISOString();
}

export async function expectUnknown(...responses: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.all(responses.map(outcome));
  expect(outcomes).toEqual(responses.map(() => "404 NOT_FOUND"));
}

/** Expects that a recount changes none of the derived tables. */
export async function expectDerivedExact({ harness }: ContentWorld): Promise<void> {
  const derived = () =>
    harness.store.read(async (db) => {
      const all: Record<string, string[]> = {};
      for (const table of derivedTables)
        all[table] = (await db.selectFrom(table).selectAll().execute())
          .map((row) => JSON.stringify(row, Object.keys(row).sort()))
          .sort();
      return all;
    });
  const stored = await derived();
  await harness.store.write(recount);
  expect(stored).toEqual(await derived());
}
