// Checks examples with the tools of their languages, one language after the other, in a temporary folder.

import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogueExample } from "../course-files.ts";
import type { Language, Verdict } from "./languages/language.ts";
import { outputFaults } from "./outputs.ts";
import { languageNamed, languageNames } from "./languages/languages.ts";
import { type Tool, type Toolbox, debianPackages, findTools, versionsOf } from "./languages/tools.ts";

export type Checks = {
  readonly verdicts: ReadonlyMap<CatalogueExample, Verdict>;
  /** For each language the versions of its tools, and how long the check took. */
  readonly languages: readonly {
    readonly name: string;
    readonly examples: number;
    readonly tools: string;
    readonly ms: number;
  }[];
};

/**
 * Tools that the examples need and that are missing. Then nothing is checked, because half a check looks like a whole
 * one.
 */
export type MissingTools = { readonly missing: readonly Tool[] };

/** The Debian packages that the check of these examples needs and that are not installed, in alphabetical order. */
export async function missingPackages(examples: readonly CatalogueExample[]): Promise<readonly string[]> {
  const languages = [...new Set(examples.map(({ language }) => language))].map(languageNamed);
  const { missing } = await findTools(languages.flatMap((language) => language?.tools ?? []));
  return [...new Set(missing.flatMap(debianPackages))].sort();
}

export async function checkExamples(examples: readonly CatalogueExample[]): Promise<Checks | MissingTools> {
  const verdicts = new Map<CatalogueExample, Verdict>();
  const byLanguage = new Map<Language, CatalogueExample[]>();
  for (const example of examples) {
    const language = languageNamed(example.language);
    if (language === undefined) verdicts.set(example, { faults: [noCheck(example.language)] });
    else byLanguage.set(language, [...(byLanguage.get(language) ?? []), example]);
  }
  const { toolbox, missing } = await findTools([...byLanguage.keys()].flatMap((language) => language.tools));
  if (missing.length > 0) return { missing };
  // The tools name files by their real path.
  const root = await realpath(await mkdtemp(join(tmpdir(), "tabstop-catalogue-")));
  const languages: Checks["languages"][number][] = [];
  try {
    for (const [language, batch] of byLanguage) {
      const startedAt = performance.now();
      for (const [index, verdict] of (await checkBatch(language, batch, root, toolbox)).entries()) {
        const example = batch[index] as CatalogueExample;
        const faults = [...verdict.faults, ...outputFaults(example, verdict, language)];
        verdicts.set(example, { ...verdict, faults });
      }
      languages.push({
        name: language.name,
        examples: batch.length,
        tools: versionsOf(toolbox, language.tools),
        ms: performance.now() - startedAt,
      });
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return { verdicts, languages };
}

async function checkBatch(
  language: Language,
  batch: readonly CatalogueExample[],
  root: string,
  toolbox: Toolbox,
): Promise<readonly Verdict[]> {
  const folder = join(root, language.name);
  await mkdir(folder);
  const verdicts = await language.check(batch, { folder, toolbox });
  if (verdicts.length !== batch.length) {
    throw new RangeError(`${language.name}: ${verdicts.length} verdicts for ${batch.length} examples`);
  }
  return verdicts;
}

function noCheck(language: string): string {
  return `no check for "${language}" (there are ${languageNames.join(", ")})`;
}
