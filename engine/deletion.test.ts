import { expect, test } from "vitest";
import { deleteWord, type } from "./test/draw-attempt.ts";

/** What word deletes leave, one after another, of a line typed to its end. */
function leavings(line: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const keys = Array.from({ length: index + 1 }, () => deleteWord);
    return type(`${line}@`, line, ...keys).split("|")[0] ?? "";
  });
}

test("blanks and one run of word characters or of other signs [TYPE-10]", () => {
  expect(leavings("let a = foo.bar();", 6)).toEqual([
    "let a = foo.bar",
    "let a = foo.",
    "let a = foo",
    "let a = ",
    "let a ",
    "let ",
  ]);
});
test("indentation is deleted at once", () => {
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
