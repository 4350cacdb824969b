/**
 * Where practice goes: which example opens, what Next and Previous lead to, and what a completion changes in what was
 * loaded. Plain decisions over the server's answers.
 */
import type { ResponseOf } from "@tabstop/contract/endpoints";

export type Lesson = ResponseOf<"getLesson">;
type Chapter = Lesson["chapters"][number];
export type Example = Chapter["examples"][number];
export type Course = ResponseOf<"getCourse">;
export type CourseSummary = ResponseOf<"listCourses">["courses"][number];
export type LessonSummary = Course["lessons"][number];
export type Leaderboard = ResponseOf<"getLeaderboard">;

/** An example and where it stands. */
export type Place = {
  readonly chapter: Chapter;
  readonly example: Example;
  /** Its place among the chapter's examples, counted from 0. */
  readonly index: number;
};

/** Where an example stands in a lesson; null if it is not in it. */
export function placeOf(lesson: Lesson, exampleId: number | null): Place | null {
  for (const chapter of lesson.chapters) {
    const index = chapter.examples.findIndex((example) => example.id === exampleId);
    const example = chapter.examples[index];
    if (example !== undefined) return { chapter, example, index };
  }
  return null;
}

/**
 * The place that the address names. One that was shown a moment ago stays although an author has deleted it or taken it
 * elsewhere since: whoever types there is not thrown out. null: there is none.
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

/** Opening a lesson: the example that the server names if it lies in this lesson, else the first not completed, else the first. */
export function openingPlace(lesson: Lesson, serversExampleId: number | null): Place | null {
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const opened = placeOf(lesson, serversExampleId)?.example ?? firstOpen(examples) ?? examples[0];
  return opened === undefined ? null : placeOf(lesson, opened.id);
}

/** Choosing a chapter: its first not completed example, else its first; null if it is empty. */
export function chapterPlace(lesson: Lesson, chapterId: number): Place | null {
  const chapter = lesson.chapters.find(({ id }) => id === chapterId);
  const opened = chapter && (firstOpen(chapter.examples) ?? chapter.examples[0]);
  return opened === undefined ? null : placeOf(lesson, opened.id);
}

/** The very first example, for a review. */
export function firstPlace(lesson: Lesson): Place | null {
  const first = lesson.chapters.find((chapter) => chapter.examples.length > 0)?.examples[0];
  return first === undefined ? null : placeOf(lesson, first.id);
}

/** The example after this one: in its chapter, else the first of the next chapter that has one; null at the lesson's end. */
export function nextPlace(lesson: Lesson, place: Place): Place | null {
  return besides(lesson, place, 1);
}

/** The example before this one, also in an earlier chapter; null at the lesson's start. */
export function previousPlace(lesson: Lesson, place: Place): Place | null {
  return besides(lesson, place, -1);
}

/** The first lesson of a course in which something is left; null if there is none. */
export function firstOpenLesson(course: Course): LessonSummary | null {
  return course.lessons.find((lesson) => lesson.completed_examples < lesson.total_examples) ?? null;
}

/** 'New Record!': the time beats the best, or there is none yet. */
export function isRecord(bestTimeMs: number | null, timeMs: number | null): boolean {
  return timeMs !== null && (bestTimeMs === null || timeMs < bestTimeMs);
}

/** The lesson as it is once this example is completed in this time (null: without one), before the server has said so. */
export function withCompletion(lesson: Lesson, exampleId: number, timeMs: number | null): Lesson {
  return withExample(lesson, exampleId, (example) => ({
    ...example,
    status: "completed",
    progress: 100,
    best_time_ms: isRecord(example.best_time_ms, timeMs) ? timeMs : example.best_time_ms,
    last_time_ms: timeMs ?? example.last_time_ms,
  }));
}

/** The lesson with the times that the server gave. */
export function withAnswer(
  lesson: Lesson,
  exampleId: number,
  answer: Pick<Example, "best_time_ms" | "last_time_ms">,
): Lesson {
  return withExample(lesson, exampleId, (example) => ({
    ...example,
    status: "completed",
    progress: 100,
    best_time_ms: answer.best_time_ms,
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
 * The courses and lessons that a search leaves: a course whose title fits keeps all its lessons, another keeps those
 * that fit. Lessons that are not loaded yet (null) leave it to the course's title. Every word must be found.
 */
export function found<
  C extends { readonly title: string; readonly lessons: readonly { readonly title: string }[] | null },
>(courses: readonly C[], search: string): readonly C[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return courses;
  const fits = (...titles: string[]) => {
    const text = titles.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return courses.flatMap((course) => {
    if (fits(course.title)) return [course];
    const lessons = course.lessons?.filter((lesson) => fits(course.title, lesson.title)) ?? [];
    return lessons.length === 0 ? [] : [{ ...course, lessons }];
  });
}

function firstOpen(examples: readonly Example[]): Example | undefined {
  return examples.find((example) => example.status !== "completed");
}

/** By ids, since the lesson may have been loaded anew since the place was found. */
function besides(lesson: Lesson, place: Place, step: 1 | -1): Place | null {
  const examples = lesson.chapters.flatMap((chapter) => chapter.examples);
  const here = examples.findIndex((example) => example.id === place.example.id);
  const index = here !== -1 ? here + step : gapOf(lesson, place) + (step === 1 ? 0 : -1);
  const other = examples[index];
  return other === undefined ? null : placeOf(lesson, other.id);
}

/** Where an example that is gone stood among those that are left. */
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
