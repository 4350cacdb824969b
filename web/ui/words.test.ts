import { expect, test } from "vitest";
import { capital, compareNames, counted, inWords, list, thousands } from "./words.ts";

test("the first letter of a word becomes a capital, and the rest stays unchanged", () => {
  expect(["course", "line 5, chapter_title", ""].map(capital)).toEqual([
    "Course",
    "Line 5, chapter_title",
    "",
  ]);
});

test("numbers have thousands separators", () => {
  expect([0, 999, 1_000, 12_480, 1_048_576].map(thousands)).toEqual([
    "0",
    "999",
    "1,000",
    "12,480",
    "1,048,576",
  ]);
});

test("a noun is in the plural unless there is one", () => {
  expect([0, 1, 2, 5_904].map((n) => counted(n, "saved result"))).toEqual([
    "0 saved results",
    "1 saved result",
    "2 saved results",
    "5,904 saved results",
  ]);
});

test("a list has commas, and 'and' before its last part", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(list)).toEqual(["", "a", "a and b", "a, b and c"]);
});

test("names are sorted by the numbers in them, and by accents and case only if they are otherwise equal", () => {
  expect(["10.md", "Äpfel", "2.md", "banana", "Apfel"].toSorted(compareNames)).toEqual([
    "2.md",
    "10.md",
    "Apfel",
    "Äpfel",
    "banana",
  ]);
});

test("numbers up to twelve have words in sentences", () => {
  expect([0, 1, 4, 12, 13, 1_000].map(inWords)).toEqual(["no", "one", "four", "twelve", "13", "1,000"]);
});
