import { describe, expect, test } from "vitest";
import { type Keystroke, missedBetween, newAttempt, reduce } from "./attempt.ts";
import {
  backspace,
  deleteLine,
  deleteWord,
  draw,
  enter,
  type Key,
  keystrokes,
  tab,
  type,
  typed,
} from "./test/draw-attempt.ts";
import { prepare } from "./example.ts";

describe("typing (specification, section 5)", () => {
  test("a character is accepted only if it equals the expected next character [TYPE-01]", () => {
    expect(type("let", "l", "e")).toBe("le|t");
    expect(type("let", "L")).toBe("|let  1 error");
  });
  test("a wrong key is refused and counted", () => {
    expect(type("let", "l", "x")).toBe("l|et  1 error");
  });
  test("every wrong key counts, even the same key in the same place", () => {
    expect(type("let", "l", "x", "x", "t", "e", "t")).toBe("let|  3 errors  done");
  });
  test("deleting moves the cursor back", () => {
    expect(type("let", "l", "e", backspace)).toBe("l|et");
  });
  test("Enter is accepted where a newline is expected", () => {
    expect(type("a\nb", "a", enter, "b")).toBe("a\nb|  done");
  });
  test("the example is done when the typed text equals the full example, a final newline included", () => {
    expect(type("a\n", "a")).toBe("a|\n");
    expect(type("a\n", "a", enter)).toBe("a\n|  done");
  });
  test("line endings are normalised to newline", () => {
    expect(type("a\r\nb\rc", "a", enter, "b", enter)).toBe("a\nb\n|c");
  });
});

describe("the clock", () => {
  const times = (text: string, ...keys: readonly Key[]) => {
    const attempt = typed(text, ...keys);
    return attempt.kind === "ready" ? "ready" : `started at ${attempt.startedAt}`;
  };
  test("the clock starts at the first key that is judged, right or wrong [TYPE-12]", () => {
    expect(times("let", "l", "e")).toBe("started at 0");
    expect(times("let", "x", "l")).toBe("started at 0");
    expect(times("let", enter, "l")).toBe("started at 0");
    expect(times("\u00e9", "e", "\u00e9")).toBe("started at 0");
  });
  test("Backspace, word delete, line delete and a Tab without effect do not start the clock", () => {
    expect(times("let", backspace, deleteWord, deleteLine, tab)).toBe("ready");
    expect(times("let", backspace, deleteWord, deleteLine, tab, "l")).toBe("started at 400");
  });
  test("a Tab with an effect starts the clock", () => {
    expect(times("  a", backspace, tab)).toBe("started at 100");
  });
  test("an empty or invisible input chunk does not start the clock [TYPE-06]", () => {
    expect(times("let", "", "\u200b", "\ufe0f")).toBe("ready");
  });
  test("the clock stops at the character that completes the example, even in the middle of an input chunk", () => {
    expect(typed("let", "l", "et and more")).toMatchObject({ kind: "done", startedAt: 0, endedAt: 100 });
  });
  test("deleting everything does not stop the clock", () => {
    expect(typed("let", "l", backspace)).toMatchObject({ kind: "typing", startedAt: 0, cursor: 0 });
  });
  test("keys after the end change nothing", () => {
    const done = typed("a", "a");
    for (const key of keystrokes("x", "a", enter, tab, backspace, deleteWord, deleteLine)) {
      expect(reduce(done, key)).toBe(done);
    }
  });
  test("a key that changes nothing returns the same object, so that the log can leave it out", () => {
    const fresh = newAttempt(prepare("let"));
    for (const key of keystrokes(backspace, deleteWord, deleteLine, tab, "", "\u200b")) {
      expect(reduce(fresh, key)).toBe(fresh);
    }
  });
  test("a time that is not a number is a programming mistake", () => {
    expect(() => reduce(newAttempt(prepare("a")), { kind: "text", text: "a", at: Number.NaN })).toThrow(
      RangeError,
    );
  });
});

describe("keys during the error flash", () => {
  test("a wrong key blocks nothing: keys during the 300 ms flash are judged as usual [TYPE-02]", () => {
    const keys: Keystroke[] = ["x", "y", "l"].map((text, index) => ({ kind: "text", text, at: index * 10 }));
    expect(draw(keys.reduce(reduce, newAttempt(prepare("let"))))).toBe("l|et  2 errors");
  });
  test("a wrong key records its place and time", () => {
    expect(typed("let", "l", "x").lastError).toEqual({ offset: 1, at: 100, hint: null });
    expect(typed("let", "l").lastError).toBe(null);
  });
  test("two errors in the same place flash twice", () => {
    const first = typed("let", "x");
    const second = reduce(first, { kind: "text", text: "x", at: 0 });
    expect(second.lastError).toEqual(first.lastError);
    expect(second.lastError).not.toBe(first.lastError);
  });
});

