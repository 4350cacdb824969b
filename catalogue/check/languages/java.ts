// Checks Java: javac with all its warnings as errors, clang-format, then two runs. All examples are compiled in one
// Java process, because starting it takes longer than compiling an example.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { CatalogueExample } from "../../course-files.ts";
import { bareCode, pieces } from "../pieces.ts";
import { formatFault } from "./formatter-diff.ts";
import {
  type Attempt,
  type Part,
  type Source,
  compileInFrames,
  inFrame,
  placeIn,
  sourceOf,
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
import { clangFormat, java, javac, toolPath } from "./tools.ts";

const compilerOptions = ["--release=17", "-Xlint:all", "-proc:none", "-implicit:class"];
// For programs that run for a moment only.
const runOptions = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto"];
const formatting =
  "{BasedOnStyle: Google, IndentWidth: 4, ContinuationIndentWidth: 4, ColumnLimit: 60, AlignAfterOpenBracket: DontAlign, AlignOperands: DontAlign}";

/** The packages of which a part of a program may use names without an import. */
const usual = ["java.io", "java.nio.file", "java.util", "java.util.function", "java.util.stream"];
const mainClass = "Main";
const main = "public static void main(String[] args) throws Exception {";

export const javaLanguage: Language = {
  name: "java",
  tools: [javac, java, clangFormat],
  prints: true,
  rules: [
    `javac ${compilerOptions.join(" ")}`,
    `frames: ${usual.join(" ")}; class ${mainClass}; ${main}`,
    `clang-format ${formatting}`,
    runRule,
  ],
  async check(examples, workplace) {
    const exampleFiles = await writeExamples(examples, workplace, fileName);
    const compiled = await compileInFrames(exampleFiles, sourcesOf, (attempts) =>
      compile(attempts, workplace),
    );
    return inParallel(compiled, async ({ one, source, faults }) => {
      if (faults.length > 0) return { faults };
      const format = await formatOf(one, workplace);
      const program = runnableClass(source);
      if (program === undefined) return inFrame(source, { faults: format, printed: "" });
      const classes = ["-cp", classFolder(one, workplace)];
      const ran = await runTwice(one, workplace, toolPath(workplace.toolbox, java), [
        ...runOptions,
        ...classes,
        program,
      ]);
      return inFrame(source, { ...ran, faults: [...format, ...ran.faults] });
    });
  },
};

/** A public type must be in a file of its name. */
function fileName({ code }: CatalogueExample): string {
  const [, type] =
    /^public (?:\w+ )*(?:class|interface|record|enum) (\w+)/m.exec(bareCode(code, "java")) ?? [];
  return `${type ?? mainClass}.java`;
}

// --- The frames

type Unit = {
  readonly kind: "import" | "type" | "member" | "statement";
  readonly code: string;
  readonly firstLine: number;
};

/**
 * The code as it is, if it consists of types. Else its imports and types are in a file with the usual imports, its
 * methods in the class Main, and its statements in the method main, each in their order: a method may be followed by
 * statements that call it.
 */
function sourcesOf({ example }: ExampleFile): readonly Source[] {
  const units = unitsOf(example.code);
  const of = (kind: Unit["kind"]): Part[] => units.filter((unit) => unit.kind === kind);
  const [imports, members, statements] = [of("import"), of("member"), of("statement")];
  const hasMain = members.some((part) => typeof part !== "string" && /\bvoid main\(/.test(part.code));
  const isFile = members.length === 0 && statements.length === 0;
  // With imports of its own, an example must import all that it uses.
  const usualImports = imports.length > 0 ? [] : usual.map((name) => `import ${name}.*;`);
  const body = [...members, ...(hasMain ? [] : [main, ...statements, "}"])];
  const frame = isFile
    ? "file"
    : statements.length === 0
      ? "class"
      : members.length === 0
        ? "main"
        : "class and main";
  const types = of("type");
  const asItIs = sourceOf(undefined, [{ code: example.code, firstLine: 1 }]);
  const framed = isFile
    ? sourceOf(frame, [...usualImports, ...imports, ...types])
    : sourceOf(frame, [...usualImports, ...imports, ...types, `class ${mainClass} {`, ...body, "}"]);
  return isFile ? [asItIs, framed] : [framed];
}

const modifiers = String.raw`(?:(?:public|protected|private|abstract|final|sealed|non-sealed|static|default)\s+)*`;
const typeStart = new RegExp(`^${modifiers}(?:class|interface|record|enum|@interface)\\s+\\w+`);
const methodStart = new RegExp(
  String.raw`^${modifiers}(?:<[^()]*>\s+)?[\w.]+(?:<[^()]*>)?(?:\[\])*\s+\w+\([^()]*\)(?:\s+throws\s[\w.,\s]+)?\s*\{`,
);

/** Splits the code into its imports, types, methods or fields, and statements. */
function unitsOf(code: string): readonly Unit[] {
  const units: Unit[] = [];
  const lines = code.split("\n");
  const bare = bareCode(code, "java").split("\n");
  let depth = 0;
  let start = 0;
  for (const [index, line] of bare.entries()) {
    depth += count(line, /[({]/g) - count(line, /[)}]/g);
    const isEnd = depth === 0 && /[;}]$/.test(line.trimEnd());
    if (!isEnd && index < bare.length - 1) continue;
    const text = bare
      .slice(start, index + 1)
      .join("\n")
      .trim();
    const unit = { code: lines.slice(start, index + 1).join("\n"), firstLine: start + 1 };
    if (text !== "") units.push({ ...unit, kind: kindOf(text) });
    start = index + 1;
  }
  return units;
}

function kindOf(text: string): Unit["kind"] {
  const declaration = text.replace(/^(?:@(?!interface)\w+(?:\([^()]*\))?\s+)+/, "");
  if (/^import\s/.test(declaration)) return "import";
  if (typeStart.test(declaration)) return /^static\s/.test(declaration) ? "member" : "type";
  if (/^(?:public|protected|private|static)\s/.test(declaration)) return "member";
  return methodStart.test(declaration) && !/^(?:else|return|new|throw)\s/.test(declaration)
    ? "member"
    : "statement";
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The class with the method main; undefined if there is none. */
function runnableClass({ text }: Source): string | undefined {
  const before = bareCode(text, "java").split(/\bstatic void main\(/);
  if (before.length < 2) return undefined;
  return [...(before[0] ?? "").matchAll(/^(?:\w+ )*(?:class|interface|record|enum) (\w+)/gm)].at(-1)?.[1];
}

// --- The tools

function classFolder({ id }: ExampleFile, { folder }: Workplace): string {
  return join(folder, "compiled", id);
}

async function compile(
  attempts: readonly Attempt[],
  workplace: Workplace,
): Promise<readonly (readonly string[])[]> {
  const paths = await Promise.all(
    attempts.map(async ({ one }) => {
      const classes = classFolder(one, workplace);
      await mkdir(classes, { recursive: true });
      return [one.file, classes];
    }),
  );
  const outcome = await run(
    toolPath(workplace.toolbox, java),
    [join(import.meta.dirname, "java-compiler.java"), ...compilerOptions, "--", ...paths.flat()],
    { folder: workplace.folder },
  );
  if (outcome.code !== 0 || outcome.stderr !== "")
    return attempts.map(() => [`syntax: ${complaint(outcome)}`]);
  const found = outcome.stdout.split("\n").map((line) => line.split("\t"));
  return attempts.map(({ source }, index) =>
    found
      .filter(([number]) => number === String(index))
      .map(([, row, message]) => `syntax: ${placeIn(source, Number(row))}${message}`),
  );
}

/** Clang-format does not know text blocks, so each is only a name in the code that it reads. */
function withoutTextBlocks(code: string): string {
  return pieces(code, "java")
    .map(({ kind, source }) => (kind === "text" && source.startsWith('"""') ? "text" : source))
    .join("");
}

async function formatOf(
  { example }: ExampleFile,
  { folder, toolbox }: Workplace,
): Promise<readonly string[]> {
  const code = withoutTextBlocks(example.code);
  const outcome = await run(
    toolPath(toolbox, clangFormat),
    [`--style=${formatting}`, "--assume-filename=Main.java"],
    { folder, input: `${code}\n` },
  );
  return formatFault("clang-format", code, outcome);
}
