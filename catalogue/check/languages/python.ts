// Checks Python: compiled with warnings as errors, black, flake8, then two runs with warnings as errors.

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
import { black, flake8, python, toolPath } from "./tools.ts";

const blackOptions = ["--line-length=72", "--target-version=py311"];
// E203 is about the space that black puts before the colon of a slice.
const flake8Options = ["--isolated", "--max-line-length=72", "--extend-ignore=E203"];

export const pythonLanguage: Language = {
  name: "python",
  tools: [python, black, flake8],
  prints: true,
  rules: [
    "python3 -W error -m py_compile",
    `black ${blackOptions.join(" ")}`,
    `flake8 ${flake8Options.join(" ")}`,
    `python3 -W error ${runRule}`,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.py");
    const [formatted, linted] = await Promise.all([
      format(exampleFiles, workplace),
      lint(exampleFiles, workplace),
    ]);
    const program = toolPath(workplace.toolbox, python);
    return inParallel(exampleFiles, async (one) => {
      const syntax = await run(program, ["-W", "error", "-m", "py_compile", one.file], {
        folder: one.folder,
      });
      if (syntax.code !== 0) return { faults: [`syntax: ${complaint(syntax)}`] };
      const ran = await runTwice(one, workplace, program, ["-W", "error", one.file]);
      return { ...ran, faults: [...formatted(one), ...linted(one), ...ran.faults] };
    });
  },
};

async function format(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<FaultsOf> {
  const files = exampleFiles.map(({ file }) => file);
  const options = [...blackOptions, "--check", "--diff", "--quiet"];
  const outcome = await run(toolPath(workplace.toolbox, black), [...options, ...files], {
    folder: workplace.folder,
  });
  return formatFaults("black", outcome, exampleFiles);
}

async function lint(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<FaultsOf> {
  const files = exampleFiles.map(({ file }) => file);
  const outcome = await run(toolPath(workplace.toolbox, flake8), [...flake8Options, ...files], {
    folder: workplace.folder,
  });
  const messages = outcome.stdout
    .split("\n")
    .filter((line) => files.some((file) => line.startsWith(`${file}:`)));
  if (outcome.code !== 0 && messages.length === 0) return () => [`lint: flake8 ${complaint(outcome)}`];
  return ({ file }) =>
    messages
      .filter((line) => line.startsWith(`${file}:`))
      .map((line) => `lint: line ${line.slice(file.length + 1).replace(/^(\d+):\d+:/, "$1:")}`);
}
