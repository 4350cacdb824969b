// What the end of a course shows: a tick for each example, those that are still open, and the next course.

import type { Course, CourseSummary, Example, Lesson, LessonSummary } from "../flow.ts";

export type CourseEnd = {
  readonly completed: number;
  readonly total: number;
  /** One for each example, in order. */
  readonly ticks: readonly Tick[];
  /** null when all examples are finished. */
  readonly open: OpenExamples | null;
};

export type Tick = { readonly isDone: boolean; readonly endsLesson: boolean };

export type OpenExamples = {
  readonly count: number;
  /** The lesson of the first one. */
  readonly lessonId: number;
  /** null while its lesson is not loaded. */
  readonly first: OpenExample | null;
  /** The title of the second one if there are two; null also while its lesson is not loaded. */
  readonly other: string | null;
};

type OpenExample = {
  readonly example: Example;
  /** Such as 'Generics, Constraints and keyof, example 3 of 3'. */
  readonly place: string;
};

type IsFinished = (example: Pick<Example, "id" | "status">) => boolean;

/** A lesson with whether its examples are finished: by the lesson itself where it is loaded, else by its counts. */
type LessonMarks = { readonly id: number; readonly marks: readonly boolean[]; readonly open: OpenExample[] };

/** `loaded` has lessons with open examples, by their ids; one that is missing is judged by its counts. */
export function courseEnd(
  course: Course,
  loaded: ReadonlyMap<number, Lesson>,
  isFinished: IsFinished,
): CourseEnd {
  const lessons = course.lessons.map((lesson) => marksOf(lesson, loaded.get(lesson.id), isFinished));
  const ticks = lessons.flatMap(({ marks }) =>
    marks.map((isDone, index) => ({ isDone, endsLesson: index === marks.length - 1 })),
  );
  const completed = ticks.filter(({ isDone }) => isDone).length;
  const firstLesson = lessons.find(({ marks }) => marks.includes(false));
  const count = ticks.length - completed;
  const known = lessons.flatMap(({ open }) => open);
  return {
    completed,
    total: ticks.length,
    ticks,
    open:
      firstLesson === undefined
        ? null
        : {
            count,
            lessonId: firstLesson.id,
            first: firstLesson.open[0] ?? null,
            other: count === 2 && known.length === 2 ? (known[1]?.example.title ?? null) : null,
          },
  };
}

function marksOf(summary: LessonSummary, lesson: Lesson | undefined, isFinished: IsFinished): LessonMarks {
  const { id, completed_examples: completed, total_examples: total } = summary;
  if (completed >= total || lesson === undefined)
    return { id, marks: Array.from({ length: total }, (_, index) => index < completed), open: [] };
  const open = lesson.chapters.flatMap((chapter) =>
    chapter.examples.flatMap((example, index) =>
      isFinished(example)
        ? []
        : [
            {
              example,
              place: `${lesson.title}, ${chapter.title}, example ${index + 1} of ${chapter.examples.length}`,
            },
          ],
    ),
  );
  return { id, marks: lesson.chapters.flatMap(({ examples }) => examples.map(isFinished)), open };
}

/** The next course with an open example, in order, and after the last one from the first again; null without one. */
export function nextUnfinished(courses: readonly CourseSummary[], courseId: number): CourseSummary | null {
  const here = courses.findIndex(({ id }) => id === courseId);
  const others = [...courses.slice(here + 1), ...courses.slice(0, Math.max(here, 0))];
  return others.find((course) => course.completed_examples < course.total_examples) ?? null;
}
