// Compares an example's output in the course file with what its run printed.

import { readOutput } from "@tabstop/course/fields";
import type { CatalogueExample } from "../course-files.ts";
import type { Language, Verdict } from "./languages/language.ts";

/** None if the output is exactly what was printed, or if a fault kept the example from running to its end. */
export function outputFaults(
  { output }: Pick<CatalogueExample, "output">,
  { printed }: Pick<Verdict, "printed">,
  language: Pick<Language, "name" | "prints">,
): string[] {
  if (!language.prints) {
    return output === "" ? [] : [`output: nothing runs in ${language.name}, so there is none`];
  }
  if (printed === undefined) return [];
  const unfit = whyUnfit(printed);
  if (unfit !== undefined) return [`output: the example prints what no file can hold: ${unfit}`];
  if (output === printed) return [];
  if (printed === "") return ["output: the file has one, but the example prints nothing"];
  if (output === "") return ["output: the example prints, but the file has no output (see --write-outputs)"];
  return [`output: is not what the example prints: ${firstDifference(output, printed)}`];
}

/** Why a course file cannot hold this as an output: too long, or a character that no text of a course has. */
export function whyUnfit(printed: string): string | undefined {
  const reading = readOutput(printed);
  // A remark would be a warning of the importer, which no built-in course may have.
  const [found] = reading.ok ? reading.remarks : reading.faults;
  if (found !== undefined) return found.sentence;
  return reading.ok && reading.value === printed ? undefined : "It contains a carriage return.";
}

function firstDifference(output: string, printed: string): string {
  const [inFile, ran] = [output.split("\n"), printed.split("\n")];
  const differing = ran.findIndex((line, index) => line !== inFile[index]);
  const index = differing === -1 ? ran.length : differing;
  const lineOf = (lines: readonly string[]) =>
    index < lines.length ? JSON.stringify(lines[index]) : "no line";
  return `line ${index + 1}: the file has ${lineOf(inFile)}, the run printed ${lineOf(ran)}`;
}
