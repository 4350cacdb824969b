// Event sequences that were recorded with real layouts, editing keys and input methods in Chromium, Firefox and
// WebKitGTK. Events that the records omit (keypress, most keyups) are omitted here too.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CaptureRules } from "./capture-rules.ts";
import {
  type Recorded,
  kd,
  ku,
  bi,
  inp,
  typed,
  cs,
  cu,
  ce,
  paste,
  drop,
  focus,
  blur,
  played,
  keys,
} from "./test/field-events.ts";

describe("recorded: plain keys, AltGr, Caps Lock (the same in all three browsers)", () => {
  test("a letter", () => {
    expect(keys(kd("a"), typed("insertText", "a"), ku("a"))).toBe("a");
  });
  test("AltGr+7 on the layout de", () => {
    expect(keys(kd("AltGraph"), kd("{"), typed("insertText", "{"), ku("7"), ku("AltGraph"))).toBe("{");
  });
  test("right Alt on a layout without a third level", () => {
    expect(keys(kd("Alt", "alt"), kd("q", "alt"))).toBe("");
  });
  test("Caps Lock and é on the layout fr: the key is é, the text É", () => {
    expect(keys(kd("é"), typed("insertText", "É"))).toBe("É");
  });
  test("the key in the place of Q on the layout dvorak", () => {
    expect(keys(kd("'"), typed("insertText", "'"))).toBe("'");
  });
  test("Ctrl+A on the layout ru types nothing", () => {
    expect(keys(kd("ф", "ctrl"))).toBe("");
  });
  test("Enter and Shift+Enter", () => {
    const enter = [bi("insertLineBreak"), inp("insertLineBreak", "\n")];
    expect(keys(kd("Enter"), enter, ku("Enter"), kd("Enter", "shift"), enter)).toBe("<enter> <enter>");
  });
  test("a held letter counts once", () => {
    const again = [kd("a", "rep"), ...typed("insertText", "a")];
    expect(keys(kd("a"), typed("insertText", "a"), again, again, again, ku("a"))).toBe("a");
  });
  test("two letters with overlapping presses", () => {
    const events = [kd("a"), typed("insertText", "a"), kd("s"), typed("insertText", "s"), ku("a"), ku("s")];
    expect(keys(...events)).toBe("a s");
  });
  test.each("{ [ ] } \\ @ | ~ # ` ^ ą ł ż ź € ¬ ™".split(" "))("%s of a third level is text", (sign) => {
    expect(keys(kd("AltGraph"), kd(sign), typed("insertText", sign))).toBe(sign);
  });
});

