import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActingAgain, noteActing } from "../../typing/echo.ts";
import { resultDeafMs } from "../result/shown-result.ts";
import { decideKey, type KeyScreen, type KeyTarget, type LessonKey } from "./lesson-keys.ts";

const key = (key: string, more: Partial<LessonKey> = {}): LessonKey => ({
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

const code: KeyScreen = { kind: "code" };
const courseComplete: KeyScreen = { kind: "course-complete" };
const afterEsc = (lettersOn = true): KeyScreen => ({ kind: "after-esc", lettersOn });
const result = (sinceShownMs = 1_000): KeyScreen => ({ kind: "result", sinceShownMs });

/** The effect of the key on the page when it is pressed for the first time. */
const action = (pressed: LessonKey, screen: KeyScreen, target: KeyTarget = "page") =>
  decideKey(pressed, screen, target, false).action;

describe("after Esc", () => {
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
  ] as const)("%s means %s", (pressed, meant) => {
    expect(action(key(pressed), afterEsc())).toBe(meant);
  });
  test("on a layout without Latin letters the key's place decides, on others its letter", () => {
    expect(action(key("к", { code: "KeyR" }), afterEsc())).toBe("restart");
    expect(action(key("p", { code: "KeyR" }), afterEsc())).toBe("previous");
  });
  test("with single-letter shortcuts off, only Enter is a shortcut", () => {
    expect(["r", "n", "p", "c", "l", "?"].map((letter) => action(key(letter), afterEsc(false)))).toEqual(
      Array(6).fill(null),
    );
    expect(action(key("Enter"), afterEsc(false))).toBe("type");
  });
  test("Enter on a control presses the control, a letter there is a shortcut", () => {
    expect(decideKey(key("Enter"), afterEsc(), "control", false)).toEqual({
      action: null,
      isTaken: false,
      isActing: true,
    });
    expect(action(key("r"), afterEsc(), "control")).toBe("restart");
  });
  test("Firefox's quick find does not open", () => {
    for (const pressed of ["'", "/"])
      expect(decideKey(key(pressed), afterEsc(), "page", false)).toMatchObject({
        action: null,
        isTaken: true,
      });
  });
});

test("on a result Enter continues and R tries again, but not in the first 400 ms and not while the key is held", () => {
  expect([399, 400].map((since) => action(key("Enter"), result(since)))).toEqual([null, "next"]);
  expect([399, 400].map((since) => action(key("r"), result(since)))).toEqual([null, "restart"]);
  expect(action(key("Enter", { repeat: true }), result())).toBe(null);
  expect(action(key("n"), result())).toBe(null);
});
test("on a result Enter on a button presses the button", () => {
  expect(action(key("Enter"), result(), "control")).toBe(null);
  expect(action(key("r"), result(), "control")).toBe("restart");
});
test("at a course's end no key is a shortcut", () => {
  for (const pressed of ["Enter", "r", "n", "a"]) expect(action(key(pressed), courseComplete)).toBe(null);
});
test("typing a character returns a lost focus to the code, which then gets the character", () => {
  expect(decideKey(key("a"), code, "page", false)).toEqual({
    action: "type",
    isTaken: false,
    isActing: false,
  });
  expect(["Enter", "Dead", "F5", "Tab"].map((name) => action(key(name), code))).toEqual(Array(4).fill(null));
  expect(["é", "😀", "'", "/"].map((name) => action(key(name), code))).toEqual(Array(4).fill("type"));
});
test("a control that was only clicked keeps the keys that press it; a control reached by keyboard keeps all keys", () => {
  const on = (target: KeyTarget) => [" ", "Enter", "a"].map((name) => action(key(name), code, target));
  expect(on("clicked-control")).toEqual([null, null, "type"]);
  expect(on("control")).toEqual([null, null, null]);
});
test.each(["ctrlKey", "altKey", "metaKey", "isComposing"] as const)(
  "with %s the key is the browser's, the system's or an input method's",
  (flag) => {
    for (const screen of [afterEsc(), result(), code])
      expect(action(key("r", { [flag]: true }), screen)).toBe(null);
  },
);
test("a key event without a key, as autofill sends it, has no effect", () => {
  const none = key("", { key: undefined as unknown as string });
  for (const screen of [afterEsc(), result(), code, courseComplete])
    expect(decideKey(none, screen, "page", false)).toEqual({
      action: null,
      isTaken: false,
      isActing: false,
    });
});

const pressed = fc
  .record({
    name: fc.constantFrom("r", "n", "p", "c", "l", "?", "Enter", " ", "a", "'", "Escape", "Tab"),
    repeat: fc.boolean(),
    ctrlKey: fc.boolean(),
  })
  .map(({ name, ...more }) => key(name, more));
const screens = fc.oneof(
  fc.constantFrom(code, courseComplete),
  fc.boolean().map(afterEsc),
  fc.integer({ min: 0, max: 2 * resultDeafMs }).map(result),
);
const targets = fc.constantFrom<KeyTarget>("field-or-dialog", "control", "clicked-control", "page");

describe("any key anywhere", () => {
  test("a field or a dialog keeps its keys, except a shortcut's key that is pressed again", () => {
    fc.assert(
      fc.property(pressed, screens, fc.boolean(), (pressed, screen, isAgain) => {
        expect(decideKey(pressed, screen, "field-or-dialog", isAgain)).toEqual({
          action: null,
          isTaken: isAgain,
          isActing: false,
        });
      }),
    );
  });
  test("a held key only returns the focus to the code", () => {
    fc.assert(
      fc.property(pressed, screens, targets, fc.boolean(), (pressed, screen, target, isAgain) => {
        const { action, isActing } = decideKey({ ...pressed, repeat: true }, screen, target, isAgain);
        expect(isActing).toBe(false);
        expect(action).toBe(screen.kind === "code" && action !== null ? "type" : null);
      }),
    );
  });
  test("the browser does not get the key of a shortcut, except where it presses a control", () => {
    fc.assert(
      fc.property(pressed, screens, targets, fc.boolean(), (pressed, screen, target, isAgain) => {
        const { action, isTaken, isActing } = decideKey(pressed, screen, target, isAgain);
        if (isActing && !isTaken) expect(target).toMatch(/control$/);
        if (action !== null && screen.kind !== "code") expect([isTaken, isActing]).toEqual([true, true]);
      }),
    );
  });
  test("a key that is pressed twice or held opens the next example once", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(key("n"), key("p"), key("Enter")),
        fc.constantFrom(afterEsc(), result()),
        fc.array(
          fc.oneof(
            fc.record({ atMs: fc.integer({ min: 1, max: 399 }), repeat: fc.boolean() }),
            fc.record({ atMs: fc.integer({ min: 1, max: 5_000 }), repeat: fc.constant(true) }),
          ),
        ),
        (pressed, screen, presses) => {
          noteActing({ key: "Escape", timeStamp: 0 });
          const inTurn = presses.toSorted((one, other) => one.atMs - other.atMs);
          const acted = [{ atMs: 0, repeat: false }, ...inTurn].map(({ atMs, repeat }) => {
            const event = { ...pressed, repeat, timeStamp: 1_000 + atMs };
            const { action, isActing } = decideKey(event, screen, "page", isActingAgain(event));
            if (isActing) noteActing(event);
            return action;
          });
          const leadsOn = acted.filter((one) => one === "next" || one === "previous");
          expect(leadsOn.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
