// Rows of content in the contract's shape, and the answer where there is none.

import type { ResponseOf } from "@tabstop/contract/calls";
import type { Kind } from "@tabstop/course/course";
import { DomainError } from "../domain-error.ts";
import type { AdminChapter, AdminCourse, AdminExample, AdminLesson } from "../store/content/content-admin.ts";

export function courseAnswer(course: AdminCourse): ResponseOf<"adminGetCourse"> {
  return {
    id: course.id,
    title: course.title,
    description: course.description,
    difficulty_level: course.difficultyLevel,
    order_index: course.orderIndex,
    published: course.published,
    lesson_count: course.lessons,
    chapter_count: course.chapters,
    example_count: course.examples,
    result_count: course.results,
    ...stamps(course),
  };
}

export function lessonAnswer(lesson: AdminLesson): ResponseOf<"adminGetLesson"> {
  return {
    id: lesson.id,
    title: lesson.title,
    description: lesson.description,
    course_id: lesson.courseId,
    order_index: lesson.orderIndex,
    chapter_count: lesson.chapters,
    example_count: lesson.examples,
    result_count: lesson.results,
    ...stamps(lesson),
  };
}

export function chapterAnswer(chapter: AdminChapter): ResponseOf<"adminGetChapter"> {
  return {
    id: chapter.id,
    title: chapter.title,
    description: chapter.description,
    lesson_id: chapter.lessonId,
    order_index: chapter.orderIndex,
    example_count: chapter.examples,
    result_count: chapter.results,
    ...stamps(chapter),
  };
}

export function exampleAnswer(example: AdminExample): ResponseOf<"adminGetExample"> {
  return {
    id: example.id,
    title: example.title,
    description: example.description,
    code_content: example.codeContent,
    code_version: example.codeVersion,
    language: example.language,
    chapter_id: example.chapterId,
    order_index: example.orderIndex,
    result_count: example.results,
    time_count: example.times,
    ...stamps(example),
  };
}

/** The row, or DomainError NOT_FOUND where it is null. */
export function known<T>(kind: Kind, row: T | null): T {
  if (row === null) throw new DomainError("NOT_FOUND", `There is no such ${kind}.`);
  return row;
}

function stamps({ createdAt, updatedAt }: { readonly createdAt: number; readonly updatedAt: number }) {
  return { created_at: new Date(createdAt).toISOString(), updated_at: new Date(updatedAt).toISOString() };
}
