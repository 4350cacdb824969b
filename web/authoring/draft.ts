// What stands in the form of a course, lesson, chapter or example: text by field, what of it is changed, what of it can
// be saved, and what two admins made of the same row. Fields are judged by the course formats' own functions, as files
// and calls are, so that form, importer and server agree.

import type { Kind } from "@tabstop/course/course";
import {
  normaliseLineEnds,
  type Reading,
  readCode,
  readDescription,
  readDifficulty,
  readLanguage,
  readOrderIndex,
  readTitle,
} from "@tabstop/course/fields";
import { capital, list } from "../ui/words.ts";
import type { ContentRow, ExampleRow } from "./deletion.ts";

export type FieldName =
  | "parent"
  | "title"
  | "description"
  | "difficulty_level"
  | "published"
  | "code_content"
  | "language"
  | "order_index";

/** As typed. `parent` is an id or empty, `published` is yes or no; fields that a kind does not have are empty. */
export type Draft = Readonly<Record<FieldName, string>>;

/** A row as the calls give it, with its kind. */
export type Content = ContentRow;

export type FieldProblems = { readonly [F in FieldName]?: readonly string[] };

/** What a save sends, but for `updated_at` and the parent. */
export type ContentBody = {
  readonly title: string;
  readonly description: string;
  readonly order_index: number;
  readonly difficulty_level?: string;
  readonly published?: boolean;
  readonly code_content?: string;
  readonly language?: string;
};

const fieldsOf: Record<Kind, readonly FieldName[]> = {
  course: ["title", "description", "difficulty_level", "order_index", "published"],
  lesson: ["parent", "title", "description", "order_index"],
  chapter: ["parent", "title", "description", "order_index"],
  example: ["parent", "title", "description", "language", "order_index", "code_content"],
};

export const parentOf = { course: null, lesson: "course", chapter: "lesson", example: "chapter" } as const;

const empty: Draft = {
  parent: "",
  title: "",
  description: "",
  difficulty_level: "beginner",
  published: "yes",
  code_content: "",
  language: "text",
  order_index: "0",
};

/** The fields of a kind, in the order in which the form shows them. */
export function fields(kind: Kind): readonly FieldName[] {
  return fieldsOf[kind];
}

export function fieldLabel(kind: Kind, field: FieldName): string {
  if (field === "title") return `${capital(kind)} Title`;
  if (field === "parent") return capital(parentOf[kind] ?? "");
  return labels[field];
}

export function newDraft(given: Partial<Draft> = {}): Draft {
  return { ...empty, ...given };
}

export function draftOf({ kind, row }: Content): Draft {
  const common = {
    ...empty,
    title: row.title,
    description: row.description,
    order_index: String(row.order_index),
  };
  switch (kind) {
    case "course":
      return {
        ...common,
        difficulty_level: row.difficulty_level,
        published: row.published ? "yes" : "no",
      };
    case "lesson":
      return { ...common, parent: String(row.course_id) };
    case "chapter":
      return { ...common, parent: String(row.lesson_id) };
    case "example":
      return {
        ...common,
        parent: String(row.chapter_id),
        code_content: row.code_content,
        language: row.language,
      };
  }
}

/** The fields in which two drafts would not be saved alike, in the order of the form. */
export function differences(kind: Kind, one: Draft, other: Draft): readonly FieldName[] {
  return fieldsOf[kind].filter((field) => asSaved(field, one[field]) !== asSaved(field, other[field]));
}

/** The specification's coercion: a whole number, 0 where it is none or below. */
export function coerceOrderIndex(text: string): string {
  const number = Math.trunc(Number(text.trim()));
  // Too much for any order is refused by its own sentence.
  if (number > Number.MAX_SAFE_INTEGER) return text.trim();
  return number > 0 ? String(number) : "0";
}

/** The specification's coercion of a parent's id: a whole number, or empty. */
export function coerceId(text: string | undefined): string {
  return text !== undefined && /^\s*\d+/.test(text) ? String(Number.parseInt(text, 10)) : "";
}

/** The values to save, or what is wrong, by field. */
export function readDraft(
  kind: Kind,
  draft: Draft,
):
  | { readonly ok: true; readonly body: ContentBody }
  | { readonly ok: false; readonly problems: FieldProblems } {
  const values: Record<string, unknown> = {};
  const problems: { [F in FieldName]?: readonly string[] } = {};
  for (const field of fieldsOf[kind]) {
    if (field === "parent") {
      if (draft.parent === "") problems.parent = [`Choose a ${parentOf[kind]}.`];
      continue;
    }
    const reading = read(kind, field, draft[field]);
    if (reading.ok) values[field] = reading.value;
    else
      problems[field] = reading.faults.map(({ line, sentence }) =>
        line === undefined ? sentence : `Line ${line}: ${sentence}`,
      );
  }
  return Object.keys(problems).length === 0
    ? { ok: true, body: values as ContentBody }
    : { ok: false, problems };
}

