import fc from "fast-check";
import { expect, test } from "vitest";
import { createRunner } from "../fold.ts";
import {
  foldRunSaving,
  isAutosaveDue,
  isLeavingSaveDue,
  nothingSaved,
  type RunSaving,
  type SavingEffect,
  type SavingEvent,
} from "./run-saving.ts";

/** The effects of these events in words. */
function effectsOf(...events: readonly SavingEvent[]): readonly string[] {
  const effects: string[] = [];
  const runner = createRunner<RunSaving, SavingEvent, SavingEffect>(foldRunSaving, nothingSaved, (effect) =>
    effects.push(
      effect.kind === "save" ? `save ${effect.percent}${effect.isLeaving ? " leaving" : ""}` : effect.kind,
    ),
  );
  for (const event of events) runner.dispatch(event);
  return effects;
}
const to = (to: "ready" | "typing" | "done"): SavingEvent => ({ kind: "run-turned", to });
const tick = (percent: number | null): SavingEvent => ({ kind: "autosave-tick", percent });
const leaving = (percent: number | null): SavingEvent => ({ kind: "leaving", percent });
const closed: SavingEvent = { kind: "closed" };

test("an autosave is due when the run moved by 5 points in either direction, a save on leaving when anything is new", () => {
  expect([0, 4, 5, 100].map((percent) => isAutosaveDue(percent, 0))).toEqual([false, false, true, true]);
  expect([isAutosaveDue(35, 40), isAutosaveDue(36, 40)]).toEqual([true, false]);
  expect([isLeavingSaveDue(0, 0), isLeavingSaveDue(1, 0), isLeavingSaveDue(40, 40)]).toEqual([
    false,
    true,
    false,
  ]);
});
test("the session is held from the first key until the result is delivered", () => {
  expect(effectsOf(to("typing"), tick(30), tick(32), to("done"), closed)).toEqual([
    "hold-session",
    "ask-start",
    "save 30",
    "deliver-result",
  ]);
});
test("a run that starts and ends with one key also holds the session for its result, and asks for no start", () => {
  expect(effectsOf(to("done"))).toEqual(["hold-session", "deliver-result"]);
});
test("the server's start is requested once for each attempt, with its first key", () => {
  const keys = [to("typing"), tick(30), leaving(40), to("ready"), to("typing"), to("done"), to("ready")];
  expect(effectsOf(...keys, to("typing"), closed).filter((effect) => effect === "ask-start")).toHaveLength(3);
});
test("a run that is left is saved, and the session is released", () => {
  expect(effectsOf(to("typing"), leaving(3), leaving(3), closed)).toEqual([
    "hold-session",
    "ask-start",
    "save 3 leaving",
    "release-session",
  ]);
});
test("a restart releases the session, and the next run's saves start from 0", () => {
  expect(effectsOf(to("typing"), tick(40), to("ready"), to("typing"), tick(42))).toEqual([
    "hold-session",
    "ask-start",
    "save 40",
    "release-session",
    "hold-session",
    "ask-start",
    "save 42",
  ]);
});
test("a save that failed makes the next one due, unless a later one was sent since", () => {
  const failed: SavingEvent = { kind: "save-failed", percent: 30, savedBefore: 0 };
  expect(effectsOf(to("typing"), tick(30), failed, tick(31))).toEqual([
    "hold-session",
    "ask-start",
    "save 30",
    "save 31",
  ]);
  expect(effectsOf(to("typing"), tick(30), tick(40), failed, tick(41))).toEqual([
    "hold-session",
    "ask-start",
    "save 30",
    "save 40",
  ]);
});
test("nothing is saved while no run is typed", () => {
  expect(effectsOf(tick(null), leaving(null))).toEqual([]);
});

const percents = fc.option(fc.integer({ min: 0, max: 100 }));
const events: fc.Arbitrary<SavingEvent> = fc.oneof(
  fc.constantFrom(to("ready"), to("typing"), to("done"), closed),
  percents.map(tick),
  percents.map(leaving),
  fc.record({
    kind: fc.constant("save-failed" as const),
    percent: fc.integer({ min: 0, max: 100 }),
    savedBefore: fc.integer({ min: 0, max: 100 }),
  }),
);
test("after any events the session is held at most once, and after closing it is not held", () => {
  fc.assert(
    fc.property(fc.array(events), (before) => {
      let holds = 0;
      for (const effect of effectsOf(...before, closed)) {
        if (effect === "hold-session") holds++;
        if (effect === "release-session" || effect === "deliver-result") holds--;
        expect(holds).toBeGreaterThanOrEqual(0);
        expect(holds).toBeLessThanOrEqual(1);
      }
      expect(holds).toBe(0);
    }),
  );
});
