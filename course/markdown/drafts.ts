// Lessons, chapters and examples of a Markdown file while they are read.

import type { Prose } from "./prose.ts";

export type Draft = {
  readonly title: string;
  readonly line: number;
  /** It is missing, which was reported, and is assumed so that it is reported only once. */
  readonly isAssumed: boolean;
  /** It is not one too many. */
  isKept: boolean;
  readonly prose: Prose;
};
export type LessonDraft = Draft & { readonly chapters: ChapterDraft[]; count: number };
export type ChapterDraft = Draft & { readonly examples: ExampleDraft[]; count: number };
export type ExampleDraft = Draft & {
  hasCode: boolean;
  hasOutput: boolean;
  /** It may have code that could not be read, so missing code is not reported. */
  isExcused: boolean;
  isTextAfterReported: boolean;
  language: string;
  code: string;
  output: string;
};
