import { expect, test } from "vitest";
import { languageName } from "./language-name.ts";

test("a language has the name that people write, and an unknown one its own word", () => {
  expect(["javascript", "cpp", "sql", "text", "klingon"].map(languageName)).toEqual([
    ...["JavaScript", "C++", "SQL", "Plain text", "klingon"],
  ]);
});
