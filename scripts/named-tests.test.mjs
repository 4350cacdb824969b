// The check of the tables that name tests finds what it is there for.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkNamedInText, checkNamedTests } from "./check-named-tests.mjs";

/** @param {string[]} lastCells */
function check(...lastCells) {
  const rows = lastCells.map((cell, n) => `| 1.1.${n} what it asks | here | ${cell} |`);
  return checkNamedTests(
    ["| Requirement | Here | Shown by |", "|---|---|---|", ...rows].join("\n"),
    folderWithTests(),
  );
}

function folderWithTests() {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-doc-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "a"));
  writeFileSync(
    join(folder, "a/b.test.ts"),
    'const cases = [{ name: "five, of a table of cases" }];\n' +
      'test("one", () => {}); describe("d", () => { test.each([1])("two %s", () => {}); });\n' +
      'for (const x of y) test(`three (${x.name})`, () => {}); // test("four")\n',
  );
  return folder;
}

test("tests that exist are found, also tables of them, names that are made, and several in a cell", () => {
  expect(
    check(
      "`a/b.test.ts` › one<br>`a/b.test.ts` › two %s",
      "`a/b.test.ts` › three (${x.name})",
      "not shown: why",
      "deviation: why",
      "n/a",
    ),
  ).toEqual({ rows: 5, named: 3, faults: [] });
});

test("a test that is not there, only in a comment, or in a file that is not there, is a fault", () => {
  const { faults } = check("`a/b.test.ts` › four", "`a/c.test.ts` › one", "one", "", "`a/b.test.ts` › One");
  expect(faults).toEqual([
    '1.1.0: a/b.test.ts has no test "four"',
    "1.1.1: there is no file a/c.test.ts",
    '1.1.2: "one" is neither `file` › name nor not shown, deviation, n/a',
    '1.1.3: "" is neither `file` › name nor not shown, deviation, n/a',
    '1.1.4: a/b.test.ts has no test "One"',
  ]);
});

test("a text that the named test's file does not hold is a fault, and … stands for what varies", () => {
  const rows = ["| 8 | three …) | `a/b.test.ts` › one |", "| 8 | Sorry | `a/b.test.ts` › one |"].join("\n");
  expect(checkNamedTests(rows, folderWithTests(), { quotes: true })).toEqual({
    rows: 2,
    named: 1,
    faults: ["8 'Sorry': a/b.test.ts does not hold this text"],
  });
});

test("in a document with text every arrow leads to a test, whose name may be longer", () => {
  const lines = [
    "Each rule names its test as `file` › name.",
    "| a rule | `a/b.test.ts` › one<br>`a/b.test.ts` › five (real) |",
    "In text as well (`a/b.test.ts` › three).",
  ];
  expect(checkNamedInText(lines.join("\n"), folderWithTests())).toEqual({ rows: 2, named: 3, faults: [] });
  const faulty = ["| a rule | `a/b.test.ts` › four |", "| a rule | `a/c.test.ts` › one |", "so › it is"];
  expect(checkNamedInText(faulty.join("\n"), folderWithTests()).faults).toEqual([
    'line 1: a/b.test.ts has no test "four"',
    "line 2: there is no file a/c.test.ts",
    "line 3: 1 arrows, but 0 of `file` › name",
  ]);
});
