import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryGrade } from "@tabstop/engine/memory/grades";
import type { Result } from "../../typing/run.ts";
import { createRunner } from "../fold.ts";
import type { ReviewExample } from "../memory/memory-queries.ts";
import type { CompletedMemoryRun, MemoryTask } from "../memory/memory-task.ts";
import {
  foldReview,
  hasNext,
  hasPrevious,
  type Review,
  type ReviewEffect,
  type ReviewEvent,
  reviewKeyScreen,
  type ReviewState,
  startOfReview,
  ticksOf,
} from "./session-fold.ts";
import { tallyOf } from "./session-items.ts";

const review = (...exampleIds: readonly number[]): Review => ({
  due: exampleIds.length,
  waiting: 0,
  streak: 1,
  has_reviewed: true,
  session: exampleIds.map((exampleId) => ({ exampleId, lessonId: 1, way: "gaps" })),
  week: [],
  next_due_day: null,
  next_due: 0,
});

/** Each example has constructs of its own and the construct 1, which all have. */
const example = (id: number): ReviewExample =>
  ({
    id,
    title: `Example ${id}`,
    constructs: [
      { id: 1, name: "=>" },
      { id: 10 * id, name: `own ${id}` },
    ],
  }) as unknown as ReviewExample;

const completed = (
  task: MemoryTask,
  grades: Readonly<Record<number, MemoryGrade>>,
  attemptId = `run of ${task.example.id}`,
): CompletedMemoryRun => ({
  task,
  result: { attemptId, timeMs: 1_000, shownMs: 1_000, accuracy: 100, errors: 0, finishedAt: 0 } as Result,
  grades: new Map(Object.entries(grades).map(([id, grade]) => [Number(id), grade])),
  places: [],
  asked: { hidden: [1], shown: [] },
});

/** A review with a server that responds at once: `gone` and `failing` are ids of examples. */
function reviewOf(exampleIds: readonly number[]) {
  const gone = new Set<number>();
  const failing = new Set<number>();
  let isHeld = false;
  const effects: ReviewEffect[] = [];
  const runner = createRunner<ReviewState, ReviewEvent, ReviewEffect>(
    foldReview,
    startOfReview,
    (effect, dispatch) => {
      effects.push(effect);
      if (effect.kind === "load-session")
        dispatch({ kind: "session-loaded", request: effect.request, review: review(...exampleIds) });
      if (effect.kind === "load-example" && !isHeld) {
        const { request, exampleId } = effect;
        if (gone.has(exampleId)) dispatch({ kind: "example-gone", request });
        else if (failing.has(exampleId))
          dispatch({ kind: "example-failed", request, problem: "No.", canTryAgain: true });
        else dispatch({ kind: "example-loaded", request, example: example(exampleId) });
      }
    },
  );
  const shownId = () => runner.state().shown?.task.example.id ?? null;
  return {
    ...runner,
    effects,
    gone,
    failing,
    shownId,
    hold: (is: boolean) => {
      isHeld = is;
    },
    finish(grades: Readonly<Record<number, MemoryGrade>> = { 1: "good" }, attemptId?: string) {
      const { shown } = runner.state();
      if (shown === null) throw new RangeError("nothing is on the screen");
      runner.dispatch({ kind: "completed", run: completed(shown.task, grades, attemptId), at: 100 });
    },
    kinds: () => effects.map((effect) => effect.kind),
  };
}

function started(exampleIds: readonly number[], goneIds: readonly number[] = []) {
  const session = reviewOf(exampleIds);
  for (const id of goneIds) session.gone.add(id);
  session.dispatch({ kind: "retry" });
  return session;
}

const next: ReviewEvent = { kind: "next" };
const previous: ReviewEvent = { kind: "previous" };

test("a review asks its examples in order and ends after the last", () => {
  const session = started([7, 8, 9]);
  for (const id of [7, 8, 9]) {
    expect(session.shownId()).toBe(id);
    session.finish();
    session.dispatch(next);
  }
  const { phase, items, shown } = session.state();
  expect([phase, shown]).toEqual([{ kind: "ended", review: undefined }, null]);
  expect(tallyOf(items)).toMatchObject({ done: 3, left: 0 });
  expect(session.kinds().at(-1)).toBe("load-end");
});

