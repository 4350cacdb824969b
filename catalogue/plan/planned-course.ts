// What is planned of a built-in course: its lessons, chapters and number of examples, the constructs that it practices,
// and which of its examples may be long.

import type { Difficulty } from "@tabstop/course/course";

type PlannedChapter = readonly [title: string, examples: number];
type PlannedLesson = { readonly title: string; readonly chapters: readonly PlannedChapter[] };

export type PlannedCourse = {
  readonly file: string;
  readonly title: string;
  readonly level: Difficulty;
  readonly languages: readonly string[];
  /** Set if the course teaches only the symbols that several languages share; else it teaches all of its languages. */
  readonly teaches?: "symbols";
  /** The course file whose constructs its learners already know; those do not count here. */
  readonly buildsOn?: string;
  /**
   * The constructs that everyone who writes the language needs every day, by the names that `npm run catalogue --
   * --constructs` prints: some 40 per language. Each must come back in at least two later examples; any other may be
   * in one example only.
   */
  readonly core: readonly string[];
  /** The examples of more than 360 characters, by their titles, each with the reason. */
  readonly long?: Readonly<Record<string, string>>;
  /** The most characters of a line; 72 if it is absent. */
  readonly lineLength?: number;
  readonly lessons: readonly PlannedLesson[];
};
