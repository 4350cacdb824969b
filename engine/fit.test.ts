import { describe, expect, test } from "vitest";
import { tab, type, typed } from "./test/draw-attempt.ts";
import { fitOf, isUnseen } from "./fit.ts";

const taken = (expected: string, ...keys: string[]) => typed(`${expected}!`, ...keys, "!");
const wholeAndRight = { kind: "done", errors: 0 };

describe("canonical equivalence", () => {
  test("é as one character fits e + U+0301, and the other way round [TYPE-05]", () => {
    expect(taken("e\u0301", "\u00e9")).toMatchObject(wholeAndRight);
    expect(taken("\u00e9", "e\u0301")).toMatchObject(wholeAndRight);
  });
  test("characters that Unicode calls equivalent are equal: the Kelvin sign and K, the Greek question mark and ;", () => {
    expect(taken("\u212a", "K")).toMatchObject(wholeAndRight);
    expect(taken("\u037e", ";")).toMatchObject(wholeAndRight);
  });
  test("characters that are only compatible, such as a ligature or a superscript, are not equal", () => {
    expect(type("\ufb01", "fi")).toBe("|\ufb01  1 error");
    expect(type("\u00b2", "2")).toBe("|\u00b2  1 error");
  });
  test("an invisible joiner between two marks does not fix their order", () => {
    expect(taken("e\u0302\u034f\u0323", "\u1ec7")).toMatchObject(wholeAndRight);
  });
  test("a letter without its accent, or with another accent, is wrong", () => {
    expect(type("e!", "\u00e9")).toBe("|e!  1 error");
    expect(type("\u00e9!", "\u00e8")).toBe("|\u00e9!  1 error");
  });
  test("a Korean syllable fits the letters that it consists of", () => {
    expect(taken("\ud55c", "\u1112\u1161\u11ab")).toMatchObject(wholeAndRight);
    expect(taken("\u1112\u1161\u11ab", "\ud55c")).toMatchObject(wholeAndRight);
  });
});

