// Courses, their lessons, chapters and examples: how they come in and what a learner sees of them.
//
// Order everywhere is order_index, then id. Learners see published courses only. How content changes and goes is in
// `content-changes.ts`.

import type { Course, Difficulty, Lesson } from "@tabstop/course/course";
import type { ColourRuns } from "./highlights.ts";
import type { Read, Tx } from "./store.ts";

export type NewCourse = Course & { readonly published: boolean };

export type Inserted = {
  readonly courseId: number;
  readonly lessons: number;
  readonly chapters: number;
  readonly examples: number;
};

export type CourseSummary = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly difficultyLevel: Difficulty;
  readonly orderIndex: number;
  readonly completedExamples: number;
  readonly totalExamples: number;
};

export type LessonSummary = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly courseId: number;
  readonly orderIndex: number;
  readonly completedExamples: number;
  readonly totalExamples: number;
};

export type CourseContent = CourseSummary & { readonly lessons: readonly LessonSummary[] };

export type ExampleStatus = "completed" | "in_progress" | "not_started";

/** An example as one learner has it before him. */
export type ExampleContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly codeContent: string;
  readonly codeVersion: number;
  readonly language: string;
  /** null: not computed yet, or a language without colours. */
  readonly runs: ColourRuns | null;
  readonly chapterId: number;
  readonly orderIndex: number;
  readonly status: ExampleStatus;
  readonly progress: number;
  readonly bestTimeMs: number | null;
  readonly lastTimeMs: number | null;
};

export type ChapterContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly lessonId: number;
  readonly orderIndex: number;
  readonly examples: readonly ExampleContent[];
};

export type LessonContent = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly courseId: number;
  readonly orderIndex: number;
  readonly chapters: readonly ChapterContent[];
};

/**
 * Puts a whole course in. `orderIndex` null: after the last course (0 for the first). Many rows go in one statement,
 * and the event loop gets a turn between statements.
 */
export async function insertCourse(
  tx: Tx,
  input: { readonly course: NewCourse; readonly orderIndex: number | null; readonly at: number },
): Promise<Inserted> {
  throw new Error(`follows ${tx} ${input}`);
}

/** Puts lessons after those that the course has; null when there is no such course. */
export async function appendLessons(
  tx: Tx,
  input: { readonly courseId: number; readonly lessons: readonly Lesson[]; readonly at: number },
): Promise<Inserted | null> {
  throw new Error(`follows ${tx} ${input}`);
}

/** The ids of courses of exactly this title, oldest first. */
export async function findCourseTitles(db: Read, title: string): Promise<readonly number[]> {
  throw new Error(`follows ${db} ${title}`);
}

/** The published courses in order, with the learner's counts. */
export async function listPublishedCourses(db: Read, userId: number): Promise<readonly CourseSummary[]> {
  throw new Error(`follows ${db} ${userId}`);
}

/** null: no such course, or a draft. */
export async function getPublishedCourse(
  db: Read,
  userId: number,
  courseId: number,
): Promise<CourseContent | null> {
  throw new Error(`follows ${db} ${userId} ${courseId}`);
}

/** null: no such lesson, or of a draft. */
export async function getPublishedLesson(
  db: Read,
  userId: number,
  lessonId: number,
): Promise<LessonContent | null> {
  throw new Error(`follows ${db} ${userId} ${lessonId}`);
}

/** null: no such lesson, or of a draft. */
export async function getCourseOfLesson(
  db: Read,
  lessonId: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  throw new Error(`follows ${db} ${lessonId}`);
}

/**
 * The next lesson of the same course that has an example, `lessonId` null after the last; `courseTitle` is always the
 * present course's. null: no such lesson, or of a draft.
 */
export async function nextLessonAfter(
  db: Read,
  lessonId: number,
): Promise<{ readonly lessonId: number | null; readonly courseTitle: string } | null> {
  throw new Error(`follows ${db} ${lessonId}`);
}
