// Event sequences that were written by hand, and the shortcut for a key whose text is certain. Recorded sequences are
// in capture-recorded.test.ts.

import { describe, expect, test } from "vitest";
import { CaptureRules, sentinelCharacter } from "./capture-rules.ts";
import {
  type Flag,
  type Recorded,
  recorded,
  kd,
  ku,
  bi,
  inp,
  typed,
  cs,
  cu,
  ce,
  silentEnd,
  focus,
  blur,
  played,
  playedBy,
  keys,
} from "./test/field-events.ts";

describe("the shortcut for a key whose text is certain", () => {
  test("takes the text before it gets into the field", () => {
    expect(played(kd("a"), recorded("bi", "insertText", "a")).shown).toBe("a");
    expect(played(kd("a"), recorded("bi", "insertText", "a")).isPrevented).toBe(true);
  });
  test.each([
    ["the key says something else", kd("é"), "É", [] as Flag[]],
    ["it is a dead key's", kd("Dead"), "´", []],
    ["an input method has the key", kd("a", "229"), "a", []],
    ["Option or Alt is held", kd("a", "alt"), "a", []],
    ["two characters come", kd("t"), "´t", []],
    ["it cannot be cancelled", kd("a"), "a", ["nc"] as Flag[]],
  ])("is not used where %s: then the field's text counts exactly once", (_, key, data, flags) => {
    expect(played(key, recorded("bi", "insertText", data, flags)).shown).toBe("");
    expect(played(key, typed("insertText", data, ...flags)).shown).toBe(data);
  });
  test("applies once for each keydown, and not to text without one", () => {
    expect(played(kd("a"), ku("a"), recorded("bi", "insertText", "a")).shown).toBe("");
    expect(played(kd("a"), typed("insertText", "a"), typed("insertText", "a")).shown).toBe("a a");
  });
  test("is not used in a composition", () => {
    expect(played(kd("a"), cs, recorded("bi", "insertText", "a")).isPrevented).toBe(false);
  });
});

describe("Ctrl+Space", () => {
  const fromMemory = (...events: readonly Recorded[]) => playedBy(new CaptureRules(true), ...events);
  test("asks for help where text is hidden, once while it is held, and writes nothing", () => {
    const held = fromMemory(kd(" ", "ctrl"), kd(" ", "ctrl", "rep"), ku(" "), kd(" ", "ctrl"));
    expect(held.shown).toBe("<help> <help>");
    expect(held.isPrevented).toBe(true);
    expect(fromMemory(kd(" ", "ctrl"), kd(" ", "ctrl", "rep")).isPrevented).toBe(true);
    expect(fromMemory(kd(" ", "ctrl"), ku(" "), ku("Control"), ...typed("insertText", "x")).shown).toBe(
      "<help> x",
    );
  });
  test("is the browser's in Copy", () => {
    expect(played(kd(" ", "ctrl"))).toMatchObject({ shown: "", isPrevented: false });
  });
  test.each([
    ["AltGr or Alt", kd(" ", "ctrl", "alt")],
    ["Meta", kd(" ", "ctrl", "meta")],
    ["Meta alone", kd(" ", "meta")],
    ["no Ctrl", kd(" ")],
    ["an input method's key", kd(" ", "ctrl", "229")],
    ["a composition", kd(" ", "ctrl", "comp")],
    ["another key", kd("a", "ctrl")],
  ])("is left alone with %s", (_, key) => {
    expect(fromMemory(key)).toMatchObject({ shown: "", isPrevented: false });
    expect(fromMemory(cs, key).isPrevented).toBe(false);
  });
});

