// What a lesson, chapter or example can be put into, from the structure of all courses.

import type { Kind } from "@tabstop/course/course";
import type { ChapterNode, Structure } from "./structure.ts";

/** A chapter with the titles of what it is in: the calls give only ids. */
export type PickedChapter = ChapterNode & {
  readonly course_title: string;
  readonly lesson_title: string;
};

export type Choice = { readonly id: string; readonly label: string };

export function chaptersOf({ courses }: Structure): readonly PickedChapter[] {
  return courses.flatMap((course) =>
    course.lessons.flatMap((lesson) =>
      lesson.chapters.map((chapter) => ({
        ...chapter,
        course_title: course.title,
        lesson_title: lesson.title,
      })),
    ),
  );
}

export function chapterLabel({ course_title, lesson_title, title }: PickedChapter): string {
  return `${course_title} - ${lesson_title} - ${title}`;
}

/** In the order of the courses; none for a course, which is in nothing. */
export function parentChoices(kind: Kind, structure: Structure): readonly Choice[] {
  const { courses } = structure;
  if (kind === "course") return [];
  if (kind === "lesson") return courses.map(({ id, title }) => ({ id: String(id), label: title }));
  if (kind === "chapter")
    return courses.flatMap((course) =>
      course.lessons.map(({ id, title }) => ({ id: String(id), label: `${course.title} - ${title}` })),
    );
  return chaptersOf(structure).map((chapter) => ({ id: String(chapter.id), label: chapterLabel(chapter) }));
}
