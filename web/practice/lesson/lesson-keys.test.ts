import { expect, test } from "vitest";
import { actionAfterEsc, actionOnResult, isPrintable, type ShortcutKey } from "./lesson-keys.ts";

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
  "with %s the key is the browser's, the system's or an input method's",
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
