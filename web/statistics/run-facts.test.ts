import { describe, expect, test } from "vitest";
import { noteText, type Run, runFacts } from "./run-facts.ts";

function run(more: Partial<Run>): Run {
  return {
    user_id: 1,
    username: "Teodor",
    profile_photo: null,
    time_ms: 24_180,
    errors: 1,
    accuracy: 99,
    keystrokes: 296,
    started_ms: 24_580,
    ended_at: new Date(2026, 10, 27, 19, 5, 4).toISOString(),
    checked: true,
    unchecked_because: null,
    log: "",
    ...more,
  };
}

describe("the facts of a run", () => {
  test("are when it was typed, how much, and the server's start", () => {
    expect(runFacts(run({}))).toBe(
      "27 November 2026, 19:04 to 19:05; 296 keystrokes, 1 error. The server noted the start 0.4 s earlier.",
    );
  });
  test("name one minute once, and two days both", () => {
    const at = (...time: [number, number, number]) => new Date(2026, 10, 28, ...time).toISOString();
    expect(runFacts(run({ ended_at: at(19, 5, 40) }))).toMatch(/^28 November 2026, 19:05; /);
    expect(runFacts(run({ ended_at: at(0, 0, 10) }))).toMatch(
      /^27 November 2026, 23:59 to 28 November 2026, 00:00; /,
    );
  });
  test("say in which direction the server's start differs, or that there is none", () => {
    const startOf = (started_ms: number | null) => runFacts(run({ started_ms })).split(". ")[1];
    expect(startOf(23_080)).toBe("The server noted the start 1.1 s later.");
    expect(startOf(24_150)).toBe("The server noted the start at the same time.");
    expect(startOf(null)).toBe("The server noted no start.");
  });
});

describe("a note", () => {
  test("has its figure first and the rule after it", () => {
    expect(noteText({ kind: "even", percent: 2.1 })).toEqual({
      figure: "Intervals vary by 2.1%.",
      rule: "Under 4% is noted.",
    });
    expect(noteText({ kind: "fast", perSecond: 31, seconds: 2.4, lines: [6, 7] })).toEqual({
      figure: "31 characters a second for 2.4 s.",
      rule: "More than 25 for over 2 s is noted. Lines 6 and 7.",
    });
  });
  test("names one line, or the first and the last", () => {
    const ruleOf = (lines: [number, number]) =>
      noteText({ kind: "fast", perSecond: 31, seconds: 2.4, lines }).rule.split("noted. ")[1];
    expect(ruleOf([6, 6])).toBe("Line 6.");
    expect(ruleOf([6, 9])).toBe("Lines 6 to 9.");
  });
});
