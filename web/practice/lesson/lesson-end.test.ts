import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunner } from "../fold.ts";
import { createEndRequests } from "./end-requests.ts";
import {
  type EndEffect,
  type EndEvent,
  foldLessonEnd,
  type LessonEnd,
  nextLessonAfterMs,
  noEnd,
} from "./lesson-end.ts";

const endReached: EndEvent = { kind: "end-reached" };
const endCancelled: EndEvent = { kind: "end-cancelled" };
const known = (request: number, lessonId: number | null): EndEvent => ({
  kind: "next-lesson-known",
  request,
  lessonId,
  courseTitle: "JavaScript",
});

/** The outcome of the events as text: the effects, then the state. */
function drawn(...events: readonly EndEvent[]): string {
  const effects: string[] = [];
  const runner = createRunner<LessonEnd, EndEvent, EndEffect>(foldLessonEnd, noEnd, (effect) =>
    effects.push(
      effect.kind === "open-lesson" ? `open ${effect.lessonId}` : `${effect.kind} ${effect.request}`,
    ),
  );
  for (const event of events) runner.dispatch(event);
  return [...effects, `= ${runner.state().kind}`].join(", ");
}

test("the next lesson opens 500 ms after the server has named it", () => {
  expect(drawn(endReached)).toBe("ask-next-lesson 1, = asking");
  expect(drawn(endReached, known(1, 8))).toBe("ask-next-lesson 1, wait 1, = waiting");
  expect(drawn(endReached, known(1, 8), { kind: "wait-over", request: 1 })).toBe(
    "ask-next-lesson 1, wait 1, open 8, = opened",
  );
  expect(foldLessonEnd({ kind: "asking", request: 1 }, known(1, 8)).effects).toEqual([
    { kind: "wait", request: 1, ms: 500 },
  ]);
});
test("without a next lesson the course is complete, as soon as its overlay is loaded", () => {
  const events = [endReached, known(1, null), { kind: "overlay-loaded", request: 1, at: 5 }] as const;
  expect(drawn(...events.slice(0, 2))).toBe("ask-next-lesson 1, load-overlay 1, = loading");
  expect(drawn(...events)).toBe("ask-next-lesson 1, load-overlay 1, = complete");
});
test("a failed request can be repeated, and gets a new number", () => {
  const failed: EndEvent = { kind: "request-failed", request: 1, problem: "No network", canTryAgain: true };
  expect(drawn(endReached, failed)).toBe("ask-next-lesson 1, = failed");
  expect(drawn(endReached, failed, endReached)).toBe("ask-next-lesson 1, ask-next-lesson 2, = asking");
  expect(drawn(endReached, known(1, null), failed)).toBe("ask-next-lesson 1, load-overlay 1, = failed");
});
test("moving on or typing again cancels the request or the wait", () => {
  expect(drawn(endReached, endCancelled)).toBe("ask-next-lesson 1, cancel-request 1, = none");
  expect(drawn(endReached, known(1, 8), endCancelled, { kind: "wait-over", request: 1 })).toBe(
    "ask-next-lesson 1, wait 1, cancel-request 1, = none",
  );
});

const events: fc.Arbitrary<EndEvent> = fc.oneof(
  fc.constantFrom(endReached, endCancelled),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.option(fc.constantFrom(8, 9)))
    .map(([request, lessonId]) => known(request, lessonId)),
  fc.record({
    kind: fc.constantFrom("wait-over", "overlay-loaded"),
    request: fc.integer({ min: 1, max: 4 }),
    at: fc.constant(5),
  }),
  fc.record({
    kind: fc.constant("request-failed" as const),
    request: fc.integer({ min: 1, max: 4 }),
    problem: fc.constant("No network"),
    canTryAgain: fc.constant(true),
  }),
);
const many = fc.array(events, { maxLength: 40 });

