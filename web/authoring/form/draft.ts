// The unsaved text of an admin's form, by field: what is changed, what can be saved, and where it conflicts with what
// another admin has saved. The fields are read by the course formats' functions, as files and requests are, so that
// form, importer and server agree.

import { normaliseLineEnds } from "@tabstop/course/characters";
import type { Kind } from "@tabstop/course/course";
import {
  type Reading,
  readCode,
  readDescription,
  readDifficulty,
  readLanguage,
  readOrderIndex,
  readOutput,
  readTitle,
} from "@tabstop/course/fields";
import { capital, list } from "../../ui/words.ts";
import { type ContentBody, type ContentRow, type ExampleRow, type FieldName, kinds } from "../kinds.ts";

/** The text of each field, as typed: `parent` is an id or empty, `published` is yes or no. */
export type Draft = Readonly<Record<FieldName, string>>;

export type FieldProblems = { readonly [F in FieldName]?: readonly string[] };

const empty: Draft = {
  parent: "",
  title: "",
  description: "",
  difficulty_level: "beginner",
  published: "yes",
  code_content: "",
  output: "",
  language: "text",
  order_index: "0",
};

export function fieldLabel(kind: Kind, field: FieldName): string {
  if (field === "title") return `${capital(kind)} Title`;
  if (field === "parent") return capital(kinds[kind].parent ?? "");
  return labels[field];
}

export function newDraft(given: Partial<Draft> = {}): Draft {
  return { ...empty, ...given };
}

/** The draft that follows a saved one in the same parent: of the same language, and behind it unless its order is 0. */
export function nextDraft({ parent, language, order_index }: Draft): Draft {
  const order = Number(order_index);
  return newDraft({ parent, language, order_index: order > 0 ? String(order + 1) : "0" });
}

/** The text that the form of a row starts with. */
export function draftOf({ kind, row }: ContentRow): Draft {
  const values = row as Readonly<Record<string, Value | undefined>>;
  const texts = kinds[kind].fields.map((field) => [field, textOf(values[columnOf(kind, field)])]);
  return { ...empty, ...(Object.fromEntries(texts) as Partial<Draft>) };
}

/** The fields that the two drafts would save differently, in the order of the form. */
export function differences(kind: Kind, one: Draft, other: Draft): readonly FieldName[] {
  return kinds[kind].fields.filter((field) => asSaved(field, one[field]) !== asSaved(field, other[field]));
}

/**
 * The specification's coercion: a whole number; 0 for a negative one or for nothing. Text that is no number, such as
 * "1,5", is left as it is, so that `readOrderIndex` refuses it and says what was found.
 */
export function coerceOrderIndex(text: string): string {
  const typed = text.trim();
  if (typed === "") return "0";
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(typed)
    ? Math.trunc(Number(typed))
    : Number.NaN;
  if (Number.isNaN(number) || number > Number.MAX_SAFE_INTEGER) return typed;
  return number > 0 ? String(number) : "0";
}

export function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** The specification's coercion of a parent's id: a whole number, or empty. */
export function coerceId(text: string | undefined): string {
  return text !== undefined && /^\s*\d+/.test(text) ? String(Number.parseInt(text, 10)) : "";
}

/** The values to save, or the problems by field. */
export function readDraft(
  kind: Kind,
  draft: Draft,
):
  | { readonly ok: true; readonly body: ContentBody }
  | { readonly ok: false; readonly problems: FieldProblems } {
  const values: Record<string, unknown> = {};
  const problems: { [F in FieldName]?: readonly string[] } = {};
  for (const field of kinds[kind].fields) {
    if (field === "parent") {
      if (draft.parent === "") problems.parent = [`Choose a ${kinds[kind].parent}.`];
      continue;
    }
    const reading = readers[field](draft[field], kind);
    if (reading.ok) values[field] = reading.value;
    else problems[field] = sentencesOf(reading.faults);
  }
  return Object.keys(problems).length === 0
    ? { ok: true, body: values as ContentBody }
    : { ok: false, problems };
}

