// For every call that is served a request that is answered well, and what a learner and an admin get.

import type { CallName } from "@tabstop/contract/paths";
import type { Person } from "./harness.ts";
import type { SampleCourse } from "./sample-course.ts";

export type CallExample = {
  readonly params?: Record<string, number | string>;
  readonly body?: object;
  /** What a learner gets; an admin gets it too where nothing else is said. */
  readonly learner: number;
  readonly admin?: number;
};

let made = 0;

export const callExamples = (at: SampleCourse, person: Person): Partial<Record<CallName, CallExample>> => ({
  register: { body: newAccount(), learner: 201 },
  login: { body: { email: person.email, password: person.password }, learner: 200 },
  refresh: { body: { refreshToken: person.refreshToken }, learner: 200 },
  logout: { learner: 200 },
  getProfile: { learner: 200 },
  saveProgress: {
    body: { exampleId: at.exampleId, progress: 40, accuracy: 90, errors: 1, isComplete: false, timeMs: 900 },
    learner: 200,
  },
  completeExample: {
    params: { exampleId: at.exampleId },
    body: { status: "completed", time_ms: 4_321 },
    learner: 200,
  },
  listCourses: { learner: 200 },
  getCourse: { params: { courseId: at.courseId }, learner: 200 },
  getLesson: { params: { lessonId: at.lessonId }, learner: 200 },
  getCourseOfLesson: { params: { lessonId: at.lessonId }, learner: 200 },
  getNextExample: { learner: 200 },
  getNextLesson: { body: { currentLessonId: at.lessonId }, learner: 200 },
  getLeaderboard: { params: { exampleId: at.exampleId }, learner: 200 },
  getDashboard: { learner: 403, admin: 200 },
  getUserStats: { learner: 403, admin: 200 },
  getCourseStats: { learner: 403, admin: 200 },
  getLessonStats: { learner: 403, admin: 200 },
  getExampleStats: { learner: 403, admin: 200 },
  importCourseMarkdown: { body: { markdown: "no course", dryRun: true }, learner: 403, admin: 422 },
  importCourseCsv: { body: { csvData: "no course", dryRun: true }, learner: 403, admin: 422 },
  test: { learner: 200 },
  testPost: { body: { a: 1 }, learner: 200 },
  health: { learner: 200 },
});

function newAccount() {
  made++;
  return { username: `newcomer ${made}`, email: `newcomer-${made}@example.com`, password: "123456" };
}
