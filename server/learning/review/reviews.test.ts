// The calls that say what is due, which examples ask it, and what is known.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteContent, moveContent } from "../../store/content/content-changes.ts";
import { clearAll } from "../../test/clear-all.ts";
import { openers, openServer, type Person, type TestServer } from "../../test/harness.ts";
import { plantConstructs } from "../../test/memory-runs.ts";
import { type PlantedCard, plantCards } from "../../test/plant-cards.ts";
import { plantCourse, type Planted } from "../../test/plant-course.ts";

const dayMs = 86_400_000;
const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
/** A number in every name, since constructs belong to no test. */
let made = 0;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let admin: Person;
  let course: Planted;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    admin = await harness.registerAdmin("root");
  });
  beforeEach(async () => {
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    course = await plantCourse(harness.store, {
      title: `Course ${++made}`,
      lessons: { One: { A: ["a", "b"] }, Two: { B: ["c"] } },
    });
  });
  afterAll(() => harness.close());

  const today = () => Math.floor(harness.clock.now / dayMs);
  const dueCount = (zone?: string) => mira.client("getDueCount", { query: { zone } });
  const review = (zone?: string) => mira.client("getReview", { query: { zone } });
  const complete = (title: string, of = course) =>
    mira.client("completeExample", {
      params: { exampleId: of.example(title) },
      body: { status: "completed", time_ms: 5_000 },
    });
  /** Gives an example these many constructs of its own; returns their ids. */
  async function construct(title: string, count = 1, of = course): Promise<number[]> {
    const names = Array.from({ length: count }, () => `n${++made}`);
    const places = (i: number) => [[i % 12, (i % 12) + 1]];
    const ids = await plantConstructs(
      harness.store,
      of.example(title),
      names.map((name, i) => ({ name, places: places(i), family: "javascript" })),
    );
    return names.map((name) => ids[name] as number);
  }
  const cards = (...all: readonly PlantedCard[]) => plantCards(harness.store, mira.id, all);
  const graded = (constructId: number, due: number, more: object = {}): PlantedCard => ({
    ...{ constructId, metDay: today() - 50 },
    graded: { due, ...more },
  });
  const fresh = (constructId: number, metDay = today() - 1): PlantedCard => ({ constructId, metDay });
  const forget = (ids: readonly number[]) =>
    harness.store.write((tx) =>
      tx.deleteFrom("memory").where("user_id", "=", mira.id).where("construct_id", "in", ids).execute(),
    );

  describe("the number due", () => {
    test("is none for a learner without cards", async () => {
      expect(await dueCount()).toEqual({ due: 0, next_due_day: null, has_finished: false });
      expect(await review()).toEqual({
        ...{ due: 0, waiting: 0, streak: 0, has_reviewed: false, session: [] },
        week: Array.from({ length: 7 }, (_, i) => ({ day: text(today() + i), due: 0 })),
        ...{ next_due_day: null, next_due: 0 },
      });
    });

    test("comes with whether any example was ever finished, also an unpublished or deleted one", async () => {
      const finished = async () => (await dueCount()).has_finished;
      const save = (isComplete: boolean) =>
        mira.client("saveProgress", {
          body: {
            ...{ exampleId: course.example("b"), progress: isComplete ? 100 : 40, accuracy: 90, errors: 1 },
            ...{ timeMs: 900, isComplete },
          },
        });
      await save(false);
      expect(await finished()).toBe(false);
      await save(true);
      expect(await finished()).toBe(true);
      await expect(
        (await harness.register(`ben-${++made}`)).client("getDueCount", { query: {} }),
      ).resolves.toEqual({
        ...{ due: 0, next_due_day: null, has_finished: false },
      });
      await admin.client("adminUpdateCourse", {
        params: { courseId: course.courseId },
        body: { published: false },
      });
      expect(await finished()).toBe(true);
      await harness.store.write((tx) => deleteContent(tx, "course", course.courseId));
      await clearAll(harness.store);
      expect(
        await harness.store.read((db) =>
          db.selectFrom("progress").selectAll().where("user_id", "=", mira.id).execute(),
        ),
      ).toEqual([]);
      expect(await dueCount()).toEqual({ due: 0, next_due_day: null, has_finished: true });
    });

    test("says that an example was finished also for completions before days of practice were kept", async () => {
      await complete("b");
      await harness.store.write(async (tx) => {
        await tx.deleteFrom("practice_day").where("user_id", "=", mira.id).execute();
        await tx.deleteFrom("memory").where("user_id", "=", mira.id).execute();
      });
      expect(await dueCount()).toEqual({ due: 0, next_due_day: null, has_finished: true });
    });

    test("has the cards whose day has come, by the learner's calendar", async () => {
      const [late, now, tomorrow] = (await construct("a", 3)) as [number, number, number];
      await complete("a");
      await forget([late, now, tomorrow]);
      await cards(graded(late, today() - 30), graded(now, today()), graded(tomorrow, today() + 1));
      expect(await dueCount()).toEqual({ due: 2, next_due_day: text(today() + 1), has_finished: true });
      expect(await dueCount("Europe/Berlin")).toEqual({
        due: 2,
        next_due_day: text(today() + 1),
        has_finished: true,
      });
      // Noon in UTC is the next day in Kiritimati.
      expect(await dueCount("Pacific/Kiritimati")).toEqual({
        due: 3,
        next_due_day: null,
        has_finished: true,
      });
    });

    test("counts by the zone of the last run when the request names none, and an unknown one as UTC", async () => {
      const [id] = (await construct("a")) as [number];
      await mira.client("saveProgress", {
        body: {
          ...{ exampleId: course.example("a"), progress: 100, accuracy: 100, errors: 0, timeMs: 5_000 },
          ...{ isComplete: true, zone: "Pacific/Kiritimati" },
        },
      });
      await forget([id]);
      await cards(graded(id, today() + 1));
      expect((await dueCount()).due).toBe(1);
      expect((await dueCount("Europe/Berlin")).due).toBe(0);
      for (const zone of ["Nowhere/City", "", "x".repeat(10_000), "UTC\u0001", "../../etc"])
        expect(await dueCount(zone), zone).toMatchObject({ due: 0 });
    });

    test("has twelve new ones a day at most, less those first graded today, and never fewer than none", async () => {
      const ids = await construct("a", 40);
      await complete("a");
      await forget(ids);
      const days = (day: number) => [{ day, grade: "good" as const }];
      const begun = (id: number) => graded(id, today() + 3, { days: days(today()) });
      await cards(...ids.slice(0, 20).map((id) => fresh(id)));
      expect(await dueCount()).toEqual({ due: 12, next_due_day: text(today() + 1), has_finished: true });
      await cards(...ids.slice(20, 25).map(begun));
      expect((await dueCount()).due).toBe(7);
      await cards(...ids.slice(25, 40).map(begun));
      expect(await dueCount()).toEqual({ due: 0, next_due_day: text(today() + 1), has_finished: true });
      // The next day has twelve of its own.
      expect((await dueCount("Pacific/Kiritimati")).due).toBe(12);
    });

    test("does not have what was met today, which comes tomorrow", async () => {
      await construct("a", 3);
      await complete("a");
      expect(await dueCount()).toEqual({ due: 0, next_due_day: text(today() + 1), has_finished: true });
      const { week, next_due, next_due_day } = await review();
      expect([week[0]?.due, week[1]?.due, next_due, next_due_day]).toEqual([0, 3, 3, text(today() + 1)]);
      expect(await dueCount("Pacific/Kiritimati")).toEqual({
        due: 3,
        next_due_day: null,
        has_finished: true,
      });
    });

    test("has the same next day as the review, also of what was met in a zone that is a day ahead", async () => {
      const ids = await construct("a", 3);
      await mira.client("saveProgress", {
        body: {
          ...{ exampleId: course.example("a"), progress: 100, accuracy: 100, errors: 0, timeMs: 5_000 },
          ...{ isComplete: true, zone: "Pacific/Kiritimati" },
        },
      });
      for (const [zone, day] of [
        ["Europe/Berlin", today() + 2],
        ["Pacific/Kiritimati", today() + 2],
      ] as const) {
        const { next_due_day, next_due } = await review(zone);
        expect([next_due_day, next_due]).toEqual([text(day), 3]);
        expect(await dueCount(zone)).toEqual({ due: 0, next_due_day, has_finished: true });
      }
      // A graded one may come before.
      await forget(ids.slice(0, 1));
      await cards(graded(ids[0] as number, today() + 1));
      const { next_due_day } = await review("Europe/Berlin");
      expect(await dueCount("Europe/Berlin")).toEqual({ due: 0, next_due_day, has_finished: true });
      expect(next_due_day).toBe(text(today() + 1));
    });
  });

  describe("what no completed example has", () => {
    test("waits: it is in no count, and takes no place of the twelve", async () => {
      const waiting = await construct("b", 30);
      const ids = await construct("a", 5);
      await complete("a");
      await forget(ids);
      // Met long before the others.
      await cards(...waiting.slice(0, 20).map((id) => fresh(id, today() - 9)));
      await cards(...waiting.slice(20).map((id) => graded(id, today())));
      await cards(...ids.map((id) => fresh(id)));
      expect(await dueCount()).toEqual({ due: 5, next_due_day: null, has_finished: true });
      const { due, waiting: counted, session, week } = await review();
      // Ten that were graded, and of the new ones as many as would still come today.
      expect([due, counted, week[1]?.due]).toEqual([5, 10 + 7, 0]);
      expect(session).toEqual([
        { exampleId: course.example("a"), lessonId: course.lesson("One"), way: "gaps" },
      ]);
    });

    test("counts at once when an example that has it is completed", async () => {
      const [id] = (await construct("b")) as [number];
      await cards(graded(id, today()));
      expect((await review()).waiting).toBe(1);
      expect((await dueCount()).due).toBe(0);
      await complete("b");
      expect((await dueCount()).due).toBe(1);
      expect((await review()).waiting).toBe(0);
    });

    const changes: Record<string, { hide: () => Promise<unknown>; show?: () => Promise<unknown> }> = {
      "its course is unpublished": {
        hide: () => publish(false),
        show: () => publish(true),
      },
      "its example is deleted": {
        hide: () => harness.store.write((tx) => deleteContent(tx, "example", course.example("a"))),
      },
      "its chapter is deleted": {
        hide: () => harness.store.write((tx) => deleteContent(tx, "chapter", course.chapter("A"))),
      },
      "its lesson is deleted": {
        hide: () => harness.store.write((tx) => deleteContent(tx, "lesson", course.lesson("One"))),
      },
      "its course is deleted": {
        hide: () => admin.client("adminDeleteCourse", { params: { courseId: course.courseId } }),
      },
      "its lesson is moved into a course that is not published, and back": {
        hide: async () => {
          const other = await plantCourse(harness.store, { published: false, lessons: {} });
          await harness.store.write((tx) => moveContent(tx, "lesson", course.lesson("One"), other.courseId));
        },
        show: () =>
          harness.store.write((tx) => moveContent(tx, "lesson", course.lesson("One"), course.courseId)),
      },
      "its code no longer has it": {
        hide: () => construct("a"),
      },
    };
    const publish = (published: boolean) =>
      admin.client("adminUpdateCourse", { params: { courseId: course.courseId }, body: { published } });

    test.each(Object.keys(changes))("is what %s", async (name) => {
      const [one, two] = (await construct("a", 2)) as [number, number];
      await complete("a");
      await forget([one, two]);
      await cards(graded(one, today()), fresh(two));
      const due = async () => {
        const [count, all] = [await dueCount(), await review()];
        expect(all.due).toBe(count.due);
        return [all.due, all.waiting, all.session.length];
      };
      expect(await due()).toEqual([2, 0, 1]);
      await changes[name]?.hide();
      expect(await due()).toEqual([0, 2, 0]);
      if (changes[name]?.show === undefined) return;
      await changes[name].show();
      expect(await due()).toEqual([2, 0, 1]);
    });

    test("is not what another completed example has, nor what was completed before an edit of the code", async () => {
      const [id] = (await construct("a")) as [number];
      await complete("a");
      await forget([id]);
      await cards(graded(id, today()));
      await admin.client("adminUpdateExample", {
        params: { exampleId: course.example("a") },
        body: { code_content: "const other = 2;" },
      });
      expect((await dueCount()).due).toBe(1);
      await complete("c");
      const row = { example_id: course.example("c"), construct_id: id, position: 0, places: "[[0,5]]" };
      await plantConstructs(harness.store, course.example("c"), []);
      await harness.store.write((tx) => tx.insertInto("example_construct").values(row).execute());
      await harness.store.write((tx) => deleteContent(tx, "example", course.example("a")));
      expect((await dueCount()).due).toBe(1);
    });

    test("is not what other learners completed", async () => {
      const [id] = (await construct("a")) as [number];
      await admin.client("completeExample", {
        params: { exampleId: course.example("a") },
        body: { status: "completed", time_ms: 5_000 },
      });
      await cards(graded(id, today()));
      expect(await dueCount()).toEqual({ due: 0, next_due_day: null, has_finished: false });
    });
  });

  describe("the days ahead", () => {
    test("have what comes on each, overdue ones today only, and the first day on which any comes", async () => {
      const ids = await construct("a", 10);
      await complete("a");
      await forget(ids);
      const on = [-3, 0, 1, 1, 4, 6, 7, 7, 30];
      await cards(...on.map((days, i) => graded(ids[i] as number, today() + days)));
      const { week, due, next_due, next_due_day } = await review();
      expect(week).toEqual([2, 2, 0, 0, 1, 0, 1].map((n, i) => ({ day: text(today() + i), due: n })));
      expect([due, next_due, next_due_day]).toEqual([2, 2, text(today() + 1)]);
      await forget(ids.slice(2, 6));
      expect(await review()).toMatchObject({ next_due: 2, next_due_day: text(today() + 7) });
      expect((await dueCount()).next_due_day).toBe(text(today() + 7));
    });

    test("have what is left of the new ones, twelve a day", async () => {
      const ids = await construct("a", 33);
      await complete("a");
      await forget(ids);
      await cards(
        ...ids.slice(0, 30).map((id) => fresh(id)),
        ...ids.slice(30).map((id) => fresh(id, today())),
      );
      const { week, due, next_due } = await review();
      expect(week.map((one) => one.due)).toEqual([12, 12, 9, 0, 0, 0, 0]);
      expect([due, next_due]).toEqual([12, 12]);
    });
  });

  describe("a session", () => {
    test("asks new ones in the order of their meeting and ends when nothing due is left", async () => {
      const [a, b] = [await construct("a", 8), await construct("c", 8)];
      await complete("a");
      await complete("c");
      await forget([...a, ...b]);
      await cards(...a.map((id) => fresh(id, today() - 3)), ...b.map((id) => fresh(id, today() - 2)));
      const { session, due } = await review();
      expect(due).toBe(12);
      expect(session.map(({ exampleId }) => exampleId)).toEqual([course.example("a"), course.example("c")]);
      await forget(b);
      expect((await review()).session.map(({ exampleId }) => exampleId)).toEqual([course.example("a")]);
      expect(await review()).toEqual(await review());
    });

    test("has unpublished and deleted examples never, and others of the same constructs in their place", async () => {
      const [id] = (await construct("a")) as [number];
      await plantConstructs(harness.store, course.example("c"), []);
      const row = { example_id: course.example("c"), construct_id: id, position: 0, places: "[[0,1]]" };
      await harness.store.write((tx) => tx.insertInto("example_construct").values(row).execute());
      await complete("a");
      await complete("c");
      await forget([id]);
      await cards(graded(id, today(), { lastExampleId: course.example("c"), stability: 7 }));
      expect((await review()).session).toEqual([
        { exampleId: course.example("a"), lessonId: course.lesson("One"), way: "recall" },
      ]);
      await harness.store.write((tx) => deleteContent(tx, "lesson", course.lesson("One")));
      expect((await review()).session).toEqual([
        { exampleId: course.example("c"), lessonId: course.lesson("Two"), way: "recall" },
      ]);
    });

    test("lasts about five minutes at the speed of the learner's runs from memory", async () => {
      const lessons = Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`L${i}`, { [`C${i}`]: [`e${i}`.padEnd(85, "x")] }]),
      );
      const long = await plantCourse(harness.store, { lessons });
      const titles = Object.values(lessons).flatMap((chapters) => Object.values(chapters).flat());
      for (const title of titles) {
        const [id] = (await construct(title, 1, long)) as [number];
        await complete(title, long);
        await forget([id]);
        await cards(graded(id, today()));
      }
      // 96 characters each: seven in five minutes at 400 ms a character.
      expect((await review()).session).toHaveLength(7);
      const runs = { zone: "UTC", reviews: 1, first_at: 1, last_at: 1, language: "c", user_id: mira.id };
      const days = [
        { ...runs, day: today() - 40, review_ms: 100_000, review_characters: 100 },
        { ...runs, day: today() - 200, review_ms: 0, review_characters: 0 },
      ];
      await harness.store.write((tx) => tx.insertInto("practice_day").values(days).execute());
      expect((await review()).session).toHaveLength(3);
      expect((await review()).has_reviewed).toBe(true);
    });
  });
});
