import { type Attempt, type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { type PreparedExample, prepare } from "@tabstop/engine/example";
import { elapsedMs } from "@tabstop/engine/metrics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyseRun, analysisInSteps, type CodeSyntax, type RunAnalysis } from "./run-analysis.ts";

/** Keys by their distance to the one before, in ms: `["=", 100]`; `\b` is Backspace, a text of several is one chunk. */
type Key = readonly [text: string, afterMs: number];

function log(keys: readonly Key[]): Keystroke[] {
  let at = 1_000;
  return keys.map(([text, afterMs]): Keystroke => {
    at += afterMs;
    if (text === "\b") return { kind: "backspace", at };
    if (text === "\n") return { kind: "enter", at };
    if (text === "\t") return { kind: "tab", at };
    return { kind: "text", text, at };
  });
}

const typed = (text: string, ms = 100): Key[] => Array.from(text, (key) => [key, ms]);

/** A made-up language with these signs. */
function syntaxOf(code: string, signs: readonly string[]): CodeSyntax {
  const pieces: [number, number][] = [];
  for (let at = 0; at < code.length; ) {
    const sign = signs.find((one) => code.startsWith(one, at));
    if (sign !== undefined) pieces.push([at, at + sign.length]);
    at += sign?.length ?? 1;
  }
  return { pieces, isConstruct: (text) => signs.includes(text) };
}

function analysed(code: string, keys: readonly Key[], syntax: CodeSyntax | null = null): RunAnalysis {
  return analyseRun(prepare(code), log(keys), syntax);
}

describe("the speed of a line", () => {
  test("is that of its characters in the time between its keys; the first key of the run has none", () => {
    // 5 characters in 4 intervals of 200 ms and Enter; 4 characters in 4 of 300 ms.
    const { lines, wpm } = analysed("abcd\nefgh", [
      ["a", 0],
      ...typed("bcd", 200),
      ["\n", 200],
      ...typed("efgh", 300),
    ]);
    expect(lines.map(({ wpm: speed, characters, ms }) => [speed, characters, ms])).toEqual([
      [75, 5, 800],
      [40, 4, 1_200],
    ]);
    expect(wpm).toBe(54);
  });

  test("counts wrong keys, deletions and pauses where the caret is", () => {
    const { lines } = analysed("ab\nc", [
      ["a", 0],
      ["x", 50],
      ["b", 100],
      ["\n", 200],
      ["\b", 400],
      ["\n", 800],
      ["c", 1_600],
    ]);
    // Backspace takes the caret back from the second line.
    expect(lines.map(({ ms }) => ms)).toEqual([50 + 100 + 200 + 800, 400 + 1_600]);
  });

  test("is none for a line without characters, whose time stays its own", () => {
    const { lines } = analysed("a\n\nb\n", [
      ["a", 0],
      ["\n", 100],
      ["\n", 300],
      ["b", 100],
      ["\n", 100],
    ]);
    expect(lines.map(({ wpm, ms }) => [wpm, ms])).toEqual([
      [240, 100],
      [null, 300],
      [120, 200],
      [null, 0],
    ]);
  });

  test("shares the interval of a chunk among its characters", () => {
    const { lines } = analysed("ab\ncd", [
      ["a", 0],
      ["b\nc", 300],
      ["d", 100],
    ]);
    expect(lines.map(({ ms }) => ms)).toEqual([200, 200]);
  });

  test("is none where all came with the first key", () => {
    expect(analysed("ab", [["ab", 0]])).toMatchObject({ wpm: 24_000, lines: [{ wpm: null }] });
  });
});

describe("slips", () => {
  const code = "a => (b ?? c)";
  const syntax = syntaxOf(code, ["=>", "??", "==", "(", ")", "="]);

  test("name what was typed and the whole sign that belongs there", () => {
    const keys: Key[] = [
      ...typed("a "),
      ["-", 100],
      ["=", 100],
      ["=", 1_000],
      [">", 100],
      ...typed(" (b "),
      [".", 100],
      ...typed("?? c)"),
    ];
    const { slips } = analysed(code, keys, syntax);
    expect(slips).toEqual([
      { line: 1, offset: 2, column: 2, typed: "-", belongs: "=>" },
      { line: 1, offset: 3, column: 3, typed: "==", belongs: "=>" },
      { line: 1, offset: 8, column: 8, typed: ".", belongs: "??" },
    ]);
  });

  test("name half of a pair by that half, and a space where it is a key of its own", () => {
    const keys: Key[] = [...typed("a => "), ["{", 100], ["(", 100], ...typed("b ??"), ["\n", 900]];
    expect(
      analysed(code, [...keys, ...typed(" c"), [" ", 900], [")", 9]], syntax).slips.map((slip) => [
        slip.typed,
        slip.belongs,
      ]),
    ).toEqual([
      ["{", "("],
      ["\n", " "],
      [" ", ")"],
    ]);
  });

  test("are characters where no sign is, and everywhere without the rules of the language", () => {
    const keys: Key[] = [["x", 0], ...typed("a =", 100), ["=", 50], ...typed("> (b ?? c)")];
    expect(analysed(code, keys, syntax).slips.map(({ typed: x, belongs }) => [x, belongs])).toEqual([
      ["x", "a"],
      ["==", "=>"],
    ]);
    expect(analysed(code, keys).slips.map(({ typed: x, belongs }) => [x, belongs])).toEqual([
      ["x", "a"],
      ["=", ">"],
    ]);
  });

  test("are one where wrong keys at one place come less than 1 s apart", () => {
    const keys: Key[] = [["x", 0], ["x", 999], ["y", 1_000], ["a", 1], ...typed(code.slice(1))];
    expect(analysed(code, keys).slips.map(({ typed: x }) => x)).toEqual(["x", "y"]);
  });

  test("are no characters of an input method", () => {
    expect(analysed("(a)", [["（", 0], ...typed("(a)")]).slips).toEqual([]);
  });

  test("are counted by line, with columns in code points", () => {
    const { lines, slips } = analysed("a\n😀;", [...typed("a"), ["\n", 9], ["😀", 9], [":", 9], [";", 9]]);
    expect(slips).toEqual([{ line: 2, offset: 4, column: 1, typed: ":", belongs: ";" }]);
    expect(lines.map((line) => line.slips.length)).toEqual([0, 1]);
  });
});

describe("slips in words", () => {
  test("are the three most frequent, then as they came, each with its lines", () => {
    const keys: Key[] = [];
    for (const [right, wrong] of [
      ["a", "q"],
      ["b", "w"],
      ["c", "e"],
      ["d", "r"],
      ["d", "r"],
      ["c", "e"],
      ["a", ""],
    ] as const) {
      if (wrong !== "") keys.push([wrong, 2_000]);
      keys.push([right, 100], ["\n", 100]);
    }
    const { groups } = analysed("a\nb\nc\nd\nd\nc\na\n", keys);
    expect(groups).toEqual([
      { typed: "e", belongs: "c", times: 2, lines: [3, 6] },
      { typed: "r", belongs: "d", times: 2, lines: [4, 5] },
      { typed: "q", belongs: "a", times: 1, lines: [1] },
    ]);
  });

  test("name a line once", () => {
    const keys: Key[] = [
      ["x", 0],
      ["x", 3_000],
      ["a", 10],
    ];
    expect(analysed("a", keys).groups).toEqual([{ typed: "x", belongs: "a", times: 2, lines: [1] }]);
  });
});

type RunOfKeys = {
  readonly example: PreparedExample;
  readonly keys: readonly Keystroke[];
  readonly end: Attempt;
};

/** Finished runs: any keys, and then what is left of the code. */
const runs: fc.Arbitrary<RunOfKeys> = fc
  .tuple(
    fc
      .array(fc.constantFrom("a", "b", "(", ")", "=>", " ", "\n", "é", "😀"), { minLength: 1, maxLength: 30 })
      .map((pieces) => pieces.join("")),
    fc.array(
      fc.tuple(
        fc.constantFrom("a", "b", "(", "=", "\n", "\b", "\b", "\t", "next", "next", "next", "（"),
        fc.nat(1_500),
      ),
      { maxLength: 60 },
    ),
  )
  .map(([code, acts]) => {
    const example = prepare(code);
    let attempt = newAttempt(example);
    let at = 0;
    const keys: Keystroke[] = [];
    const press = (keystroke: Keystroke) => {
      const after = reduce(attempt, keystroke);
      if (after !== attempt) keys.push(keystroke);
      attempt = after;
    };
    const next = () => String.fromCodePoint(example.text.codePointAt(attempt.offset) ?? 0);
    for (const [act, ms] of acts) {
      at += ms;
      const [key] = log([[act === "next" ? next() : act, 0]]);
      if (key !== undefined && attempt.kind !== "done") press({ ...key, at });
    }
    while (attempt.kind !== "done")
      press({ kind: "text", text: example.text.slice(attempt.offset), at: (at += 10) });
    return { example, keys, end: attempt };
  });

describe("for every finished run", () => {
  const syntax = ({ text }: PreparedExample) => syntaxOf(text, ["=>", "(", ")"]);

  test("the lines add up to the run: its characters and its time", () => {
    fc.assert(
      fc.property(runs, ({ example, keys, end }) => {
        const { lines } = analyseRun(example, keys, syntax(example));
        expect(lines.reduce((sum, { characters }) => sum + characters, 0)).toBe(example.length);
        const ms = lines.reduce((sum, line) => sum + line.ms, 0);
        expect(ms).toBeCloseTo(elapsedMs(end, 0), 6);
      }),
    );
  });

  test("there is a slip exactly where there is an error of a plain key, and never more slips than errors", () => {
    fc.assert(
      fc.property(runs, ({ example, keys, end }) => {
        const isPlain = keys.every((key) => key.kind !== "text" || !key.text.includes("（"));
        const { slips, lines } = analyseRun(example, keys, syntax(example));
        expect(slips.length).toBeLessThanOrEqual(end.errors);
        if (isPlain) expect(slips.length > 0).toBe(end.errors > 0);
        expect(lines.flatMap((line) => line.slips)).toEqual(slips);
        for (const { line, offset, belongs } of slips) {
          expect(example.text.slice(0, offset).split("\n").length).toBe(line);
          expect(example.text.slice(0, offset + belongs.length)).toContain(belongs);
        }
      }),
    );
  });

  test("without rules of a language there are as many slips as tries at single characters", () => {
    fc.assert(
      fc.property(runs, ({ example, keys }) => {
        const lastAt = new Map<number, number>();
        let tries = 0;
        let attempt = newAttempt(example);
        for (const key of keys) {
          const after = reduce(attempt, key);
          const { lastError } = after;
          if (after.errors > attempt.errors && lastError !== null && lastError.hint === null) {
            const last = lastAt.get(lastError.offset);
            if (last === undefined || key.at - last >= 1_000) tries += 1;
            lastAt.set(lastError.offset, key.at);
          }
          attempt = after;
        }
        expect(analyseRun(example, keys, null).slips.length).toBe(tries);
      }),
    );
  });
});

test("a run of 20,000 keystrokes on 10,000 characters is read in short steps, with the same outcome", () => {
  const code = "  const value = list.map((item) => item.name ?? null);\n".repeat(190).slice(0, 10_000);
  const keystrokes = log(
    Array.from(code).flatMap((key): Key[] => [
      ["~", 1_200],
      [key, 90],
    ]),
  );
  const syntax = syntaxOf(code, ["=>", "??", "(", ")", "."]);
  const example = prepare(code);
  const steps = analysisInSteps(example, keystrokes, syntax, 2_000);
  const took: number[] = [];
  for (;;) {
    const from = performance.now();
    const { done, value } = steps.next();
    took.push(performance.now() - from);
    if (done !== true) continue;
    expect(value).toEqual(analyseRun(example, keystrokes, syntax));
    expect(value.slips.length).toBe(1_000);
    break;
  }
  expect(took.length).toBe(10);
  // A few ms on a free machine.
  expect(took.toSorted((one, other) => one - other)[4]).toBeLessThan(50);
});
