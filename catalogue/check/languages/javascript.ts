// JavaScript and TypeScript: syntax and types, Prettier, oxlint's rules of correctness, then two runs in Node.

import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import {
  type Laid,
  type Language,
  type Verdict,
  type Workplace,
  layOut,
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
  rules: ["node --check", prettierRule, oxlintRule, `node ${runRule}`],
  async check(examples, workplace) {
    await asModules(workplace);
    const laid = await layOut(examples, workplace, "example.mjs");
    const linted = await lint(laid, workplace);
    return inParallel(laid, async (one) => {
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
  rules: [`tsc ${JSON.stringify(compilerOptions)}`, prettierRule, oxlintRule, `node ${runRule}`],
  async check(examples, workplace) {
    await asModules(workplace);
    const laid = await layOut(examples, workplace, "example.ts");
    const [linted, typed] = await Promise.all([lint(laid, workplace), compile(laid, workplace)]);
    return inParallel(laid, async (one) => {
      const types = typed.get(one.id) ?? [];
      if (types.length > 0) return { faults: types };
      const compiled = join(workplace.folder, "compiled", one.id, "example.js");
      return verdict(one, linted, workplace, "typescript", compiled);
    });
  },
};

type ById = ReadonlyMap<string, readonly string[]>;

async function verdict(
  one: Laid,
  linted: ById,
  workplace: Workplace,
  parser: PrettierParser,
  program: string,
): Promise<Verdict> {
  const format = await formatFault(one.example.code, parser);
  const faults = [...(format === undefined ? [] : [format]), ...(linted.get(one.id) ?? [])];
  return { faults: [...faults, ...(await runTwice(one, workplace, process.execPath, [program]))] };
}

/** A fixture file `shapes.js` beside an example is a module, like the example. */
async function asModules(workplace: Workplace): Promise<void> {
  await mkdir(workplace.folder, { recursive: true });
  await writeFile(join(workplace.folder, "package.json"), '{ "type": "module" }\n');
}

async function lint(laid: readonly Laid[], workplace: Workplace): Promise<ById> {
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
  if (report === undefined || report.number_of_files < laid.length) {
    return failAll(laid, `lint: oxlint ${complaint(outcome)}`);
  }
  return byId(
    laid,
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
    /** Relative to where oxlint ran. */
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

/** One call for all: TypeScript takes seconds to start and milliseconds for an example. */
async function compile(laid: readonly Laid[], workplace: Workplace): Promise<ById> {
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
  if (errors.length === 0 && outcome.code !== 0) return failAll(laid, `types: tsc ${complaint(outcome)}`);
  return byId(laid, errors);
}

function isExample(file: string): boolean {
  return basename(file).startsWith("example.");
}

/** Sorts what a batch tool said by the example's folder; a fault in a fixture file is a fault of its example. */
function byId(laid: readonly Laid[], said: readonly (readonly [file: string, fault: string])[]): ById {
  const sorted = new Map<string, string[]>();
  for (const [file, fault] of said) {
    const one = laid.find(({ folder }) => !relative(folder, file).startsWith(".."));
    // A tool that speaks of a file outside is broken as a whole: no example may pass because of it.
    for (const { id } of one === undefined ? laid : [one]) sorted.set(id, [...(sorted.get(id) ?? []), fault]);
  }
  return sorted;
}

function failAll(laid: readonly Laid[], fault: string): ById {
  return new Map(laid.map(({ id }) => [id, [fault]]));
}
