// Programs as courses have them, with all that is found in them and its places (test/programs/). To see a change, print
// `underlined` of a program and judge it as a teacher of the language does.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { constructsOf } from "./constructs-of.ts";
import { codeOf, underlined } from "./test/underlined.ts";

type Program = { readonly title: string; readonly text: string };

const folder = join(import.meta.dirname, "test", "programs");
const languages = readdirSync(folder).map((file) => file.replace(/\.txt$/, ""));

describe.each(languages)("%s", (language) => {
  const programs = programsOf(readFileSync(join(folder, `${language}.txt`), "utf8"));

  test.each(programs)("$title", ({ text }) => {
    expect(underlined(codeOf(text), language)).toBe(text);
  });

  test("there are at least eight programs, each with another title", () => {
    expect(new Set(programs.map(({ title }) => title)).size).toBe(programs.length);
    expect(programs.length).toBeGreaterThanOrEqual(8);
  });

  test("a program that is cut anywhere, or lacks a character, has constructs and no error", () => {
    for (const { text } of programs) {
      const code = codeOf(text);
      for (let at = 0; at < code.length; at += 7) {
        constructsOf(code.slice(at), language);
        constructsOf(code.slice(0, at), language);
        expect(constructsOf(code.slice(0, at) + code.slice(at + 1), language).length).toBeGreaterThan(0);
      }
    }
  });
});

function programsOf(file: string): readonly Program[] {
  return file
    .trimEnd()
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(0, end), text: section.slice(end + 1).trimEnd() };
    });
}
