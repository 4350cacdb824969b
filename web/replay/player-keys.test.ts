import { describe, expect, test } from "vitest";
import { Playback } from "./playback.ts";
import { type PlayerFocus, type PlayerKey, playerAction } from "./player-keys.ts";

function press(key: string, more: Partial<PlayerKey> = {}): PlayerKey {
  const off = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  return { key, code: "", keyCode: 0, isComposing: false, repeat: false, ...off, ...more };
}

/** The playback after a key at 5 s of a run of 60 s with slips at 2 and 8 s; null if the key does nothing. */
function after(key: PlayerKey, focus: PlayerFocus = "page", areDigitsOn = true) {
  const playback = new Playback(60_000, [2_000, 8_000], { request: () => () => undefined });
  playback.seek(5_000);
  const action = playerAction(key, focus, areDigitsOn);
  action?.(playback);
  return action === null ? null : playback.state();
}

describe("on the page of a replay", () => {
  test.each([
    [press(" "), { isPlaying: true }],
    [press("ArrowLeft"), { positionMs: 4_000 }],
    [press("ArrowRight"), { positionMs: 6_000 }],
    [press("ArrowRight", { repeat: true }), { positionMs: 6_000 }],
    [press("ArrowLeft", { shiftKey: true }), { positionMs: 2_000 }],
    [press("ArrowRight", { shiftKey: true }), { positionMs: 8_000 }],
    [press("Home"), { positionMs: 0 }],
    [press("End"), { positionMs: 60_000 }],
    [press("1"), { speed: 1 }],
    [press("2"), { speed: 2 }],
    [press("4"), { speed: 4 }],
    [press("é", { code: "Digit2" }), { speed: 2 }],
  ])("%o acts", (key, expected) => {
    expect(after(key)).toMatchObject(expected);
  });

  test.each([
    press("3"),
    press("a"),
    press("Enter"),
    press("Tab"),
    press("ArrowDown"),
    press(" ", { repeat: true }),
    press("ArrowLeft", { altKey: true }),
    press("Home", { ctrlKey: true }),
    press("2", { metaKey: true }),
    press("2", { isComposing: true }),
  ])("%o is left to the browser", (key) => {
    expect(after(key)).toBeNull();
  });

  test("digits depend on the switch for single-character shortcuts, the other keys do not", () => {
    expect(after(press("2"), "page", false)).toBeNull();
    expect(after(press(" "), "page", false)).toMatchObject({ isPlaying: true });
  });
});

describe("a control keeps the keys that it needs", () => {
  test("a field all of them", () => {
    for (const key of [" ", "ArrowLeft", "Home", "2"]) expect(after(press(key), "field")).toBeNull();
  });
  test("a button its Space, a radio button its arrows too", () => {
    expect(after(press(" "), "button")).toBeNull();
    expect(after(press("ArrowLeft"), "button")).toMatchObject({ positionMs: 4_000 });
    expect(after(press(" "), "radio")).toBeNull();
    expect(after(press("ArrowLeft"), "radio")).toBeNull();
    expect(after(press("4"), "radio")).toMatchObject({ speed: 4 });
  });
  test("the playhead moves by all keys of a slider", () => {
    expect(after(press("ArrowUp"), "slider")).toMatchObject({ positionMs: 6_000 });
    expect(after(press("ArrowDown"), "slider")).toMatchObject({ positionMs: 4_000 });
    expect(after(press("PageUp"), "slider")).toMatchObject({ positionMs: 15_000 });
    expect(after(press("PageDown"), "slider")).toMatchObject({ positionMs: 0 });
    expect(after(press(" "), "slider")).toMatchObject({ isPlaying: true });
  });
});
