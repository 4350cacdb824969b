// The courses, lessons and chapters that a new lesson, chapter or example can be put into.

import type { Kind } from "@tabstop/course/course";
import type { ChapterNode, LessonNode, Structure } from "./structure.ts";

/** A chapter with the titles of its course and lesson, which its row has only as ids. */
export type PickedChapter = ChapterNode & {
  readonly course_title: string;
  readonly lesson_title: string;
};

export type Choice = { readonly id: string; readonly label: string };

export function chaptersOf(structure: Structure): readonly PickedChapter[] {
  return lessonsOf(structure).flatMap(({ course_title, title, chapters }) =>
    chapters.map((chapter) => ({ ...chapter, course_title, lesson_title: title })),
  );
}

/** The ids of all chapters of the lesson that has this chapter; none if there is no such chapter. */
export function chaptersBeside({ courses }: Structure, chapterId: string): readonly number[] {
  const lessons = courses.flatMap(({ lessons: all }) => all);
  const lesson = lessons.find(({ chapters }) => chapters.some(({ id }) => String(id) === chapterId));
  return lesson?.chapters.map(({ id }) => id) ?? [];
}

export function chapterLabel({ course_title, lesson_title, title }: PickedChapter): string {
  return `${course_title} - ${lesson_title} - ${title}`;
}

/** In the order of the courses; none for a course, which has no parent. */
export function parentChoices(kind: Kind, structure: Structure): readonly Choice[] {
  return choices[kind](structure);
}

const choices: { readonly [K in Kind]: (structure: Structure) => readonly Choice[] } = {
  course: () => [],
  lesson: ({ courses }) => courses.map(({ id, title }) => choice(id, title)),
  chapter: (structure) =>
    lessonsOf(structure).map(({ id, course_title, title }) => choice(id, `${course_title} - ${title}`)),
  example: (structure) => chaptersOf(structure).map((chapter) => choice(chapter.id, chapterLabel(chapter))),
};

function choice(id: number, label: string): Choice {
  return { id: String(id), label };
}

function lessonsOf({ courses }: Structure): readonly (LessonNode & { readonly course_title: string })[] {
  return courses.flatMap(({ title, lessons }) =>
    lessons.map((lesson) => ({ ...lesson, course_title: title })),
  );
}