describe("look-alikes: the plain key is accepted where an example has a character without a key", () => {
  test.each([
    ..."\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u2800",
  ])("a space for %j", (space) => expect(taken(space, " ")).toMatchObject(wholeAndRight));
  test.each([..."\u2018\u2019\u201a\u201b"])("' for %s", (quote) =>
    expect(taken(quote, "'")).toMatchObject(wholeAndRight),
  );
  test.each([..."\u201c\u201d\u201e\u201f"])('" for %s', (quote) =>
    expect(taken(quote, '"')).toMatchObject(wholeAndRight),
  );
  test.each([..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212"])("- for %s", (dash) =>
    expect(taken(dash, "-")).toMatchObject(wholeAndRight),
  );
  test("three dots for …, which has no key on most keyboards", () => {
    expect(taken("\u2026", "...")).toMatchObject(wholeAndRight);
    expect(taken("\u2026", ".", ".", ".")).toMatchObject(wholeAndRight);
    expect(type("\u2026!", ".", "!")).toBe("|\u2026!  partial .  1 error");
  });
  test("the character itself is accepted as well", () => {
    const characters = "\u00a0\u2019\u201c\u2014\u2026\u3000";
    expect(typed(characters, ...characters)).toMatchObject(wholeAndRight);
  });
  test("of all characters up to U+FFFF a plain key is accepted for these and no other [TYPE-14]", () => {
    const takenBy = (key: string) => {
      const found: string[] = [];
      for (let code = 0; code <= 0xffff; code++) {
        const expected = String.fromCharCode(code);
        if (!isUnseen(expected) && fitOf(expected, "", key) === "whole") found.push(expected);
      }
      return found.join("");
    };
    expect(takenBy(" ")).toBe(
      " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u2800\u3000",
    );
    expect(takenBy("'")).toBe("'\u2018\u2019\u201a\u201b");
    expect(takenBy('"')).toBe('"\u201c\u201d\u201e\u201f');
    expect(takenBy("-")).toBe("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212");
    expect(takenBy(".")).toBe(".");
    expect(takenBy("(")).toBe("(");
    expect(takenBy("a")).toBe("a");
  });
  test("the other kind of quote is wrong", () => {
    expect(type("\u2019", '"')).toBe("|\u2019  1 error");
    expect(type("\u201c", "'")).toBe("|\u201c  1 error");
    expect(type("\u2019", "\u2018")).toBe("|\u2019  1 error");
  });
  test("a curly quote, a dash or an ellipsis where the plain character is expected is wrong [TYPE-15]", () => {
    expect(type("'", "\u2019")).toBe("|'  1 error");
    expect(type('"', "\u201c")).toBe('|"  1 error');
    expect(type("-", "\u2013")).toBe("|-  1 error");
    expect(type("...", "\u2026")).toBe("|...  1 error");
  });
  test("quotes of other kinds must be typed exactly", () => {
    expect(type("\u00ab", '"')).toBe("|\u00ab  1 error");
    expect(type("`", "'")).toBe("|`  1 error");
  });
});

describe("look-alikes: a dead key's accent", () => {
  test.each([
    ["\u02c6", "^"],
    ["\u02dc", "~"],
    ["\u00b4", "'"],
    ["\u00a8", '"'],
  ])("%s counts as %s where that is expected", (accent, plain) => {
    expect(taken(plain, accent)).toMatchObject(wholeAndRight);
  });
  test("it also counts where the plain character is accepted for a curly one", () => {
    expect(taken("\u2019", "\u00b4")).toMatchObject(wholeAndRight);
    expect(taken("\u201d", "\u00a8")).toMatchObject(wholeAndRight);
  });
  test("it counts nowhere else, and not the other way round", () => {
    expect(type("x", "\u00b4")).toBe("|x  1 error");
    expect(type("`", "\u00b4")).toBe("|`  1 error");
    expect(type("\u00b4", "'")).toBe("|\u00b4  1 error");
    expect(type("\u02c6", "^")).toBe("|\u02c6  1 error");
  });
  test("the accent itself is accepted where the example has it", () => {
    expect(typed("\u02c6\u02dc\u00b4\u00a8", "\u02c6\u02dc\u00b4\u00a8")).toMatchObject(wholeAndRight);
  });
  test("the space bar's no-break space is a space", () => {
    expect(taken(" ", "\u00a0")).toMatchObject(wholeAndRight);
    expect(taken(" ", "\u202f")).toMatchObject(wholeAndRight);
  });
});

describe("full-width forms", () => {
  const hintAfter = (text: string, key: string) => typed(text, key).lastError;
  test.each([
    ["(", "\uff08"],
    [")", "\uff09"],
    [",", "\uff0c"],
    [";", "\uff1b"],
    ["a", "\uff41"],
    ["1", "\uff11"],
    [" ", "\u3000"],
    [".", "\u3002"],
    ["[", "\u3010"],
    ["n", "\u4f60"],
    ["k", "\u304b"],
  ])("where %j is expected, %s is an error with a hint that an input method is on", (expected, key) => {
    expect(typed(expected, key)).toMatchObject({ cursor: 0, errors: 1, lastError: { hint: "input-method" } });
  });
  test("any other error has no hint", () => {
    expect(hintAfter("a", "x")).toMatchObject({ hint: null });
    expect(hintAfter("a", "\u00e9")).toMatchObject({ hint: null });
  });
  test("there is no hint where the example needs an input method", () => {
    expect(hintAfter("\u4f60", "\u597d")).toMatchObject({ hint: null });
    expect(hintAfter("\u4f60", "x")).toMatchObject({ hint: null });
    expect(typed("\u4f60\u597d", "\u4f60\u597d")).toMatchObject(wholeAndRight);
  });
  test("a full-width form in an example must be typed itself, not as its plain key", () => {
    expect(typed("\uff08", "\uff08")).toMatchObject(wholeAndRight);
    expect(type("\uff08", "(")).toBe("|\uff08  1 error");
  });
});

describe("invisible characters", () => {
  const unseen = {
    "zero-width space": "\u200b",
    "zero-width non-joiner": "\u200c",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "right-to-left mark": "\u200f",
    "right-to-left override": "\u202e",
    isolate: "\u2066",
    "variation selector": "\ufe0f",
    "hidden tag": "\u{e0041}",
    "line separator": "\u2028",
    "control character": "\u0007",
    "Hangul filler": "\u3164",
  };
  test.each(Object.entries(unseen))(
    "%s: an example that contains it can be completed without typing it",
    (_, hidden) => {
      for (const text of [`a${hidden}b`, `${hidden}ab`, `ab${hidden}`, `a${hidden}${hidden}b`]) {
        expect(typed(text, "a", "b")).toMatchObject({ ...wholeAndRight, cursor: [...text].length });
      }
      expect(typed(`a${hidden}\n${hidden}\n${hidden}b`, "a\n\nb")).toMatchObject(wholeAndRight);
    },
  );
  test.each(Object.entries(unseen))(
    "%s: typing it has no effect, where the example has it and elsewhere",
    (_, hidden) => {
      expect(typed(`a${hidden}b`, "a", hidden, "b")).toMatchObject(wholeAndRight);
      expect(typed(`a${hidden}b`, `a${hidden}b`)).toMatchObject(wholeAndRight);
      expect(typed("ab", "a", hidden, `b`)).toMatchObject(wholeAndRight);
    },
  );
  test("Backspace removes an invisible character together with its visible neighbour", () => {
    expect(type("a\u200bb!", "ab", "\u200b")).toBe("a\u200bb|!");
    expect(type("a\u200bbc", "ab", { kind: "backspace" })).toBe("a|\u200bbc");
  });
  test("a tab or space beside an invisible character is still a tab or space", () => {
    expect(type("\u200b\tx", tab)).toBe("\u200b\t|x");
    expect(type("\u200b  x", tab)).toBe("\u200b  |x");
  });
  test("an example without visible characters is completed by its first key", () => {
    expect(type("\u200b\u2060", "a")).toBe("\u200b\u2060|  done");
    expect(type("", "a")).toBe("|  done");
  });
  test("an emoji may be typed without its variation selector, a family without its joiners", () => {
    expect(taken("\u2764\ufe0f", "\u2764")).toMatchObject(wholeAndRight);
    expect(taken("\u2764", "\u2764\ufe0f")).toMatchObject(wholeAndRight);
    expect(taken("👨‍👩‍👧", "👨‍👩‍👧")).toMatchObject(wholeAndRight);
    expect(taken("👨‍👩‍👧", "👨", "👩", "👧")).toMatchObject(wholeAndRight);
    expect(typed("👨‍👩‍👧", "👨", "👧")).toMatchObject({ cursor: 0, errors: 1 });
  });
  test("a number sign of Arabic is a format character but visible", () => {
    expect(typed("\u06001", "1")).toMatchObject({ cursor: 0, errors: 1 });
    expect(typed("\u06001", "\u0600", "1")).toMatchObject(wholeAndRight);
  });
});
