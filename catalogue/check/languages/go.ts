// Checks Go: compiled, go vet, gofmt, then two runs with one and with four processors. Each example is a package of its
// own, and several are built at once.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
  type Workplace,
  runRule,
  runTwice,
  writeExamples,
} from "./language.ts";
import { complaint, inParallel, run } from "./process.ts";
import { go, toolPath } from "./tools.ts";

const moduleFile = "module example\n\ngo 1.19\n";

/** The packages of which a part of a program may use names without an import. */
const usual: Readonly<Record<string, string>> = {
  bufio: "bufio",
  bytes: "bytes",
  context: "context",
  errors: "errors",
  fmt: "fmt",
  io: "io",
  json: "encoding/json",
  math: "math",
  os: "os",
  sort: "sort",
  strconv: "strconv",
  strings: "strings",
  sync: "sync",
  atomic: "sync/atomic",
  time: "time",
  unicode: "unicode",
  utf8: "unicode/utf8",
};

const main = "func main() {";

export const goLanguage: Language = {
  name: "go",
  tools: [go],
  prints: true,
  rules: [
    `go build, go vet, ${moduleFile}`,
    `frames: ${Object.values(usual).join(" ")}; ${main}`,
    "gofmt",
    `${runRule}, GOMAXPROCS 1 and 4`,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, "example.go");
    await writeFile(join(workplace.folder, "go.mod"), moduleFile);
    await mkdir(cacheFolder(workplace));
    const compiled = await compileInFrames(exampleFiles, sourcesOf, (attempts) =>
      inParallel(attempts, (attempt) => compile(attempt, workplace)),
    );
    return inParallel(compiled, async ({ one, source, faults }) => {
      if (faults.length > 0) return { faults };
      const format = await formatOf(one, workplace);
      const ran = await runTwice(one, workplace, programOf(one, workplace), []);
      return inFrame(source, { ...ran, faults: [...format, ...ran.faults] });
    });
  },
};

function sourcesOf(one: ExampleFile): readonly Source[] {
  const code = wholeCode(one);
  const bare = bareCode(one.example.code, "go");
  if (/^package /m.test(bare)) return [sourceOf(undefined, [code])];
  // With imports of its own, an example must import all that it uses.
  const imports = /^import\b/m.test(bare)
    ? []
    : Object.entries(usual)
        .filter(([name]) => new RegExp(`(?<![.\\w])${name}\\.[A-Z]`).test(bare))
        .map(([, path]) => `import "${path}"`);
  const head = ["package main", ...imports];
  // A function with a name cannot be in another one.
  if (/^func (?:\(|\w+[[(])/m.test(bare))
    return [sourceOf("file", bare.includes(main) ? [...head, code] : [...head, code, main, "}"])];
  return [sourceOf("file", [...head, code, main, "}"]), sourceOf("main", [...head, main, code, "}"])];
}

function programOf({ id }: ExampleFile, { folder }: Workplace): string {
  return join(folder, "compiled", id);
}

function cacheFolder({ folder }: Workplace): string {
  return join(folder, "cache");
}

async function compile({ one, source }: Attempt, workplace: Workplace): Promise<readonly string[]> {
  const { folder, toolbox } = workplace;
  const cache = cacheFolder(workplace);
  // Go ignores a module in the folder for temporary files, which is usually the one in which a tool runs.
  const env = { GOFLAGS: "-mod=mod", GOPROXY: "off", CGO_ENABLED: "0", GOCACHE: cache, TMPDIR: cache };
  const path = `./source/${one.id}`;
  for (const [step, args] of [
    ["syntax", ["build", "-o", programOf(one, workplace), path]],
    ["lint", ["vet", path]],
  ] as const) {
    const outcome = await run(toolPath(toolbox, go), args, { folder, env });
    if (outcome.code === 0 && outcome.stderr === "") continue;
    const faults = outcome.stderr.split("\n").flatMap((line) => {
      const [, file, row, text] = /^(?:vet: )?(\S+?\.go):(\d+):(?:\d+:)? (.*)$/.exec(line) ?? [];
      if (file === undefined) return [];
      const isExample = join(folder, file) === one.file;
      return [`${step}: ${isExample ? placeIn(source, Number(row)) : ""}${text}`];
    });
    return faults.length > 0 ? faults : [`${step}: ${complaint(outcome)}`];
  }
  return [];
}

async function formatOf(
  { example }: ExampleFile,
  { folder, toolbox }: Workplace,
): Promise<readonly string[]> {
  // From stdin, because gofmt reads a part of a program from there, but not from a file.
  const program = join(dirname(toolPath(toolbox, go)), "gofmt");
  return formatFault("gofmt", example.code, await run(program, [], { folder, input: `${example.code}\n` }));
}
