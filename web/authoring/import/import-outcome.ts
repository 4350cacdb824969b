// What became of one file: checked or imported, faulty, failed on the way, or never sent; and all of it in words.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError, NetworkError } from "@tabstop/contract/client";
import { excerpt, type Problem } from "@tabstop/course/problems";
import { problemText } from "../../shell/data/problem-text.ts";
import { capital, counted, list } from "../../ui/words.ts";
import type { FileKind } from "./import-files.ts";

export type ImportAnswer = ResponseOf<"importCourseMarkdown">;
export type ImportProblem = ImportAnswer["warnings"][number];

export type Outcome =
  | {
      readonly kind: "good";
      readonly items: ImportAnswer["results"];
      readonly warnings: readonly ImportProblem[];
      /** Titles that other files of this import bring too; none after the import. */
      readonly shared?: readonly ImportProblem[];
    }
  | {
      readonly kind: "faulty";
      readonly problems: readonly ImportProblem[];
      /** `problems` holds the first 200. */
      readonly count: number;
      readonly warnings: readonly ImportProblem[];
    }
  /** `unsure`: the answer was lost, so that it may have been imported all the same. */
  | { readonly kind: "failed"; readonly message: string; readonly unsure: boolean }
  | { readonly kind: "unsent" };

export function faultyFile(problem: Problem): Outcome {
  return { kind: "faulty", problems: [problem], count: 1, warnings: [] };
}

export const unreadableFile: Outcome = { kind: "failed", message: "Failed to read file", unsure: false };

/** What an import call that threw says about its file. */
export function failedImport(error: unknown, fileKind: FileKind, isDryRun: boolean): Outcome {
  if (error instanceof ApiError && error.code === "IMPORT_INVALID") return refusedImport(error);
  const message = problemText(error, `Failed to import ${fileKind === "csv" ? "CSV" : "markdown"}`);
  // Without a word of the server's own, the answer was lost on the way back, or a gateway between lost patience.
  const isLost =
    error instanceof ApiError ? error.status >= 500 && error.code === null : error instanceof NetworkError;
  const unsure = !isDryRun && isLost;
  return { kind: "failed", message, unsure };
}

function refusedImport(error: ApiError): Outcome {
  const { errors, errorCount, warnings } = error.body as {
    readonly errors?: readonly ImportProblem[];
    readonly errorCount?: number;
    readonly warnings?: readonly ImportProblem[];
  };
  const problems = errors ?? [{ code: "IMPORT_INVALID", found: "", message: error.message }];
  return { kind: "faulty", problems, count: errorCount ?? problems.length, warnings: warnings ?? [] };
}

/** Whether the files after this one would fail alike: no network, no session, no right, no such course. */
export function endsImport(error: unknown): boolean {
  return !(error instanceof ApiError) || [401, 403, 404, 507].includes(error.status);
}

/**
 * 'Generics' and '3 chapters, 14 examples'; of several lessons only how many. Apart, since a number behind a name in
 * Hebrew or Arabic would else be shown on the other side of it.
 */
export function itemsText(items: ImportAnswer["results"]): { readonly name: string; readonly holds: string } {
  const [first] = items;
  const sum = (count: "lessons" | "chapters" | "examples") =>
    items.reduce((all, item) => all + (item[count] ?? 0), 0);
  const inside = [counted(sum("chapters"), "chapter"), counted(sum("examples"), "example")];
  if (first?.type === "course") inside.unshift(counted(sum("lessons"), "lesson"));
  const name = items.length === 1 ? (first?.title ?? "") : counted(items.length, "lesson");
  return { name, holds: inside.join(", ") };
}

/** Where a problem is, and its sentence without the place, which the server writes before it. */
export function placed({ line, row, column, message }: ImportProblem): {
  readonly place: string;
  readonly sentence: string;
} {
  const cell = [row === undefined ? "" : `row ${row}`, column ?? ""].filter((part) => part !== "").join(", ");
  const where = capital(cell);
  const prefix =
    line === undefined
      ? cell === ""
        ? ""
        : `${cell}: `
      : `Line ${line}: ${where === "" ? "" : `${where}: `}`;
  const place = [line === undefined ? "" : `Line ${line}`, cell].filter((part) => part !== "").join(", ");
  return {
    place: capital(place),
    sentence: message.startsWith(prefix) ? message.slice(prefix.length) : message,
  };
}

