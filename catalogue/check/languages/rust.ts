// Checks Rust: rustc with warnings as errors, rustfmt, clippy, its own tests, then two runs. Each example is compiled on
// its own, as many at once as there are cores.

import { dirname, join } from "node:path";
import { mkdir } from "node:fs/promises";
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
  type Language,
  type Workplace,
  runFault,
  runFolder,
  runRule,
  runTwice,
  writeExamples,
} from "./language.ts";
import { type Outcome, complaint, exampleLimitMs, inParallel, run } from "./process.ts";
import { clippy, rustc, rustfmt, toolPath } from "./tools.ts";

const edition = "--edition=2021";
const rustcOptions = [edition, "-Dwarnings"];
// Debian's clippy is older than its rustc, and knows let-else as a feature that is not stable yet.
const clippyOptions = [
  ...rustcOptions,
  "-Dclippy::all",
  "-Astable_features",
  "-Zcrate-attr=feature(let_else)",
  "--emit=metadata",
];
const clippyEnvironment = { RUSTC_BOOTSTRAP: "1" };

/** The widths that rustfmt has by default, in lines of 60 columns. */
const rustfmtWidths = {
  max_width: 60,
  array_width: 60,
  chain_width: 60,
  fn_call_width: 60,
  single_line_if_else_max_width: 50,
  struct_lit_width: 18,
  struct_variant_width: 35,
};

const indent = 4;
const main = "fn main() {";
const mayFail = ["fn main() -> Result<(), Box<dyn std::error::Error>> {", "    Ok(())"] as const;
const usual =
  "#[allow(unused_imports)] use std::{cell::*, collections::*, error::Error, fmt, fs, mem, rc::*, str::FromStr};";
const unusedItems = "#![allow(dead_code)]";

export const rustLanguage: Language = {
  name: "rust",
  tools: [rustc, rustfmt, clippy],
  prints: true,
  rules: [
    `rustc ${rustcOptions.join(" ")}, also with --test`,
    `frames: ${[unusedItems, usual, main, ...mayFail].join(" ")}`,
    `rustfmt ${edition} ${JSON.stringify(rustfmtWidths)}`,
    `clippy-driver ${clippyOptions.join(" ")}`,
    runRule,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.rs");
    await mkdir(join(workplace.folder, "compiled"));
    const compiled = await compileInFrames(exampleFiles, sourcesOf, (attempts) =>
      inParallel(attempts, (attempt) => compile(attempt, workplace)),
    );
    return inParallel(compiled, async (attempt) => {
      if (attempt.faults.length > 0) return { faults: attempt.faults };
      const faults = [
        ...(await formatOf(attempt, workplace)),
        ...(await lint(attempt, workplace)),
        ...(await runTests(attempt, workplace)),
      ];
      const ran = await runTwice(attempt.one, workplace, programOf(attempt, workplace), []);
      return inFrame(attempt.source, { ...ran, faults: [...faults, ...ran.faults] });
    });
  },
};

function sourcesOf(one: Attempt["one"]): readonly Source[] {
  const code = wholeCode(one);
  const bare = bareCode(one.example.code, "rust");
  // With a `use` of its own, an example must name all that it uses.
  const uses = /^\s*(?:pub )?use std\b/m.test(bare) ? [] : [usual];
  if (/\bfn main\(/.test(bare)) {
    const asItIs = sourceOf(undefined, [code]);
    return uses.length === 0 ? [asItIs] : [asItIs, sourceOf("file", [...uses, code])];
  }
  return [
    sourceOf("file", [unusedItems, ...uses, code, main, "}"]),
    sourceOf("main", [...uses, main, code, "}"]),
    ...(/\?/.test(bare) ? [sourceOf("main", [...uses, mayFail[0], code, mayFail[1], "}"])] : []),
  ];
}

function programOf({ one }: Attempt, { folder }: Workplace): string {
  return join(folder, "compiled", one.id);
}

async function compile(attempt: Attempt, workplace: Workplace): Promise<readonly string[]> {
  const { one } = attempt;
  const outcome = await run(
    toolPath(workplace.toolbox, rustc),
    [...rustcOptions, one.file, "-o", programOf(attempt, workplace)],
    { folder: one.folder },
  );
  return faultsIn("syntax", outcome, attempt);
}

async function formatOf(
  { one, source }: Attempt,
  { folder, toolbox }: Workplace,
): Promise<readonly string[]> {
  const { code } = one.example;
  const inMain = source.frame === "main";
  // Rustfmt reads no bare statements, so they are formatted in a function and in lines that are longer by its indent.
  const input = inMain ? `${main}\n${code.replace(/^(?=.)/gm, " ".repeat(indent))}\n}\n` : `${code}\n`;
  const widths = { ...rustfmtWidths, max_width: rustfmtWidths.max_width + (inMain ? indent : 0) };
  const config = Object.entries(widths).map(([name, width]) => `${name}=${width}`);
  const outcome = await run(
    toolPath(toolbox, rustfmt),
    [edition, "--emit=stdout", `--config=${config.join(",")}`],
    { folder, input },
  );
  return formatFault("rustfmt", code, outcome, (formatted) =>
    inMain
      ? formatted
          .split("\n")
          .slice(1, -2)
          .map((line) => `${line.slice(indent)}\n`)
          .join("")
      : formatted,
  );
}

async function lint(attempt: Attempt, { toolbox }: Workplace): Promise<readonly string[]> {
  const { one } = attempt;
  const program = toolPath(toolbox, clippy);
  const outcome = await run(
    program,
    [`--sysroot=${dirname(dirname(program))}`, ...clippyOptions, one.file, "-o", `${one.file}.metadata`],
    { folder: one.folder, env: clippyEnvironment },
  );
  return faultsIn("lint", outcome, attempt);
}

/** The tests that an example contains must pass; what they print is not its output. */
async function runTests(attempt: Attempt, workplace: Workplace): Promise<readonly string[]> {
  const { one } = attempt;
  if (!one.example.code.includes("#[test]")) return [];
  const program = `${programOf(attempt, workplace)}-tests`;
  const built = await run(
    toolPath(workplace.toolbox, rustc),
    [...rustcOptions, "--test", one.file, "-o", program],
    { folder: one.folder },
  );
  const faults = faultsIn("test", built, attempt);
  if (faults.length > 0) return faults;
  const folder = await runFolder(one, workplace, "run-tests");
  const fault = runFault(await run(program, [], { folder, limitMs: exampleLimitMs }));
  return fault === undefined ? [] : [`test: ${fault}`];
}

function faultsIn(step: string, outcome: Outcome, { one, source }: Attempt): readonly string[] {
  if (outcome.code === 0 && outcome.stderr === "") return [];
  const found = outcome.stderr.matchAll(/^(?:error|warning)(\[\w+\])?: (.*)\n +--> (.*?):(\d+):\d+$/gm);
  const faults = [...found].map(
    ([, code = "", text, file, row]) =>
      `${step}: ${file === one.file ? placeIn(source, Number(row)) : ""}${text}${code && ` ${code}`}`,
  );
  return faults.length > 0 ? faults : [`${step}: ${complaint(outcome)}`];
}
