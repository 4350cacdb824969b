import { expect, test } from "vitest";
import { outputFaults } from "./outputs.ts";

const python = { name: "python", prints: true };
const faultsOf = (output: string, printed: string | undefined, language = python) =>
  outputFaults({ output }, printed === undefined ? {} : { printed }, language);

test("an output that is what the run printed has no fault, and neither has none where nothing is printed", () => {
  expect(faultsOf("1\n2", "1\n2")).toEqual([]);
  expect(faultsOf(" a \n\n\tb ", " a \n\n\tb ")).toEqual([]);
  expect(faultsOf("", "")).toEqual([]);
});

test("an output that differs by any character is a fault with its line", () => {
  for (const [output, line] of [
    ["one\ntwo", 2],
    ["one\n\nTwo", 2],
    ["one\nTwo ", 2],
    ["one ", 1],
    ["one", 2],
    ["one\nTwo\n", 3],
    ["\none\nTwo", 1],
    ["one\u00a0\nTwo", 1],
  ] as const) {
    expect(faultsOf(output, "one\nTwo"), output).toEqual([
      expect.stringMatching(`^output: .*line ${line}: `),
    ]);
  }
  expect(faultsOf("one\nTwo\n", "one\nTwo")[0]).toContain('line 3: the file has "", the run printed no line');
});

test("an example that prints needs an output, and one that prints nothing can have none", () => {
  expect(faultsOf("", "1")).toEqual([expect.stringContaining("has no output")]);
  expect(faultsOf("1", "")).toEqual([expect.stringContaining("prints nothing")]);
  expect(faultsOf(" ", "")).toEqual([expect.stringContaining("prints nothing")]);
});

test("nothing is compared where a fault kept the example from running to its end", () => {
  expect(faultsOf("1", undefined)).toEqual([]);
});

test("an example of a language in which nothing runs can have no output", () => {
  const html = { name: "html", prints: false };
  expect(faultsOf("1", undefined, html)).toEqual([expect.stringContaining("nothing runs in html")]);
  expect(faultsOf("", undefined, html)).toEqual([]);
});

test("what no course file can hold is a fault, also with that output", () => {
  for (const printed of [
    "1".repeat(2_001),
    "1\n".repeat(100),
    "\x1b[1mbold\x1b[0m",
    "10 %\r20 %",
    "lost \ufffd",
  ]) {
    for (const output of ["", printed]) {
      expect(faultsOf(output, printed), printed).toEqual([expect.stringContaining("no file can hold")]);
    }
  }
  for (const printed of ["1".repeat(2_000), "😀".repeat(2_000), "1\n".repeat(99), "\t✓ naïve"]) {
    expect(faultsOf(printed, printed), printed).toEqual([]);
  }
});
