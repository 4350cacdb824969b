import { prepare } from "@tabstop/engine/example";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Example } from "../flow.ts";
import { createRunner } from "../fold.ts";
import type { CompletedMemoryRun, Way } from "../memory/memory-task.ts";
import type { CompletedRun } from "../result/shown-result.ts";
import {
  foldLesson,
  keyScreen,
  type LessonEffect,
  type LessonEvent,
  type LessonState,
  memoryOn,
  openedLesson,
  resultOn,
} from "./lesson-state.ts";

const run = (exampleId: number, attemptId = `run of ${exampleId}`): CompletedRun => ({
  example: { id: exampleId, title: `Example ${exampleId}`, code_version: 1 } as Example,
  result: { attemptId, timeMs: 1_000, shownMs: 1_000, accuracy: 100, errors: 0, finishedAt: 0 },
  isFirst: true,
  isRecord: true,
  bestBeforeMs: null,
  bestRunBefore: null,
  prepared: prepare("let a;"),
  keystrokes: [],
  fastestMs: null,
  rankBefore: null,
});
const completed = (exampleId: number, at = 0): LessonEvent => ({
  kind: "completed",
  run: run(exampleId),
  at,
});
const remembered = (exampleId: number, way: "gaps" | "recall" = "gaps", at = 0): LessonEvent => ({
  kind: "completed-from-memory",
  run: {
    task: { way, example: { id: exampleId } },
    result: run(exampleId, `memory of ${exampleId}`).result,
  } as CompletedMemoryRun,
  at,
});
const moved = (exampleId: number | null, way: Way = "copy"): LessonEvent => ({
  kind: "moved",
  exampleId,
  way,
});
const inCopy = (exampleId: number) => ({ exampleId, way: "copy" }) as const;
const next = (exampleId: number | null): LessonEvent => ({ kind: "next", exampleId });
const restart: LessonEvent = { kind: "restart" };
const delivered = (attemptId: string): LessonEvent => ({
  kind: "delivered",
  attemptId,
  delivered: { at: 5, times: null, loss: null },
});

function lessonAfter(...events: readonly LessonEvent[]) {
  const effects: LessonEffect[] = [];
  const runner = createRunner<LessonState, LessonEvent, LessonEffect>(
    foldLesson,
    openedLesson(1, "copy"),
    (effect) => effects.push(effect),
  );
  for (const event of events) runner.dispatch(event);
  return { state: runner.state(), effects };
}

test("Next opens the next example, and after the last example requests the next lesson", () => {
  expect(lessonAfter(next(2)).effects).toEqual([{ kind: "open-example", exampleId: 2 }]);
  expect(lessonAfter(next(null), next(null)).effects).toEqual([{ kind: "ask-next-lesson", request: 1 }]);
});
test("the code of a result is looked at until Esc, another run, another example or a failure", () => {
  const see: LessonEvent = { kind: "see-code", slip: 2 };
  const looking = lessonAfter(completed(1), see, { kind: "to-slip", by: 1 }).state;
  expect(looking).toMatchObject({ isAside: true, slip: 3 });
  expect(keyScreen(looking, inCopy(1), 0, { lettersOn: () => true, offersMemory: false }).kind).toBe(
    "result-code",
  );
  const failed: LessonEvent = { kind: "request-failed", request: 1, problem: "Failed", canTryAgain: true };
  for (const events of [
    [{ kind: "to-result" } as const],
    [restart],
    [moved(2)],
    [completed(1)],
    [next(null), failed],
  ])
    expect(lessonAfter(completed(1), see, ...events).state.isAside).toBe(false);
  expect(lessonAfter(see, { kind: "to-slip", by: 1 }).state).toMatchObject({ isAside: false, slip: 0 });
});
test("Try Again removes the result, cancels the end and restarts the typing", () => {
  const { state, effects } = lessonAfter(completed(1), next(null), restart);
  expect([state.result, state.end.kind]).toEqual([null, "none"]);
  expect(effects.map(({ kind }) => kind)).toEqual(["ask-next-lesson", "cancel-request", "restart-typing"]);
});
test("a result is shown on its example only, even before the state knows of the move to another one", () => {
  const { state } = lessonAfter(completed(1));
  expect([resultOn(state, inCopy(1))?.example.id, resultOn(state, inCopy(2))]).toEqual([1, null]);
  expect(lessonAfter(completed(1), moved(2), moved(1)).state.result).toBe(null);
});
test("a result is shown in its way only, and another way of the same example removes it and cancels the end", () => {
  const gaps = { exampleId: 1, way: "gaps" } as const;
  expect(resultOn(lessonAfter(completed(1)).state, gaps)).toBe(null);
  const { state } = lessonAfter(moved(1, "gaps"), remembered(1));
  expect(memoryOn(state, gaps)).not.toBe(null);
  for (const elsewhere of [inCopy(1), { exampleId: 1, way: "recall" } as const, { ...gaps, exampleId: 2 }])
    expect(memoryOn(state, elsewhere)).toBe(null);
  const changed = lessonAfter(moved(1, "gaps"), remembered(1), next(null), moved(1, "recall"));
  expect([changed.state.memory, changed.state.end.kind]).toEqual([null, "none"]);
  expect(changed.effects.map(({ kind }) => kind)).toEqual(["ask-next-lesson", "cancel-request"]);
});
test("Try Again and Next after a run from memory do what they do after Copy", () => {
  const gaps = [moved(1, "gaps"), remembered(1)];
  const again = lessonAfter(...gaps, restart);
  expect([again.state.memory, again.effects]).toEqual([null, [{ kind: "restart-typing" }]]);
  expect(lessonAfter(...gaps, next(2)).effects).toEqual([{ kind: "open-example", exampleId: 2 }]);
  expect(lessonAfter(...gaps, next(null)).effects).toEqual([{ kind: "ask-next-lesson", request: 1 }]);
});
test("a delivery changes only the result of its own run", () => {
  expect(lessonAfter(completed(1), delivered("run of 1")).state.result?.delivered).toMatchObject({ at: 5 });
  const { state } = lessonAfter(completed(1));
  expect(foldLesson(state, delivered("another run")).state).toBe(state);
});
test("a key is handled by the course's end before a result, and by a result before the code", () => {
  const screen = (...events: readonly LessonEvent[]) =>
    keyScreen(lessonAfter(...events).state, inCopy(1), 1_000, { lettersOn: () => true, offersMemory: true });
  const left: LessonEvent = { kind: "code-left" };
  const end: readonly LessonEvent[] = [
    next(null),
    { kind: "next-lesson-known", request: 1, lessonId: null, courseTitle: "JavaScript" },
    { kind: "overlay-loaded", request: 1, at: 700 },
  ];
  expect(screen()).toEqual({ kind: "code" });
  expect(screen(left)).toEqual({ kind: "after-esc", lettersOn: true });
  expect(screen(left, { kind: "code-entered" })).toEqual({ kind: "code" });
  const shown = { kind: "result", sinceShownMs: 600, offersMemory: true };
  expect(screen(left, completed(1, 400))).toEqual(shown);
  const gaps = { exampleId: 1, way: "gaps" } as const;
  const { state } = lessonAfter(moved(1, "gaps"), left, remembered(1, "gaps", 400));
  expect(keyScreen(state, gaps, 1_000, { lettersOn: () => true, offersMemory: true })).toEqual({
    kind: "memory-result",
    sinceShownMs: 600,
  });
  expect(screen(left, completed(1, 400), ...end)).toEqual({
    kind: "course-complete",
    sinceShownMs: 300,
  });
});