test("an example is prefetched while the one before it is on the screen, and again when a run has been graded", () => {
  const session = started([7, 8]);
  expect(session.effects.at(-1)).toEqual({ kind: "prefetch", exampleId: 8 });
  session.finish();
  const delivered = { graded: true, constructs: [], unknown: [] };
  session.dispatch({ kind: "delivered", attemptId: "another run", delivered });
  expect(session.state().result?.delivered).toBeNull();
  session.dispatch({ kind: "delivered", attemptId: "run of 7", delivered });
  expect(session.state().result?.delivered).toBe(delivered);
  expect(session.effects.filter(({ kind }) => kind === "prefetch")).toHaveLength(2);
});

test("nothing due is nothing to ask", () => {
  const session = started([]);
  expect(session.state().phase).toEqual({ kind: "nothing", review: review() });
});

test("an example that has gone is skipped and is in no count", () => {
  const session = started([7, 8, 9], [8]);
  session.finish();
  session.dispatch(next);
  expect(session.shownId()).toBe(9);
  expect(ticksOf(session.state())).toEqual([
    { index: 0, isDone: true, isCurrent: false },
    { index: 2, isDone: false, isCurrent: true },
  ]);
  session.dispatch(previous);
  expect(session.shownId()).toBe(7);
  expect(tallyOf(session.state().items)).toMatchObject({ done: 1, left: 1 });
});

test("the first example may have gone, the last, or all", () => {
  expect(started([7, 8], [7]).shownId()).toBe(8);
  const last = started([7, 8], [8]);
  last.finish();
  last.dispatch(next);
  expect(last.state().phase.kind).toBe("ended");
  expect(started([7, 8], [7, 8]).state().phase).toEqual({ kind: "nothing", review: review(7, 8) });
});

test("when the example on the screen has gone in its other way, another one is opened", () => {
  const session = started([7, 8]);
  session.dispatch(next);
  session.gone.add(8);
  session.dispatch({ kind: "choose-way", way: "recall" });
  expect(session.shownId()).toBe(7);
});

test("a failure leaves the result, and another press of Next tries again", () => {
  const session = started([7, 8]);
  session.finish();
  session.failing.add(8);
  session.dispatch(next);
  expect(session.state()).toMatchObject({ failure: { problem: "No." }, opening: null });
  expect(session.state().result).not.toBeNull();
  session.failing.clear();
  session.dispatch(next);
  expect([session.shownId(), session.state().failure, session.state().result]).toEqual([8, null, null]);
});

test("a first example that fails is loaded by Try Again", () => {
  const session = reviewOf([7]);
  session.failing.add(7);
  session.dispatch({ kind: "retry" });
  expect([session.shownId(), session.state().failure?.canTryAgain]).toEqual([null, true]);
  session.failing.clear();
  session.dispatch({ kind: "retry" });
  expect(session.shownId()).toBe(7);
});

test("Try Again counts the example once, and what was shown once stays shown", () => {
  const session = started([7]);
  session.finish({ 1: "good", 70: "again" }, "first");
  session.dispatch({ kind: "restart" });
  expect([session.state().result, session.kinds().at(-1)]).toEqual([null, "restart-typing"]);
  session.finish({ 1: "hard", 70: "good" }, "second");
  expect(tallyOf(session.state().items)).toEqual({
    ...{ done: 1, left: 0, asked: 2, cameBack: 1 },
    ...{ shown: ["own 7"], timeMs: 2_000 },
  });
});

test("Try Again loads an example again whose text was changed since it was loaded", () => {
  const session = started([7]);
  const { opened } = session.state().shown ?? {};
  session.finish({ 1: "good" }, "old");
  const delivered = { graded: false, constructs: [], unknown: [] };
  session.dispatch({ kind: "delivered", attemptId: "old", delivered });
  session.dispatch({ kind: "restart" });
  expect(session.kinds()).not.toContain("restart-typing");
  expect([session.shownId(), session.state().result]).toEqual([7, null]);
  expect(session.state().shown?.opened).not.toBe(opened);
});

test("a construct that two examples ask counts once, as shown if one of them showed it", () => {
  const session = started([7, 8]);
  session.finish({ 1: "again", 70: "good" });
  session.dispatch(next);
  session.finish({ 1: "good", 80: "hard" });
  expect(tallyOf(session.state().items)).toMatchObject({ asked: 3, cameBack: 2, shown: ["=>"] });
});