/** After a check: what an import would do. */
export function previewText(outcomes: readonly Outcome[]): string {
  const good = outcomes.filter(({ kind }) => kind === "good").length;
  const rest = outcomes.length - good;
  if (outcomes.length === 1) return good === 1 ? "The file can be imported." : "The file cannot be imported.";
  if (good === 0) return "None of the files can be imported.";
  if (rest === 0) return `All ${good} files can be imported.`;
  const left = rest === 1 ? "The other one is left out." : `The other ${rest} are left out.`;
  return `${good} of ${outcomes.length} files can be imported. ${left}`;
}

/** '2 imported, 1 failed, 1 not sent' */
export function resultText(outcomes: readonly Outcome[]): string {
  const number = (...kinds: Outcome["kind"][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  return [
    [number("good"), "imported"],
    [number("faulty", "failed"), "failed"],
    [number("unsent"), "not sent"],
  ]
    .filter(([n], place) => n !== 0 || place === 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(", ");
}

export const noneImported = "No files were imported successfully";

/** All that is to be known of a file that is good. */
export function warningsOf(outcome: Outcome): readonly ImportProblem[] {
  return outcome.kind === "good"
    ? [...(outcome.shared ?? []), ...outcome.warnings]
    : outcome.kind === "faulty"
      ? outcome.warnings
      : [];
}

/** What is there already under a title that is to come in: an import makes another, and never changes the old. */
export function duplicates(outcomes: readonly Outcome[]): readonly string[] {
  const sentences = outcomes.flatMap((outcome) => {
    if (outcome.kind !== "good") return [];
    const kind = outcome.items[0]?.type ?? "course";
    return [
      ...outcome.warnings
        // Siblings of one title within the file have a line; what the server found beside the file has none.
        .filter(({ code, line }) => code === "TITLE_DUPLICATE" && line === undefined)
        .map(({ found }) => `There is already a ${kind} with the title "${found}".`),
      ...(outcome.shared ?? []).map(
        ({ found }) => `More than one file has a ${kind} with the title "${found}".`,
      ),
    ];
  });
  return [...new Set(sentences)];
}

type OfFile = { readonly file: { readonly name: string }; readonly outcome: Outcome };

/**
 * After a check: what comes in twice when all these files are imported. The server judges each file by itself, so that
 * it can't know.
 */
export function withSharedTitles<R extends OfFile>(results: readonly R[]): readonly R[] {
  const files = new Map<string, Set<R>>();
  for (const result of results)
    for (const { title } of itemsOf(result))
      if (title !== null) files.set(title, (files.get(title) ?? new Set()).add(result));
  return results.map((result) => {
    const { outcome } = result;
    if (outcome.kind !== "good") return result;
    const titles = [...new Set(itemsOf(result).map(({ title }) => title))];
    const shared = titles.flatMap((title): ImportProblem[] => {
      const others = [...(files.get(title ?? "") ?? [])].filter((other) => other !== result);
      if (title === null || others.length === 0) return [];
      const found = excerpt(title);
      const kind = outcome.items[0]?.type ?? "course";
      const message = `${namesOf(others)} ${others.length === 1 ? "has" : "have"} a ${kind} with the title "${found}" too. Each will be one of its own.`;
      return [{ code: "TITLE_IN_TWO_FILES", found, message }];
    });
    return { ...result, outcome: { ...outcome, shared } };
  });
}

function itemsOf({ outcome }: OfFile): ImportAnswer["results"] {
  return outcome.kind === "good" ? outcome.items : [];
}

const namedAtMost = 3;

function namesOf(results: readonly OfFile[]): string {
  const names = results.slice(0, namedAtMost).map(({ file }) => file.name);
  const more = results.length - names.length;
  return list(more > 0 ? [...names, counted(more, "other file")] : names);
}
