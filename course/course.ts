// The course file formats: Markdown and CSV to a course and back.
//
// The model. A course holds lessons, a lesson chapters, a chapter examples; each list is in the order of teaching.
// There are no ids and no order numbers below the course: in a file, order is position.
//
// The value space is what a course can hold: `fields.ts` normalises and checks every text, and every write path (file,
// form, API) goes through it. Nothing outside the value space is ever stored, so these laws hold for every course C
// that exists, in both formats:
//
//     parse(print(C)) = C                               without error and without a warning about the format
//     print(parse(print(C))) = print(C)                 byte for byte
//     parse(print(parse(F))) = parse(F)                 for every file F that is accepted
//
// How: code and output are written inside a fence longer than any run of backticks in them, and inside a fence nothing
// has a meaning; an example without an output is printed without a trace of it; a description line that looks like a
// marker gets one backslash when written and loses one when read (`markdown/marker.ts`); titles are literal; CSV cells
// are always quoted, and cells that a spreadsheet would run or retype are made harmless and listed (`csv/formula.ts`).
//
// A file is judged as a whole: all faults are reported at once, each with its line (and row and column), without the
// consequences of another fault. Both scanners are written by hand, line by line or character by character, and take
// time linear in the text.
//
// Left out on purpose: comments, note columns and the layout of a file are not part of the course; ids, dates and
// whether a course is published belong to the server; what makes a good example (length, line width) is for the
// catalogue's lint. No clock, no I/O, nothing of Node or of a browser.

export type Course = {
  readonly title: string;
  readonly description: string;
  readonly difficulty_level: Difficulty;
  /** null when the file has none. The importer then puts the course after the last one. */
  readonly order_index: number | null;
  readonly lessons: readonly Lesson[];
};

export type Lesson = {
  readonly title: string;
  readonly description: string;
  readonly chapters: readonly Chapter[];
};

export type Chapter = {
  readonly title: string;
  readonly description: string;
  readonly examples: readonly Example[];
};

export type Example = {
  readonly title: string;
  readonly description: string;
  /** A language id as `languages.ts` knows them, or another word of the same form. */
  readonly language: string;
  /** Exactly what is typed: LF line ends, nothing trimmed. */
  readonly code_content: string;
  /** What the code prints, without its final line end; '' when nothing is given. */
  readonly output: string;
};

export const difficulties = ["beginner", "intermediate", "advanced"] as const;
export type Difficulty = (typeof difficulties)[number];

/** From the outermost to the innermost. */
export const contentKinds = ["course", "lesson", "chapter", "example"] as const;
export type Kind = (typeof contentKinds)[number];

/** The kind of a content's parent. */
export const parentKind = { lesson: "course", chapter: "lesson", example: "chapter" } as const;
/** The kind of a content's children. */
export const childKind = { course: "lesson", lesson: "chapter", chapter: "example" } as const;

/** The value of `format` in a course file. */
export const formatName = "tabstop-course/1";

/**
 * Lengths count code points, except `fileUnits` (UTF-16 units, what `text.length` says).
 * 10,000 code points of code and 5,000 of description fit into one spreadsheet cell (32,767 characters).
 */
export const limits = {
  title: 200,
  description: 5_000,
  code: 10_000,
  codeLines: 500,
  codeLine: 500,
  output: 2_000,
  outputLines: 100,
  orderIndex: 1_000_000,
  lessonsInCourse: 100,
  chaptersInLesson: 100,
  examplesInChapter: 200,
  examplesInCourse: 2_000,
  charactersInCourse: 2_000_000,
  fileUnits: 8_000_000,
} as const;