describe("recorded: dead keys on plain X", () => {
  const firefoxComposes = [
    kd("Dead"),
    cs,
    ...typed("insertCompositionText", "", "comp"),
    ...typed("insertCompositionText", "", "comp"),
    ce(""),
    inp("insertCompositionText", ""),
  ];
  test("´ e in Chromium: no composition", () => {
    expect(keys(kd("Dead"), ku("Dead"), kd("e"), typed("insertText", "é"), ku("e"))).toBe("é");
  });
  test("´ e in Firefox: a composition of nothing, then text, often without a keydown", () => {
    expect(keys(firefoxComposes, typed("insertText", "é"), ku("e"))).toBe("é");
  });
  test("´ e in WebKitGTK: compositionend without compositionstart", () => {
    const events = [
      ku("Dead"),
      kd("Unidentified", "229"),
      typed("insertFromComposition", "é", "comp"),
      ce("é"),
      ku("e"),
    ];
    expect(keys(...events)).toBe("é");
  });
  test.each(["'", '"', "`", "~", "^"])("a dead key and Space type %s", (sign) => {
    expect(keys(kd("Dead"), ku("Dead"), kd(" "), typed("insertText", sign))).toBe(sign);
    expect(keys(firefoxComposes, typed("insertText", sign))).toBe(sign);
    expect(
      keys(ku("Dead"), kd("Unidentified", "229"), typed("insertFromComposition", sign, "comp"), ce(sign)),
    ).toBe(sign);
  });
  test("´ t, which do not combine: two characters in one event", () => {
    expect(keys(kd("Dead"), ku("Dead"), kd("Process", "229"), typed("insertText", "´t"))).toBe("´t");
    expect(keys(firefoxComposes, typed("insertText", "´t"))).toBe("´t");
    expect(
      keys(ku("Dead"), kd("Unidentified", "229"), typed("insertFromComposition", "´t", "comp"), ce("´t")),
    ).toBe("´t");
  });
  test("´ Backspace cancels the accent and deletes no character", () => {
    expect(keys(kd("Dead"), ku("Dead"))).toBe("");
    expect(keys(kd("Dead"), cs, typed("insertCompositionText", "", "comp"), ce(""))).toBe("");
    expect(keys(ku("Dead"), ku("Backspace"))).toBe("");
  });
  test("´ Enter types the accent and no line break", () => {
    expect(keys(kd("Dead"), ku("Dead"), kd("Enter"), typed("insertText", "´"))).toBe("´");
    expect(keys(ku("Dead"), typed("insertFromComposition", "´", "comp"), ce("´"))).toBe("´");
  });
  test("´ Escape types the accent and does not leave the field", () => {
    const events = [kd("Dead"), ku("Dead"), kd("Escape"), ...typed("insertText", "´"), ku("Escape")];
    expect(keys(events)).toBe("´");
    expect(keys(events, kd("Escape"))).toBe("´ <leave by escape>");
    // Chromium sends no keydown for the Backspace that cancels the accent.
    expect(keys(kd("Dead"), ku("Dead"), ku("Backspace"), kd("Escape"))).toBe("<leave by escape>");
    expect(keys(kd("Dead"), ku("Dead"), kd("e"), typed("insertText", "é"), kd("Escape"))).toBe(
      "é <leave by escape>",
    );
  });
  test("´ Tab: dropped with a Tab in Chromium, typed without one in the others", () => {
    expect(keys(kd("Dead"), ku("Dead"), kd("Tab"))).toBe("<tab>");
    expect(keys(firefoxComposes, typed("insertText", "´"))).toBe("´");
  });
  test("´, Shift tapped, e", () => {
    expect(keys(kd("Dead"), ku("Dead"), kd("Shift"), ku("Shift"), kd("e"), typed("insertText", "é"))).toBe(
      "é",
    );
  });
  test("a pending dead key is lost by blur and focus in Chromium and Firefox, and kept in WebKitGTK", () => {
    expect(keys(kd("Dead"), ku("Dead"), blur, focus, kd("e"), typed("insertText", "e"))).toBe("e");
    expect(
      keys(
        ku("Dead"),
        blur,
        focus,
        kd("Unidentified", "229"),
        typed("insertFromComposition", "é", "comp"),
        ce("é"),
      ),
    ).toBe("é");
  });
  test("a held dead key in Chromium types nothing: every keydown that it sends is a repeat", () => {
    const pair = [kd("Dead", "rep"), ...typed("insertText", "´")];
    expect(keys(pair, pair, pair, ku("Dead"))).toBe("");
  });
  test("a held dead key in WebKitGTK counts once: the same text again and again, and no key comes up", () => {
    const pair = [kd("Unidentified", "229"), ...typed("insertFromComposition", "´", "comp"), ce("´")];
    expect(keys(pair, pair, pair, ku("Dead"))).toBe("´");
    expect(keys(pair, ku("Dead"), ku("'"), pair)).toBe("´ ´");
    expect(keys(pair, blur, focus, pair)).toBe("´ ´");
    const other = [kd("Unidentified", "229"), ...typed("insertFromComposition", "é", "comp"), ce("é")];
    expect(keys(pair, other, other)).toBe("´ é");
  });
  test("Compose ' e", () => {
    expect(keys(kd("e"), typed("insertText", "é"))).toBe("é");
    expect(
      keys(
        kd("Process", "229"),
        cs,
        typed("insertCompositionText", "", "comp"),
        kd("Process", "229", "comp"),
        ce(""),
        typed("insertText", "é"),
      ),
    ).toBe("é");
    expect(keys(ku("Compose"), typed("insertFromComposition", "é", "comp"), ce("é"))).toBe("é");
  });
});

