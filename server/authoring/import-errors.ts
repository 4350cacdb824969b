// The error of a file that cannot be imported, and the warning about a title that is already used.

import { type Kind, parentKind } from "@tabstop/course/course";
import { excerpt, type Refusal, type Warning } from "@tabstop/course/problems";
import { DomainError } from "../domain-error.ts";

/**
 * DomainError IMPORT_INVALID with every fault. `titles` are those of the courses or lessons that could be read but were
 * not imported.
 */
export function importInvalid(
  type: "course" | "lesson",
  { problems, errorCount, warnings }: Refusal,
  titles: readonly string[],
): DomainError {
  const errors = errorCount === 1 ? "1 error" : `${errorCount} errors`;
  const error = problems[0]?.message ?? `${errors}, nothing was imported`;
  const named = titles.length > 0 ? titles : [null];
  return new DomainError("IMPORT_INVALID", `${errors}, nothing was imported`, {
    extra: {
      courseId: null,
      errorCount,
      results: named.map((title) => ({ success: false, type, title, courseId: null, error })),
      errors: problems,
      warnings,
    },
  });
}

export function titleTaken(kind: "course" | "lesson", title: string, id: number): Warning {
  const found = excerpt(title);
  const where = kind === "lesson" ? " in this course" : "";
  return {
    code: "TITLE_DUPLICATE",
    found,
    message: `There is already a ${kind} with the title "${found}"${where} (${kind} ${id}). This import adds another.`,
  };
}

/** `id` is that of the other one. */
export function titleShared(kind: Kind, title: string, id: number): Warning {
  const found = excerpt(title);
  const where = kind === "course" ? "There is" : `This ${parentKind[kind]} has`;
  return {
    code: "TITLE_DUPLICATE",
    found,
    message: `${where} another ${kind} whose title reads the same as "${found}" (${kind} ${id}).`,
  };
}
