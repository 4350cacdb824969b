// Which example a lesson opens at, what Next and Previous lead to, and what a completion changes in loaded courses.
// Pure functions of the server's responses.

import { fold } from "@tabstop/course/fold";
import type { ResponseOf } from "@tabstop/contract/endpoints";

export type Lesson = ResponseOf<"getLesson">;
type Chapter = Lesson["chapters"][number];
export type Example = Chapter["examples"][number];
export type Course = ResponseOf<"getCourse">;
export type CourseSummary = ResponseOf<"listCourses">["courses"][number];
export type LessonSummary = Course["lessons"][number];
export type Leaderboard = ResponseOf<"getLeaderboard">;

/** An example and its place in the lesson. */
export type Place = {
  readonly chapter: Chapter;
  readonly example: Example;
  /** The index among the chapter's examples, from 0. */
  readonly index: number;
};

/** The place of an example in a lesson; null if the lesson does not contain it. */
export function placeOf(lesson: Lesson, exampleId: number | null): Place | null {
  for (const chapter of lesson.chapters) {
    const index = chapter.examples.findIndex((example) => example.id === exampleId);
    const example = chapter.examples[index];
    if (example !== undefined) return { chapter, example, index };
  }
  return null;
}

/**
 * The place of the first of these examples that the lesson contains; null if it contains none. An example that was on
 * the screen a moment ago stays even if an admin has deleted or moved it since, so that its learner can finish.
 */
export function namedPlace(
  lesson: Lesson,
  exampleIds: readonly (number | null)[],
  shown: Place | null,
): Place | null {
  for (const id of exampleIds) {
    const place = placeOf(lesson, id) ?? (id !== null && shown?.example.id === id ? shown : null);
    if (place !== null) return place;
  }
  return null;
}

/**
 * Where a lesson opens: at the example that the server suggests if the lesson contains it, else at the first one that
 * is not completed, else at the first.
 */
export function openingPlace(lesson: Lesson, suggestedId: number | null): Place | null {
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const opened = placeOf(lesson, suggestedId)?.example ?? firstUncompleted(examples) ?? examples[0];
  return opened === undefined ? null : placeOf(lesson, opened.id);
}

/**
 * Where the choice of a chapter leads: to its first example that is not completed, else to its first; null if it is
 * empty.
 */
export function chapterPlace(lesson: Lesson, chapterId: number): Place | null {
  const chapter = lesson.chapters.find(({ id }) => id === chapterId);
  const opened = chapter && (firstUncompleted(chapter.examples) ?? chapter.examples[0]);
  return opened === undefined ? null : placeOf(lesson, opened.id);
}

/** The first example, for a review. */
export function firstPlace(lesson: Lesson): Place | null {
  const first = lesson.chapters.find((chapter) => chapter.examples.length > 0)?.examples[0];
  return first === undefined ? null : placeOf(lesson, first.id);
}

/** The example after this one, also in a later chapter; null at the lesson's end. */
export function nextPlace(lesson: Lesson, place: Place): Place | null {
  return neighbourOf(lesson, place, 1);
}

/** The example before this one, also in an earlier chapter; null at the lesson's start. */
export function previousPlace(lesson: Lesson, place: Place): Place | null {
  return neighbourOf(lesson, place, -1);
}

/** The lessons of a course with an example that is not completed. */
export function unfinishedLessons(course: Course): readonly LessonSummary[] {
  return course.lessons.filter((lesson) => lesson.completed_examples < lesson.total_examples);
}

/** 'New Record!': the time is better than the best one, or the first. */
export function isRecord(bestTimeMs: number | null, timeMs: number | null): boolean {
  return timeMs !== null && (bestTimeMs === null || timeMs < bestTimeMs);
}

/** The lesson with this example completed in this time, or without one, before the server has confirmed it. */
export function withCompletion(
  lesson: Lesson,
  exampleId: number,
  timeMs: number | null,
  run: Example["best_run"],
): Lesson {
  return withExample(lesson, exampleId, (example) => ({
    ...example,
    status: "completed",
    progress: 100,
    ...(isRecord(example.best_time_ms, timeMs) ? { best_time_ms: timeMs, best_run: run } : {}),
    last_time_ms: timeMs ?? example.last_time_ms,
  }));
}

/** The lesson with the times that the server returned for this example. */
export function withServerTimes(
  lesson: Lesson,
  exampleId: number,
  answer: Pick<Example, "best_time_ms" | "last_time_ms">,
): Lesson {
  return withExample(lesson, exampleId, (example) => ({
    ...example,
    status: "completed",
    progress: 100,
    best_time_ms: answer.best_time_ms,
    // The run of another time is not known before the lesson is loaded again.
    best_run: answer.best_time_ms === example.best_time_ms ? example.best_run : null,
    last_time_ms: answer.last_time_ms,
  }));
}

/** The course with one more example of a lesson completed. */
export function withOneMore(course: Course, lessonId: number): Course {
  return {
    ...course,
    completed_examples: Math.min(course.total_examples, course.completed_examples + 1),
    lessons: course.lessons.map((lesson) =>
      lesson.id === lessonId
        ? { ...lesson, completed_examples: Math.min(lesson.total_examples, lesson.completed_examples + 1) }
        : lesson,
    ),
  };
}

/**
 * The courses and lessons whose titles contain every word of the search. When the course's title alone contains every
 * word, all its lessons stay; otherwise, those whose titles contain the missing words. `lessons` is null until it is
 * loaded; then only the course's title is searched.
 */
export function filterCourses<
  C extends { readonly title: string; readonly lessons: readonly { readonly title: string }[] | null },
>(courses: readonly C[], search: string): readonly C[] {
  const words = fold(search)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return courses;
  const matches = (...titles: string[]) => {
    const text = fold(titles.join(" "));
    return words.every((word) => text.includes(word));
  };
  return courses.flatMap((course) => {
    if (matches(course.title)) return [course];
    const lessons = course.lessons?.filter((lesson) => matches(course.title, lesson.title)) ?? [];
    return lessons.length === 0 ? [] : [{ ...course, lessons }];
  });
}

function firstUncompleted(examples: readonly Example[]): Example | undefined {
  return examples.find((example) => example.status !== "completed");
}

/** Compares ids, because the lesson may have been loaded again since the place was found. */
function neighbourOf(lesson: Lesson, place: Place, step: 1 | -1): Place | null {
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const here = examples.findIndex((example) => example.id === place.example.id);
  const index = here !== -1 ? here + step : gapOf(lesson, place) + (step === 1 ? 0 : -1);
  const other = examples[index];
  return other === undefined ? null : placeOf(lesson, other.id);
}

/** The index that a deleted example had among the examples that are left. */
function gapOf(lesson: Lesson, { chapter, index }: Place): number {
  let before = 0;
  for (const other of lesson.chapters) {
    if (other.id === chapter.id) return before + Math.min(index, other.examples.length);
    if (other.order_index > chapter.order_index) break;
    before += other.examples.length;
  }
  return before;
}

function withExample(lesson: Lesson, exampleId: number, change: (example: Example) => Example): Lesson {
  return {
    ...lesson,
    chapters: lesson.chapters.map((chapter) => ({
      ...chapter,
      examples: chapter.examples.map((example) => (example.id === exampleId ? change(example) : example)),
    })),
  };
}