describe("recorded: dead keys with ibus, where the pending accent is shown", () => {
  test("´ e in Chromium: no text event and nothing after compositionend", () => {
    const events = [
      kd("Process", "229"),
      cs,
      cu("´"),
      typed("insertCompositionText", "´", "comp"),
      ku("Dead"),
      kd("Process", "229", "comp"),
      cu("é"),
      typed("insertCompositionText", "é", "comp"),
      ce("é"),
    ];
    expect(keys(...events)).toBe("é");
  });
  test("´ e in Firefox: a further input event after compositionend types nothing", () => {
    const events = [
      kd("Dead"),
      cs,
      cu("´"),
      typed("insertCompositionText", "´", "comp"),
      kd("e", "comp"),
      cu("é"),
      typed("insertCompositionText", "é", "comp"),
      ce("é"),
      inp("insertCompositionText", "é"),
    ];
    expect(keys(...events)).toBe("é");
  });
  test("´ e in WebKitGTK: a deletion that belongs to the composition is not a Backspace", () => {
    const events = [
      kd("Unidentified", "229"),
      cs,
      cu("´"),
      typed("insertCompositionText", "´", "comp"),
      typed("deleteCompositionText", "", "comp", "nc"),
      typed("insertFromComposition", "é", "comp"),
      ce("é"),
      ku("e"),
    ];
    expect(keys(...events)).toBe("é");
  });
});

describe("recorded: input methods", () => {
  const composing = [
    kd("Process", "229"),
    cs,
    cu("年"),
    ...typed("insertCompositionText", "年", "comp", "nc"),
  ];
  test("nihao and Space in Chromium", () => {
    expect(
      keys(composing, cu("你好"), typed("insertCompositionText", "你好", "comp", "nc"), ce("你好")),
    ).toBe("你好");
  });
  test("nihao and Space in Firefox", () => {
    expect(
      keys(
        composing,
        cu("你好"),
        typed("insertCompositionText", "你好", "comp"),
        ce("你好"),
        inp("insertCompositionText", "你好"),
      ),
    ).toBe("你好");
  });
  test("nihao and Space in WebKitGTK", () => {
    expect(
      keys(
        composing,
        typed("deleteCompositionText", "", "comp", "nc"),
        typed("insertFromComposition", "你好", "comp"),
        ce("你好"),
      ),
    ).toBe("你好");
  });
  test("Escape cancels the word and does not leave the field", () => {
    expect(
      keys(
        composing,
        kd("Process", "229", "comp"),
        cu(""),
        bi("insertCompositionText", "comp"),
        inp("insertCompositionText", "", "comp"),
        ce(""),
      ),
    ).toBe("");
    expect(
      keys(
        composing,
        cu(""),
        typed("insertCompositionText", "", "comp"),
        ce(""),
        inp("insertCompositionText", ""),
      ),
    ).toBe("");
    expect(keys(composing, typed("deleteCompositionText", "", "comp"), ce(""))).toBe("");
  });
  test("Enter commits the raw word and types no line break", () => {
    expect(
      keys(
        composing,
        kd("Process", "229", "comp"),
        cu("nihao"),
        typed("insertCompositionText", "nihao", "comp"),
        ce("nihao"),
      ),
    ).toBe("nihao");
  });
  test("Backspace inside a word is not a Backspace of the code", () => {
    expect(
      keys(
        composing,
        kd("Backspace", "229", "comp"),
        cu("n"),
        typed("insertCompositionText", "n", "comp", "nc"),
        ce("n"),
      ),
    ).toBe("n");
  });
  test("the next word started without confirming the last (anthy)", () => {
    const next = [cs, cu("g"), ...typed("insertCompositionText", "g", "comp")];
    const first = [
      kd("Process", "229"),
      cs,
      cu("日本"),
      ...typed("insertCompositionText", "日本", "comp"),
      ce("日本"),
    ];
    expect(keys(first, next, cu("ご"), typed("insertCompositionText", "ご", "comp"), ce("ご"))).toBe(
      "日本 ご",
    );
    expect(keys(first, inp("insertCompositionText", "日本"), next, ce("ご"))).toBe("日本 ご");
  });
  test.each(["，", "。", "（", "【", "、"])("full-width %s arrives as it is", (sign) => {
    expect(keys(kd(","), typed("insertText", sign))).toBe(sign);
    expect(keys(kd("Process", "229"), typed("insertText", sign))).toBe(sign);
    expect(keys(typed("insertFromComposition", sign, "comp"), ce(sign))).toBe(sign);
  });
  test("a blur in the middle of a word: typed if compositionend comes first, else dropped", () => {
    expect(keys(composing, ce("年"), blur)).toBe("年");
    expect(keys(composing, blur, focus, kd("a"), typed("insertText", "a"))).toBe("a");
  });
});

