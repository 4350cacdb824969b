// The constructs of the first built-in examples against those that an earlier set of rules found (test/oracle/, which has
// the code as well).

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { constructsOf, hasRules } from "./constructs-of.ts";
import { wantedDifferences } from "./test/wanted-differences.ts";
import type { WantedDifferences } from "./test/wanted/wanted.ts";

type Expected = { readonly example: string; readonly code: string; readonly names: readonly string[] };
type Difference = { readonly example: string; readonly is: "added" | "gone"; readonly name: string };

const folder = join(import.meta.dirname, "test", "oracle");
const languages = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

test("the oracle covers the languages of the built-in courses", () => {
  expect(languages).toEqual(Object.keys(wantedDifferences));
  expect(languages.flatMap(expectedIn).length).toBeGreaterThan(350);
});

describe.each(languages.filter(hasRules))("%s", (language) => {
  const differences = expectedIn(language).flatMap((expected) => differencesOf(expected, language));
  const wanted = wantedDifferences[language] ?? {};

  test("every built-in example has the constructs of the oracle, but for wanted differences", () => {
    expect(differences.filter((one) => reasonFor(one, wanted) === undefined).map(inWords)).toEqual([]);
  });

  test("every wanted difference occurs and has a reason", () => {
    const occurring = new Set(differences.flatMap((one) => [`${one.is} ${one.name}`, inWords(one)]));
    const listed = listedIn(wanted);
    expect(listed.map(([entry]) => entry).filter((entry) => !occurring.has(entry))).toEqual([]);
    for (const [entry, reason] of listed) expect(reason.length, entry).toBeGreaterThan(20);
  });
});

function expectedIn(language: string): readonly Expected[] {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")) as Expected[];
}

function differencesOf({ example, code, names }: Expected, language: string): Difference[] {
  const found = new Set(constructsOf(code, language).map(({ name }) => name));
  const expected = new Set(names);
  return [
    ...[...found]
      .filter((name) => !expected.has(name))
      .map((name) => ({ example, is: "added" as const, name })),
    ...[...expected]
      .filter((name) => !found.has(name))
      .map((name) => ({ example, is: "gone" as const, name })),
  ];
}

function reasonFor({ example, is, name }: Difference, wanted: WantedDifferences): string | undefined {
  return wanted[is]?.[name] ?? wanted.of?.[example]?.[is]?.[name];
}

function inWords({ example, is, name }: Difference): string {
  return `${is} ${name} in ${example}`;
}

function listedIn(wanted: WantedDifferences): readonly (readonly [entry: string, reason: string])[] {
  return (["added", "gone"] as const).flatMap((is) => [
    ...Object.entries(wanted[is] ?? {}).map(([name, reason]) => [`${is} ${name}`, reason] as const),
    ...Object.entries(wanted.of ?? {}).flatMap(([example, one]) =>
      Object.entries(one[is] ?? {}).map(
        ([name, reason]) => [inWords({ example, is, name }), reason] as const,
      ),
    ),
  ]);
}