describe("an input chunk of several characters", () => {
  test("its characters are judged in order", () => {
    expect(type("foo bar", "foo b")).toBe("foo b|ar");
  });
  test("its first wrong character is one error and the rest of the chunk is dropped [TYPE-04]", () => {
    expect(type("foo bar", "fxyzoo")).toBe("f|oo bar  1 error");
    expect(type("foo bar", "fxo", "oo")).toBe("foo| bar  1 error");
  });
  test("a newline in it counts as the Enter key, a tab as the Tab key", () => {
    expect(type("a\n  b", "a\r\n\tb")).toBe("a\n  b|  done");
    expect(type("a\nb", "a", "\r", "b")).toBe("a\nb|  done");
    expect(type("ab", "a\tb")).toBe("ab|  done");
    expect(type("ab", "a\nb")).toBe("a|b  1 error");
  });
  test("a mark after a newline or half a surrogate pair is a separate character", () => {
    expect(type("a\n\u0301b", "a\n\u0301b")).toBe("a\n\u0301b|  done");
    expect(type("\ud83d\u0301b", "\ud83d\u0301b")).toBe("\ud83d\u0301b|  done");
  });
  test("a dead key's leftover and the letter after it are judged separately", () => {
    expect(type("x't", "x", "\u00b4t")).toBe("x't|  done");
  });
});

describe("Enter and Tab", () => {
  test("Enter where no newline is expected is an error like any wrong character [TYPE-07]", () => {
    expect(type("let", "l", enter)).toBe("l|et  1 error");
  });
  test("a wrong character where a newline is expected is an error", () => {
    expect(type("a\nb", "a", "b")).toBe("a|\nb  1 error");
    expect(type("a\nb", "a", " ")).toBe("a|\nb  1 error");
  });
  test("Tab advances over two spaces", () => {
    expect(type("    a", tab)).toBe("  |  a");
    expect(type("    a", " ", tab)).toBe("   | a");
  });
  test("Tab advances over one tab", () => {
    expect(type("\t\ta", tab)).toBe("\t|\ta");
  });
  test("Tab elsewhere does nothing and is not an error [TYPE-08]", () => {
    expect(type("let", "l", tab)).toBe("l|et");
    expect(type(" a", tab)).toBe("| a");
    expect(type(" \n a", tab)).toBe("| \n a");
    expect(type(" \ta", tab)).toBe("| \ta");
    expect(type("a ", "a", tab)).toBe("a| ");
  });
  test("spaces do not match a tab", () => {
    expect(type("\ta", "  ")).toBe("|\ta  1 error");
  });
  test("Tab advances over two no-break spaces, since the space bar types those too", () => {
    expect(type("\u00a0\u00a0a", tab)).toBe("\u00a0\u00a0|a");
  });
  test("Tab can complete an example", () => {
    expect(type("a\t", "a", tab)).toBe("a\t|  done");
  });
});

describe("deletions", () => {
  test("Backspace removes one visible character", () => {
    expect(type("e\u0301a", "\u00e9", backspace)).toBe("|e\u0301a");
    expect(type("👨‍👩‍👧!", "👨‍👩‍👧", backspace)).toBe("|👨‍👩‍👧!");
  });
  test("Backspace removes a Tab's two spaces one by one [TYPE-09]", () => {
    expect(type("  a", tab, backspace)).toBe(" | a");
  });
  test("Backspace at the start does nothing", () => {
    expect(type("let", backspace)).toBe("|let");
    expect(type("let", "x", backspace)).toBe("|let  1 error");
  });
  test("Backspace at a line's start deletes the newline before it", () => {
    expect(type("a\nb!", "a", enter, backspace)).toBe("a|\nb!");
    expect(typed("a\nb!", "a", enter, backspace).line).toBe(0);
  });
  test("a word delete stops at the line's start", () => {
    expect(type("foo\n  bar!", "foo\n", tab, "ba", deleteWord, deleteWord)).toBe("foo\n|  bar!");
    expect(type("foo\nbar!", "foo\n", deleteWord)).toBe("foo\n|bar!");
  });
  test("a line delete stops at the line's start", () => {
    expect(type("foo\na = b", "foo\na = ", deleteLine)).toBe("foo\n|a = b");
    expect(type("foo\na = b", "foo\na", deleteLine, deleteLine)).toBe("foo\n|a = b");
  });
  test("the number of errors never decreases", () => {
    expect(type("let", "l", "x", backspace, backspace, "l")).toBe("l|et  1 error");
    expect(type("let", "l", "x", deleteWord)).toBe("|let  1 error");
    expect(type("let", "l", "x", deleteLine)).toBe("|let  1 error");
  });
});