test("the review begins again when it is opened again and is over, not while it asks", () => {
  const again: ReviewEvent = { kind: "opened-again" };
  const loads = (session: ReturnType<typeof started>) =>
    session.kinds().filter((kind) => kind === "load-session").length;
  const session = started([7]);
  session.dispatch(again);
  session.finish();
  session.dispatch(again);
  expect([session.state().phase.kind, loads(session)]).toEqual(["open", 1]);
  session.dispatch(next);
  expect(session.state().phase.kind).toBe("ended");
  session.dispatch(again);
  expect([session.shownId(), tallyOf(session.state().items).done, loads(session)]).toEqual([7, 0, 2]);
  const nothing = started([]);
  nothing.dispatch(again);
  expect(loads(nothing)).toBe(2);
});

test("a run that counts for nothing is in no figure, also when that is known late, and a review without others begins again", () => {
  const session = started([7, 8]);
  const changed = { graded: false, constructs: [], unknown: [] };
  session.finish({ 1: "good", 70: "again" });
  session.dispatch(next);
  session.dispatch({ kind: "delivered", attemptId: "run of 7", delivered: changed });
  expect(tallyOf(session.state().items)).toMatchObject({ done: 0, left: 2, asked: 0, shown: [] });
  session.finish({ 1: "good" });
  session.finish({ 1: "again" }, "second");
  session.dispatch({ kind: "lost", attemptId: "second" });
  expect(tallyOf(session.state().items)).toMatchObject({ done: 1, left: 1, asked: 1, shown: [] });
  session.dispatch(next);
  expect(session.state().phase.kind).toBe("ended");

  const alone = started([7]);
  alone.finish();
  alone.dispatch({ kind: "delivered", attemptId: "run of 7", delivered: changed });
  alone.dispatch(next);
  expect([alone.shownId(), alone.kinds().filter((kind) => kind === "load-session").length]).toEqual([7, 2]);
});

test("a run in which nothing was hidden finishes its example and asks nothing", () => {
  const session = started([7]);
  session.finish({});
  expect(tallyOf(session.state().items)).toMatchObject({ done: 1, left: 0, asked: 0, cameBack: 0 });
});

test("skipped examples are left, and the end comes after the last", () => {
  const session = started([7, 8, 9]);
  session.dispatch(next);
  session.finish();
  session.dispatch(next);
  session.finish();
  session.dispatch(next);
  expect(session.state().phase.kind).toBe("ended");
  expect(tallyOf(session.state().items)).toMatchObject({ done: 2, left: 1 });
});

test("Next on a result passes examples that are finished; N and P pass none", () => {
  const session = started([7, 8, 9]);
  session.dispatch(next);
  session.finish();
  session.dispatch({ kind: "go", index: 0 });
  expect([session.shownId(), session.state().result]).toEqual([7, null]);
  session.dispatch(next);
  expect(session.shownId()).toBe(8);
  session.dispatch(previous);
  session.finish();
  session.dispatch(next);
  expect(session.shownId()).toBe(9);
  expect([hasPrevious(session.state()), hasNext(session.state())]).toEqual([true, false]);
  session.dispatch(next);
  expect(session.shownId()).toBe(9);
});

test("a second Next while an example loads does nothing, and a finished run ends the loading", () => {
  const session = started([7, 8, 9]);
  session.hold(true);
  session.dispatch(next);
  session.dispatch(next);
  expect(session.effects.filter(({ kind }) => kind === "load-example")).toHaveLength(2);
  const { request } = session.state();
  session.finish();
  expect(session.kinds().at(-1)).toBe("cancel-example");
  session.dispatch({ kind: "example-loaded", request, example: example(8) });
  expect(session.shownId()).toBe(7);
  expect(session.state().result).not.toBeNull();
});

test("another way begins the example again and stays its way", () => {
  const session = started([7, 8]);
  session.dispatch({ kind: "choose-way", way: "recall" });
  expect(session.state().shown?.task.way).toBe("recall");
  session.dispatch(next);
  expect(session.state().shown?.task.way).toBe("gaps");
  session.dispatch(previous);
  expect(session.state().shown?.task.way).toBe("recall");
  // The way that is on the screen is no change, and undoes one that is loading.
  session.hold(true);
  session.dispatch({ kind: "choose-way", way: "gaps" });
  session.dispatch({ kind: "choose-way", way: "recall" });
  expect([session.state().opening, session.kinds().at(-1)]).toEqual([null, "cancel-example"]);
});

