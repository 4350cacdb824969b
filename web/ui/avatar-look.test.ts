import { expect, test, vi } from "vitest";
import { avatarColor, avatarLetter } from "./avatar-look.ts";

test("the colour is the sum of the name's UTF-16 codes modulo 7", () => {
  expect(avatarColor("mira")).toBe(425 % 7);
  expect(avatarColor("")).toBe(0);
  expect(avatarColor("😀")).toBe((0xd83d + 0xde00) % 7);
});

test("the letter is the first one of the name in upper case, or U without a name", () => {
  expect(avatarLetter("mira")).toBe("M");
  expect(avatarLetter("élan")).toBe("É");
  expect(avatarLetter("😀 smile")).toBe("😀");
  expect(avatarLetter("  ")).toBe("U");
  expect(avatarLetter("")).toBe("U");
});

test("the letter is a whole character as a reader sees it, with and without Intl.Segmenter", () => {
  const letters: readonly (readonly [name: string, letter: string])[] = [
    ["🇩🇪 fan", "🇩🇪"],
    [
      "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}x",
      "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    ],
    ["👩‍💻dev", "👩‍💻"],
    ["👍🏽ok", "👍🏽"],
    ["❤️x", "❤️"],
    ["1️⃣st", "1️⃣"],
    ["a\u0301bc", "Á"],
    ["e\u0323\u0301x", "E\u0323\u0301".normalize("NFC")],
    ["\u1112\u1161\u11abx", "한"],
    ["q\u0303u", "Q\u0303"],
    ["ßx", "ß"],
    ["ﬁx", "ﬁ"],
    ["\u200b\u200fmira", "M"],
    ["𝒜x", "𝒜"],
    ["\u{10428}x", "\u{10400}"],
    ["\u00a0\u200b", "U"],
  ];
  const found = () => letters.map(([name]) => avatarLetter(name));
  expect(found()).toEqual(letters.map(([, letter]) => letter));
  vi.stubGlobal("Intl", {});
  try {
    expect(found()).toEqual(letters.map(([, letter]) => letter));
  } finally {
    vi.unstubAllGlobals();
  }
});
