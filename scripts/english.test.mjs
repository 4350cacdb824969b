// The check of the English finds planted faults, with their lines, and leaves code, data and quoted texts alone.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkDocument, checkSource, missingFiles, quotedTexts, readLists } from "./check-english.mjs";
import { root } from "./install.mjs";

const lists = readLists(
  [
    "```phrases",
    "frob → tinker",
    "is frobbed → gets tinkered",
    "```",
    "",
    "```identifiers",
    "oldName → newName",
    "```",
    "",
    "```files",
    "old-file → new-file",
    "```",
  ].join("\n"),
);

/**
 * @param {string} path
 * @param {string[]} lines
 */
function faults(path, ...lines) {
  const text = lines.join("\n");
  const found = path.endsWith(".md")
    ? checkDocument(path, text, lists)
    : checkSource(path, text, lists, ["who may frob"]).faults;
  return found.map(({ line, fault }) => `${line} ${fault.split(":")[0]}`);
}

const frob = '"frob" → tinker';
const isFrobbed = '"is frobbed" → gets tinkered';

test("a phrase is found in comments of every kind, even across the end of a line", () => {
  expect(
    faults(
      "web/a.tsx",
      "// One may Frob here; what",
      "// is",
      "// frobbed stays.",
      "/**",
      " * It is",
      " * frobbed.",
      " */",
      "export const a = <p>{/* frob */}</p>;",
    ),
  ).toEqual([`1 ${frob}`, `2 ${isFrobbed}`, `5 ${isFrobbed}`, `8 ${frob}`]);
  expect(faults("web/a.css", "p {", "  /* frob */", "  color: red; }")).toEqual([`2 ${frob}`]);
});

test("a phrase is found in texts for people: JSX text, strings with a space, and templates", () => {
  expect(
    faults(
      "web/a.tsx",
      'const a = "Do frob";',
      "const b = `${a} may frob`;",
      "const c = <p title='a frob'>Please frob</p>;",
    ),
  ).toEqual([`1 ${frob}`, `2 ${frob}`, `3 ${frob}`, `3 ${frob}`]);
});

test("parts of words, single words, inline code and the specification's texts are left alone", () => {
  expect(
    faults(
      "web/a.tsx",
      "// Frobnicate, a frob-like thing, `frob` in code.",
      'const a = "frob";',
      'const b = "It says who may frob";',
    ),
  ).toEqual([]);
});

test("only the title of a test is checked, since its other strings are data", () => {
  expect(
    faults(
      "web/a.test.ts",
      'test("a frob works", () => {',
      '  expect(say("a frob")).toBe("no frob");',
      "});",
    ),
  ).toEqual([`1 ${frob}`]);
});

test("a renamed identifier is found by its whole name, in code, types, properties and inline code", () => {
  const fault = "the name oldName → newName";
  expect(
    faults(
      "server/a.ts",
      "// `oldName` was here, `oldNames` is another.",
      "type A = { oldName: string };",
      "const oldNames = { a: (x: A) => x.oldName };",
    ),
  ).toEqual([`1 ${fault}`, `2 ${fault}`, `3 ${fault}`]);
});

test("a renamed file is found by its name", () => {
  expect(faults("server/old-file.test.ts", "")).toEqual(["1 the file name old-file → new-file"]);
  expect(faults("server/very-old-file.ts", "")).toEqual([]);
});

test("documents are checked except their code; style.md is not checked, since it contains the lists", () => {
  const lines = ["# Frob", "", "```sh", "frob --now", "```", "", "Call `frob`, `oldName()`."];
  expect(faults("docs/a.md", ...lines)).toEqual([`1 ${frob}`, "7 the name oldName → newName"]);
  expect(faults("docs/style.md", ...lines)).toEqual([]);
});

test("a file that a document names in code or in a link must exist", () => {
  const text = [
    "`scripts/install.mjs`, `scripts/gone.mjs`, `scripts/`, `a/b`, `catalogue/NAME.md`",
    "[style](style.md), [gone](gone.md#here), [far](https://example.org/gone.md), [here](#here)",
  ].join("\n");
  expect(missingFiles("docs/a.md", text, root).map(({ line, fault }) => `${line} ${fault}`)).toEqual([
    "1 there is no scripts/gone.mjs",
    "2 there is no gone.md",
  ]);
});

test("the lists of docs/style.md and the texts of e2e/texts.md are read", () => {
  const { phrases, identifiers, files } = readLists(readFileSync(join(root, "docs/style.md"), "utf8"));
  expect(phrases.length).toBeGreaterThan(40);
  expect(identifiers.get("fixedQuery")).toBe("preparedQuery");
  expect(files.get("kept-text")).toBe("draft-storage");
  expect(quotedTexts(readFileSync(join(root, "e2e/texts.md"), "utf8"))).toContain(
    "Please select a course to add lessons to",
  );
});
