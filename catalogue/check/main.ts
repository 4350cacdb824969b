// Checks the built-in courses: that they import without a warning, that they follow the content rules and the plan, and
// that every example passes the tools of its language. Prints a report, writes checked.json, and exits with 1 on any
// fault.
//
//   npm run catalogue [-- NAME.md …] [-- --changed] [-- --constructs] [-- --write-outputs]
//   npm run catalogue -- --missing-packages [--changed] prints only the Debian packages that the check still needs.

import { basename } from "node:path";
import { type CourseFile, type CatalogueExample, courseFileNames, readCourse } from "../course-files.ts";
import { checkExamples, missingPackages } from "./check-examples.ts";
import {
  type Checked,
  hashOf,
  keyOf,
  checksByHash,
  readChecked,
  uncheckedOf,
  writeChecked,
} from "./checked.ts";
import { lintCourse, lintCatalogue, placeOf } from "./content-lint.ts";
import type { Fault } from "./fault.ts";
import { coverageOf } from "./coverage.ts";
import type { Verdict } from "./languages/language.ts";
import { recurrencesOf } from "./recurrence.ts";
import { coverageReport, recurrenceReport } from "./report.ts";
import { writeOutputs } from "./write-outputs.ts";

const usage =
  "npm run catalogue [-- NAME.md ...] [-- --changed] [-- --constructs] [-- --write-outputs] [-- --missing-packages]";
const options = ["--changed", "--constructs", "--write-outputs", "--missing-packages"];

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const known = courseFileNames();
  const names = args.filter((arg) => !arg.startsWith("-")).map((arg) => `${basename(arg, ".md")}.md`);
  const mistake = argumentMistake(args, names, known);
  if (mistake !== null) {
    console.error(mistake);
    return 2;
  }
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  const select = (examples: readonly CatalogueExample[]) =>
    args.includes("--changed") ? uncheckedOf(examples, readChecked()) : examples;
  if (args.includes("--missing-packages")) {
    const { files } = readCourses(known.filter(isChosen), isChosen);
    for (const name of await missingPackages(select(files.flatMap((file) => file.examples))))
      console.log(name);
    return 0;
  }
  if (args.includes("--write-outputs")) {
    const { files } = readCourses(known.filter(isChosen), isChosen);
    await writeOutputs(files, select(files.flatMap((file) => file.examples)));
  }
  const { files, faults } = readCourses(known, isChosen);
  const chosen = files.filter(({ name }) => isChosen(name));
  const examples = chosen.flatMap((file) => file.examples);
  if (examples.length === 0 && faults.length === 0) {
    console.error("No example was found: nothing was checked.");
    return 1;
  }

  const selected = select(examples);
  const checks = await checkExamples(selected);
  if ("missing" in checks) {
    console.error("Nothing was checked, because these are missing:");
    for (const tool of checks.missing) console.error(`  ${tool.name}: ${tool.get}`);
    return 1;
  }

  const coverages = chosen.map(coverageOf);
  const recurrences = recurrencesOf(files).filter(({ file }) => chosen.some(({ name }) => name === file));
  faults.push(
    ...chosen.flatMap(lintCourse),
    ...lintCatalogue(files).filter(({ at }) =>
      chosen.some(({ name }) => at === name || at.startsWith(`${name}:`)),
    ),
    ...coverages.flatMap((coverage) => coverage.faults),
    ...recurrences.flatMap((recurrence) => recurrence.faults),
    ...[...checks.verdicts].flatMap(([example, verdict]) =>
      verdict.faults.map((message) => ({ at: placeOf(example), rule: example.language, message })),
    ),
  );

  const tools = new Map(checks.languages.map((language) => [language.name, language.tools]));
  const next = nextChecked(readChecked(), chosen, known, checks.verdicts, tools);
  writeChecked(next);

  for (const coverage of coverages) console.log(coverageReport(coverage));
  for (const recurrence of recurrences) {
    console.log(recurrenceReport(recurrence, args.includes("--constructs")));
  }
  printFrames(next, isChosen);
  for (const { name, examples: count, tools: versions, ms } of checks.languages) {
    console.log(`${name}: ${count} checked in ${(ms / 1000).toFixed(1)} s (${versions})`);
  }
  const skipped = examples.length - selected.length;
  if (skipped > 0) console.log(`${skipped} unchanged since they passed`);
  for (const { at, rule, message } of faults)
    console.error(`\n${at}\n  ${rule}: ${message.replaceAll("\n", "\n    ")}`);
  console.log(`\n${examples.length} examples in ${chosen.length} courses, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** What is wrong with the arguments, as a sentence; null if nothing is. */
function argumentMistake(
  args: readonly string[],
  names: readonly string[],
  known: readonly string[],
): string | null {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `There is no course file ${unknown}, only ${known.join(", ")}.`;
  const option = args.find((arg) => arg.startsWith("-") && !options.includes(arg));
  return option === undefined ? null : `Unknown option ${option}. ${usage}`;
}

/** All courses, because a near duplicate may be in one that was not chosen; faults only of the chosen ones. */
function readCourses(
  names: readonly string[],
  isChosen: (name: string) => boolean,
): { readonly files: readonly CourseFile[]; readonly faults: Fault[] } {
  const files: CourseFile[] = [];
  const faults: Fault[] = [];
  for (const name of names) {
    const read = readCourse(name);
    if (read.ok) files.push(read.file);
    else if (isChosen(name))
      faults.push(...read.messages.map((message) => ({ at: name, rule: "import", message })));
  }
  return { files, faults };
}

/** The examples that passed inside a frame, so that a reader can see in which. */
function printFrames(checked: Checked, isChosen: (name: string) => boolean): void {
  for (const [name, entries] of Object.entries(checked)) {
    for (const [key, { frame }] of Object.entries(entries)) {
      if (frame !== undefined && isChosen(name)) console.log(`In the frame "${frame}": ${name}: ${key}`);
    }
  }
}

/**
 * The examples that are known to pass: of the chosen files those that passed now or are unchanged, of the others as
 * before.
 */
function nextChecked(
  before: Checked,
  chosen: readonly CourseFile[],
  known: readonly string[],
  verdicts: ReadonlyMap<CatalogueExample, Verdict>,
  tools: ReadonlyMap<string, string>,
): Checked {
  const passed = checksByHash(before);
  const next = Object.fromEntries(Object.entries(before).filter(([name]) => known.includes(name)));
  for (const file of chosen) {
    next[file.name] = Object.fromEntries(
      file.examples.flatMap((example) => {
        const hash = hashOf(example);
        const verdict = verdicts.get(example);
        if (hash === undefined || (verdict !== undefined && verdict.faults.length > 0)) return [];
        if (verdict === undefined) {
          const earlier = passed.get(hash);
          return earlier === undefined ? [] : [[keyOf(example), earlier]];
        }
        const frame = verdict.frame === undefined ? {} : { frame: verdict.frame };
        return [[keyOf(example), { hash, tools: tools.get(example.language) ?? "", ...frame }]];
      }),
    );
  }
  return next;
}
