// Checks Ruby: `ruby -wc`, RuboCop, then two runs with warnings.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FaultsOf } from "./formatter-diff.ts";
import {
  type ExampleFile,
  type Language,
  type Workplace,
  runRule,
  runTwice,
  writeExamples,
} from "./language.ts";
import { complaint, inParallel, run } from "./process.ts";
import { rubocop, ruby, toolPath } from "./tools.ts";

// Indented by two where RuboCop would align with the line before. An example needs no documentation of its own.
const configuration = `AllCops:
  TargetRubyVersion: 3.1
  NewCops: disable
  SuggestExtensions: false
Layout/ArgumentAlignment:
  EnforcedStyle: with_fixed_indentation
Layout/CaseIndentation:
  EnforcedStyle: end
Layout/EndAlignment:
  EnforcedStyleAlignWith: variable
Layout/FirstArrayElementIndentation:
  EnforcedStyle: consistent
Layout/FirstHashElementIndentation:
  EnforcedStyle: consistent
Layout/LineLength:
  Max: 60
Layout/MultilineMethodCallIndentation:
  EnforcedStyle: indented
Layout/MultilineOperationIndentation:
  EnforcedStyle: indented
Layout/ParameterAlignment:
  EnforcedStyle: with_fixed_indentation
Style/Documentation:
  Enabled: false
Style/FrozenStringLiteralComment:
  Enabled: false
Style/StringLiterals:
  EnforcedStyle: double_quotes
Style/StringLiteralsInInterpolation:
  Enabled: false
`;

const rubocopOptions = ["--only=Layout,Lint,Naming,Style", "--cache=false"];

export const rubyLanguage: Language = {
  name: "ruby",
  tools: [ruby, rubocop],
  prints: true,
  rules: ["ruby -wc", `rubocop ${rubocopOptions.join(" ")}\n${configuration}`, `ruby -w ${runRule}`],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.rb");
    const linted = await lint(exampleFiles, workplace);
    const program = toolPath(workplace.toolbox, ruby);
    return inParallel(exampleFiles, async (one) => {
      const syntax = await run(program, ["-wc", one.file], { folder: one.folder });
      if (syntax.code !== 0 || syntax.stderr !== "") return { faults: [`syntax: ${complaint(syntax)}`] };
      const ran = await runTwice(one, workplace, program, ["-w", one.file]);
      return { ...ran, faults: [...linted(one), ...ran.faults] };
    });
  },
};

type Report = {
  readonly files: readonly {
    /** Relative to the folder in which RuboCop ran. */
    readonly path: string;
    readonly offenses: readonly {
      readonly message: string;
      readonly cop_name: string;
      readonly location: { readonly line: number };
    }[];
  }[];
};

async function lint(exampleFiles: readonly ExampleFile[], { folder, toolbox }: Workplace): Promise<FaultsOf> {
  const config = join(folder, "rubocop.yml");
  await writeFile(config, configuration);
  const outcome = await run(
    toolPath(toolbox, rubocop),
    [...rubocopOptions, `--config=${config}`, "--format=json", ...exampleFiles.map(({ file }) => file)],
    { folder },
  );
  let report: Report;
  try {
    report = JSON.parse(outcome.stdout) as Report;
  } catch {
    return () => [`lint: rubocop ${complaint(outcome)}`];
  }
  return ({ file }) => {
    const found = report.files.find(({ path }) => join(folder, path) === file);
    if (found === undefined) return ["lint: rubocop did not read it"];
    return found.offenses.map(
      ({ message, cop_name: cop, location }) => `lint: line ${location.line}: ${message} (${cop})`,
    );
  };
}
