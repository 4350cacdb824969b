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
const courseComplete = (sinceShownMs = 1_000): KeyScreen => ({ kind: "course-complete", sinceShownMs });
const afterEsc = (lettersOn = true): KeyScreen => ({ kind: "after-esc", lettersOn });
const result = (sinceShownMs = 1_000): KeyScreen => ({ kind: "result", sinceShownMs });
const memoryResult = (sinceShownMs = 1_000): KeyScreen => ({ kind: "memory-result", sinceShownMs });

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
    ["w", "way"],
    ["?", "keys"],
    ["m", null],
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
    for (const letter of ["r", "n", "p", "c", "l", "w", "?"])
      expect(action(key(letter), afterEsc(false))).toBe(null);
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
test("on a result Enter on a button presses the button, but not the key that is still held from the code", () => {
  expect(action(key("Enter"), result(), "control")).toBe(null);
  expect(decideKey(key("Enter"), result(), "control", false).isTaken).toBe(false);
  expect(decideKey(key("Enter", { repeat: true }), result(), "control", false).isTaken).toBe(true);
  expect(action(key("r"), result(), "control")).toBe("restart");
});
test("M begins the example from memory where the result offers it, after 400 ms, on a button too, once", () => {
  const offering = (sinceShownMs = 1_000): KeyScreen => ({
    kind: "result",
    sinceShownMs,
    offersMemory: true,
  });
  expect([399, 400].map((since) => action(key("m"), offering(since)))).toEqual([null, "from-memory"]);
  expect(action(key("M"), offering(), "control")).toBe("from-memory");
  expect(action(key("m", { repeat: true }), offering())).toBe(null);
  expect(decideKey(key("m"), offering(), "page", true).action).toBe(null);
  for (const other of [result(), memoryResult(), courseComplete(), code])
    expect(action(key("m"), other)).toBe(other === code ? "type" : null);
});
test("Enter presses the main button of everything that covers the stage, R tries again, both only after 400 ms", () => {
  // A table, so that a new screen must say what Enter does on it.
  const screenOf: Record<KeyScreen["kind"], ((sinceShownMs: number) => KeyScreen) | null> = {
    "course-complete": courseComplete,
    result,
    "memory-result": memoryResult,
    "result-code": null,
    "after-esc": null,
    code: null,
  };
  for (const overlay of Object.values(screenOf)) {
    if (overlay === null) continue;
    const main = { result: "next", "memory-result": "next", "course-complete": "main" }[
      overlay(0).kind as "result"
    ];
    for (const [pressed, act] of [
      ["Enter", main],
      ["r", "restart"],
    ] as const) {
      expect([399, 400].map((since) => action(key(pressed), overlay(since)))).toEqual([null, act]);
      expect(action(key(pressed, { repeat: true }), overlay(1_000))).toBe(null);
    }
    expect(action(key("Enter"), overlay(1_000), "control")).toBe(null);
    for (const other of ["n", "a", " "]) expect(action(key(other), overlay(1_000))).toBe(null);
  }
});
test("Esc slides the result of a copy down to its code after 400 ms, on a button too, and no other overlay", () => {
  expect([399, 400].map((since) => action(key("Escape"), result(since)))).toEqual([null, "see-code"]);
  expect(action(key("Escape"), result(), "control")).toBe("see-code");
  expect(action(key("Escape", { repeat: true }), result())).toBe(null);
  for (const other of [memoryResult(), courseComplete()]) expect(action(key("Escape"), other)).toBe(null);
});
test("in the code of a run the arrow keys move between its slips, held too, and Esc, Enter and R lead on", () => {
  const looking: KeyScreen = { kind: "result-code" };
  for (const repeat of [false, true]) {
    expect(action(key("ArrowUp", { repeat }), looking)).toBe("previous-slip");
    expect(action(key("ArrowDown", { repeat }), looking, "control")).toBe("next-slip");
  }
  expect(action(key("Escape"), looking, "control")).toBe("to-result");
  expect(action(key("Enter"), looking)).toBe("next");
  expect(action(key("Enter"), looking, "control")).toBe(null);
  expect(action(key("r"), looking, "control")).toBe("restart");
  for (const pressed of ["Escape", "Enter", "r"])
    expect(action(key(pressed, { repeat: true }), looking)).toBe(null);
  expect(action(key("m"), looking)).toBe(null);
});
test("a key that writes a character with AltGr is no shortcut, on any layout and system", () => {
  const altGr = { getModifierState: (name: string) => name === "AltGraph" };
  const letters = ["r", "n", "p", "c", "l", "w", "m"];
  const offering: KeyScreen = { kind: "result", sinceShownMs: 1_000, offersMemory: true };
  for (const screen of [afterEsc(), offering, memoryResult(), courseComplete()])
    for (const letter of letters) {
      const code = `Key${letter.toUpperCase()}`;
      // What the key writes on the layouts de, us(altgr-intl) and ru; Windows sets Ctrl and Alt as well.
      for (const written of ["¶", "”", "ë", "ß", "µ", "₽", letter, "Dead"])
        for (const more of [altGr, { ...altGr, ctrlKey: true, altKey: true }])
          expect(action(key(written, { code, ...more }), screen)).toBe(null);
      // Without the state of AltGr the character says enough.
      for (const written of ["¶", "”", "ë", "ß", "Dead", "Process", "Unidentified"])
        expect(action(key(written, { code }), screen)).toBe(null);
    }
  // It does write a character, so it returns a lost focus to the code.
  for (const more of [altGr, { ...altGr, ctrlKey: true, altKey: true }])
    expect(action(key("@", { code: "KeyQ", ...more }), code)).toBe("type");
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
    for (const screen of [afterEsc(), result(), courseComplete(), code])
      for (const pressed of ["r", "Enter"]) expect(action(key(pressed, { [flag]: true }), screen)).toBe(null);
  },
);
test("a key event without a key, as autofill sends it, has no effect", () => {
  const none = key("", { key: undefined as unknown as string });
  for (const screen of [afterEsc(), result(), code, courseComplete()])
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
  fc.constant(code),
  fc.boolean().map(afterEsc),
  fc.integer({ min: 0, max: 2 * resultDeafMs }).map(result),
  fc.integer({ min: 0, max: 2 * resultDeafMs }).map(courseComplete),
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
        fc.constantFrom(afterEsc(), result(), courseComplete()),
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
          const leadsOn = acted.filter((one) => ["next", "previous", "review"].includes(one ?? ""));
          expect(leadsOn.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