describe("a partly typed character", () => {
  test("e followed by U+0301 is é, in whichever form the example has it", () => {
    expect(type("\u00e9!", "e")).toBe("|\u00e9!  partial e");
    expect(type("\u00e9!", "e", "\u0301")).toBe("\u00e9|!");
    expect(type("e\u0301!", "e", "\u0301")).toBe("e\u0301|!");
  });
  test("e followed by é is one error, as if the e had been refused immediately [TYPE-70]", () => {
    expect(type("\u00e9!", "e", "\u00e9")).toBe("\u00e9|!  1 error");
    expect(type("e\u0301!", "e", "\u00e9")).toBe("e\u0301|!  1 error");
  });
  test("a wrong key after a part is an error, and the typed part stays", () => {
    expect(type("\u00e9r", "e", "r")).toBe("|\u00e9r  partial e  1 error");
    expect(type("\u00e9r", "e", "r", "\u0301", "r")).toBe("\u00e9r|  1 error  done");
    expect(type("\u00e9r", "e", "r", "\u00e9", "r")).toBe("\u00e9r|  2 errors  done");
  });
  test("the same part again is an error, and starts the character again", () => {
    expect(type("\u00e9!", "e", "e", "\u0301")).toBe("\u00e9|!  1 error");
  });
  test("within one input chunk a part and the whole character are one error, and the rest is dropped", () => {
    expect(type("\u00e9!", "e\u00e9!")).toBe("|\u00e9!  partial e  1 error");
  });
  test("an extra mark is wrong together with its letter if both arrive at once, and by itself if it arrives later", () => {
    expect(type("e!", "e\u0301")).toBe("|e!  1 error");
    expect(type("x!", "x\u0302")).toBe("|x!  1 error");
    expect(type("e!", "e", "\u0301")).toBe("e|!  1 error");
  });
  test("marks may come in any order that Unicode calls equal", () => {
    for (const text of ["\u1ec7!", "e\u0323\u0302!", "e\u0302\u0323!"]) {
      expect(typed(text, "\u00ea", "\u0323", "!")).toMatchObject({ kind: "done", errors: 0 });
      expect(typed(text, "\u1eb9", "\u0302", "!")).toMatchObject({ kind: "done", errors: 0 });
      expect(typed(text, "e", "\u0302", "\u0323", "!")).toMatchObject({ kind: "done", errors: 0 });
      expect(typed(text, "\u1ec7", "!")).toMatchObject({ kind: "done", errors: 0 });
    }
  });
  test("a wrong key in a syllable of several keys is one error and loses nothing", () => {
    expect(type("\u0915\u094d\u0937\u093f!", "\u0915", "\u0924", "\u094d", "\u0937", "\u093f")).toBe(
      "\u0915\u094d\u0937\u093f|!  1 error",
    );
  });
  test("a flag may arrive letter by letter", () => {
    expect(type("🇩🇪🇫🇷", "🇩", "🇪🇫", "🇷")).toBe("🇩🇪🇫🇷|  done");
  });
  test("Backspace, word delete and line delete drop the typed part", () => {
    expect(type("a\u00e9", "a", "e", backspace)).toBe("a|\u00e9");
    expect(type("a\u00e9", "a", "e", deleteWord)).toBe("|a\u00e9");
    expect(type("\u00e9", "e", deleteLine)).toBe("|\u00e9");
  });
  test("Tab does not change the typed part", () => {
    expect(type("\u00e9", "e", tab)).toBe("|\u00e9  partial e");
  });
});

describe("the values that a screen reads", () => {
  test("an attempt has the caret in code points and in UTF-16 units, and its line", () => {
    expect(typed("a😀b\ne\u0301c", "a😀b", enter, "\u00e9")).toMatchObject({ cursor: 6, offset: 7, line: 1 });
    expect(prepare("a😀b\ne\u0301c").lineStarts[1]).toBe(5);
  });
  test("missed characters stay missed until restart", () => {
    const attempt = typed("a😀b\nc", "x", "a", "x", "😀", "x", "b", "x", backspace, backspace, "😀b\n");
    expect(missedBetween(attempt, 0, 4)).toEqual([
      [0, 1],
      [1, 3],
      [3, 4],
    ]);
    expect(missedBetween(attempt, 4, 6)).toEqual([[4, 5]]);
    expect(missedBetween(newAttempt(attempt.example), 0, 6)).toEqual([]);
  });
  test("an earlier attempt is not changed by a later one", () => {
    const before = typed("let", "l", "x");
    reduce(before, { kind: "text", text: "e", at: 200 });
    reduce(reduce(before, { kind: "text", text: "e", at: 200 }), { kind: "text", text: "x", at: 300 });
    expect(draw(before)).toBe("l|et  1 error");
    expect(missedBetween(before, 0, 3)).toEqual([[1, 2]]);
  });
});
