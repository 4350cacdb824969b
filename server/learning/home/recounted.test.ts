// A learner's home and the figures of courses after random runs and changes of content, against a plain recount.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent, removeTime } from "../../store/content/content-changes.ts";
import { openServer, openers, type Person, type TestServer } from "../../test/harness.ts";
import { plantConstructs, memoryLog, review } from "../../test/memory-runs.ts";
import { plantCourse } from "../../test/plant-course.ts";
import { figuresOf, lastRunsOf, type SentRun, type TriedExample, type TriedRun } from "./test/recount.ts";

const dayMs = 86_400_000;
/** Friday, 27 November 2026, at noon UTC. */
const now = Date.UTC(2026, 10, 27, 12);

const plans = {
  Small: { One: { a: ["a", "bb"], b: ["ccc"] }, Two: { c: ["d"] } },
  Large: {
    First: Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`f${at}`, [0, 1, 2].map((n) => `long${"x".repeat(at * 3 + n)}`)]),
    ),
    // The characters take two UTF-16 units each.
    Last: { l: ["𝑎", "𝑎𝑏𝑐𝑑", "𝑎𝑏𝑐𝑑𝑒𝑓𝑔𝑕"], m: ["tail"] },
    Empty: { n: [] },
  },
  Draft: { Hidden: { h: ["hidden"] } },
} as const;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
  });
  afterAll(() => harness.close());

  async function plantAll(): Promise<TriedExample[]> {
    const all: TriedExample[] = [];
    for (const [course, lessons] of Object.entries(plans)) {
      const planted = await plantCourse(harness.store, { title: course, lessons });
      for (const [lesson, chapters] of Object.entries(lessons))
        for (const title of Object.values<readonly string[]>(chapters).flat())
          all.push({
            ...{ id: planted.example(title), lessonId: planted.lesson(lesson), courseId: planted.courseId },
            ...{ title, lesson, course, code: `const ${title} = 1;` },
            ...{ codeVersion: 1, isShown: true, removedMs: 0 },
          });
    }
    return all;
  }

  const copy = async (person: Person, of: TriedExample, run: TriedRun, attemptId = randomUUID()) =>
    person.client("saveProgress", {
      body: {
        ...{ exampleId: of.id, attemptId, progress: 100, isComplete: true, codeVersion: run.codeVersion },
        ...{ accuracy: run.accuracy, errors: 100 - run.accuracy, timeMs: run.timeMs ?? 5_000 },
        ...{ isTimed: run.timeMs !== null, finishedMsAgo: now - run.endedAt, zone: "Europe/Berlin" },
      },
    });

  test("every figure is that of a plain recount, whatever was changed, removed, deleted or unpublished", async () => {
    const [mira, other] = [await harness.register("mira"), await harness.register("other")];
    const examples = await plantAll();
    let seed = 11;
    const any = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const runs: SentRun[] = [];
    const expectRecounted = async () => {
      const { runs: last } = await mira.client("getHome", { query: {} });
      expect(last).toEqual(lastRunsOf(runs, examples));
      const places = new Map(examples.map(({ courseId, lessonId }) => [lessonId, courseId]));
      for (const courseId of new Set(places.values()))
        if (examples.some((one) => one.courseId === courseId && one.isShown))
          expect(await mira.client("getCourseFigures", { params: { courseId }, query: {} })).toEqual(
            figuresOf(runs, examples, { courseId }),
          );
      for (const [lessonId, courseId] of places)
        if (examples.some((one) => one.lessonId === lessonId && one.isShown))
          expect(
            await mira.client("getCourseFigures", { params: { courseId }, query: { lessonId } }),
          ).toEqual(figuresOf(runs, examples, { courseId, lessonId }));
    };
    for (let step = 0; step < 90; step++) {
      const example = any(examples.length);
      const of = examples[example] as TriedExample;
      if (!of.isShown) continue;
      if (any(12) === 0) {
        of.code = `${of.code}\n// ${"more ".repeat(any(9))}${step}`;
        of.codeVersion += 1;
        of.removedMs = 0;
        for (const one of runs) if (one.example === example) one.canBeBest = false;
        const change = { exampleId: of.id, codeContent: of.code, at: now };
        await harness.store.write((tx) => changeExampleCode(tx, change));
        continue;
      }
      const codeVersion = of.codeVersion - (of.codeVersion > 1 && any(4) === 0 ? 1 : 0);
      const run = {
        // No two runs have the same time, so that one of them is the best.
        ...{ example, timeMs: any(6) === 0 ? null : 5_000 + any(300) * 100 + step, codeVersion },
        // Two of the same millisecond are in the order of their arrival.
        ...{ accuracy: 60 + any(41), endedAt: now - any(9) * dayMs - any(1_440) * 60_000 - step },
      };
      const attemptId = randomUUID();
      await copy(mira, of, run, attemptId);
      if (any(8) === 0) await copy(mira, of, run, attemptId);
      if (any(5) === 0) await copy(other, of, { ...run, timeMs: 4_000 });
      const isOnCode = codeVersion === of.codeVersion;
      runs.push({ ...run, isOnCode, canBeBest: isOnCode && (run.timeMs ?? 0) > of.removedMs });
      const best = runs.filter((one) => one.example === example && one.canBeBest && one.timeMs !== null);
      if (any(9) === 0 && best.length > 0) {
        of.removedMs = Math.min(...best.map(({ timeMs }) => timeMs ?? 0));
        await harness.store.write((tx) => removeTime(tx, { userId: mira.id, exampleId: of.id }, "all"));
        for (const one of best) one.canBeBest = false;
      }
      if (step % 15 === 0) await expectRecounted();
    }
    expect(runs.length).toBeGreaterThan(50);
    await expectRecounted();

    const gone = examples.findIndex(({ title }) => title === "bb");
    await harness.store.write((tx) => deleteContent(tx, "example", examples[gone]?.id ?? 0));
    const draft = examples.filter(({ course }) => course === "Draft");
    for (const one of [examples[gone] as TriedExample, ...draft]) one.isShown = false;
    const hiddenId = draft[0]?.courseId ?? 0;
    await harness.store.write((tx) =>
      tx.updateTable("stored_course").set({ published: 0 }).where("id", "=", hiddenId).execute(),
    );
    await expectRecounted();
    await expect(
      mira.client("getCourseFigures", { params: { courseId: hiddenId }, query: {} }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("week, streak and what is due are those of the other calls, also with runs from memory", async () => {
    const nora = await harness.register("nora");
    const { example, lesson } = await plantCourse(harness.store, { lessons: { L: { C: ["one", "two"] } } });
    const hidden = Object.values(
      await plantConstructs(harness.store, example("one"), [
        { name: "const", kind: "word", places: [[0, 5]] },
        { name: "=", places: [[10, 11]] },
      ]),
    );
    const zones = [
      "Europe/Berlin",
      "Pacific/Kiritimati",
      "America/New_York",
      "UTC",
      "Mars/Olympus",
      undefined,
    ];
    const check = async () => {
      for (const zone of zones) {
        const query = { zone };
        const home = await nora.client("getHome", { query });
        const progress = await nora.client("getProgress", { query });
        const { due, next_due_day } = await nora.client("getDueCount", { query });
        const review = await nora.client("getReview", { query });
        const next = await nora.client("getNextExample");
        expect([home.today, home.streak, home.kept_by_day_off]).toEqual([
          progress.today,
          progress.streak.days,
          progress.streak.off[0] ?? null,
        ]);
        expect([home.streak, home.due, home.next_due_day]).toEqual([review.streak, due, next_due_day]);
        const year = new Map(progress.year.map(({ day, ms }) => [day, ms]));
        expect(home.week.filter(({ day }) => day <= home.today)).toEqual(
          home.week
            .filter(({ day }) => day <= home.today)
            .map(({ day }) => ({ day, ms: year.get(day) ?? 0 })),
        );
        expect(home.week.map(({ day }) => new Date(day).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6, 0]);
        expect(home.week.some(({ day }) => day === home.today)).toBe(true);
        expect([home.continue?.exampleId ?? null, home.continue?.lessonId ?? null]).toEqual([
          next.exampleId,
          next.lessonId,
        ]);
      }
    };
    await check();
    const copied = { codeVersion: 1, accuracy: 95 };
    const run = (title: string, timeMs: number, ago: number) =>
      copy(nora, { id: example(title) } as TriedExample, {
        ...copied,
        example: 0,
        timeMs,
        endedAt: now - ago,
      });
    await run("one", 61_000, 3 * dayMs);
    await check();
    await run("one", 62_000, 2 * dayMs);
    // A day is missed.
    const code = "const one = 1;";
    await review(nora, example("one"), { hidden, log: memoryLog(code), zone: "Europe/Berlin" });
    await run("two", 7_000, 0);
    await check();
    const home = await nora.client("getHome", { query: { zone: "Europe/Berlin" } });
    expect(home).toMatchObject({
      ...{ streak: 3, kept_by_day_off: "2026-11-26", has_cards: true, courses: null },
      continue: { course: "Small" },
      runs: [{ example: "two" }, { example: "one", ms: 62_000 }, { example: "one", ms: 61_000 }],
    });
    expect(home.week.map(({ ms }) => ms)).toEqual([
      0,
      61_000,
      62_000,
      0,
      7_000 + 100 * (code.length - 1),
      0,
      0,
    ]);
    expect(lesson("L")).toBe(home.runs[0]?.lessonId);
  });
});
