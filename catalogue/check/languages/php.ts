// Checks PHP: `php -l`, the standard PSR-12, then two runs in which every remark of PHP is a fault.

import { bareCode } from "../pieces.ts";
import { type FaultsOf } from "./formatter-diff.ts";
import {
  type Compiled,
  type Source,
  compileInFrames,
  inFrame,
  placeIn,
  sourceOf,
  wholeCode,
} from "./frames.ts";
import {
  type ExampleFile,
  type Language,
  type Workplace,
  runRule,
  runTwice,
  writeExamples,
} from "./language.ts";
import { complaint, inParallel, run } from "./process.ts";
import { php, phpcs, toolPath } from "./tools.ts";

const phpOptions = [
  "-derror_reporting=-1",
  "-ddisplay_errors=stderr",
  "-dlog_errors=0",
  "-dzend.assertions=1",
];
// An example is no file of a project: it declares and calls in one place, and its classes need no namespace.
const phpcsOptions = [
  "--standard=PSR12",
  "--exclude=PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration",
  "--runtime-set",
  "ignore_warnings_on_exit",
  "0",
];
const opening = ["<?php", "", "declare(strict_types=1);", ""];

export const phpLanguage: Language = {
  name: "php",
  tools: [php, phpcs],
  prints: true,
  rules: [
    "php -l",
    `phpcs ${phpcsOptions.join(" ")}`,
    `frame: ${opening.join("\n")}`,
    `php ${phpOptions.join(" ")} ${runRule}`,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.php");
    const program = toolPath(workplace.toolbox, php);
    const parsed = await compileInFrames(exampleFiles, sourcesOf, (attempts) =>
      inParallel(attempts, async ({ one, source }) => {
        const outcome = await run(program, [...phpOptions, "-l", one.file], { folder: one.folder });
        if (outcome.code === 0 && outcome.stderr === "") return [];
        const [, text, row] = /^(?:PHP )?(.*?) in \S+ on line (\d+)$/m.exec(outcome.stderr) ?? [];
        return [
          `syntax: ${text === undefined ? complaint(outcome) : `${placeIn(source, Number(row))}${text}`}`,
        ];
      }),
    );
    const linted = await lint(parsed, workplace);
    return inParallel(parsed, async ({ one, source, faults }) => {
      if (faults.length > 0) return { faults };
      const ran = await runTwice(one, workplace, program, [...phpOptions, one.file]);
      return inFrame(source, { ...ran, faults: [...linted(one), ...ran.faults] });
    });
  },
};

/** Without an opening tag, the code would be text that PHP prints. */
function sourcesOf(one: ExampleFile): readonly Source[] {
  const code = wholeCode(one);
  if (/<\?(?:php\b|=)/.test(bareCode(one.example.code, "php"))) return [sourceOf(undefined, [code])];
  return [sourceOf("<?php", [...opening, code])];
}

type Report = {
  readonly files: Readonly<
    Record<string, { readonly messages: readonly { line: number; message: string; source: string }[] }>
  >;
};

async function lint(parsed: readonly Compiled[], { folder, toolbox }: Workplace): Promise<FaultsOf> {
  const files = parsed.map(({ one }) => one.file);
  const outcome = await run(toolPath(toolbox, phpcs), [...phpcsOptions, "-q", "--report=json", ...files], {
    folder,
  });
  let report: Report;
  try {
    report = JSON.parse(outcome.stdout) as Report;
  } catch {
    return () => [`lint: phpcs ${complaint(outcome)}`];
  }
  return (one) => {
    const found = report.files[one.file];
    const source = parsed.find((each) => each.one === one)?.source;
    if (found === undefined || source === undefined) return ["lint: phpcs did not read it"];
    return found.messages.map(
      ({ line, message, source: rule }) => `lint: ${placeIn(source, line)}${message} (${rule})`,
    );
  };
}
