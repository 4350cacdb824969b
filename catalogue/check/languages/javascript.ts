// Checks JavaScript and TypeScript: syntax and types, Prettier, oxlint's rules of correctness, then two runs in Node.

import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import {
  type ExampleFile,
  type Language,
  type Verdict,
  type Workplace,
  writeExamples,
  runRule,
  runTwice,
} from "./language.ts";
import { type PrettierParser, formatFault, prettierRule } from "./prettier-format.ts";
import { complaint, exampleLimitMs, inParallel, run } from "./process.ts";
import { installedFolder, node, oxlint, prettier, toolPath, typescript } from "./tools.ts";

const oxlintOptions = ["--deny=correctness", "--deny=no-var", "--deny=prefer-const", "--deny=eqeqeq"];
const oxlintRule = `oxlint ${oxlintOptions.join(" ")}`;

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
  module: "preserve",
  moduleDetection: "force",
  types: ["node"],
};

export const javascript: Language = {
  name: "javascript",
  tools: [node, prettier, oxlint],
  prints: true,
  rules: ["node --check", prettierRule, oxlintRule, `node ${runRule}`],
  async check(examples, workplace) {
    await asModules(workplace);
    const exampleFiles = await writeExamples(examples, workplace, "example.mjs");
    const linted = await lint(exampleFiles, workplace);
    return inParallel(exampleFiles, async (one) => {
      const syntax = await run(process.execPath, ["--check", one.file], {
        folder: one.folder,
        limitMs: exampleLimitMs,
      });
      if (syntax.code !== 0) return { faults: [`syntax: ${complaint(syntax)}`] };
      return verdict(one, linted, workplace, "babel", one.file);
    });
  },
};

export const typescriptLanguage: Language = {
  name: "typescript",
  tools: [node, prettier, oxlint, typescript],
  prints: true,
  rules: [`tsc ${JSON.stringify(compilerOptions)}`, prettierRule, oxlintRule, `node ${runRule}`],
  async check(examples, workplace) {
    await asModules(workplace);
    const exampleFiles = await writeExamples(examples, workplace, "example.ts");
    const [linted, typed] = await Promise.all([
      lint(exampleFiles, workplace),
      compile(exampleFiles, workplace),
    ]);
    return inParallel(exampleFiles, async (one) => {
      const types = typed.get(one.id) ?? [];
      if (types.length > 0) return { faults: types };
      const compiled = join(workplace.folder, "compiled", one.id, "example.js");
      return verdict(one, linted, workplace, "typescript", compiled);
    });
  },
};

type ById = ReadonlyMap<string, readonly string[]>;

async function verdict(
  one: ExampleFile,
  linted: ById,
  workplace: Workplace,
  parser: PrettierParser,
  program: string,
): Promise<Verdict> {
  const format = await formatFault(one.example.code, parser);
  const faults = [...(format === undefined ? [] : [format]), ...(linted.get(one.id) ?? [])];
  const ran = await runTwice(one, workplace, process.execPath, [program]);
  return { ...ran, faults: [...faults, ...ran.faults] };
}

/** Makes fixture files such as `shapes.js` beside an example modules, like the example. */
async function asModules(workplace: Workplace): Promise<void> {
  await mkdir(workplace.folder, { recursive: true });
  await writeFile(join(workplace.folder, "package.json"), '{ "type": "module" }\n');
}

async function lint(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<ById> {
  const outcome = await run(
    process.execPath,
    [
      toolPath(workplace.toolbox, oxlint),
      ...oxlintOptions,
      "--format=json",
      join(workplace.folder, "source"),
    ],
    { folder: workplace.folder },
  );
  const report = readReport(outcome.stdout);
  if (report === undefined || report.number_of_files < exampleFiles.length) {
    return failAll(exampleFiles, `lint: oxlint ${complaint(outcome)}`);
  }
  return byId(
    exampleFiles,
    report.diagnostics
      .filter(({ filename }) => isExample(filename))
      .map(({ filename, code, message, labels }) => {
        const line = labels[0]?.span.line;
        const place = line === undefined ? "" : `line ${line}: `;
        return [join(workplace.folder, filename), `lint: ${place}${message} (${code ?? "syntax"})`] as const;
      }),
  );
}

type OxlintReport = {
  readonly number_of_files: number;
  readonly diagnostics: readonly {
    /** Relative to the folder in which oxlint ran. */
    readonly filename: string;
    readonly code?: string;
    readonly message: string;
    readonly labels: readonly { readonly span: { readonly line?: number } }[];
  }[];
};

function readReport(stdout: string): OxlintReport | undefined {
  try {
    return JSON.parse(stdout) as OxlintReport;
  } catch {
    return undefined;
  }
}

/** All examples at once, because TypeScript takes seconds to start and milliseconds for an example. */
async function compile(exampleFiles: readonly ExampleFile[], workplace: Workplace): Promise<ById> {
  const project = join(workplace.folder, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        typeRoots: [dirname(installedFolder("@types/node"))],
        rootDir: "source",
        outDir: "compiled",
      },
      include: ["source"],
    }),
  );
  const outcome = await run(
    process.execPath,
    [toolPath(workplace.toolbox, typescript), "--pretty", "false", "--project", project],
    { folder: workplace.folder },
  );
  const errors: (readonly [string, string])[] = [];
  for (const line of outcome.stdout.split("\n")) {
    const [, file, row, text] = /^(\S.*?)\((\d+),\d+\): (?:error|warning) (.*)$/.exec(line) ?? [];
    if (file !== undefined) errors.push([join(workplace.folder, file), `types: line ${row}: ${text}`]);
  }
  if (errors.length === 0 && outcome.code !== 0)
    return failAll(exampleFiles, `types: tsc ${complaint(outcome)}`);
  return byId(exampleFiles, errors);
}

function isExample(file: string): boolean {
  return basename(file).startsWith("example.");
}

/** Groups the faults of a tool by the folder of their example; a fault in a fixture file is a fault of its example. */
function byId(
  exampleFiles: readonly ExampleFile[],
  faults: readonly (readonly [file: string, fault: string])[],
): ById {
  const sorted = new Map<string, string[]>();
  for (const [file, fault] of faults) {
    const one = exampleFiles.find(({ folder }) => !relative(folder, file).startsWith(".."));
    // A tool that reports a file outside is misconfigured, so every example fails.
    for (const { id } of one === undefined ? exampleFiles : [one])
      sorted.set(id, [...(sorted.get(id) ?? []), fault]);
  }
  return sorted;
}

function failAll(exampleFiles: readonly ExampleFile[], fault: string): ById {
  return new Map(exampleFiles.map(({ id }) => [id, [fault]]));
}
