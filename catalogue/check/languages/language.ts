// What the check knows of one language: the tools it needs, the rules that a pass means, and how a batch of examples is
// judged. Adding a language is one value of this type, entered in languages.ts.

import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Example } from "../../course-files.ts";
import { type Outcome, complaint, exampleLimitMs, run } from "./process.ts";
import type { Tool, Toolbox } from "./tools.ts";

export type Language = {
  readonly name: string;
  readonly tools: readonly Tool[];
  /**
   * The commands and options that a pass stands for. They go into the hash of each example, so that changing one makes
   * every example of the language unchecked; keep them the very values that the check uses.
   */
  readonly rules: readonly string[];
  /** What else of the example decides the verdict, beside its code and its fixture; it goes into the hash too. */
  readonly alsoMatters?: (example: Example) => string;
  /** One verdict for each example, in their order. */
  readonly check: (examples: readonly Example[], workplace: Workplace) => Promise<readonly Verdict[]>;
};

export type Verdict = {
  /** `step: what the tool said`; empty is a pass. */
  readonly faults: readonly string[];
  /** The frame the example needed to pass, such as `body`; absent where it passed as it is. */
  readonly frame?: string;
};

export type Workplace = {
  /** A temporary folder of this language's own. */
  readonly folder: string;
  readonly toolbox: Toolbox;
};

export type Laid = {
  readonly example: Example;
  /** `001`, unique in the batch. */
  readonly id: string;
  readonly folder: string;
  /** The example as a file, with a final line feed, the course's fixture files beside it. */
  readonly file: string;
};

export async function layOut(
  examples: readonly Example[],
  workplace: Workplace,
  fileName: string,
): Promise<Laid[]> {
  return Promise.all(
    examples.map(async (example, index) => {
      const id = String(index + 1).padStart(3, "0");
      const folder = join(workplace.folder, "source", id);
      await makeFolder(folder, example);
      const file = join(folder, fileName);
      await writeFile(file, `${example.code}\n`);
      return { example, id, folder, file };
    }),
  );
}

/**
 * Runs an example twice, each time in a fresh folder that holds only the course's fixture files: it must end with code 0,
 * say nothing on stderr, and print the same both times although time zone, hash seed and folder differ.
 */
export async function runTwice(
  laid: Laid,
  workplace: Workplace,
  program: string,
  args: readonly string[],
): Promise<string[]> {
  const outputs: string[] = [];
  for (const [round, env] of surroundings.entries()) {
    const folder = join(workplace.folder, `run-${round + 1}`, laid.id);
    await makeFolder(folder, laid.example);
    const outcome = await run(program, args, { folder, env, limitMs: exampleLimitMs });
    const fault = runFault(outcome);
    if (fault !== undefined) return [`run: ${fault}`];
    outputs.push(outcome.stdout);
  }
  return outputs[0] === outputs[1] ? [] : [`run: prints something else each time\n${outputs.join("---\n")}`];
}

export const runRule = `twice, ${exampleLimitMs} ms, code 0, stderr empty, same output`;

export function runFault(outcome: Outcome): string | undefined {
  if (outcome.timedOut) return `was still running after ${exampleLimitMs / 1000} s`;
  if (outcome.notStarted !== undefined || outcome.code !== 0) return complaint(outcome);
  if (outcome.stderr !== "") return `wrote to stderr: ${complaint(outcome)}`;
  return undefined;
}

const surroundings = [
  { TZ: "UTC", PYTHONHASHSEED: "1" },
  { TZ: "Asia/Kolkata", PYTHONHASHSEED: "2" },
] as const;

async function makeFolder(folder: string, example: Example): Promise<void> {
  if (example.fixtureFolder === undefined) await mkdir(folder, { recursive: true });
  else await cp(example.fixtureFolder, folder, { recursive: true });
}
