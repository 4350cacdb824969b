// One lesson of a published course, whole: chapters, examples with the reader's own progress, and their colours.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { type ChapterContent, type ExampleContent, getPublishedLesson } from "../store/content/content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

type Lesson = HandlerResult<"getLesson">;
type Chapter = Lesson["chapters"][number];
type Example = Chapter["examples"][number];

/** Throws DomainError NOT_FOUND, also for lessons of drafts. */
export async function getLesson(
  { store }: { readonly store: Store },
  who: Principal,
  { lessonId }: ParsedParams<"getLesson">,
): Promise<Lesson> {
  const lesson = await store.read((db) => getPublishedLesson(db, who.userId, lessonId));
  if (lesson === null) throw lessonUnknown();
  return {
    id: lesson.id,
    title: lesson.title,
    description: lesson.description,
    course_id: lesson.courseId,
    order_index: lesson.orderIndex,
    chapters: lesson.chapters.map(chapterAnswer),
  };
}

export function lessonUnknown(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such lesson.");
}

function chapterAnswer(chapter: ChapterContent): Chapter {
  return {
    id: chapter.id,
    title: chapter.title,
    description: chapter.description,
    lesson_id: chapter.lessonId,
    order_index: chapter.orderIndex,
    example_count: chapter.examples.length,
    examples: chapter.examples.map(exampleAnswer),
  };
}

function exampleAnswer(example: ExampleContent): Example {
  return {
    id: example.id,
    title: example.title,
    description: example.description,
    code_content: example.codeContent,
    code_version: example.codeVersion,
    language: example.language,
    tokens: example.runs,
    chapter_id: example.chapterId,
    order_index: example.orderIndex,
    status: example.status,
    progress: example.progress,
    best_time_ms: example.bestTimeMs,
    last_time_ms: example.lastTimeMs,
  };
}
