// A review: the examples that it asks, one after the other, and what came of them. A fold; the requests that it asks for
// are carried out in use-session.ts.
//
// The list is the one that the server sent at the start. It never grows, and only examples that are no longer there leave
// it, so a review is at most as long as it said.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { Step } from "../fold.ts";
import type { KeyScreen } from "../lesson/lesson-keys.ts";
import type { ReviewExample } from "../memory/memory-queries.ts";
import type { CompletedMemoryRun, MemoryAnswer, MemoryTask } from "../memory/memory-task.ts";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";
import { indexAfter, type SessionItem, withoutRun, withRuns } from "./session-items.ts";

export type Review = ResponseOf<"getReview">;

type Problem = {
  readonly problem: string;
  /** False when another try would fail as well. */
  readonly canTryAgain: boolean;
};

/** An example that is being loaded. */
type Opening = {
  readonly index: number;
  readonly way: MemoryWay;
  /** Where to look on if it has gone. */
  readonly direction: 1 | -1;
  /** Only examples that are not finished are opened, and the end where there are no more. */
  readonly isFromResult: boolean;
};

type Shown = {
  readonly index: number;
  readonly task: MemoryTask;
  /** Another number each time an example is loaded. */
  readonly opened: number;
};

export type ReviewState = {
  /** The number of the latest request; responses to earlier ones are ignored. */
  readonly request: number;
  readonly phase:
    | { readonly kind: "loading" }
    | { readonly kind: "open"; readonly review: Review }
    | ({ readonly kind: "failed" } & Problem)
    | { readonly kind: "nothing"; readonly review: Review }
    /** `review` is undefined while it is asked for again, and null when it could not be. */
    | { readonly kind: "ended"; readonly review: Review | null | undefined };
  readonly items: readonly SessionItem[];
  /** The example on the screen; null until the first one is loaded. */
  readonly shown: Shown | null;
  readonly opening: Opening | null;
  readonly failure: (Problem & { readonly opening: Opening }) | null;
  /** The result that covers the example. */
  readonly result: ShownMemoryResult | null;
  /** The focus left the code by Esc or Shift+Tab. */
  readonly hasLeftCode: boolean;
};

type ShownMemoryResult = {
  readonly run: CompletedMemoryRun;
  /** On the clock of `performance.now()`. */
  readonly shownAt: number;
  /** null while the server has not responded about the run. */
  readonly delivered: MemoryAnswer | null;
};

export type ReviewEvent =
  | { readonly kind: "session-loaded"; readonly request: number; readonly review: Review }
  | ({ readonly kind: "session-failed"; readonly request: number } & Problem)
  | { readonly kind: "example-loaded"; readonly request: number; readonly example: ReviewExample }
  | { readonly kind: "example-gone"; readonly request: number }
  | ({ readonly kind: "example-failed"; readonly request: number } & Problem)
  | { readonly kind: "end-loaded"; readonly request: number; readonly review: Review | null }
  /** Loads again what failed: the session, or the example. */
  | { readonly kind: "retry" }
  /** The learner opens the review, which is on the screen: it begins again unless it has examples to ask. */
  | { readonly kind: "opened-again" }
  | { readonly kind: "next" | "previous" | "restart" }
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "choose-way"; readonly way: MemoryWay }
  | { readonly kind: "completed"; readonly run: CompletedMemoryRun; readonly at: number }
  | { readonly kind: "delivered"; readonly attemptId: string; readonly delivered: MemoryAnswer }
  /** The server did not take the run, and never will. */
  | { readonly kind: "lost"; readonly attemptId: string }
  | { readonly kind: "code-left" | "code-entered" };

export type ReviewEffect =
  /** Answered by `session-loaded` or `session-failed`. */
  | { readonly kind: "load-session"; readonly request: number }
  /** Answered by `example-loaded`, `example-gone` or `example-failed`. Ends an earlier one. */
  | {
      readonly kind: "load-example";
      readonly request: number;
      readonly exampleId: number;
      readonly way: MemoryWay;
    }
  | { readonly kind: "cancel-example" }
  /** Loads an example that is likely to be opened next. Needs no response. */
  | { readonly kind: "prefetch"; readonly exampleId: number }
  /** Answered by `end-loaded`. */
  | { readonly kind: "load-end"; readonly request: number }
  | { readonly kind: "restart-typing" };

type ReviewStep = Step<ReviewState, ReviewEffect>;

export const startOfReview: ReviewState = {
  request: 0,
  phase: { kind: "loading" },
  items: [],
  shown: null,
  opening: null,
  failure: null,
  result: null,
  hasLeftCode: false,
};