/** Faults or remarks as the form shows them, with their lines. */
export function sentencesOf(
  found: readonly { readonly line?: number | undefined; readonly sentence: string }[],
): readonly string[] {
  return found.map(({ line, sentence }) => (line === undefined ? sentence : `Line ${line}: ${sentence}`));
}

/** The first field with a problem, in the order shown. */
export function firstProblem(kind: Kind, problems: FieldProblems): FieldName | null {
  return kinds[kind].fields.find((field) => problems[field] !== undefined) ?? null;
}

/** Without the problems of a field that is being corrected. */
export function withoutProblem(problems: FieldProblems, field: FieldName): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));
}

/** The problems that the server found, by field; those of no field of the form are left out. */
export function problemsOf(
  kind: Kind,
  details: readonly { readonly path: string; readonly message: string }[],
): FieldProblems {
  const problems: { [F in FieldName]?: string[] } = {};
  for (const { path, message } of details) {
    const field = kinds[kind].fields.find((name) => columnOf(kind, name) === path);
    if (field !== undefined) (problems[field] ??= []).push(message);
  }
  return problems;
}

// ---------------------------------------------------------------- two admins

/** Whose version of a field is saved. */
export type Side = "mine" | "theirs";

/**
 * Another admin has saved the content since the form was filled; `theirs` is that version. `fields` lists the fields in
 * which the versions differ. `sides` has the choices made so far; where only one side changed a field, that side is
 * chosen already.
 */
export type Conflict = {
  readonly mine: Draft;
  readonly theirs: Draft;
  readonly fields: readonly FieldName[];
  readonly sides: { readonly [F in FieldName]?: Side };
};

/** Returns null when both versions are the same. The parent is left out, since this form cannot change it. */
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

/** The first field without a chosen side. */
export function undecided(conflict: Conflict): FieldName | null {
  return conflict.fields.find((field) => conflict.sides[field] === undefined) ?? null;
}

/** A field's value as the conflict shows it. */
export function valueInWords(field: FieldName, value: string): string {
  if (field === "published") return value === "yes" ? "Published" : "Draft";
  return value === "" ? "(empty)" : value;
}

// ---------------------------------------------------------------- losses

/** How many best times a save would clear; null while the code is unchanged. */
export function timesCleared(base: ExampleRow, draft: Draft): number | null {
  return asSaved("code_content", draft.code_content) === base.code_content ? null : base.time_count;
}

/** Whether the code has changed since it printed this output. */
export function isOutputInDoubt(base: ExampleRow, draft: Draft): boolean {
  const isSame = (field: "code_content" | "output") => asSaved(field, draft[field]) === base[field];
  return draft.output !== "" && isSame("output") && !isSame("code_content");
}

/** What leaving the form loses, as a sentence. */
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
    ? `The new ${kind}${named} has not been saved. If you leave now, you lose what you entered: ${what}.`
    : `Your changes to the ${kind}${named} have not been saved. If you leave now, you lose them: ${what}.`;
}

const labels = {
  description: "Description",
  difficulty_level: "Difficulty Level",
  published: "Published",
  code_content: "Code Content",
  output: "Output",
  language: "Language",
  order_index: "Order Index",
} as const;

const readers: {
  readonly [F in Exclude<FieldName, "parent">]: (text: string, kind: Kind) => Reading<unknown>;
} = {
  title: readTitle,
  description: readDescription,
  difficulty_level: (text) => readDifficulty(text),
  published: (text) => ({ ok: true, value: text === "yes", remarks: [] }),
  code_content: (text) => readCode(text),
  output: (text) => readOutput(text),
  language: (text) => readLanguage(text),
  order_index: (text) => readOrderIndex(coerceOrderIndex(text)),
};

function columnOf(kind: Kind, field: FieldName): string {
  return field === "parent" ? `${kinds[kind].parent}_id` : field;
}

type Value = string | number | boolean;

/** A row of an older server has no output. */
function textOf(value: Value = ""): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

function asSaved(field: FieldName, text: string): string {
  if (field === "order_index") return coerceOrderIndex(text);
  if (field === "code_content" || field === "output") return normaliseLineEnds(text);
  return field === "title" || field === "description" ? normaliseLineEnds(text).trim() : text;
}
