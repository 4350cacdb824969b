// What can be wrong with a course or a file, and how it is reported: by code, place, what was found and what was
// expected.

import { firstCodePoints } from "@tabstop/engine/code-points";
import { nameUnseen } from "./unseen.ts";

const markdownProblemCodes = [
  "FRONT_MATTER_MISSING",
  "FRONT_MATTER_UNCLOSED",
  "FRONT_MATTER_YAML",
  "FRONT_MATTER_KEY",
  "FRONT_MATTER_VALUE",
  "FIELD_MISSING",
  "FORMAT_UNKNOWN",
  "TEXT_BEFORE_LESSON",
  "CHAPTER_OUTSIDE_LESSON",
  "EXAMPLE_OUTSIDE_CHAPTER",
  "SECOND_LESSON",
  "CODE_MISSING",
  "CODE_OUTSIDE_EXAMPLE",
  "SECOND_CODE_BLOCK",
  "TEXT_AFTER_CODE",
  "FENCE_UNCLOSED",
  "MARKER_INDENTED",
  "COMMENT_UNCLOSED",
  "COMMENT_TEXT_AFTER",
] as const;

const csvProblemCodes = [
  "CSV_HEADER_MISSING",
  "CSV_COLUMN_MISSING",
  "CSV_COLUMN_UNKNOWN",
  "CSV_COLUMN_TWICE",
  "CSV_COLUMN_UNNAMED",
  "CSV_CELL_COUNT",
  "CSV_QUOTE_UNCLOSED",
  "CSV_TEXT_AFTER_QUOTE",
  "CSV_SPACE_BEFORE_QUOTE",
  "CSV_CONFLICT",
  "ORDER_MISSING",
  "ORDER_DUPLICATE",
] as const;

const sharedProblemCodes = [
  "ENCODING",
  "FILE_TOO_LARGE",
  "TITLE_EMPTY",
  "TITLE_TOO_LONG",
  "TITLE_LINE_BREAK",
  "DESCRIPTION_TOO_LONG",
  "CODE_EMPTY",
  "CODE_TOO_LONG",
  "CODE_LINE_TOO_LONG",
  "OUTPUT_TOO_LONG",
  "LANGUAGE_MISSING",
  "LANGUAGE_INVALID",
  "DIFFICULTY_INVALID",
  "ORDER_INVALID",
  "CHARACTER_FORBIDDEN",
  "CHARACTER_UNSEEN",
  "TOO_MANY",
  "COURSE_TOO_LARGE",
] as const;

export const problemCodes = [...markdownProblemCodes, ...csvProblemCodes, ...sharedProblemCodes] as const;
export type ProblemCode = (typeof problemCodes)[number];

