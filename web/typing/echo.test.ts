import { type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { describe, expect, test } from "vitest";
import { isActingAgain, isEcho, noteActing } from "./echo.ts";

describe("a key that acted outside the code and is pressed again", () => {
  const text = (text: string, at: number): Keystroke => ({ kind: "text", text, at });
  const nest = newAttempt(prepare("nest"));
  const other = newAttempt(prepare("other"));

  test("is not text in the example that it opened, right or wrong, shortly after the example was shown", () => {
    for (const attempt of [nest, other]) {
      noteActing({ key: "n", timeStamp: 1_000 });
      expect(isEcho(text("n", 1_150), attempt, 1_005)).toBe(true);
      expect(isEcho(text("n", 1_404), attempt, 1_005)).toBe(true);
      expect(isEcho(text("n", 1_405), attempt, 1_005)).toBe(false);
    }
    // The next lesson takes a while to load.
    noteActing({ key: "n", timeStamp: 1_000 });
    expect(isEcho(text("n", 1_800), nest, 1_700)).toBe(true);
  });
  test("is text after another key was typed", () => {
    noteActing({ key: "n", timeStamp: 1_000 });
    expect(isEcho(text("o", 1_100), other, 1_005)).toBe(false);
    expect(isEcho(text("n", 1_200), other, 1_005)).toBe(false);
  });
  test("is text in the same example if it is right, as after R in an example that begins with r", () => {
    const rest = newAttempt(prepare("rest\nrest"));
    noteActing({ key: "r", timeStamp: 1_000 });
    expect(isEcho(text("r", 1_150), rest, 5)).toBe(false);
    noteActing({ key: "r", timeStamp: 1_000 });
    expect(isEcho(text("r", 1_150), other, 5)).toBe(true);
  });
  test("is not text if it is Enter or Space", () => {
    const afterLine = reduce(newAttempt(prepare("a\nb")), text("a", 1));
    noteActing({ key: "Enter", timeStamp: 1_000 });
    expect(isEcho({ kind: "enter", at: 1_200 }, other, 1_005)).toBe(true);
    expect(isEcho({ kind: "enter", at: 1_200 }, other, 5)).toBe(true);
    expect(isEcho({ kind: "enter", at: 1_200 }, afterLine, 5)).toBe(false);
    noteActing({ key: " ", timeStamp: 1_000 });
    expect(isEcho(text(" ", 1_200), other, 1_080)).toBe(true);
  });
  test("is kept out of other fields while it is held and for a moment after", () => {
    noteActing({ key: "c", timeStamp: 1_000 });
    const again = (timeStamp: number, repeat: boolean, key = "c") =>
      isActingAgain({ key, timeStamp, repeat });
    expect([again(1_399, false), again(1_400, false), again(9_000, true)]).toEqual([true, false, true]);
    expect(again(1_100, false, "s")).toBe(false);
  });
});