describe("recorded: deletions", () => {
  test("Backspace on the sentinel", () => {
    expect(keys(kd("Backspace"), typed("deleteContentBackward", ""))).toBe("<backspace>");
  });
  test("a held Backspace counts every time", () => {
    const again = [kd("Backspace", "rep"), ...typed("deleteContentBackward", "")];
    expect(keys(kd("Backspace"), typed("deleteContentBackward", ""), again, again)).toBe(
      "<backspace> <backspace> <backspace>",
    );
  });
  test("Ctrl+Backspace", () => {
    expect(keys(kd("Backspace", "ctrl"), typed("deleteWordBackward", ""))).toBe("<delete-word>");
  });
  test("Ctrl+Shift+Backspace, which WebKitGTK reports as a plain Backspace", () => {
    const key = kd("Backspace", "ctrl", "shift");
    expect(keys(key, typed("deleteSoftLineBackward", ""))).toBe("<delete-line>");
    expect(keys(key, typed("deleteContentBackward", ""))).toBe("<delete-line>");
  });
  test("Shift+Backspace is a plain Backspace", () => {
    expect(keys(kd("Backspace", "shift"), typed("deleteContentBackward", ""))).toBe("<backspace>");
  });
  test("Delete, Ctrl+Delete and Ctrl+X delete nothing", () => {
    expect(keys(kd("Delete"), typed("deleteContentForward", ""))).toBe("");
    expect(keys(kd("Delete", "ctrl"), typed("deleteWordForward", ""))).toBe("");
    expect(keys(kd("x", "ctrl"), typed("deleteByCut", ""))).toBe("");
  });
  test("a caret before the sentinel is moved after it before Backspace, which WebKitGTK would not report", () => {
    const rules = new CaptureRules();
    const backspace = { key: "Backspace", keyCode: 8, repeat: false, shiftKey: false, ctrlKey: false };
    const rest = { altKey: false, metaKey: false, isComposing: false, at: 100 };
    expect(rules.handle({ type: "keydown", ...backspace, ...rest }).reset).toBe(true);
    rules.handle({ type: "compositionstart" });
    expect(rules.handle({ type: "keydown", ...backspace, ...rest }).reset).toBe(false);
  });
  test("everything selected, then x", () => {
    expect(keys(kd("x"), bi("insertText"), inp("insertText", "x", "over"))).toBe("x");
  });
});

describe("recorded: paste, drop, undo", () => {
  test("a paste with keys or the middle button", () => {
    expect(played(kd("v", "ctrl"), paste).isPrevented).toBe(true);
    expect(keys(kd("v", "ctrl"), paste, typed("insertFromPaste", "stolen"))).toBe("");
  });
  test("a drop", () => {
    expect(played(drop).isPrevented).toBe(true);
    expect(keys(typed("insertFromDrop", "stolen"))).toBe("");
  });
  test("undo and redo", () => {
    expect(keys(kd("z", "ctrl"), typed("historyUndo", "old"))).toBe("");
    expect(keys(kd("y", "ctrl"), typed("historyRedo", "old"))).toBe("");
  });
});

