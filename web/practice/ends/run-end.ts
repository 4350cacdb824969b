// What a run ends besides its example: the chapter, or the whole lesson, when it completes the last open example.

import { type Course, type Example, type Lesson, type LessonSummary, nextPlace, placeOf } from "../flow.ts";

export type RunEnd =
  | {
      readonly kind: "chapter";
      readonly title: string;
      readonly examples: number;
      /** The chapter in which Next Example goes on; null where it goes on elsewhere. */
      readonly next: { readonly title: string; readonly examples: number } | null;
    }
  | { readonly kind: "lesson" };

type IsFinished = (example: Pick<Example, "id" | "status">) => boolean;

/** Whether an example is completed, or its completion waits to be sent. */
export function finishedBy(
  userId: number,
  waiting: readonly { readonly userId: number; readonly exampleId: number }[],
): IsFinished {
  return ({ id, status }) =>
    status === "completed" || waiting.some((run) => run.userId === userId && run.exampleId === id);
}

/**
 * What it ends to complete this example, which is not finished before: null when another example of its chapter is
 * open, or when it is finished already.
 */
export function endBy(lesson: Lesson, exampleId: number, isFinished: IsFinished): RunEnd | null {
  const place = placeOf(lesson, exampleId);
  if (place === null || isFinished(place.example)) return null;
  const isOther = (example: Example) => example.id === exampleId || isFinished(example);
  const { chapter } = place;
  if (!chapter.examples.every(isOther)) return null;
  if (lesson.chapters.every(({ examples }) => examples.every(isOther))) return { kind: "lesson" };
  const next = nextPlace(lesson, place)?.chapter ?? chapter;
  return {
    kind: "chapter",
    title: chapter.title,
    examples: chapter.examples.length,
    next: next.id === chapter.id ? null : { title: next.title, examples: next.examples.length },
  };
}

/** The next lesson of the course that has an example, as the server would name it; null without one. */
export function lessonAfter(course: Course | null, lessonId: number): LessonSummary | null {
  const lessons = course?.lessons ?? [];
  const here = lessons.findIndex(({ id }) => id === lessonId);
  return here === -1 ? null : (lessons.slice(here + 1).find((one) => one.total_examples > 0) ?? null);
}
