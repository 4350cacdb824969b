import { expect, test } from "vitest";
import { languageChoices, languageName, readLanguage } from "./language-name.ts";

test("a language has the name that people write, and an unknown one its own word", () => {
  expect(["javascript", "cpp", "sql", "text", "klingon"].map(languageName)).toEqual([
    ...["JavaScript", "C++", "SQL", "Plain text", "klingon"],
  ]);
});

test("an address names a language by a word of printed characters", () => {
  for (const word of ["python", "c++", "x".repeat(50)]) expect(readLanguage(word)).toBe(word);
  for (const word of [null, "", "a b", "a\0", "\u200b", "x".repeat(51)])
    expect(readLanguage(word)).toBeNull();
});

test("a list offers each language once, by name, with the one that is chosen", () => {
  expect(languageChoices(["sql", "cpp", "bash"], "css").map(({ name }) => name)).toEqual([
    ...["Bash", "C++", "CSS", "SQL"],
  ]);
  expect(languageChoices(["sql"], "sql")).toEqual([{ id: "sql", name: "SQL" }]);
  expect(languageChoices([], null)).toEqual([]);
});
