import fc from "fast-check";
import { expect, test } from "vitest";
import type { Example } from "../flow.ts";
import { createRunner } from "../fold.ts";
import {
  foldStage,
  isTyping,
  newStage,
  type StageEffect,
  type StageEvent,
  type StageState,
  tokensOf,
} from "./stage-state.ts";

const version = (code_version: number): Example => ({
  id: 1,
  title: "Example",
  description: "",
  code_content: `v${code_version}`,
  output: "",
  code_version,
  language: "javascript",
  tokens: null,
  chapter_id: 1,
  order_index: 0,
  status: "not_started",
  progress: 0,
  best_time_ms: null,
  last_time_ms: null,
  best_run: null,
});

function stageAfter(events: readonly StageEvent[]) {
  const effects: string[] = [];
  const runner = createRunner<StageState, StageEvent, StageEffect>(
    foldStage,
    newStage(version(1)),
    (effect) => effects.push(effect === "note-typing" ? `typing ${isTyping(runner.state())}` : effect),
  );
  for (const event of events) runner.dispatch(event);
  return { stage: runner.state(), effects };
}
const loaded = (code_version: number): StageEvent => ({ kind: "loaded", example: version(code_version) });
const to = (attempt: StageState["attempt"], hasFocus = true): StageEvent => ({
  kind: "run-turned",
  attempt,
  hasFocus,
});
const focus = (hasFocus: boolean): StageEvent => ({ kind: "focus-changed", hasFocus });

test("a text that an author changes replaces the shown one before the first key and at a restart, not during a run", () => {
  const typed = (...events: StageEvent[]) => stageAfter(events).stage.typed.code_version;
  expect(typed(loaded(2))).toBe(2);
  expect(typed(to("typing"), loaded(2))).toBe(1);
  expect(typed(to("typing"), loaded(2), to("done"))).toBe(1);
  expect(typed(to("typing"), loaded(2), to("ready"))).toBe(2);
});
test("the colours are those of the text that is typed", () => {
  const coloured: Example = { ...version(1), tokens: [[1, 2]] as unknown as Example["tokens"] };
  const { stage } = stageAfter([{ kind: "loaded", example: coloured }]);
  expect(tokensOf(stage)).toBe(coloured.tokens);
  expect(tokensOf(stageAfter([to("typing"), loaded(2)]).stage)).toBe(null);
});
test("the code takes the focus when it is mounted or uncovered, unless something covers it or has the focus", () => {
  expect(stageAfter([{ kind: "uncovered", isFree: true }]).effects).toEqual(["focus-code"]);
  expect(stageAfter([{ kind: "uncovered", isFree: false }]).effects).toEqual([]);
});
test("a restart restarts the run first, then the code takes the focus", () => {
  expect(stageAfter([{ kind: "restart" }]).effects).toEqual(["restart-run", "focus-code"]);
});
test("leaving the code ends focus mode", () => {
  expect(stageAfter([{ kind: "left" }]).effects).toEqual(["reveal"]);
});
test("the learner types from the first key until the code loses the focus, or the run ends or is restarted", () => {
  for (const end of [focus(false), to("done"), to("ready")])
    expect(stageAfter([focus(true), to("typing"), end]).effects).toEqual(["typing true", "typing false"]);
  expect(stageAfter([focus(true), to("typing"), focus(false), focus(true)]).effects).toEqual([
    "typing true",
    "typing false",
    "typing true",
  ]);
});

const events = fc.oneof(
  fc.constantFrom<StageEvent>({ kind: "left" }, { kind: "focus" }, { kind: "restart" }),
  fc.integer({ min: 1, max: 3 }).map(loaded),
  fc.boolean().map(focus),
  fc.tuple(fc.constantFrom("ready", "typing", "done"), fc.boolean()).map((turn) => to(...turn)),
  fc.record({ kind: fc.constant("uncovered"), isFree: fc.boolean() }),
);
test("after any events the start and the end of typing are reported alternately, and losing the focus ends typing", () => {
  fc.assert(
    fc.property(fc.array(events), (before) => {
      const reports = stageAfter([...before, focus(false)]).effects.filter((effect) =>
        effect.startsWith("typing"),
      );
      for (const [index, report] of reports.entries()) expect(report).toBe(`typing ${index % 2 === 0}`);
      expect(reports.length % 2).toBe(0);
    }),
  );
});
test("after any events the text changes only while the run is ready", () => {
  fc.assert(
    fc.property(fc.array(events), events, (before, event) => {
      const { stage } = stageAfter(before);
      const after = foldStage(stage, event).state;
      if (after.typed !== stage.typed) expect(after.attempt).toBe("ready");
      if (after.attempt === "ready") expect(after.typed.code_version).toBe(after.loaded.code_version);
    }),
  );
});
