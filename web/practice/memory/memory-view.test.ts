import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryGrade } from "@tabstop/engine/memory/grades";
import type { CompletedMemoryRun, MemoryAnswer, MemoryTask } from "./memory-task.ts";
import { drawnMarks, groupsOf, memoryResultView, panelView, placeMarks, rulerView } from "./memory-view.ts";

const code = "const a = b ?? c;\nconst d = e => e;";
const constructs = [
  [
    1,
    "const",
    [
      [0, 5],
      [18, 23],
    ],
  ],
  [2, "??", [[12, 14]]],
  [3, "=>", [[30, 32]]],
] as const;

/** A task that hides these constructs, in this way. */
const task = (way: "gaps" | "recall", hidden: readonly number[] = [1, 2, 3]) =>
  ({
    way,
    example: {
      ...{ id: 9, title: "Defaults", code_content: code },
      constructs: constructs.map(([id, name, places]) => ({
        ...{ id, name, places, spoken: id === 2 ? "nullish coalescing" : null, kind: "symbol" },
        ...{ due_day: "2026-12-20", hidden: hidden.includes(id) },
      })),
    },
  }) as unknown as MemoryTask;

/** The places of these grades; of one that is not named, nothing is typed yet. */
const placesOf = (grades: Partial<Record<number, MemoryGrade>>) =>
  constructs.flatMap(([constructId, , places]) =>
    places.map((pieces) => ({
      ...{ constructId, pieces },
      grade: grades[constructId] ?? ("good" as const),
      isTyped: grades[constructId] !== undefined,
    })),
  );

const completed = (grades: Record<number, MemoryGrade>, way: "gaps" | "recall" = "gaps") =>
  ({
    task: task(way),
    result: { attemptId: "a", accuracy: 98, errors: 4, shownMs: 72_400, timeMs: 72_400, finishedAt: 0 },
    grades: new Map(Object.entries(grades).map(([id, grade]) => [Number(id), grade])),
    places: placesOf(grades),
    asked: { hidden: [1, 2, 3], shown: [] },
  }) as CompletedMemoryRun;

const answer = (due: Record<number, string>, graded = true): MemoryAnswer => ({
  graded,
  unknown: [],
  constructs: Object.entries(due).map(([id, due_day]) => ({ id: Number(id), grade: "good", due_day })),
});
const today = "2026-11-29";

test("the panel names what was asked and counts what is to come, in Gaps with its width", () => {
  const now = (way: "gaps" | "recall", shown: readonly number[] = []) =>
    panelView({
      ...{ kind: "under-way", task: task(way), shown },
      grades: new Map([
        [1, "hard"],
        [2, "good"],
        [3, "again"],
      ]),
      places: placesOf({ 1: "hard" }),
    });
  expect(now("gaps")).toEqual({
    soFar: [{ id: 1, name: "const", grade: "hard" }],
    toCome: 2,
    widths: [2, 2],
  });
  expect(now("recall")).toMatchObject({ toCome: 2, widths: null });
  // What help has shown was asked, although it is not typed yet.
  expect(now("gaps", [3])).toMatchObject({ soFar: [{ id: 1 }, { id: 3, grade: "again" }], toCome: 1 });
});

test("the groups come shown first, each soonest first, and those without entries are left out", () => {
  const three = { 1: "good", 2: "again", 3: "good" } as const;
  const due = answer({ 1: "2026-12-08", 2: "2026-11-30", 3: "2026-12-05" });
  expect(
    groupsOf(completed(three), due, today).map(({ heading, entries }) => [
      heading,
      entries.map(({ name, when }) => `${name} ${when}`),
    ]),
  ).toEqual([
    ["Shown", ["?? tomorrow"]],
    ["Came back", ["=> in 6 days", "const in 9 days"]],
  ]);
  const [slipped] = groupsOf(completed({ 1: "hard" }), due, today);
  expect(slipped?.heading).toBe("Slipped, then found");
});
test("a construct that the server did not grade keeps its day, and without an answer only what was shown has one", () => {
  const entries = (given: MemoryAnswer | null) =>
    groupsOf(completed({ 1: "good" }), given, today)[0]?.entries;
  expect(entries(answer({}))).toEqual([{ id: 1, name: "const", when: "in 21 days" }]);
  expect(entries(null)).toEqual([{ id: 1, name: "const", when: null }]);
  expect(groupsOf(completed({ 1: "again" }), null, today)[0]?.entries[0]?.when).toBe("tomorrow");
});

