import { expect, test } from "vitest";
import { deleteWord, type } from "./test/draw-attempt.ts";

/** The rest of a fully typed line after each of a series of word deletes. */
function leavings(line: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const keys = Array.from({ length: index + 1 }, () => deleteWord);
    return type(`${line}@`, line, ...keys).split("|")[0] ?? "";
  });
}

test("a word delete removes blanks and one run of word characters or of other symbols [TYPE-10]", () => {
  expect(leavings("let a = foo.bar();", 6)).toEqual([
    "let a = foo.bar",
    "let a = foo.",
    "let a = foo",
    "let a = ",
    "let a ",
    "let ",
  ]);
});
test("one word delete removes the whole indentation", () => {
  expect(leavings("    x", 2)).toEqual(["    ", ""]);
  expect(leavings("\t\t", 1)).toEqual([""]);
});
test("letters of any script, digits, marks and the underscore are one word", () => {
  expect(leavings("= na\u00efve_2\u0436", 1)).toEqual(["= "]);
  expect(leavings("= nai\u0308ve", 1)).toEqual(["= "]);
});
test("a word delete stops at the line's start", () => {
  expect(leavings("foo\nbar", 3)).toEqual(["foo\n", "foo\n", "foo\n"]);
  expect(leavings("\u00e9\n  ", 2)).toEqual(["\u00e9\n", "\u00e9\n"]);
});