export function foldReview(state: ReviewState, event: ReviewEvent): ReviewStep {
  switch (event.kind) {
    case "session-loaded":
    case "session-failed":
    case "example-loaded":
    case "example-gone":
    case "example-failed":
    case "end-loaded":
      return event.request === state.request ? foldResponse(state, event) : unchanged(state);
    case "retry":
      if (state.failure !== null) return open(state, state.failure.opening);
      return state.phase.kind === "loading" || state.phase.kind === "failed" ? load(state) : unchanged(state);
    case "opened-again":
      return isOver(state.phase) ? load(state) : unchanged(state);
    case "next":
      return move(state, 1);
    case "previous":
      return move(state, -1);
    case "go":
      return goTo(state, event.index);
    case "choose-way":
      return chooseWay(state, event.way);
    case "restart":
      return restart(state);
    case "completed":
      return complete(state, event);
    case "delivered":
      return deliver(state, event);
    case "lost":
      return { state: { ...state, items: withoutRun(state.items, event.attemptId) }, effects: [] };
    case "code-left":
    case "code-entered": {
      const hasLeftCode = event.kind === "code-left";
      return { state: hasLeftCode === state.hasLeftCode ? state : { ...state, hasLeftCode }, effects: [] };
    }
  }
}

function foldResponse(
  state: ReviewState,
  event: Extract<ReviewEvent, { readonly request: number }>,
): ReviewStep {
  if (event.kind === "session-loaded" && state.phase.kind === "loading") {
    const items = event.review.session.map(({ exampleId, way }) => ({
      exampleId,
      way,
      isGone: false,
      runs: [],
      outcome: null,
    }));
    const first = items[0];
    if (first === undefined)
      return { state: { ...state, phase: { kind: "nothing", review: event.review } }, effects: [] };
    return open(
      { ...state, phase: { kind: "open", review: event.review }, items },
      { index: 0, way: first.way, direction: 1, isFromResult: false },
    );
  }
  if (event.kind === "session-failed" && state.phase.kind === "loading") {
    const { problem, canTryAgain } = event;
    return { state: { ...state, phase: { kind: "failed", problem, canTryAgain } }, effects: [] };
  }
  if (event.kind === "end-loaded" && state.phase.kind === "ended")
    return { state: { ...state, phase: { kind: "ended", review: event.review } }, effects: [] };
  const { opening } = state;
  if (opening === null) return unchanged(state);
  if (event.kind === "example-loaded") {
    const { index, way } = opening;
    const loaded: ReviewState = {
      ...state,
      items: state.items.map((item, at) => (at === index ? { ...item, way } : item)),
      shown: { index, task: { way, example: event.example }, opened: event.request },
      opening: null,
      result: null,
    };
    return { state: loaded, effects: prefetchAfter(loaded) };
  }
  if (event.kind === "example-failed") {
    const { problem, canTryAgain } = event;
    return {
      state: { ...state, opening: null, failure: { problem, canTryAgain, opening } },
      effects: [],
    };
  }
  return event.kind === "example-gone" ? skip(state, opening) : unchanged(state);
}

/** The example that was to be opened has gone: the one after it is opened, or what there is without it. */
function skip(state: ReviewState, opening: Opening): ReviewStep {
  const items = state.items.map((item, at) => (at === opening.index ? { ...item, isGone: true } : item));
  const without: ReviewState = { ...state, items, opening: null };
  const following = indexAfter(items, opening.index, opening.direction, opening.isFromResult);
  if (following !== null) return open(without, { ...opening, ...placeOf(items, following) });
  const isStageThere = without.shown !== null && items[without.shown.index]?.isGone === false;
  if (isStageThere) return opening.isFromResult ? end(without) : unchanged(without);
  const other = items.findIndex((item) => !item.isGone && item.outcome === null);
  if (other >= 0) return open(without, { ...placeOf(items, other), direction: 1, isFromResult: false });
  if (items.some((item) => item.outcome !== null)) return end(without);
  // All of them have gone.
  const { phase } = without;
  if (phase.kind !== "open") return unchanged(without);
  return {
    state: { ...without, shown: null, phase: { kind: "nothing", review: phase.review } },
    effects: [],
  };
}

function move(state: ReviewState, direction: 1 | -1): ReviewStep {
  const { shown, items } = state;
  if (shown === null || state.phase.kind !== "open") return unchanged(state);
  const isFromResult = state.result !== null && direction === 1;
  // A second press while the example loads does nothing.
  if (state.opening !== null) return unchanged(state);
  const index = indexAfter(items, shown.index, direction, isFromResult);
  if (index === null) return isFromResult ? end(state) : unchanged(state);
  return open(state, { ...placeOf(items, index), direction, isFromResult });
}

function goTo(state: ReviewState, index: number): ReviewStep {
  const item = state.items[index];
  if (item === undefined || item.isGone || state.phase.kind !== "open") return unchanged(state);
  if (index === state.shown?.index) {
    // Back to what is on the screen, while another one loads.
    return cancel(state);
  }
  return open(state, { index, way: item.way, direction: 1, isFromResult: false });
}

function chooseWay(state: ReviewState, way: MemoryWay): ReviewStep {
  const { shown } = state;
  if (shown === null) return unchanged(state);
  if (way === shown.task.way) return cancel(state);
  return open(state, { index: shown.index, way, direction: 1, isFromResult: false });
}

