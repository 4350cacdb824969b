import { expect, test } from "vitest";
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
