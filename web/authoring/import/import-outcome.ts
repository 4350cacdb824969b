// The outcome of one file (good, faulty, failed or not sent), and the texts about it.

import { fold } from "@tabstop/course/fold";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError, NetworkError } from "@tabstop/contract/client";
import { excerpt, type Problem } from "@tabstop/course/problems";
import { problemText } from "../../shell/data/problem-text.ts";
import { capital, counted, list } from "../../ui/words.ts";
import type { FileKind } from "./import-files.ts";

export type ImportResult = ResponseOf<"importCourseMarkdown">;
export type ImportProblem = ImportResult["warnings"][number];

export type Outcome =
  | {
      readonly kind: "good";
      readonly items: ImportResult["results"];
      readonly warnings: readonly ImportProblem[];
      /** Titles that other files of this import have too; only after a check. */
      readonly shared?: readonly ImportProblem[];
      /** Learners do not see the course yet. */
      readonly isDraft?: boolean;
    }
  | {
      readonly kind: "faulty";
      readonly problems: readonly ImportProblem[];
      /** `problems` holds the first 200. */
      readonly count: number;
      readonly warnings: readonly ImportProblem[];
    }
  /**
   * `unsure` means that the response was lost, so the file may have been imported; `isUnreadable` that the browser could
   * not read it.
   */
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly unsure: boolean;
      readonly isUnreadable?: boolean;
    }
  | { readonly kind: "unsent" };

export function faultyFile(problem: Problem): Outcome {
  return { kind: "faulty", problems: [problem], count: 1, warnings: [] };
}

export const unreadableFile: Outcome = {
  kind: "failed",
  message: "Failed to read file",
  unsure: false,
  isUnreadable: true,
};

/** The outcome of a file whose import request threw. */
export function failedImport(error: unknown, fileKind: FileKind, isDryRun: boolean): Outcome {
  if (error instanceof ApiError && error.code === "IMPORT_INVALID") return refusedImport(error);
  const message = problemText(error, `Failed to import ${fileKind === "csv" ? "CSV" : "markdown"}`);
  // Without a code from the server, the response was lost, or a gateway in between timed out.
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

/**
 * Whether the next files would fail in the same way: no network, no session, no permission, no such course, no space.
 */
export function endsImport(error: unknown): boolean {
  return !(error instanceof ApiError) || [401, 403, 404, 507].includes(error.status);
}

/**
 * 'Generics' and '3 chapters, 14 examples'; for several lessons, their number instead of a title. They are separate
 * texts: a number after a Hebrew or Arabic title would otherwise appear on its other side.
 */
export function itemsText(items: ImportResult["results"]): { readonly name: string; readonly holds: string } {
  const [first] = items;
  const sum = (count: "lessons" | "chapters" | "examples") =>
    items.reduce((all, item) => all + (item[count] ?? 0), 0);
  const inside = [counted(sum("chapters"), "chapter"), counted(sum("examples"), "example")];
  if (first?.type === "course") inside.unshift(counted(sum("lessons"), "lesson"));
  const name = items.length === 1 ? (first?.title ?? "") : counted(items.length, "lesson");
  return { name, holds: inside.join(", ") };
}

/** A problem's place, and its sentence without the place, with which the server begins it. */
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

/** The result of a check, in a sentence. */
export function previewText(outcomes: readonly Outcome[]): string {
  const good = outcomes.filter(({ kind }) => kind === "good").length;
  const rest = outcomes.length - good;
  if (outcomes.length === 1) return good === 1 ? "The file can be imported." : "The file cannot be imported.";
  if (good === 0) return "None of the files can be imported.";
  if (rest === 0) return `All ${good} files can be imported.`;
  const left = rest === 1 ? "The other one is left out." : `The other ${rest} are left out.`;
  return `${good} of ${outcomes.length} files can be imported. ${left}`;
}

/** What an import writes after this check: '2 courses as drafts: 3 lessons, 5 chapters, 14 examples; 1 warning' */
export function contentText(outcomes: readonly Outcome[], isDraft: boolean): string {
  const good = outcomes.filter(({ kind }) => kind === "good");
  const items = good.flatMap((outcome) => (outcome.kind === "good" ? outcome.items : []));
  const what = items[0]?.type === "course" ? "course" : "lesson";
  const warnings = good.flatMap(warningsOf).length;
  const drafts = items.length === 1 ? " as a draft" : " as drafts";
  const all = `${counted(items.length, what)}${isDraft ? drafts : ""}: ${itemsText(items).holds}`;
  return warnings === 0 ? all : `${all}; ${counted(warnings, "warning")}`;
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

/** The warnings about a file that can be imported or is faulty. */
export function warningsOf(outcome: Outcome): readonly ImportProblem[] {
  return outcome.kind === "good"
    ? [...(outcome.shared ?? []), ...outcome.warnings]
    : outcome.kind === "faulty"
      ? outcome.warnings
      : [];
}

/** Titles that exist already, as sentences: an import adds another row of that title and never changes the old one. */
export function duplicates(outcomes: readonly Outcome[]): readonly string[] {
  const sentences = outcomes.flatMap((outcome) => {
    if (outcome.kind !== "good") return [];
    const kind = outcome.items[0]?.type ?? "course";
    return [
      ...outcome.warnings
        // A title that is in the file twice has a line; one that is in the database has none.
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
 * Adds to each result the titles that other checked files have too. The server checks each file on its own, so it
 * cannot know them.
 */
export function withSharedTitles<R extends OfFile>(results: readonly R[]): readonly R[] {
  const files = new Map<string, Set<R>>();
  for (const result of results)
    for (const { title } of itemsOf(result))
      if (title !== null) files.set(fold(title), (files.get(fold(title)) ?? new Set()).add(result));
  return results.map((result) => {
    const { outcome } = result;
    if (outcome.kind !== "good") return result;
    const titles = [...new Set(itemsOf(result).map(({ title }) => title))];
    const shared = titles.flatMap((title): ImportProblem[] => {
      const others = [...(files.get(fold(title ?? "")) ?? [])].filter((other) => other !== result);
      if (title === null || others.length === 0) return [];
      const found = excerpt(title);
      const kind = outcome.items[0]?.type ?? "course";
      const message = `${namesOf(others)} also ${others.length === 1 ? "has" : "have"} a ${kind} with the title "${found}". Each will be imported separately.`;
      return [{ code: "TITLE_IN_TWO_FILES", found, message }];
    });
    return { ...result, outcome: { ...outcome, shared } };
  });
}

function itemsOf({ outcome }: OfFile): ImportResult["results"] {
  return outcome.kind === "good" ? outcome.items : [];
}

const namedAtMost = 3;

function namesOf(results: readonly OfFile[]): string {
  const names = results.slice(0, namedAtMost).map(({ file }) => file.name);
  const more = results.length - names.length;
  return list(more > 0 ? [...names, counted(more, "other file")] : names);
}
