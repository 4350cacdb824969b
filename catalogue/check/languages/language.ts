// What the check knows about a language: the tools it needs, the rules that a passed example satisfies, and how a batch
// of examples is judged. To add a language, write one value of this type and enter it in languages.ts.

import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CatalogueExample } from "../../course-files.ts";
import { type Outcome, complaint, exampleLimitMs, run } from "./process.ts";
import type { Tool, Toolbox } from "./tools.ts";

export type Language = {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Whether its examples run and may print; in any other language an example has no output. */
  readonly prints: boolean;
  /**
   * The commands and options of the check. They are part of each example's hash, so that changing one makes every
   * example of the language unchecked. They must be the values that the check uses.
   */
  readonly rules: readonly string[];
  /** Anything else of the example, besides code and fixture, that decides the verdict; it is part of the hash too. */
  readonly alsoHashed?: (example: CatalogueExample) => string;
  /** One verdict for each example, in their order. */
  readonly check: (
    examples: readonly CatalogueExample[],
    workplace: Workplace,
  ) => Promise<readonly Verdict[]>;
};

export type Verdict = {
  /** `step: message of the tool`; empty if the example passed. */
  readonly faults: readonly string[];
  /** The frame in which the example passed, such as `body`; absent if it passed without one. */
  readonly frame?: string;
  /** What the example printed, without its one final line end; absent if it did not run without a fault. */
  readonly printed?: string;
};

export type Workplace = {
  /** A temporary folder for this language. */
  readonly folder: string;
  readonly toolbox: Toolbox;
};

export type ExampleFile = {
  readonly example: CatalogueExample;
  /** `001`, unique in the batch. */
  readonly id: string;
  readonly folder: string;
  /** The path of the example with a final line feed, in a folder with the course's fixture files. */
  readonly file: string;
};

export async function writeExamples(
  examples: readonly CatalogueExample[],
  workplace: Workplace,
  fileName: string | ((example: CatalogueExample) => string),
): Promise<ExampleFile[]> {
  return Promise.all(
    examples.map(async (example, index) => {
      const id = String(index + 1).padStart(3, "0");
      const folder = join(workplace.folder, "source", id);
      await makeFolder(folder, example);
      const file = join(folder, typeof fileName === "string" ? fileName : fileName(example));
      await writeFile(file, `${example.code}\n`);
      return { example, id, folder, file };
    }),
  );
}

export type RunRules = {
  /** The variables that the example finds besides the usual ones, when it runs in this folder. */
  readonly environment?: (folder: string) => Promise<Readonly<Record<string, string>>>;
  /** The fault of a run; undefined if there is none. */
  readonly faultOf?: (outcome: Outcome) => string | undefined;
};

/**
 * Runs an example twice, each time in a new folder with only the course's fixture files: it must exit with code 0,
 * write nothing to stderr, and print the same both times although time zone, hash seed and folder differ.
 */
export async function runTwice(
  exampleFile: ExampleFile,
  workplace: Workplace,
  program: string,
  args: readonly string[],
  { environment, faultOf = runFault }: RunRules = {},
): Promise<Verdict> {
  const outputs: string[] = [];
  for (const [round, env] of environments.entries()) {
    const folder = await runFolder(exampleFile, workplace, `run-${round + 1}`);
    const more = await environment?.(folder);
    const outcome = await run(program, args, { folder, env: { ...env, ...more }, limitMs: exampleLimitMs });
    const fault = faultOf(outcome);
    if (fault !== undefined) return { faults: [`run: ${fault}`] };
    outputs.push(outcome.stdout);
  }
  const [first = "", second] = outputs;
  return first === second
    ? { faults: [], printed: first.replace(/\n$/, "") }
    : { faults: [`run: prints a different text each time\n${outputs.join("---\n")}`] };
}

/** A new folder for one run of an example, with only the course's fixture files. */
export async function runFolder(
  { id, example }: ExampleFile,
  workplace: Workplace,
  round: string,
): Promise<string> {
  const folder = join(workplace.folder, round, id);
  await makeFolder(folder, example);
  return folder;
}

export const runRule = `twice, ${exampleLimitMs} ms, code 0, stderr empty, same output`;

export function runFault(outcome: Outcome): string | undefined {
  if (outcome.timedOut) return `was still running after ${exampleLimitMs / 1000} s`;
  if (outcome.notStarted !== undefined || outcome.code !== 0) return complaint(outcome);
  if (outcome.stderr !== "") return `wrote to stderr: ${complaint(outcome)}`;
  return undefined;
}

const environments = [
  { TZ: "UTC", PYTHONHASHSEED: "1", GOMAXPROCS: "1" },
  { TZ: "Asia/Kolkata", PYTHONHASHSEED: "2", GOMAXPROCS: "4" },
] as const;

async function makeFolder(folder: string, example: CatalogueExample): Promise<void> {
  if (example.fixtureFolder === undefined) await mkdir(folder, { recursive: true });
  else await cp(example.fixtureFolder, folder, { recursive: true });
}