test("came back counts constructs, all that had not to be shown", () => {
  const view = memoryResultView(completed({ 1: "hard", 2: "again", 3: "good" }), null);
  expect(view).toMatchObject({ title: "Defaults", cameBack: 2, asked: 3, remark: null });
  expect(view.shown).toEqual({ names: ["??"], sentence: "It comes back tomorrow." });
  expect(view.said).toBe("2 of 3 came back. Shown: question mark, question mark, tomorrow.");
  expect(memoryResultView(completed({ 1: "good" }), null)).toMatchObject({
    shown: null,
    said: "1 of 1 came back.",
  });
  expect(memoryResultView(completed({ 1: "again", 2: "again" }), null).shown?.sentence).toBe(
    "They come back tomorrow.",
  );
});
test("a run in which nothing was hidden, or whose text has been changed, counts for nothing and says so", () => {
  const nothing = memoryResultView(completed({}), null);
  expect(nothing.remark).toBe("Nothing was hidden in this run, so it counts for nothing.");
  expect(nothing.said).toBe(nothing.remark);
  const changed = memoryResultView(completed({ 2: "again" }), answer({}, false));
  expect(changed.remark).toMatch(/^This run counts for nothing: the text of the example has been changed\./);
  // Nothing comes back because of it: each keeps the day that it had.
  expect(changed.shown).toBe(null);
  expect(groupsOf(completed({ 2: "again" }), answer({}, false), today)[0]?.entries[0]?.when).toBe(
    "in 21 days",
  );
});

test("the ruler says each place in the order of the code, and counts many", () => {
  expect(rulerView(completed({ 1: "hard", 2: "again", 3: "good" })).said).toBe(
    "4 hidden places in the order of the code: const slipped, then found, const slipped, then found, nullish coalescing was shown, => came back",
  );
  const many = completed({ 1: "good" });
  const places = Array.from({ length: 40 }, (_, at) => ({
    ...{ constructId: 1, pieces: [at, at + 1], isTyped: true },
    grade: at < 3 ? ("again" as const) : ("good" as const),
  }));
  expect(rulerView({ ...many, places }).said).toBe(
    "40 hidden places in the order of the code: 37 came back, 3 shown",
  );
});
test("marks on the ruler stay on it, in order, and at least 13 px apart in their row", () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 300 });
  fc.assert(
    fc.property(shares, fc.constantFrom(282, 480), (given, width) => {
      const at = given.toSorted((a, b) => a - b);
      const placed = placeMarks(at, width, 13);
      expect(placed.length).toBe(at.length);
      for (const row of new Set(placed.map((mark) => mark.row))) {
        const marks = placed.filter((mark) => mark.row === row);
        for (const [index, { x }] of marks.entries()) {
          expect(x).toBeGreaterThanOrEqual(-1e-6);
          expect(x).toBeLessThanOrEqual(width);
          if (index > 0) expect(x - (marks[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(13 - 1e-6);
        }
      }
    }),
  );
  expect(placeMarks([0.1, 0.5, 0.9], 480, 13)).toEqual([
    { x: 48, row: 0 },
    { x: 240, row: 0 },
    { x: 432, row: 0 },
  ]);
});

test("too many marks for four rows become one for each column, with its worst grade", () => {
  const marks = Array.from({ length: 81 }, (_, index) => ({
    ...{ at: index / 81, grade: index === 5 ? ("again" as const) : ("good" as const) },
  }));
  expect(drawnMarks(marks.slice(0, 80), 20)).toHaveLength(80);
  const drawn = drawnMarks(marks, 20);
  expect(drawn.map(({ grade }) => grade)).toEqual(["good", "again", ...Array(18).fill("good")]);
  expect(drawn.map(({ at }) => at)).toEqual(drawn.map((_, column) => (column + 0.5) / 20));
});