test("no sequence of events opens the next lesson twice", () => {
  fc.assert(
    fc.property(many, (sequence) => {
      let end: LessonEnd = noEnd;
      let hasOpened = false;
      for (const event of sequence) {
        const step = foldLessonEnd(end, event);
        if (event.kind === "end-cancelled") hasOpened = false;
        for (const effect of step.effects) {
          if (effect.kind !== "open-lesson") continue;
          expect(hasOpened).toBe(false);
          hasOpened = true;
        }
        end = step.state;
      }
    }),
  );
});
test("after any events at most one request is pending, and each is started or cancelled once", () => {
  fc.assert(
    fc.property(many, (sequence) => {
      let end: LessonEnd = noEnd;
      const started: number[] = [];
      const cancelled: number[] = [];
      for (const event of sequence) {
        const step = foldLessonEnd(end, event);
        for (const effect of step.effects) {
          if (effect.kind === "ask-next-lesson") started.push(effect.request);
          if (effect.kind === "cancel-request") cancelled.push(effect.request);
        }
        end = step.state;
      }
      expect(started).toEqual(started.map((_, index) => index + 1));
      expect(new Set(cancelled).size).toBe(cancelled.length);
    }),
  );
});
test("a response that arrives after the learner moved on changes nothing", () => {
  fc.assert(
    fc.property(many, events, (sequence, late) => {
      let end: LessonEnd = noEnd;
      for (const event of [...sequence, endCancelled]) end = foldLessonEnd(end, event).state;
      if (!("request" in late)) return;
      for (const request of [late.request, end.request]) {
        const step = foldLessonEnd(end, { ...late, request });
        expect(step.state).toBe(end);
        expect(step.effects).toEqual([]);
      }
    }),
  );
});

/** A lesson's end with its runner, whose server returns `response`. */
function startEnd(response: () => Promise<{ lessonId: number | null; courseTitle: string }>) {
  const opened: number[] = [];
  let signal: AbortSignal | null = null;
  const perform = createEndRequests({
    nextLesson(given) {
      signal = given;
      return response();
    },
    loadOverlay: () => Promise.resolve(),
    problemOf: (error) => ({ problem: String(error), canTryAgain: true }),
  });
  const runner = createRunner<LessonEnd, EndEvent, EndEffect>(foldLessonEnd, noEnd, (effect, dispatch) => {
    if (effect.kind === "open-lesson") opened.push(effect.lessonId);
    else perform(effect, dispatch);
  });
  return { runner, opened, isAborted: () => signal?.aborted ?? false };
}
const next = (lessonId: number | null) => () => Promise.resolve({ lessonId, courseTitle: "JavaScript" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
test("its runner requests the next lesson, waits and opens it", async () => {
  const { runner, opened } = startEnd(next(8));
  runner.dispatch(endReached);
  await vi.advanceTimersByTimeAsync(nextLessonAfterMs - 1);
  expect([runner.state().kind, opened]).toEqual(["waiting", []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([runner.state().kind, opened]).toEqual(["opened", [8]]);
});
test("its runner loads the overlay of a complete course", async () => {
  const { runner } = startEnd(next(null));
  runner.dispatch(endReached);
  await vi.advanceTimersByTimeAsync(0);
  expect(runner.state()).toMatchObject({ kind: "complete", courseTitle: "JavaScript" });
});
test("its runner reports a failure", async () => {
  const { runner } = startEnd(() => Promise.reject(new Error("No network")));
  runner.dispatch(endReached);
  await vi.advanceTimersByTimeAsync(0);
  expect(runner.state()).toMatchObject({ kind: "failed", problem: "Error: No network" });
});
test.each([0, nextLessonAfterMs - 1])("its runner stops when it is cancelled after %i ms", async (ms) => {
  const { runner, opened, isAborted } = startEnd(next(8));
  runner.dispatch(endReached);
  if (ms > 0) await vi.advanceTimersByTimeAsync(ms);
  runner.dispatch(endCancelled);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([runner.state().kind, opened, isAborted()]).toEqual(["none", [], true]);
});