function complete(
  state: ReviewState,
  { run, at }: Extract<ReviewEvent, { readonly kind: "completed" }>,
): ReviewStep {
  const { shown } = state;
  if (shown === null) return unchanged(state);
  const cancelled = cancel(state);
  const items = state.items.map((item, index) =>
    index === shown.index ? withRuns(item, [...item.runs, run]) : item,
  );
  return withEffects(
    { state: { ...cancelled.state, items, result: { run, shownAt: at, delivered: null } }, effects: [] },
    cancelled.effects,
  );
}

function deliver(
  state: ReviewState,
  { attemptId, delivered }: Extract<ReviewEvent, { readonly kind: "delivered" }>,
): ReviewStep {
  const items = delivered.graded ? state.items : withoutRun(state.items, attemptId);
  const counted: ReviewState = { ...state, items };
  const { result } = counted;
  if (result === null || result.run.result.attemptId !== attemptId)
    return { state: items === state.items ? state : counted, effects: [] };
  // Only now does the server know what was asked, so that the next example asks other things.
  return withEffects(
    { state: { ...counted, result: { ...result, delivered } }, effects: [] },
    prefetchAfter(counted),
  );
}

function open(state: ReviewState, opening: Opening): ReviewStep {
  const request = state.request + 1;
  const exampleId = state.items[opening.index]?.exampleId ?? 0;
  return {
    state: { ...state, request, opening, failure: null },
    effects: [{ kind: "load-example", request, exampleId, way: opening.way }],
  };
}

function load(state: ReviewState): ReviewStep {
  const request = state.request + 1;
  return {
    state: { ...startOfReview, request },
    effects: [{ kind: "load-session", request }],
  };
}

/** Where no run counts there is nothing to say about the review: it begins again with what the server has now. */
function end(state: ReviewState): ReviewStep {
  if (state.items.every(({ outcome }) => outcome === null)) return load(state);
  const request = state.request + 1;
  return {
    state: {
      ...state,
      request,
      phase: { kind: "ended", review: undefined },
      shown: null,
      opening: null,
      failure: null,
      result: null,
    },
    effects: [{ kind: "load-end", request }],
  };
}

function isOver({ kind }: ReviewState["phase"]): boolean {
  return kind === "failed" || kind === "nothing" || kind === "ended";
}

/** Ends the loading of another example, and forgets that it failed. */
function cancel(state: ReviewState): ReviewStep {
  if (state.opening === null && state.failure === null) return unchanged(state);
  return {
    state: { ...state, request: state.request + 1, opening: null, failure: null },
    effects: state.opening === null ? [] : [{ kind: "cancel-example" }],
  };
}

function closeResult(state: ReviewState): ReviewStep {
  const { state: cancelled, effects } = cancel(state);
  return { state: { ...cancelled, result: null }, effects };
}

function prefetchAfter({ items, shown }: ReviewState): readonly ReviewEffect[] {
  const next = shown === null ? null : indexAfter(items, shown.index, 1, true);
  const item = next === null ? undefined : items[next];
  return item === undefined ? [] : [{ kind: "prefetch", exampleId: item.exampleId }];
}

function placeOf(items: readonly SessionItem[], index: number): Pick<Opening, "index" | "way"> {
  return { index, way: items[index]?.way ?? "gaps" };
}

/** What the head of the example shows: each example that is still there, with its index in the list. */
export type SessionTick = { readonly index: number; readonly isDone: boolean; readonly isCurrent: boolean };

export function ticksOf({ items, shown, opening }: ReviewState): readonly SessionTick[] {
  const current = shown?.index ?? opening?.index ?? 0;
  return items.flatMap((item, index) =>
    item.isGone ? [] : [{ index, isDone: item.outcome !== null, isCurrent: index === current }],
  );
}

export function hasPrevious({ items, shown }: ReviewState): boolean {
  return shown !== null && indexAfter(items, shown.index, -1, false) !== null;
}

export function hasNext({ items, shown }: ReviewState): boolean {
  return shown !== null && indexAfter(items, shown.index, 1, false) !== null;
}

/** What the screen shows when a key is pressed. `now` is on the clock of `performance.now()`. */
export function reviewKeyScreen(state: ReviewState, now: number, lettersOn: () => boolean): KeyScreen {
  if (state.result !== null) return { kind: "memory-result", sinceShownMs: now - state.result.shownAt };
  return state.hasLeftCode ? { kind: "after-esc", lettersOn: lettersOn() } : { kind: "code" };
}

function restart(state: ReviewState): ReviewStep {
  const { shown, result, opening } = state;
  if (shown === null) return unchanged(state);
  // The text was changed since it was loaded: another run of it would count for nothing again.
  if (result?.delivered?.graded === false && result.run.asked.hidden.length > 0) {
    const { index, task } = shown;
    return opening === null
      ? open(state, { index, way: task.way, direction: 1, isFromResult: false })
      : unchanged(state);
  }
  return withEffects(closeResult(state), [{ kind: "restart-typing" }]);
}

function withEffects({ state, effects }: ReviewStep, more: readonly ReviewEffect[]): ReviewStep {
  return { state, effects: [...effects, ...more] };
}

function unchanged(state: ReviewState): ReviewStep {
  return { state, effects: [] };
}
