// The check of tags finds the faults it exists for.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDocument, checkTags, taggedTests } from "./check-named-tests.mjs";

// The tags are in pieces, so that the check of this tree does not take the samples for its own tags.
const tag = (/** @type {number} */ number) => `[SAMPLE-${number}]`;

function folderWithTests() {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-doc-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "a"));
  mkdirSync(join(folder, "e2e/real-keyboards"), { recursive: true });
  writeFileSync(
    join(folder, "a/b.test.ts"),
    `test("one ${tag(1)}", () => {}); describe("d", () => { test.each([1])("two %s ${tag(2)}", () => {}); });\n` +
      `for (const x of y) test(\`three (\${x.name}) ${tag(3)} ${tag(4)}\`, () => {});\n` +
      `test("without a tag", () => {}); // test("four ${tag(9)}")\n`,
  );
  writeFileSync(join(folder, "a/not-a-test.ts"), `test("five ${tag(9)}");`);
  writeFileSync(join(folder, "a/c.spec.ts"), `test("six ${tag(6)} @phone", () => {});`);
  writeFileSync(join(folder, "e2e/real-keyboards/cases.ts"), `const one = { name: "seven ${tag(7)}" };`);
  return folder;
}

/**
 * @param {string[]} lastCells
 * @param {{ quotes?: boolean }} [options]
 */
function check(lastCells, options) {
  const folder = folderWithTests();
  const rows = lastCells.map((cell) => `| 1.1 | three … ) | ${cell} |`);
  const text = ["| Requirement | Here | Shown by |", "|---|---|---|", ...rows, "", "| SAMPLE | none |"].join(
    "\n",
  );
  return checkDocument(text, taggedTests(folder).tests, { folder, ...options });
}

test("tags are found only in titles, including tables, templates and cases without a framework", () => {
  const { files, tests } = taggedTests(folderWithTests());
  expect(files).toBe(3);
  expect(tests.map(({ file, tags }) => `${file} ${tags.join(" ")}`)).toEqual([
    "a/b.test.ts SAMPLE-1",
    "a/b.test.ts SAMPLE-2",
    "a/b.test.ts SAMPLE-3 SAMPLE-4",
    "a/c.spec.ts SAMPLE-6",
    "e2e/real-keyboards/cases.ts SAMPLE-7",
  ]);
});

test("a row names one or several tests, with an optional note in brackets, or gives the reason why none", () => {
  const cells = ["`SAMPLE-1`", "`SAMPLE-2`, `SAMPLE-7` (real)", "not shown: why", "deviation: why", "n/a"];
  expect(check(cells)).toEqual({ rows: 5, named: ["SAMPLE-1", "SAMPLE-2", "SAMPLE-7"], faults: [] });
});

test("a tag that no test has, a row without a tag and a tag without its quotes are faults", () => {
  expect(check(["`SAMPLE-9`", "", "SAMPLE-1", "`SAMPLE-1` or so"]).faults).toEqual([
    "line 3: no test has the tag SAMPLE-9",
    'line 4: "" is neither a list of tags nor not shown, deviation, n/a',
    'line 5: "SAMPLE-1" is neither a list of tags nor not shown, deviation, n/a',
    'line 6: "`SAMPLE-1` or so" is neither a list of tags nor not shown, deviation, n/a',
  ]);
});

test("a text that the file of its test does not contain is a fault, and … matches any text", () => {
  expect(check(["`SAMPLE-3`", "`SAMPLE-6`"], { quotes: true }).faults).toEqual([
    "line 4: a/c.spec.ts does not contain 'three … )'",
  ]);
});

test("a tag in a sentence must exist as well", () => {
  const folder = folderWithTests();
  const { tests } = taggedTests(folder);
  expect(checkDocument("See `SAMPLE-1` and `SAMPLE-8`.", tests, { folder })).toEqual({
    rows: 0,
    named: ["SAMPLE-1", "SAMPLE-8"],
    faults: ["line 1: no test has the tag SAMPLE-8"],
  });
});

test("a tag that two tests have and a tag that no document names are faults", () => {
  const tests = [
    { file: "a.test.ts", title: "one", tags: ["SAMPLE-1"] },
    { file: "b.test.ts", title: "two", tags: ["SAMPLE-1", "SAMPLE-2"] },
  ];
  expect(checkTags(tests, new Set(["SAMPLE-1"]))).toEqual([
    'SAMPLE-1 is the tag of "one" in a.test.ts and "two" in b.test.ts',
    'no document names SAMPLE-2 of "two" in b.test.ts',
  ]);
});