describe("recorded: Firefox's Alt, and times", () => {
  test("Alt is prevented at its keydown and its keyup", () => {
    expect(played(kd("Alt", "alt")).isPrevented).toBe(true);
    expect(played(ku("Alt")).isPrevented).toBe(true);
    expect(played(kd("AltGraph")).isPrevented).toBe(false);
  });
  test("' and / are typed like any other character", () => {
    expect(keys(kd("'"), typed("insertText", "'"), ku("'"), kd("/"), typed("insertText", "/"))).toBe("' /");
  });
  test("a character has the time of its key [TYPE-13]", () => {
    const { times } = played(kd("a"), typed("insertText", "a"), ku("a"), kd("b"), typed("insertText", "b"));
    expect(times).toEqual([100, 352]);
  });
  test("text without a key has its own time", () => {
    expect(played(kd("Dead"), ku("Dead"), typed("insertText", "é")).times).toEqual([252]);
  });
});

describe("recorded: leaving", () => {
  test("Shift+Tab, which WebKitGTK reports as unidentified", () => {
    expect(keys(kd("Tab", "9", "shift"))).toBe("<leave by shift-tab>");
    expect(keys(kd("Unidentified", "9", "shift"))).toBe("<leave by shift-tab>");
  });
});

describe("recorded: input made by a browser driver", () => {
  test("text without key events, as from a phone", () => {
    expect(keys(typed("insertText", "é"), typed("insertText", "😀"))).toBe("é 😀");
  });
  test("several characters in one event", () => {
    expect(keys(typed("insertText", "foo bar"))).toBe("foo bar");
  });
  test("a line break in the middle: one beforeinput, three inputs", () => {
    expect(
      keys(bi("insertText"), inp("insertText", "a"), inp("insertText", "\n"), inp("insertText", "b")),
    ).toBe("a \n b");
  });
  test("keydown 229, then text, as on Android", () => {
    expect(keys(kd("Unidentified", "229"), typed("insertText", "x"), ku("Unidentified"))).toBe("x");
  });
  test("a word that grows while it is composed, then a space", () => {
    const grows = (text: string) => [cu(text), ...typed("insertCompositionText", text, "comp", "nc")];
    expect(keys(cs, grows("f"), grows("fo"), grows("for"), ce("for"), typed("insertText", " "))).toBe(
      "for  ",
    );
  });
  test("a suggestion tapped", () => {
    expect(keys(cs, cu("the"), typed("insertCompositionText", "the", "comp"), ce("the"))).toBe("the");
  });
  test.each(["“", "”", "‘", "’", "…", "—", "\u00a0"])("smart %j arrives unchanged", (sign) => {
    expect(keys(typed("insertText", sign))).toBe(sign);
  });
  test("an untrusted replacement inserts nothing", () => {
    expect(keys(typed("insertReplacementText", "the"))).toBe("");
  });
  test("Option and a digit on a Mac, which looks like Alt and a character", () => {
    expect(keys(kd("[", "alt"), typed("insertText", "["))).toBe("[");
  });
  test("Cmd+Backspace on a Mac", () => {
    expect(keys(kd("Backspace", "meta"), typed("deleteSoftLineBackward", ""))).toBe("<delete-line>");
  });
  test("text without beforeinput (execCommand, sendCharacter)", () => {
    expect(keys(inp("insertText", "a"))).toBe("a");
  });
});