test("a session that fails is asked for again", () => {
  const runner = createRunner<ReviewState, ReviewEvent, ReviewEffect>(foldReview, startOfReview, () => {});
  runner.dispatch({ kind: "retry" });
  runner.dispatch({ kind: "session-failed", request: 1, problem: "No.", canTryAgain: false });
  expect(runner.state().phase).toEqual({ kind: "failed", problem: "No.", canTryAgain: false });
  runner.dispatch({ kind: "retry" });
  expect(runner.state().phase.kind).toBe("loading");
  // Only the latest request counts.
  runner.dispatch({ kind: "session-loaded", request: 1, review: review(7) });
  expect(runner.state().phase.kind).toBe("loading");
  runner.dispatch({ kind: "session-loaded", request: 2, review: review(7) });
  expect(runner.state().phase.kind).toBe("open");
});

test("the end says what the server says now, or nothing if it says nothing", () => {
  for (const response of [review(3), null]) {
    const session = started([7]);
    session.finish();
    session.dispatch(next);
    session.dispatch({ kind: "end-loaded", request: session.state().request, review: response });
    expect(session.state().phase).toEqual({ kind: "ended", review: response });
  }
});

test("keys belong to the result, to the code, or to the page after Esc", () => {
  const session = started([7]);
  const screen = () => reviewKeyScreen(session.state(), 300, () => true);
  expect(screen()).toEqual({ kind: "code" });
  session.dispatch({ kind: "code-left" });
  expect(screen()).toEqual({ kind: "after-esc", lettersOn: true });
  session.finish();
  expect(screen()).toEqual({ kind: "memory-result", sinceShownMs: 200 });
});

const acts: fc.Arbitrary<"finish" | "gone" | "ungone" | "fail" | "hold" | "answer" | ReviewEvent> = fc.oneof(
  fc.constantFrom("finish", "finish", "gone", "fail", "hold", "answer"),
  fc.constantFrom<ReviewEvent>(next, next, previous, { kind: "restart" }, { kind: "retry" }),
  fc.record({ kind: fc.constant("go" as const), index: fc.integer({ min: -1, max: 8 }) }),
  fc.record({ kind: fc.constant("choose-way" as const), way: fc.constantFrom("gaps", "recall") }),
);

test("whatever happens, the list never grows, counts never shrink, and the way to the end is as long as the list", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(acts, { maxLength: 40 }), (length, events) => {
      const ids = Array.from({ length }, (_, index) => index + 1);
      const session = started(ids);
      let done = 0;
      for (const event of events) {
        const { shown, opening, request } = session.state();
        if (event === "finish") {
          if (shown !== null) session.finish({ 1: "good", [10 * (shown.index + 1)]: "again" });
        } else if (event === "gone") session.gone.add(ids[(opening?.index ?? shown?.index ?? 0) + 1] ?? 1);
        else if (event === "fail") session.failing.add(ids[(shown?.index ?? 0) + 1] ?? 1);
        else if (event === "hold") session.hold(true);
        else if (event === "answer") {
          session.hold(false);
          session.failing.clear();
          if (opening !== null)
            session.dispatch({ kind: "example-loaded", request, example: example(ids[opening.index] ?? 0) });
        } else if (typeof event === "object") session.dispatch(event);

        const state = session.state();
        expect(state.items.map((item) => item.exampleId)).toEqual(ids);
        const tally = tallyOf(state.items);
        expect(tally.done).toBeGreaterThanOrEqual(done);
        done = tally.done;
        expect(tally.cameBack + tally.shown.length).toBe(tally.asked);
        if (state.shown !== null) expect(state.shown.task.example.id).toBe(ids[state.shown.index]);
        if (state.phase.kind !== "open") expect([state.shown, state.result]).toEqual([null, null]);
        if (state.phase.kind === "ended") expect(tally.done).toBeGreaterThan(0);
      }
      session.hold(false);
      session.failing.clear();
      session.dispatch({ kind: "retry" });
      for (let step = 0; step <= length && session.state().phase.kind === "open"; step++) {
        const { opening, request } = session.state();
        if (opening !== null)
          session.dispatch({ kind: "example-loaded", request, example: example(ids[opening.index] ?? 0) });
        if (session.state().shown !== null) session.finish();
        session.dispatch(next);
      }
      expect(["ended", "nothing"]).toContain(session.state().phase.kind);
    }),
  );
});
