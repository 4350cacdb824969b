// Writes what the examples of a course printed into its file. Everything else in the file stays as it is, comments
// included, which a print of the course would lose.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import { type CatalogueExample, catalogueFolder, type CourseFile } from "../course-files.ts";
import { checkExamples } from "./check-examples.ts";
import type { Verdict } from "./languages/language.ts";
import { languageNamed } from "./languages/languages.ts";
import { whyUnfit } from "./outputs.ts";

/** Runs the examples and writes what they printed into their files. It writes nothing if a tool is missing. */
export async function writeOutputs(
  files: readonly CourseFile[],
  examples: readonly CatalogueExample[],
): Promise<void> {
  const checks = await checkExamples(examples);
  if ("missing" in checks) return;
  for (const file of files) {
    const path = join(catalogueFolder, file.name);
    const { text, changed } = withPrinted(readFileSync(path, "utf8"), file, checks.verdicts);
    if (changed > 0) writeFileSync(path, text);
    console.log(`${file.name}: ${changed} outputs written`);
  }
}

/**
 * The text of the file with the outputs of these verdicts, and how many of them are other than before. An example whose
 * run has a fault, or printed what no file can hold, keeps what it has. An example that prints nothing has no output.
 */
export function withPrinted(
  text: string,
  { examples }: Pick<CourseFile, "examples">,
  verdicts: ReadonlyMap<CatalogueExample, Verdict>,
): { readonly text: string; readonly changed: number } {
  const outputs = examples.map((example) => {
    if (languageNamed(example.language)?.prints === false) return "";
    const printed = verdicts.get(example)?.printed;
    return printed === undefined || whyUnfit(printed) !== undefined ? example.output : printed;
  });
  const changed = outputs.filter((output, index) => output !== examples[index]?.output).length;
  return { text: changed === 0 ? text : withOutputs(text, outputs), changed };
}

/**
 * A course file with one output for each of its examples, in their order; '' for none.
 *
 * @throws RangeError if the file would not be read as that.
 */
export function withOutputs(text: string, outputs: readonly string[]): string {
  const codes = examplesOf(text).map(({ code_content: code }) => code);
  const pieces: string[] = [];
  let from = 0;
  for (const [index, code] of codes.entries()) {
    const end = endOfBlock(text, code, from);
    pieces.push(text.slice(from, end), outputs[index] ? `\n${outputBlock(outputs[index])}` : "");
    from = end + oldOutput(text, end);
  }
  const written = [...pieces, text.slice(from)].join("");
  const read = examplesOf(written).map(({ output }) => output);
  if (JSON.stringify(read) !== JSON.stringify(outputs)) {
    throw new RangeError("the outputs were not written so that they are read again");
  }
  return written;
}

function examplesOf(text: string) {
  const parsed = parseCourse(text);
  if (!parsed.ok) throw new RangeError(parsed.problems.map(({ message }) => message).join("\n"));
  return parsed.course.lessons.flatMap(({ chapters }) => chapters.flatMap(({ examples }) => examples));
}

/** Where the line after the code block ends that has exactly this code, searched from a position on. */
function endOfBlock(text: string, code: string, from: number): number {
  for (const opening of text.slice(from).matchAll(/^(`{3,}|~{3,}).*\n/gm)) {
    const block = `${opening[0]}${code}\n${opening[1]}\n`;
    if (text.startsWith(block, from + opening.index)) return from + opening.index + block.length;
  }
  throw new RangeError(`no code block was found for ${JSON.stringify(code)}`);
}

/** The length of the output that stands at a position, with the blank lines before it; 0 if there is none. */
function oldOutput(text: string, at: number): number {
  const block = /(?:[ \t]*\n)*(`{3,}|~{3,})output[ \t]*\n(?:[^]*?\n)??\1[ \t]*(?:\n|$)/y;
  block.lastIndex = at;
  return block.exec(text)?.[0].length ?? 0;
}

function outputBlock(output: string): string {
  const longest = Math.max(0, ...[...output.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}output\n${output}\n${fence}\n`;
}
