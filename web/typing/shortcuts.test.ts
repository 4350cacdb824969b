import { type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import { describe, expect, test } from "vitest";
import {
  actionAfterEsc,
  actionOnResult,
  isActingAgain,
  isEcho,
  isPrintable,
  noteActing,
  type ShortcutKey,
} from "./shortcuts.ts";

const key = (key: string, more: Partial<ShortcutKey> = {}): ShortcutKey => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "",
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  ...more,
});

test.each([
  ["Enter", "type"],
  ["r", "restart"],
  ["R", "restart"],
  ["n", "next"],
  ["p", "previous"],
  ["c", "courses"],
  ["l", "leaderboard"],
  ["?", "keys"],
  ["x", null],
  ["Escape", null],
  ["Tab", null],
] as const)("after Esc %s means %s", (pressed, action) => {
  expect(actionAfterEsc(key(pressed), true)).toBe(action);
});
test("on a layout without Latin letters the key's place counts, on others its letter", () => {
  expect(actionAfterEsc(key("к", { code: "KeyR" }), true)).toBe("restart");
  expect(actionAfterEsc(key("p", { code: "KeyR" }), true)).toBe("previous");
});
test("with single letters off only Enter is left", () => {
  expect(["r", "n", "p", "c", "l", "?"].map((letter) => actionAfterEsc(key(letter), false))).toEqual(
    Array(6).fill(null),
  );
  expect(actionAfterEsc(key("Enter"), false)).toBe("type");
});
test.each(["ctrlKey", "altKey", "metaKey", "isComposing"] as const)(
  "%s makes it somebody else's key",
  (flag) => {
    expect(actionAfterEsc(key("r", { [flag]: true }), true)).toBe(null);
    expect(actionOnResult(key("r", { [flag]: true }), 1_000)).toBe(null);
    expect(isPrintable(key("r", { [flag]: true }))).toBe(false);
  },
);
test("on a result Enter goes on and R tries again, but not in the first 400 ms and not while held", () => {
  expect([399, 400].map((since) => actionOnResult(key("Enter"), since))).toEqual([null, "next"]);
  expect([399, 400].map((since) => actionOnResult(key("r"), since))).toEqual([null, "restart"]);
  expect(actionOnResult(key("Enter", { repeat: true }), 1_000)).toBe(null);
  expect(actionOnResult(key("n"), 1_000)).toBe(null);
});
test("a held letter acts once", () => {
  for (const letter of ["r", "n", "p", "c", "l", "?", "Enter"])
    expect(actionAfterEsc(key(letter, { repeat: true }), true)).toBe(null);
});
test("a key event without a key, as autofill makes them, means nothing", () => {
  const none = key("", { key: undefined as unknown as string });
  expect([actionAfterEsc(none, true), actionOnResult(none, 1_000), isPrintable(none)]).toEqual([
    null,
    null,
    false,
  ]);
});

describe("a key that did something, once more", () => {
  const text = (text: string, at: number): Keystroke => ({ kind: "text", text, at });
  const nest = newAttempt(prepare("nest"));
  const other = newAttempt(prepare("other"));

  test("is no text in the example that it led to, right or wrong, for a moment after it came", () => {
    for (const attempt of [nest, other]) {
      noteActing({ key: "n", timeStamp: 1_000 });
      expect(isEcho(text("n", 1_150), attempt, 1_005)).toBe(true);
      expect(isEcho(text("n", 1_404), attempt, 1_005)).toBe(true);
      expect(isEcho(text("n", 1_405), attempt, 1_005)).toBe(false);
    }
    // The next lesson takes its time to come.
    noteActing({ key: "n", timeStamp: 1_000 });
    expect(isEcho(text("n", 1_800), nest, 1_700)).toBe(true);
  });
  test("is text after anything else was typed", () => {
    noteActing({ key: "n", timeStamp: 1_000 });
    expect(isEcho(text("o", 1_100), other, 1_005)).toBe(false);
    expect(isEcho(text("n", 1_200), other, 1_005)).toBe(false);
  });
  test("in the same example it is text where it is right, as after R in one that begins with r", () => {
    const rest = newAttempt(prepare("rest\nrest"));
    noteActing({ key: "r", timeStamp: 1_000 });
    expect(isEcho(text("r", 1_150), rest, 5)).toBe(false);
    noteActing({ key: "r", timeStamp: 1_000 });
    expect(isEcho(text("r", 1_150), other, 5)).toBe(true);
  });
  test("Enter and Space too", () => {
    const afterLine = reduce(newAttempt(prepare("a\nb")), text("a", 1));
    noteActing({ key: "Enter", timeStamp: 1_000 });
    expect(isEcho({ kind: "enter", at: 1_200 }, other, 1_005)).toBe(true);
    expect(isEcho({ kind: "enter", at: 1_200 }, other, 5)).toBe(true);
    expect(isEcho({ kind: "enter", at: 1_200 }, afterLine, 5)).toBe(false);
    noteActing({ key: " ", timeStamp: 1_000 });
    expect(isEcho(text(" ", 1_200), other, 1_080)).toBe(true);
  });
  test("elsewhere it is kept out of a field while it is held, and for a moment", () => {
    noteActing({ key: "c", timeStamp: 1_000 });
    const again = (timeStamp: number, repeat: boolean, key = "c") =>
      isActingAgain({ key, timeStamp, repeat });
    expect([again(1_399, false), again(1_400, false), again(9_000, true)]).toEqual([true, false, true]);
    expect(again(1_100, false, "s")).toBe(false);
  });
});
test("what writes a character is printable, named keys are not", () => {
  expect(["a", "é", "😀", "'", "/", "Enter", "Dead", "F5"].map((name) => isPrintable(key(name)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
