// Checks Bash: syntax, shellcheck with its rules of style, shfmt, then two runs under `set -euo pipefail` in an empty
// folder. An example that uses Git finds the same names and dates in each run.

import { gitRule, gitRules, usesGit } from "./git.ts";
import { type FaultsOf, formatFaults } from "./formatter-diff.ts";
import {
  type ExampleFile,
  type Language,
  type Workplace,
  writeExamples,
  runRule,
  runTwice,
} from "./language.ts";
import { complaint, inParallel, run } from "./process.ts";
import { bash, git, shellcheck, shfmt, toolPath } from "./tools.ts";

const shellcheckOptions = ["--norc", "--shell=bash", "--severity=style"];
const shfmtOptions = ["-ln=bash", "-i=2"];

export const bashLanguage: Language = {
  name: "bash",
  tools: [bash, shellcheck, shfmt, git],
  prints: true,
  rules: [
    "bash -n",
    `shellcheck ${shellcheckOptions.join(" ")}`,
    `shfmt ${shfmtOptions.join(" ")}`,
    `bash -euo pipefail ${runRule}`,
  ],
  // Not among the rules, because it decides nothing about the other examples.
  alsoHashed: (example) => (usesGit(example) ? gitRule : ""),
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.sh");
    const [linted, formatted] = await Promise.all([
      lint(exampleFiles, workplace),
      format(exampleFiles, workplace),
    ]);
    const program = toolPath(workplace.toolbox, bash);
    return inParallel(exampleFiles, async (one) => {
      const syntax = await run(program, ["-n", one.file], { folder: one.folder });
      if (syntax.code !== 0 || syntax.stderr !== "") return { faults: [`syntax: ${complaint(syntax)}`] };
      const ran = await runTwice(
        one,
        workplace,
        program,
        ["-euo", "pipefail", one.file],
        usesGit(one.example) ? gitRules : {},
      );
      return { ...ran, faults: [...linted(one), ...formatted(one), ...ran.faults] };
    });
  },
};

type Comment = {
  readonly file: string;
  readonly line: number;
  readonly code: number;
  readonly message: string;
};

async function lint(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<FaultsOf> {
  const outcome = await run(
    toolPath(workplace.toolbox, shellcheck),
    [...shellcheckOptions, "--format=json1", ...exampleFiles.map(({ file }) => file)],
    { folder: workplace.folder },
  );
  // 0 means no remarks, 1 means remarks; anything else is a failure of shellcheck.
  if (outcome.code !== 0 && outcome.code !== 1) return () => [`lint: shellcheck ${complaint(outcome)}`];
  const { comments } = JSON.parse(outcome.stdout) as { comments: Comment[] };
  return ({ file }) =>
    comments
      .filter((comment) => comment.file === file)
      .map(({ line, code, message }) => `lint: line ${line}: ${message} (SC${code})`);
}

async function format(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<FaultsOf> {
  const files = exampleFiles.map(({ file }) => file);
  const outcome = await run(toolPath(workplace.toolbox, shfmt), [...shfmtOptions, "-d", ...files], {
    folder: workplace.folder,
  });
  return formatFaults("shfmt", outcome, exampleFiles);
}
