// Reads and writes catalogue/checked.json: the examples that passed the tools of their language, so that `npm test`
// does not need those tools. An example is identified by a hash over everything that decides its verdict: with other
// code, another fixture or another rule it counts as unchecked. Its place in the course is only there for readers, so
// moving or renaming it needs no new check.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogueExample, catalogueFolder } from "../course-files.ts";
import { languageNamed } from "./languages/languages.ts";

export type Passed = {
  readonly hash: string;
  /** `black 23.1.0, flake8 5.0.4, python3 3.11.2` */
  readonly tools: string;
  readonly frame?: string;
};
/** The examples that passed, by course file and then by `lesson > chapter > example`. */
export type Checked = Readonly<Record<string, Readonly<Record<string, Passed>>>>;

const path = join(catalogueFolder, "checked.json");

export function readChecked(): Checked {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Checked) : {};
}

export function writeChecked(checked: Checked): void {
  const sorted = Object.fromEntries(Object.entries(checked).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Undefined for a language without a check, in which no example can have passed. */
export function hashOf(example: CatalogueExample): string | undefined {
  const language = languageNamed(example.language);
  if (language === undefined) return undefined;
  const fixture = language.name === "sql" ? example.fixtureSql : example.fixtureHash;
  const matters = [
    language.name,
    language.rules,
    example.code,
    example.output,
    fixture,
    language.alsoHashed?.(example) ?? "",
  ];
  return createHash("sha256").update(JSON.stringify(matters)).digest("hex").slice(0, 32);
}

/** The passed examples of all courses by their hashes. */
export function checksByHash(checked: Checked): ReadonlyMap<string, Passed> {
  return new Map(
    Object.values(checked).flatMap((file) => Object.values(file).map((one) => [one.hash, one] as const)),
  );
}

export function uncheckedOf(examples: readonly CatalogueExample[], checked: Checked): CatalogueExample[] {
  const passed = checksByHash(checked);
  return examples.filter((example) => {
    const hash = hashOf(example);
    return hash === undefined || !passed.has(hash);
  });
}

export function keyOf(example: CatalogueExample): string {
  return `${example.lesson} > ${example.chapter} > ${example.title}`;
}