describe("sequences written by hand", () => {
  test("Tab is a keystroke, once while it is held", () => {
    expect(keys(kd("Tab"), kd("Tab", "rep"), kd("Tab", "rep"), ku("Tab"))).toBe("<tab>");
    expect(played(kd("Tab")).isPrevented).toBe(true);
  });
  test("Ctrl+Tab and a Tab of an input method are left alone", () => {
    expect(keys(kd("Tab", "ctrl"), kd("Tab", "229"), kd("Tab", "comp"))).toBe("");
    expect(played(kd("Tab", "229")).isPrevented).toBe(false);
  });
  test("Escape and Shift+Tab leave the field; for Shift+Tab the browser moves the focus", () => {
    expect(keys(kd("Escape"))).toBe("<leave by escape>");
    expect(keys(kd("Tab", "shift"))).toBe("<leave by shift-tab>");
    expect(played(kd("Tab", "shift")).isPrevented).toBe(false);
  });
  test("a held Enter counts once", () => {
    const enter = typed("insertLineBreak", "\n");
    expect(keys(kd("Enter"), enter, kd("Enter", "rep"), enter, ku("Enter"))).toBe("<enter>");
  });
  test("a line break that cannot be stopped arrives as text", () => {
    expect(keys(typed("insertParagraph", "\n", "nc"))).toBe("\n");
  });
  test("a deletion that cannot be stopped, or has no beforeinput, is one Backspace", () => {
    expect(keys(typed("deleteContentBackward", "", "nc"))).toBe("<backspace>");
    expect(keys(inp("deleteContentBackward", ""))).toBe("<backspace>");
    expect(keys(inp("deleteContentForward", ""))).toBe("");
  });
  test("a replacement that cannot be stopped is dropped, and only that [TYPE-55]", () => {
    expect(keys(typed("insertReplacementText", "the", "nc"), typed("insertText", "x"))).toBe("x");
    expect(keys(bi("insertReplacementText", "nc"), typed("insertText", "x"))).toBe("x");
  });
  test("a held modifier that repeats suppresses no text, as when digits are typed with Alt on Windows [TYPE-21]", () => {
    const at = typed("insertText", "@");
    for (const key of ["Alt", "Shift", "AltGraph", "Control", "Meta"])
      expect(keys(kd(key), kd(key, "rep"), kd(key, "rep"), at, ku(key))).toBe("@");
    const digits = [kd("6", "alt"), ku("6"), kd("4", "alt"), ku("4")];
    expect(keys(kd("Alt"), kd("Alt", "rep"), digits, at, ku("Alt"), typed("insertText", "x"))).toBe("@ x");
  });
  test("a repeat does not suppress later text that comes without a key", () => {
    const held = [kd("a"), ...typed("insertText", "a"), kd("a", "rep"), ...typed("insertText", "a")];
    expect(keys(held, ku("a"), typed("insertText", "b"))).toBe("a b");
    expect(keys(held, cs, cu("é"), typed("insertCompositionText", "é", "comp"), ce("é"))).toBe("a é");
  });
  test("after an arrow the caret is moved back behind the sentinel, but never during a composition", () => {
    const rules = new CaptureRules();
    expect(rules.handle({ type: "keyup", key: "ArrowLeft" }).reset).toBe(true);
    rules.handle({ type: "compositionstart" });
    expect(rules.handle({ type: "keyup", key: "ArrowLeft" }).reset).toBe(false);
  });
  test("a key of the keypad comes after the composed text, which is typed once", () => {
    const rules = new CaptureRules();
    expect(rules.endComposition(sentinelCharacter, 100)).toMatchObject({ keystroke: null, reset: false });
    rules.handle({ type: "compositionstart" });
    expect(rules.endComposition(`${sentinelCharacter}for`, 100)).toMatchObject({
      keystroke: { kind: "text", text: "for", at: 100 },
      reset: true,
    });
    expect(rules.handle({ type: "compositionend", value: sentinelCharacter, at: 101 }).keystroke).toBe(null);
    expect(rules.endComposition(sentinelCharacter, 102).keystroke).toBe(null);
  });
  test("a held F9, arrow or other key that writes nothing suppresses no text, as when it is held to dictate [TYPE-22]", () => {
    for (const key of ["F9", "ArrowLeft", "ShiftLevel5", "Insert", "Pause", "AudioVolumeUp"])
      expect(keys(kd(key), kd(key, "rep"), kd(key, "rep"), typed("insertText", "let x"), ku(key))).toBe(
        "let x",
      );
  });
  test("a held key that writes is dropped, whatever its name", () => {
    for (const key of ["a", "é", "😀", "Dead", "Process", "Unidentified"])
      expect(keys(kd(key, "rep"), typed("insertText", "x"))).toBe("");
  });
  const open = [cs, cu("for"), ...typed("insertCompositionText", "for", "comp", "nc"), silentEnd];
  test("a composition whose end is never reported suppresses no later text [TYPE-44]", () => {
    expect(keys(open, kd("x"), typed("insertText", "x"), kd("y"), typed("insertText", "y"))).toBe("forx y");
    expect(keys(open, kd("Enter"), typed("insertLineBreak", "\n"), typed("insertText", "y"))).toBe("for\n y");
    expect(keys(open, typed("deleteContentBackward", ""), typed("insertText", "y"))).toBe("fo y");
    expect(keys(open, typed("insertFromPaste", "stolen"), typed("insertText", "y"))).toBe("fory");
  });
  test("events of a composition that an older Safari does not mark as composing do not end it [TYPE-45]", () => {
    const grows = (text: string) => [cu(text), bi("insertCompositionText")];
    const commits = [bi("deleteCompositionText"), bi("insertFromComposition"), ce("你好")];
    expect(keys(cs, grows("n"), grows("你"), commits, typed("insertText", "x"))).toBe("你好 x");
  });
  test("iOS's Hangul: a letter's key deletes the syllable and types the longer one, which is not a Backspace [TYPE-49]", () => {
    const longer = (letter: string, text: string) => [
      kd(letter),
      ...typed("deleteContentBackward", ""),
      ...typed("insertText", text),
      ku(letter),
    ];
    expect(keys(kd("ㄱ"), typed("insertText", "ㄱ"), ku("ㄱ"), longer("ㅏ", "가"), longer("ㅇ", "강"))).toBe(
      "ㄱ 가 강",
    );
    expect(keys(longer("ㅏ", "가"), kd("Backspace"), typed("deleteContentBackward", ""))).toBe(
      "가 <backspace>",
    );
  });
  test("an on-screen keyboard that reports only the end of each letter may write the same letter twice [TYPE-46]", () => {
    const letter = (text: string) => [...typed("insertFromComposition", text, "comp"), ce(text)];
    expect(keys(letter("o"), letter("o"), letter("="), letter("="))).toBe("o o = =");
  });
  test("a keyboard that takes the sentinel for a word and shortens it types Backspace [TYPE-47]", () => {
    const rules = new CaptureRules();
    rules.handle({ type: "compositionstart" });
    rules.handle({
      type: "input",
      inputType: "insertCompositionText",
      isComposing: true,
      value: "",
      at: 100,
    });
    expect(rules.handle({ type: "compositionend", value: "", at: 101 })).toMatchObject({
      keystroke: { kind: "backspace", at: 101 },
      reset: true,
    });
    // A cancelled word leaves the sentinel, even if everything was selected: keyup of Ctrl puts the caret back.
    rules.handle({ type: "compositionstart" });
    expect(rules.handle({ type: "compositionend", value: sentinelCharacter, at: 201 }).keystroke).toBe(null);
    expect(rules.handle({ type: "keyup", key: "Control" }).reset).toBe(true);
    expect(rules.handle({ type: "keyup", key: "Meta" }).reset).toBe(true);
  });
  test("Gboard's full stop for two spaces is two spaces [TYPE-48]", () => {
    const space = [kd("Unidentified", "229"), ...typed("insertText", " ")];
    const stop = [
      kd("Unidentified", "229"),
      ...typed("deleteContentBackward", ""),
      ...typed("insertText", ". "),
    ];
    expect(keys(space, stop)).toBe("  <backspace>   ");
    expect(keys(typed("insertText", ". "))).toBe(". ");
    expect(
      keys(kd("Backspace"), typed("deleteContentBackward", ""), ku("Backspace"), typed("insertText", ". ")),
    ).toBe("<backspace> . ");
  });
  test("a character beyond U+FFFF that arrives in halves, as from Windows' emoji panel and touch keyboard, is one character [TYPE-23]", () => {
    const [high = "", low = ""] = "😀".split("");
    const half = (unit: string, key = unit) => [kd(key), ...typed("insertText", unit), ku(key)];
    expect(keys(half(high), half(low), half("x"))).toBe("😀 x");
    expect(keys(half(high, "Unidentified"), half(low, "Unidentified"), half("x"))).toBe("😀 x");
    expect(keys(typed("insertText", high), typed("insertText", low), typed("insertText", "😀"))).toBe(
      "😀 😀",
    );
    expect(keys(half(high), blur, focus, half("x"))).toBe("x");
  });
  test("the refused input types do not include those with which WebKit types", () => {
    expect(keys(typed("insertFromYank", "x"), typed("insertTranspose", "x"), typed("formatBold", "x"))).toBe(
      "",
    );
    expect(keys(typed("insertFromComposition", "x"))).toBe("x");
  });
});