describe("recorded pieces in any order", () => {
  type Piece = readonly [events: readonly (Recorded | readonly Recorded[])[], shown: string];
  const composed = (text: string) => [cu(text), ...typed("insertCompositionText", text, "comp", "nc")];
  const untilE = [kd("Dead"), cs, ...typed("insertCompositionText", "", "comp"), ce("")];
  const held = [kd("a", "rep"), ...typed("insertText", "a")];
  const pieces: readonly Piece[] = [
    [[kd("a"), typed("insertText", "a"), ku("a")], "a"],
    [[kd("AltGraph"), kd("{"), typed("insertText", "{"), ku("7"), ku("AltGraph")], "{"],
    [[kd("é"), typed("insertText", "É"), ku("é")], "É"],
    [[kd("a"), typed("insertText", "a"), kd("s"), typed("insertText", "s"), ku("a"), ku("s")], "a s"],
    [[kd("a"), typed("insertText", "a"), held, held, ku("a")], "a"],
    [[kd("Enter"), bi("insertLineBreak"), inp("insertLineBreak", "\n"), ku("Enter")], "<enter>"],
    [[kd("Tab"), kd("Tab", "rep"), ku("Tab")], "<tab>"],
    [[kd("Backspace"), typed("deleteContentBackward", ""), ku("Backspace")], "<backspace>"],
    [
      [
        kd("Control"),
        kd("Backspace", "ctrl"),
        typed("deleteWordBackward", ""),
        ku("Backspace"),
        ku("Control"),
      ],
      "<delete-word>",
    ],
    [[kd("Control"), kd("v", "ctrl"), paste, ku("v"), ku("Control")], ""],
    [[kd("Control"), kd("z", "ctrl"), typed("historyUndo", "old"), ku("z"), ku("Control")], ""],
    [[kd("ArrowLeft"), kd("ArrowLeft", "rep"), ku("ArrowLeft")], ""],
    [[kd("Shift"), kd("Shift", "rep"), kd("A"), typed("insertText", "A"), ku("A"), ku("Shift")], "A"],
    [[blur, focus], ""],
    // A dead key in Chromium, Firefox and WebKitGTK.
    [[kd("Dead"), ku("Dead"), kd("e"), typed("insertText", "é"), ku("e")], "é"],
    [[kd("Dead"), ku("Dead"), kd("Process", "229"), typed("insertText", "´t"), ku("t")], "´t"],
    [[untilE, inp("insertCompositionText", ""), typed("insertText", "é"), ku("e")], "é"],
    [
      [ku("Dead"), kd("Unidentified", "229"), typed("insertFromComposition", "é", "comp"), ce("é"), ku("e")],
      "é",
    ],
    // An input method in the same three browsers.
    [[kd("Process", "229"), cs, composed("年"), composed("你好"), ce("你好"), ku(" ")], "你好"],
    [
      [cs, composed("年"), composed("你好"), ce("你好"), inp("insertCompositionText", "你好"), ku(" ")],
      "你好",
    ],
    [
      [
        [
          kd("Unidentified", "229"),
          cs,
          ...composed("年"),
          ...typed("deleteCompositionText", "", "comp", "nc"),
        ],
        [...typed("insertFromComposition", "你好", "comp"), ce("你好"), ku(" ")],
      ],
      "你好",
    ],
    [[kd("Process", "229"), cs, composed("年"), composed(""), ce(""), ku("Escape")], ""],
    // Phones and drivers.
    [[kd("Unidentified", "229"), typed("insertText", "x"), ku("Unidentified")], "x"],
    [
      [kd("Unidentified", "229"), cs, composed("f"), composed("for"), ce("for"), typed("insertText", " ")],
      "for  ",
    ],
    [
      [kd("Unidentified", "229"), typed("deleteContentBackward", "", "nc"), ku("Unidentified")],
      "<backspace>",
    ],
    [[typed("insertText", "foo bar")], "foo bar"],
    [[inp("insertText", "😀")], "😀"],
    [[typed("insertReplacementText", "the", "nc")], ""],
  ];
  test("every recorded piece types its text once, whatever came before it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (some) => {
        const shown = some.map(([, text]) => text).filter((text) => text !== "");
        expect(keys(...some.flatMap(([events]) => events))).toBe(shown.join(" "));
      }),
      { numRuns: 500 },
    );
  });
});