/** The first field, in the order shown, that has a problem. */
export function firstProblem(kind: Kind, problems: FieldProblems): FieldName | null {
  return fieldsOf[kind].find((field) => problems[field] !== undefined) ?? null;
}

/** The same without this field's: it is being mended. */
export function withoutProblem(problems: FieldProblems, field: FieldName): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));
}

/** What the server found wrong, by field; what it says of no field of the form is left out. */
export function problemsOf(
  kind: Kind,
  details: readonly { readonly path: string; readonly message: string }[],
): FieldProblems {
  const parent = `${parentOf[kind]}_id`;
  const problems: { [F in FieldName]?: string[] } = {};
  for (const { path, message } of details) {
    const field = path === parent ? "parent" : fieldsOf[kind].find((name) => name === path);
    if (field !== undefined) (problems[field] ??= []).push(message);
  }
  return problems;
}

// ---------------------------------------------------------------- two admins

/** Whose value a field takes. */
export type Side = "mine" | "theirs";

/**
 * A save came too late: `theirs` is what somebody else has saved since. `fields`: where it differs from mine. `sides`:
 * what is chosen so far; where only one of the two changed anything, that one's change.
 */
export type Conflict = {
  readonly mine: Draft;
  readonly theirs: Draft;
  readonly fields: readonly FieldName[];
  readonly sides: { readonly [F in FieldName]?: Side };
};

/** Null where both have made the same of it. The parent is not for this form to change. */
export function conflictOf(
  kind: Kind,
  { base, mine, theirs }: { readonly base: Draft; readonly mine: Draft; readonly theirs: Draft },
): Conflict | null {
  const here = differences(kind, mine, theirs).filter((field) => field !== "parent");
  if (here.length === 0) return null;
  const changedByMe = differences(kind, base, mine);
  const changedByThem = differences(kind, base, theirs);
  const sides: { [F in FieldName]?: Side } = {};
  for (const field of here) {
    if (!changedByThem.includes(field)) sides[field] = "mine";
    else if (!changedByMe.includes(field)) sides[field] = "theirs";
  }
  return { mine, theirs, fields: here, sides };
}

export function choose(conflict: Conflict, field: FieldName, side: Side): Conflict {
  return { ...conflict, sides: { ...conflict.sides, [field]: side } };
}

/** The first field that nobody has chosen a side for. */
export function undecided(conflict: Conflict): FieldName | null {
  return conflict.fields.find((field) => conflict.sides[field] === undefined) ?? null;
}

/** A field's value in words, for showing two versions beside each other. */
export function valueInWords(field: FieldName, value: string): string {
  if (field === "published") return value === "yes" ? "Published" : "Draft";
  return value === "" ? "(empty)" : value;
}

// ---------------------------------------------------------------- what a save costs, what leaving loses

/** How many times the save would clear, or null while the code is as it is saved. */
export function timesCleared(base: ExampleRow, draft: Draft): number | null {
  return asSaved("code_content", draft.code_content) === base.code_content ? null : base.time_count;
}

/** What is lost by leaving, as a sentence. */
export function lossSentence(
  kind: Kind,
  {
    isNew,
    title,
    changed,
  }: { readonly isNew: boolean; readonly title: string; readonly changed: readonly FieldName[] },
): string {
  const named = title.trim() === "" ? "" : ` "${title.trim()}"`;
  const what = list(changed.map((field) => fieldLabel(kind, field)));
  return isNew
    ? `The new ${kind}${named} has not been saved. Leaving now loses what you entered: ${what}.`
    : `Your changes to the ${kind}${named} have not been saved. Leaving now loses them: ${what}.`;
}

const labels = {
  description: "Description",
  difficulty_level: "Difficulty Level",
  published: "Published",
  code_content: "Code Content",
  language: "Language",
  order_index: "Order Index",
} as const;

function read(kind: Kind, field: Exclude<FieldName, "parent">, text: string): Reading<unknown> {
  switch (field) {
    case "title":
      return readTitle(text, kind);
    case "description":
      return readDescription(text, kind);
    case "difficulty_level":
      return readDifficulty(text);
    case "published":
      return { ok: true, value: text === "yes", remarks: [] };
    case "code_content":
      return readCode(text);
    case "language":
      return readLanguage(text);
    case "order_index":
      return readOrderIndex(coerceOrderIndex(text));
  }
}

function asSaved(field: FieldName, text: string): string {
  if (field === "order_index") return coerceOrderIndex(text);
  if (field === "code_content") return normaliseLineEnds(text);
  return field === "title" || field === "description" ? normaliseLineEnds(text).trim() : text;
}