export const warningCodes = [
  "LANGUAGE_UNKNOWN",
  "INFO_IGNORED",
  "RULE_IS_TEXT",
  "HASH_IS_TEXT",
  "FRONT_MATTER_IGNORED",
  "COURSE_COLUMNS_IGNORED",
  "LESSON_TITLE_DIFFERS",
  "TITLE_DUPLICATE",
  "TITLE_SPELLINGS",
  "TITLE_UNSEEN",
  "COURSE_EMPTY",
  "LESSON_EMPTY",
  "CHAPTER_EMPTY",
  "CODE_LINE_LONG",
  "CODE_TRAILING_SPACE",
  "CODE_HARD_TO_TYPE",
  "OUTPUT_UNSEEN",
  "TEXT_REPLACEMENT",
  "SPREADSHEET_ERROR",
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Something wrong with one value, from any source. `line` counts lines within the value, from 1. */
export type Fault = {
  readonly code: ProblemCode;
  readonly line?: number;
  readonly found: string;
  readonly expected: string;
  /** For people, without the place: what a form shows at its field. */
  readonly sentence: string;
};

/** Something about one value that its author should know. It never stops a write. */
export type Remark = {
  readonly code: WarningCode;
  readonly line?: number;
  readonly found: string;
  readonly sentence: string;
};

/** `line` is that of a text editor, from 1; `row` that of a spreadsheet, where the header is row 1; `column` a name. */
export type Place = { readonly line?: number; readonly row?: number; readonly column?: string };

/** A fault at its place in a file, as the import endpoints return it. */
export type Problem = Place & {
  readonly code: ProblemCode;
  readonly found: string;
  readonly expected: string;
  readonly message: string;
};

export type Warning = Place & {
  readonly code: WarningCode;
  readonly found: string;
  readonly message: string;
};

/**
 * The result for a file that cannot be imported: `problems` holds the first 200 by line, `errorCount` counts all; a file
 * with 10,000 is not read further.
 */
export type Refusal = {
  readonly ok: false;
  readonly problems: readonly Problem[];
  readonly errorCount: number;
  readonly warnings: readonly Warning[];
};

const mostListed = 200;
const mostCounted = 10_000;

/** Collects what a parser finds. Its memory is bounded by what it can list, also for a hostile file. */
export class Findings {
  readonly #problems = new FirstByLine<Fault>();
  readonly #warnings = new FirstByLine<Remark>();

  /** A fault that costs time to describe can be a function, which is called only if the fault can still be listed. */
  addProblem(fault: Fault | (() => Fault), place: Place): void {
    this.#problems.add(fault, place);
  }

  addWarning(remark: Remark | (() => Remark), place: Place): void {
    this.#warnings.add(remark, place);
  }

  /** So many faults that reading on would only cost time; those after this point are not counted. */
  get isHopeless(): boolean {
    return this.#problems.count > mostCounted;
  }

  get failed(): boolean {
    return this.#problems.count > 0;
  }

  warnings(): Warning[] {
    return this.#warnings.list().map(({ what, place }) => ({
      code: what.code,
      ...place,
      found: what.found,
      message: messageAt(place, what.sentence),
    }));
  }

  refusal(): Refusal {
    return {
      ok: false,
      problems: this.#problems.list().map(({ what, place }) => problemAt(what, place)),
      errorCount: this.#problems.count,
      warnings: this.warnings(),
    };
  }
}

export function problemAt(fault: Fault, place: Place): Problem {
  return {
    code: fault.code,
    ...place,
    found: fault.found,
    expected: fault.expected,
    message: messageAt(place, fault.sentence),
  };
}

/**
 * A piece of a text for a message: one line, at most 80 characters, cut between characters. Control characters are
 * drawn (␇), other invisible characters are named (⟨U+200B⟩), and halves of characters become \ufffd.
 */
export function excerpt(text: string): string {
  const line = nameUnseen(
    text
      .slice(0, 200)
      .replace(/[\0-\x08\x0b-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
      .replace(/\n/g, "⏎")
      .replace(/\p{Cs}/gu, "\ufffd"),
  );
  const start = firstCodePoints(line, 80);
  return start !== line || text.length > 200 ? `${start}…` : line;
}

function messageAt(place: Place, sentence: string): string {
  const cell = [place.row === undefined ? "" : `row ${place.row}`, place.column ?? ""].filter(
    (part) => part !== "",
  );
  const where = cell.length === 0 ? "" : `${cell.join(", ")}: `;
  return place.line === undefined
    ? where + sentence
    : `Line ${place.line}: ${where === "" ? "" : where[0]?.toUpperCase() + where.slice(1)}${sentence}`;
}

type Found<T> = { readonly what: T; readonly place: Place; readonly order: number };

/** Keeps the first findings, sorted by line and then by the order in which they were added. Counts all of them. */
class FirstByLine<T extends object> {
  count = 0;
  #found: Found<T>[] = [];
  /** Findings at or after this line can no longer be listed. */
  #fullFrom = Number.POSITIVE_INFINITY;

  add(what: T | (() => T), place: Place): void {
    this.count += 1;
    if ((place.line ?? 0) >= this.#fullFrom) return;
    this.#found.push({ what: what instanceof Function ? what() : what, place, order: this.count });
    if (this.#found.length >= 4 * mostListed) this.#shorten();
  }

  list(): readonly Found<T>[] {
    this.#shorten();
    return this.#found;
  }

  #shorten(): void {
    this.#found.sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0) || a.order - b.order);
    if (this.#found.length < mostListed) return;
    this.#found.length = mostListed;
    this.#fullFrom = this.#found[mostListed - 1]?.place.line ?? 0;
  }
}
