// Which files can be imported together and into what, and why others cannot.

import { compareNames } from "../../ui/words.ts";

export type FileKind = "markdown" | "csv";

/** New courses, one per file; or lessons in an existing course, whose `courseId` is null until it is chosen. */
export type ImportTarget =
  | { readonly kind: "new" }
  | { readonly kind: "existing"; readonly courseId: number | null };

/** For the `accept` attribute of a file input. */
export const acceptedNames = ".md,.markdown,.csv";

/** The part of a browser's File that an import needs. */
export type FileLike = {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** By the extension, in any case; null for other extensions. */
export function kindOf(name: string): FileKind | null {
  if (/\.(?:md|markdown)$/i.test(name)) return "markdown";
  return /\.csv$/i.test(name) ? "csv" : null;
}

/** Why these files cannot be imported together; null when they can. */
export function formatProblem(names: readonly string[]): string | null {
  const kinds = new Set(names.map(kindOf));
  if (kinds.has(null))
    return "One or more files have an unsupported format. Please upload only .md, .markdown, or .csv files.";
  return kinds.size > 1 ? "All files must be of the same type (all markdown or all CSV)." : null;
}

/** Why these files cannot be checked or imported yet; null when they can. */
export function selectionProblem(names: readonly string[], target: ImportTarget): string | null {
  if (names.length === 0) return "Please select at least one file to import";
  const format = formatProblem(names);
  if (format !== null) return format;
  return target.kind === "existing" && target.courseId === null
    ? "Please select a course to add lessons to"
    : null;
}

/** 'maps-and-sets' for 'maps-and-sets.md'. */
export function withoutExtension(name: string): string {
  return name.replace(/\.(?:md|markdown|csv)$/i, "");
}

/** '640 B', '14 kB', '2.1 MB' */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Files chosen together, sorted by name, `2` before `10`: browsers give them in any order. */
export function inNameOrder<F extends { readonly name: string }>(files: readonly F[]): readonly F[] {
  return [...files].sort((one, other) => compareNames(one.name, other.name));
}
