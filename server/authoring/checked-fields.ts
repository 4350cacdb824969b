// Checks the fields of a form against the rules of the course formats, so that a form saves nothing that a file cannot
// contain.

import type { Difficulty, Kind } from "@tabstop/course/course";
import {
  type Reading,
  readCode,
  readDescription,
  readDifficulty,
  readLanguage,
  readOutput,
  readTitle,
} from "@tabstop/course/fields";
import { DomainError } from "../domain-error.ts";

type Fields = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly difficulty_level?: string | undefined;
  readonly code_content?: string | undefined;
  readonly language?: string | undefined;
  readonly output?: string | undefined;
};

/** The same fields, normalised. Absent fields stay absent. */
export type Checked<F extends Fields> = Omit<F, "difficulty_level"> & {
  [K in keyof F & "difficulty_level"]: Difficulty | (undefined extends F[K] ? undefined : never);
};

/** A limit, since a text of forbidden characters would have a fault in every line. */
const detailsAtMost = 20;

/** Throws DomainError INVALID with the faults of each field. */
export function checkedFields<F extends Fields>(kind: Kind, fields: F): Checked<F> {
  const details: { path: string; message: string }[] = [];
  const values: Record<string, unknown> = { ...fields };
  const check = (path: keyof Fields, read: (raw: string, of: Kind) => Reading<unknown>) => {
    const raw = fields[path];
    if (raw === undefined) return;
    const reading = read(raw, kind);
    if (reading.ok) values[path] = reading.value;
    else
      for (const { line, sentence } of reading.faults)
        details.push({ path, message: line === undefined ? sentence : `Line ${line}: ${sentence}` });
  };
  check("title", readTitle);
  check("description", readDescription);
  check("difficulty_level", readDifficulty);
  check("language", readLanguage);
  check("code_content", readCode);
  check("output", readOutput);
  const [first] = details;
  if (first) throw new DomainError("INVALID", first.message, { details: details.slice(0, detailsAtMost) });
  return values as Checked<F>;
}
