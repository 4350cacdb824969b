import { type Keystroke, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import { type PreparedExample, prepare } from "@tabstop/engine/example";
import { constructsOf } from "@tabstop/syntax/constructs-of";
import type { Construct } from "@tabstop/syntax/construct";
import { describe, expect, test } from "vitest";
import { type ConstructSteps, constructSteps, costCounter } from "./costs.ts";

/** What learners of a made-up language know. */
const names = new Set(["=", "==", "=>", "let", "(", "++"]);
const nameOf = (text: string) => (names.has(text) ? text : null);

/** Keys by their distance to the one before, in ms: `["=", 100]`; `<` is Backspace, a text of several is one chunk. */
type Key = readonly [text: string, afterMs: number];

function log(keys: readonly Key[]): Keystroke[] {
  let at = 0;
  return keys.map(([text, afterMs]): Keystroke => {
    at += afterMs;
    if (text === "\b") return { kind: "backspace", at };
    if (text === "\n") return { kind: "enter", at };
    if (text === "\t") return { kind: "tab", at };
    return { kind: "text", text, at };
  });
}

/** A construct with the places of each of these texts in the code, in order. */
function construct(
  code: string,
  name: string,
  pieces: readonly string[],
  kind: Construct["kind"] = "symbol",
): Construct {
  const places: number[][] = [];
  let from = 0;
  for (;;) {
    const place: number[] = [];
    for (const piece of pieces) {
      const start = code.indexOf(piece, place.at(-1) ?? from);
      if (start < 0) return { name, kind, family: "test", places };
      place.push(start, start + piece.length);
    }
    places.push(place);
    from = place.at(-1) ?? code.length;
  }
}

function costs(code: string, constructs: readonly Construct[], keys: readonly Key[]) {
  const example = prepare(code);
  return countedIn(example, log(keys), constructSteps(example, constructs));
}

function countedIn(example: PreparedExample, keystrokes: KeystrokeLog, steps: ConstructSteps) {
  const counter = costCounter(example, steps, nameOf);
  let attempt = newAttempt(example);
  for (const keystroke of keystrokes) {
    const next = reduce(attempt, keystroke);
    if (next !== attempt) counter.add(attempt, next, keystroke);
    attempt = next;
  }
  return counter.costs();
}

const typed = (text: string, ms = 100): Key[] => Array.from(text, (key) => [key, ms]);

describe("the time of a construct", () => {
  const code = "a == (b)";
  const constructs = [construct(code, "==", ["=="]), construct(code, "( )", ["(", ")"])];

  test("is that of its characters, and of both halves of a pair", () => {
    expect(
      costs(code, constructs, [...typed("a ", 50), ...typed("==", 200), ...typed(" (b)", 30)]).costs,
    ).toEqual([
      { places: 1, slips: 0, ms: 400, characters: 2 },
      { places: 1, slips: 0, ms: 60, characters: 2 },
    ]);
  });

  test("includes wrong keys and deletions; a pause counts as 5 s, and a clock that is set back as none", () => {
    const keys: Key[] = [
      ...typed("a ", 50),
      ["x", 9_000],
      ["=", 100],
      ["=", -30],
      ["\b", 10],
      ["=", 20],
      ...typed(" (b)", 0),
    ];
    expect(costs(code, constructs, keys).costs[0]).toEqual({ places: 1, slips: 1, ms: 5_120, characters: 2 });
  });

  test("is the share of an input chunk", () => {
    expect(
      costs(code, constructs, [
        ["a", 0],
        [" == ", 400],
        ["(b)", 90],
      ]).costs.map(({ ms }) => ms),
    ).toEqual([200, 60]);
  });

  test("counts code points, also of characters with several units", () => {
    const text = "😀é =";
    const wide = construct(text, "wide", ["😀é"]);
    expect(
      costs(
        text,
        [wide],
        [
          ["😀", 0],
          ["é", 70],
          [" ", 5],
          ["=", 5],
        ],
      ).costs,
    ).toEqual([{ places: 1, slips: 0, ms: 70, characters: 2 }]);
  });

  test("of a form is that of its atoms, and slips in words are those of its atoms only", () => {
    const form = construct(code, "== ( )", ["==", "(", ")"], "form");
    const keys: Key[] = [...typed("a ", 50), ["=", 100], [" ", 100], ["=", 100], ...typed(" (b)", 30)];
    expect(costs(code, [...constructs, form], keys)).toEqual({
      costs: [
        { places: 1, slips: 1, ms: 300, characters: 2 },
        { places: 1, slips: 0, ms: 60, characters: 2 },
        { places: 1, slips: 1, ms: 360, characters: 4 },
      ],
      slips: [{ position: 0, typed: "=", n: 1 }],
    });
  });
});

describe("places with a slip", () => {
  const code = "(a) (b) (c)";
  const constructs = [construct(code, "( )", ["(", ")"])];

  test("count once, whatever happens there; slips in words count each try", () => {
    const keys: Key[] = [
      ...([
        ["[", 0],
        ["{", 300],
        ["{", 900],
        ["(", 10],
      ] as const),
      ...typed("a"),
      ...([
        ["]", 10],
        [")", 10],
      ] as const),
      ...typed(" "),
      ...([
        ["[", 50],
        ["[", 1_000],
        ["(", 10],
      ] as const),
      ...typed("b) (c)"),
    ];
    const { costs: rows, slips } = costs(code, constructs, keys);
    expect(rows).toMatchObject([{ places: 3, slips: 2 }]);
    // At the first place the wrong keys are less than 1 s apart, at the second 1 s.
    expect(slips).toEqual([{ position: 0, typed: "[", n: 3 }]);
  });

  test("do not count keys of an input method, nor wrong keys elsewhere", () => {
    const keys: Key[] = [["（", 0], ["(", 50], ["x", 10], ["a", 10], ...typed(") (b) (c)")];
    expect(costs(code, constructs, keys)).toMatchObject({ costs: [{ slips: 0 }], slips: [] });
  });

  test("count the first wrong character of a chunk, and a part that was no character", () => {
    expect(
      costs(
        "x (é)",
        [construct("x (é)", "( )", ["(", ")"])],
        [
          ["x [y", 0],
          ["(é)", 9],
        ],
      ).slips,
    ).toEqual([{ position: 0, typed: "[", n: 1 }]);
    // The e waited for its accent, and é came: the e was the error.
    expect(
      costs(
        "é",
        [construct("é", "é", ["é"])],
        [
          ["e", 0],
          ["é", 9],
        ],
      ),
    ).toEqual({
      costs: [{ places: 1, slips: 1, ms: 9, characters: 1 }],
      slips: [{ position: 0, typed: "e", n: 1 }],
    });
  });
});

test("what was typed instead of a construct is never the construct itself", () => {
  expect(
    costs(
      "++",
      [construct("++", "++", ["++"])],
      [
        ["+", 0],
        ["x", 5],
        ["+", 5],
      ],
    ).slips,
  ).toEqual([{ position: 0, typed: "x", n: 1 }]);
});

test("a log of thousands of wrong keys costs no more than its replay, and its slips are bounded", () => {
  const code = "if (a == b) { return c; }\n".repeat(300);
  const example = prepare(code);
  const steps = constructSteps(example, constructsOf(code, "c"));
  expect(steps.constructs.length).toBeGreaterThan(3);
  const wrong = Array.from({ length: 12_000 }, (_, n): Key => [String.fromCharCode(161 + (n % 90)), 1_000]);
  const { slips } = countedIn(example, log([...wrong, ...typed(code)]), steps);
  expect(slips.length).toBeLessThan(1_001);
});
