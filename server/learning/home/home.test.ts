// GET /courses/home: where a learner goes on, their week, what is due, and their last runs.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../../test/harness.ts";
import { plantCourse } from "../../test/plant-course.ts";

/** Friday, 27 November 2026, at noon UTC. */
const now = Date.UTC(2026, 10, 27, 12);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let count = 0;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
  });
  beforeEach(async () => {
    harness.clock.now = now;
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    mira = await harness.register(`mira${(count += 1)}`);
  });
  afterAll(() => harness.close());

  const home = (zone?: string, person = mira) => person.client("getHome", { query: { zone } });

  test("a newcomer gets the first example to type, the courses, and nothing of reviews", async () => {
    const { example, lesson, courseId } = await plantCourse(harness.store, {
      title: "Rust",
      lessons: { One: { first: ["a", "b"] } },
    });
    const { courses, ...rest } = await home();
    expect(rest).toEqual({
      continue: {
        ...{ exampleId: example("a"), lessonId: lesson("One"), title: "a", lesson: "One", chapter: "first" },
        ...{ course: "Rust", place: 1, of: 2, language: "javascript", lines: ["const a = 1;"], tokens: null },
      },
      today: "2026-11-27",
      week: ["23", "24", "25", "26", "27", "28", "29"].map((day) => ({ day: `2026-11-${day}`, ms: 0 })),
      ...{
        streak: 0,
        kept_by_day_off: null,
        goalMinutes: null,
        due: 0,
        next_due_day: null,
        has_cards: false,
      },
      runs: [],
    });
    expect(courses).toEqual([
      {
        ...{ id: courseId, title: "Rust", description: "", difficulty_level: "beginner", total_examples: 2 },
        ...{ lines: ["const a = 1;"], tokens: null },
      },
    ]);
  });

  test("without a published course there is nothing to continue with, and no course", async () => {
    await plantCourse(harness.store, { published: false, lessons: { One: { first: ["a"] } } });
    expect(await home()).toMatchObject({ continue: null, courses: [], runs: [] });
  });
});
