// Checks the built-in courses without a language tool: they import without a warning and follow the content rules and
// the plan, and every example has passed the tools of its language in its current form.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import { printCourse } from "@tabstop/course/markdown/print-markdown";
import { afterEach, expect, test } from "vitest";
import { hashOf, keyOf, readChecked, uncheckedOf } from "./check/checked.ts";
import { lintCourse, lintCatalogue, placeOf } from "./check/content-lint.ts";
import { coverageOf } from "./check/coverage.ts";
import { recurrencesOf } from "./check/recurrence.ts";
import { type CourseFile, type CatalogueExample, courseFileNames, readCourse } from "./course-files.ts";

const reads = courseFileNames().map((name) => readCourse(name));
const files = reads.flatMap((read) => (read.ok ? [read.file] : []));
const examples = files.flatMap((file) => file.examples);

test("there are courses and examples to check", () => {
  expect(reads.length).toBeGreaterThan(0);
  expect(examples.length).toBeGreaterThan(0);
});

test("every course imports without an error or a warning", () => {
  expect(
    reads.flatMap((read) => (read.ok ? [] : read.messages.map((text) => `${read.name}: ${text}`))),
  ).toEqual([]);
});

test("every course follows the content rules and the plan", () => {
  const faults = [
    ...files.flatMap(lintCourse),
    ...lintCatalogue(files),
    ...files.flatMap((file) => coverageOf(file).faults),
    ...recurrencesOf(files).flatMap(({ faults }) => faults),
  ];
  expect(faults.map(({ at, rule, message }) => `${at}: ${rule}: ${message}`)).toEqual([]);
});

test("every course is the same after an export and an import", () => {
  for (const { course } of files) {
    const text = printCourse(course);
    const again = parseCourse(text);
    expect(again).toMatchObject({ ok: true, course, warnings: [] });
    if (again.ok) expect(printCourse(again.course)).toBe(text);
  }
});

test("every example has passed the tools of its language in its present form (npm run catalogue)", () => {
  expect(uncheckedOf(examples, readChecked()).map(placeOf)).toEqual([]);
});

test("checked.json lists only examples that exist", () => {
  const there = new Set(examples.map((example) => hashOf(example)));
  const gone = Object.entries(readChecked()).flatMap(([file, entries]) =>
    Object.entries(entries)
      .filter(([, { hash }]) => !there.has(hash))
      .map(([key]) => `${file}: ${key}`),
  );
  expect(gone).toEqual([]);
});

// --- These tests show that the tests above can fail

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with one course, `own.md`, whose only example has this code, and optionally with fixtures. */
function folderWith(
  code: string,
  fixtures: Readonly<Record<string, string>> = {},
  language = "python",
): string {
  const folder = mkdtempSync(join(tmpdir(), "tabstop-courses-"));
  folders.push(folder);
  const fence = "```";
  const head = '---\ntitle: "Own"\ndifficulty_level: beginner\n---\n';
  writeFileSync(
    join(folder, "own.md"),
    `${head}\n# Lesson\n\n## Chapter\n\n### Title\n\n${fence}${language}\n${code}\n${fence}\n`,
  );
  if (Object.keys(fixtures).some((name) => name.startsWith("own.fixture/")))
    mkdirSync(join(folder, "own.fixture"));
  for (const [name, text] of Object.entries(fixtures)) writeFileSync(join(folder, name), text);
  return folder;
}

function courseIn(folder: string): CourseFile {
  const read = readCourse("own.md", folder);
  if (!read.ok) throw new Error(read.messages.join("\n"));
  return read.file;
}

function exampleIn(folder: string): CatalogueExample {
  return courseIn(folder).examples[0] as CatalogueExample;
}

test("an example counts as checked until its code or output changes, even if it moves", () => {
  const before = exampleIn(folderWith("print(1)"));
  const checked = { "own.md": { [keyOf(before)]: { hash: hashOf(before) ?? "", tools: "python3 3.11" } } };
  expect(uncheckedOf([before], checked)).toEqual([]);
  expect(uncheckedOf([{ ...before, file: "other.md", chapter: "Other", title: "Other" }], checked)).toEqual(
    [],
  );
  expect(uncheckedOf([{ ...before, code: "print(2)" }], checked)).toHaveLength(1);
  expect(uncheckedOf([{ ...before, output: "1" }], checked)).toHaveLength(1);
  expect(uncheckedOf([{ ...before, language: "javascript" }], checked)).toHaveLength(1);
  expect(uncheckedOf([before], {})).toHaveLength(1);
});

test("an example in a language without a check never counts as checked", () => {
  const cobol = { ...exampleIn(folderWith("print(1)")), language: "cobol" };
  expect(uncheckedOf([cobol], { "own.md": { a: { hash: "", tools: "" } } })).toHaveLength(1);
});

test("the hash covers the fixture of an example that uses one, and the description of an example of patterns", () => {
  const hash = (fixtures: Record<string, string>, language: string) =>
    hashOf(exampleIn(folderWith("a", fixtures, language)));
  expect(hash({ "own.fixture.sql": "b" }, "sql")).not.toBe(hash({}, "sql"));
  expect(hash({ "own.fixture.sql": "b" }, "python")).toBe(hash({}, "python"));
  expect(hash({ "own.fixture/b.txt": "c" }, "python")).not.toBe(hash({}, "python"));
  expect(hash({ "own.fixture/b.txt": "c" }, "python")).not.toBe(hash({ "own.fixture/b.txt": "d" }, "python"));
  expect(hash({ "own.fixture/b.txt": "c" }, "sql")).toBe(hash({}, "sql"));
  const pattern = exampleIn(folderWith("a", {}, "regex"));
  expect(hashOf({ ...pattern, description: 'Matches "a".' })).not.toBe(hashOf(pattern));
  const python = exampleIn(folderWith("a"));
  expect(hashOf({ ...python, description: "Other words." })).toBe(hashOf(python));
});

test("a course with a warning from the importer is refused", () => {
  expect(readCourse("own.md", folderWith("print(1)", {}, "python extra")).ok).toBe(false);
  expect(readCourse("own.md", folderWith(`print(${"1".repeat(100)})`)).ok).toBe(false);
  expect(readCourse("own.md", folderWith("print(1)")).ok).toBe(true);
});