const exampleIds = fc.integer({ min: 1, max: 3 });
const requests = fc.integer({ min: 1, max: 4 });
const events: fc.Arbitrary<LessonEvent> = fc.oneof(
  fc.constantFrom<LessonEvent>(restart, { kind: "code-left" }, { kind: "code-entered" }),
  fc.option(exampleIds).map(next),
  fc
    .tuple(fc.option(exampleIds), fc.constantFrom<Way>("copy", "gaps", "recall"))
    .map(([id, way]) => moved(id, way)),
  exampleIds.map((id) => remembered(id)),
  exampleIds.map((id) => completed(id)),
  exampleIds.map((id) => delivered(`run of ${id}`)),
  fc.record({
    kind: fc.constant("next-lesson-known" as const),
    request: requests,
    lessonId: fc.option(fc.constantFrom(8, 9)),
    courseTitle: fc.constant("JavaScript"),
  }),
  fc.record({
    kind: fc.constantFrom("wait-over", "overlay-loaded"),
    request: requests,
    at: fc.constant(5),
  }),
  fc.record({
    kind: fc.constant("request-failed" as const),
    request: requests,
    problem: fc.constant("No network"),
    canTryAgain: fc.constant(true),
  }),
);
const many = fc.array(events, { maxLength: 40 });

test("no sequence of events opens two lessons, unless the learner moved or typed again between them", () => {
  fc.assert(
    fc.property(many, (sequence) => {
      let state = openedLesson(1, "copy");
      let hasOpened = false;
      for (const event of sequence) {
        if (event.kind === "moved" || event.kind === "restart") hasOpened = false;
        const step = foldLesson(state, event);
        for (const { kind } of step.effects) {
          if (kind !== "open-lesson") continue;
          expect(hasOpened).toBe(false);
          hasOpened = true;
        }
        state = step.state;
      }
    }),
  );
});
test("events of an earlier place change nothing after the learner has moved on", () => {
  fc.assert(
    fc.property(many, events, (sequence, late) => {
      const { state } = lessonAfter(...sequence, moved(4), moved(5));
      if (!("request" in late) && late.kind !== "delivered") return;
      const step = foldLesson(state, late);
      expect(step.state).toBe(state);
      expect(step.effects).toEqual([]);
    }),
  );
});
test("after any events a restart removes everything over the stage and cancels all requests", () => {
  fc.assert(
    fc.property(many, (sequence) => {
      const { state } = lessonAfter(...sequence, restart);
      expect([state.result, state.memory, state.end.kind]).toEqual([null, null, "none"]);
    }),
  );
});
