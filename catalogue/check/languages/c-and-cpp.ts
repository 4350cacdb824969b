// Checks C and C++: GCC with many warnings as errors, clang-format, two runs, and one more with the sanitizers of
// addresses and of undefined behavior. Each example is compiled on its own, as many at once as there are cores; the
// headers of the frame are compiled once before.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bareCode } from "../pieces.ts";
import { formatFault } from "./formatter-diff.ts";
import {
  type Attempt,
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
  type Verdict,
  type Workplace,
  runFault,
  runFolder,
  runRule,
  runTwice,
  writeExamples,
} from "./language.ts";
import { complaint, exampleLimitMs, inParallel, run } from "./process.ts";
import { type Tool, clangFormat, gcc, gxx, toolPath } from "./tools.ts";

type Dialect = {
  readonly compiler: Tool;
  readonly extension: "c" | "cpp";
  readonly options: readonly string[];
  /** The usual headers, which a part of a program may use without an include. */
  readonly headers: readonly string[];
  readonly main: string;
  readonly formatting: string;
};

const warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"];

/** The analyzer of C finds memory that may be missing, is not freed or is used afterwards; an optimizer hides some of it. */
const analyzing = ["-O0", "-fanalyzer"];

const sanitizing = ["-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Nothing is aligned with the line before, because every indent is a multiple of four. */
const formatting = [
  "BasedOnStyle: LLVM",
  "ColumnLimit: 60",
  "IndentWidth: 4",
  "ContinuationIndentWidth: 4",
  "ConstructorInitializerIndentWidth: 4",
  "AccessModifierOffset: -4",
  "AlignAfterOpenBracket: DontAlign",
  "AlignOperands: DontAlign",
  "AllowShortFunctionsOnASingleLine: Inline",
  "AlwaysBreakTemplateDeclarations: Yes",
  "IncludeBlocks: Preserve",
];

const c: Dialect = {
  compiler: gcc,
  extension: "c",
  options: ["-std=c17", ...warnings, "-Wstrict-prototypes", "-Wold-style-definition", ...analyzing],
  headers: "assert ctype errno inttypes limits math stdbool stddef stdint stdio stdlib string"
    .split(" ")
    .map((name) => `${name}.h`),
  main: "int main(void) {",
  formatting: `{${formatting.join(", ")}}`,
};

const cpp: Dialect = {
  compiler: gxx,
  extension: "cpp",
  options: [
    "-std=c++20",
    ...warnings,
    "-O1",
    "-Wnon-virtual-dtor",
    "-Woverloaded-virtual",
    "-Wold-style-cast",
    "-Wextra-semi",
  ],
  headers:
    `algorithm array cmath compare concepts cstddef cstdint functional iomanip iostream iterator map memory
    numeric optional ranges set span sstream stdexcept string string_view tuple type_traits unordered_map unordered_set
    utility variant vector`.split(/\s+/),
  main: "int main() {",
  formatting: `{${[...formatting, "PointerAlignment: Left"].join(", ")}}`,
};

export const cLanguage = languageOf("c", c);
export const cppLanguage = languageOf("cpp", cpp);

function languageOf(name: string, dialect: Dialect): Language {
  return {
    name,
    tools: [dialect.compiler, clangFormat],
    prints: true,
    rules: [
      `${dialect.compiler.name} ${dialect.options.join(" ")}`,
      `frames: ${dialect.headers.join(" ")}; ${dialect.main}`,
      `clang-format ${dialect.formatting}`,
      runRule,
      `once more with ${sanitizing.join(" ")}, same output`,
    ],
    async check(examples, workplace) {
      const exampleFiles = await writeExamples(examples, workplace, `example.${dialect.extension}`);
      const builds = {
        plain: await prepareBuild("plain", dialect.options, dialect, workplace),
        sanitized: await prepareBuild(
          "sanitized",
          [...dialect.options.slice(0, 1), ...sanitizing],
          dialect,
          workplace,
        ),
      };
      const compiled = await compileInFrames(
        exampleFiles,
        (one) => sourcesOf(one, dialect),
        (attempts) => inParallel(attempts, (attempt) => build(attempt, builds.plain)),
      );
      return inParallel(compiled, async ({ one, source, faults }) => {
        if (faults.length > 0) return { faults };
        const format = await formatOf(one, dialect, workplace);
        const ran = await judgeRuns({ one, source }, builds, workplace);
        return inFrame(source, { ...ran, faults: [...format, ...ran.faults] });
      });
    },
  };
}

const frameHeader = "frame.h";

function sourcesOf(one: ExampleFile, { main, extension }: Dialect): readonly Source[] {
  const code = wholeCode(one);
  const bare = bareCode(one.example.code, extension);
  const hasMain = /\bmain\s*\(/.test(bare);
  // With includes of its own, an example must include all that it uses.
  const usual = /^\s*#\s*include\b/m.test(bare) ? [] : [`#include "${frameHeader}"`];
  if (hasMain) {
    const asItIs = sourceOf(undefined, [code]);
    return usual.length === 0 ? [asItIs] : [asItIs, sourceOf("file", [...usual, code])];
  }
  const emptyMain = [main, "    return 0;", "}"];
  const file = sourceOf("file", [...usual, code, ...emptyMain]);
  return usual.length === 0 ? [file] : [file, sourceOf("main", [...usual, main, code, "}"])];
}

type Build = {
  readonly folder: string;
  readonly compiler: string;
  readonly options: readonly string[];
};

/** Compiles the headers of the frame, because those of C++ take longer than an example. */
async function prepareBuild(
  name: string,
  options: readonly string[],
  { compiler, headers, extension }: Dialect,
  workplace: Workplace,
): Promise<Build> {
  const folder = join(workplace.folder, name);
  await mkdir(folder);
  const header = join(folder, frameHeader);
  await writeFile(header, headers.map((one) => `#include <${one}>\n`).join(""));
  const program = toolPath(workplace.toolbox, compiler);
  const language = extension === "c" ? "c-header" : "c++-header";
  // If it fails, so does every example in a frame, with the reason.
  await run(program, [...options, "-x", language, header, "-o", `${header}.gch`], { folder });
  return { folder, compiler: program, options };
}

function programOf(one: ExampleFile, build: Build): string {
  return join(build.folder, one.id);
}

async function build({ one, source }: Attempt, to: Build): Promise<readonly string[]> {
  const outcome = await run(
    to.compiler,
    [
      ...to.options,
      "-fdiagnostics-plain-output",
      `-I${to.folder}`,
      one.file,
      "-o",
      programOf(one, to),
      "-lm",
    ],
    { folder: one.folder },
  );
  if (outcome.code === 0 && outcome.stderr === "") return [];
  const faults = outcome.stderr.split("\n").flatMap((line) => {
    const [, file, row, text] = /^(.*?):(\d+):(?:\d+:)? (?:fatal )?(?:error|warning): (.*)$/.exec(line) ?? [];
    if (text === undefined) return [];
    return [`syntax: ${file === one.file ? placeIn(source, Number(row)) : ""}${text}`];
  });
  return faults.length > 0 ? faults : [`syntax: ${complaint(outcome)}`];
}

async function formatOf(
  { example }: ExampleFile,
  { formatting: style, extension }: Dialect,
  { folder, toolbox }: Workplace,
): Promise<readonly string[]> {
  const outcome = await run(
    toolPath(toolbox, clangFormat),
    [`--style=${style}`, `--assume-filename=example.${extension}`],
    { folder, input: `${example.code}\n` },
  );
  return formatFault("clang-format", example.code, outcome);
}

async function judgeRuns(
  attempt: Attempt,
  builds: { readonly plain: Build; readonly sanitized: Build },
  workplace: Workplace,
): Promise<Verdict> {
  const { one } = attempt;
  const ran = await runTwice(one, workplace, programOf(one, builds.plain), []);
  const faults = await build(attempt, builds.sanitized);
  if (faults.length > 0) return { faults: [...ran.faults, ...faults] };
  const folder = await runFolder(one, workplace, "run-sanitized");
  const outcome = await run(programOf(one, builds.sanitized), [], { folder, limitMs: exampleLimitMs });
  const fault = runFault(outcome);
  if (fault !== undefined) return { faults: [...ran.faults, `sanitizers: ${fault}`] };
  if (ran.printed !== undefined && outcome.stdout.replace(/\n$/, "") !== ran.printed)
    return { faults: [`sanitizers: prints a different text with them\n${outcome.stdout}`] };
  return ran;
}
