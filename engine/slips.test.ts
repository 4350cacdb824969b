import { describe, expect, test } from "vitest";
import { type Keystroke, newAttempt, reduce } from "./attempt.ts";
import { prepare } from "./example.ts";
import { typedInstead, type WrongKey, wrongKey } from "./slips.ts";

/** What learners of a made-up language know. */
const names = new Set(["=", "==", "=>", "let", "(", "++"]);
const nameOf = (text: string) => (names.has(text) ? text : null);

/** The wrong key of the last of these keystrokes. */
function lastWrong(code: string, ...keys: readonly (string | Keystroke)[]): WrongKey | null {
  let attempt = newAttempt(prepare(code));
  let found: WrongKey | null = null;
  for (const [at, key] of keys.entries()) {
    const keystroke: Keystroke = typeof key === "string" ? { kind: "text", text: key, at } : key;
    const after = reduce(attempt, keystroke);
    found = after.errors > attempt.errors ? wrongKey(attempt, after, keystroke) : null;
    attempt = after;
  }
  return found;
}

describe("a wrong key", () => {
  test("is its character and the step at the caret", () => {
    expect(lastWrong("ab", "a", "x")).toEqual({ step: 1, text: "x" });
    expect(lastWrong("ab", { kind: "enter", at: 0 })).toEqual({ step: 0, text: "\n" });
    expect(lastWrong("\ta", "\t", { kind: "enter", at: 1 })).toEqual({ step: 1, text: "\n" });
  });

  test("of a chunk is the character at which the chunk stops", () => {
    expect(lastWrong("x (b)", "x [y")).toEqual({ step: 2, text: "[" });
  });

  test("is the part that was typed before, when the key itself is right", () => {
    expect(lastWrong("é", "e", "é")).toEqual({ step: 0, text: "e" });
  });

  test("of an input method is none", () => {
    expect(lastWrong("(a)", "（")).toBeNull();
  });
});

describe("typed instead", () => {
  test.each([
    ["what was right plus the wrong character, if that is a construct", "=", "=", "=="],
    ["else what was right, if that is one and a space follows", "=", " ", "="],
    ["or a new line", "=", "\n", "="],
    ["or something opens", "=", "(", "="],
    ["a quote opens too", "=", '"', "="],
    ["else the wrong character alone", "=", "x", "x"],
    ["also when what was right is no construct", "le", " ", null],
    ["or nothing was right", "", "(", "("],
    ["a space alone is none", "", " ", null],
    ["nor is a new line", "", "\n", null],
    ["nor is a character beyond ASCII", "", "é", null],
    ["nor a control character", "", "\u0000", null],
    ["nor several characters that are no construct", "", "ab", null],
    ["the last printable one is", "", "~", "~"],
  ])("is %s", (_rule, right, wrong, expected) => {
    expect(typedInstead(right, wrong, nameOf)).toBe(expected);
  });
});
