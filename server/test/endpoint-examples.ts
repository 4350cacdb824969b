// For every served endpoint, a request that succeeds, and the status that a learner and an admin get.

import type { EndpointName } from "@tabstop/contract/endpoints";
import type { Person } from "./harness.ts";
import type { SampleCourse } from "./sample-course.ts";

export type EndpointExample = {
  readonly params?: Record<string, number | string>;
  readonly body?: object;
  /** The status for a learner; an admin gets the same unless the example says otherwise. */
  readonly learner: number;
  readonly admin?: number;
};

let made = 0;

export const endpointExamples = (
  at: SampleCourse,
  person: Person,
): Partial<Record<EndpointName, EndpointExample>> => ({
  register: { body: newAccount(), learner: 201 },
  login: { body: { email: person.email, password: person.password }, learner: 200 },
  refresh: { body: { refreshToken: person.refreshToken }, learner: 200 },
  logout: { learner: 200 },
  forgotPassword: { body: { email: "nobody@example.com" }, learner: 200 },
  checkResetToken: { params: { token: "no-such-token" }, learner: 400 },
  resetPassword: { body: { token: "no-such-token", password: "123456" }, learner: 400 },
  changePassword: {
    body: { currentPassword: "not it", newPassword: "another password" },
    learner: 400,
  },
  getProfile: { learner: 200 },
  // The body is sent as JSON.
  uploadProfilePhoto: { body: {}, learner: 415 },
  updateProfilePhoto: {
    body: { profilePhoto: "https://res.cloudinary.com/cloud/image/upload/me.jpg" },
    learner: 200,
  },
  deleteProfilePhoto: { learner: 200 },
  getPreferences: { learner: 200 },
  updatePreferences: { body: { sendsKeystrokes: false, isOfferSeen: true, goalMinutes: 10 }, learner: 200 },
  getCloudinarySignature: { learner: 200 },
  listSessions: { learner: 200 },
  endOtherSessions: { learner: 200 },
  endSession: { params: { sessionId: "no-such-session" }, learner: 404 },
  exportAccount: { learner: 200 },
  deleteAccount: { body: { currentPassword: "not it" }, learner: 400 },
  getHome: { learner: 200 },
  getCourseFigures: { params: { courseId: at.courseId }, learner: 200 },
  getLanding: { learner: 200 },
  startAttempt: {
    body: { attemptId: "00000000-0000-4000-8000-000000000000", exampleId: at.exampleId, codeVersion: 1 },
    learner: 200,
  },
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
  getReplay: { params: { exampleId: at.exampleId }, learner: 200 },
  getDueCount: { learner: 200 },
  saveReview: {
    params: { exampleId: at.exampleId },
    body: {
      ...{ attemptId: "00000000-0000-4000-8000-000000000001", way: "gaps", codeVersion: 1 },
      ...{ hidden: [], shown: [] },
    },
    learner: 200,
  },
  getReview: { learner: 200 },
  getReviewExample: { params: { exampleId: at.exampleId }, learner: 200 },
  getKnowledge: { params: { language: "javascript" }, learner: 200 },
  getProgress: { learner: 200 },
  adminGetBoard: { params: { exampleId: at.exampleId }, learner: 403, admin: 200 },
  getDashboard: { learner: 403, admin: 200 },
  getUserStats: { learner: 403, admin: 200 },
  getCourseStats: { learner: 403, admin: 200 },
  getLessonStats: { learner: 403, admin: 200 },
  getExampleStats: { learner: 403, admin: 200 },
  getInsights: { learner: 403, admin: 200 },
  getConstructInsights: { learner: 403, admin: 200 },
  removeTime: { params: { exampleId: at.exampleId, userId: 2_147_483_647 }, learner: 403, admin: 404 },
  adminListCourses: { learner: 403, admin: 200 },
  adminGetStructure: { learner: 403, admin: 200 },
  adminGetCourse: { params: { courseId: at.courseId }, learner: 403, admin: 200 },
  adminCreateCourse: { body: { title: "New" }, learner: 403, admin: 201 },
  adminUpdateCourse: {
    params: { courseId: at.courseId },
    body: { title: "Changed" },
    learner: 403,
    admin: 200,
  },
  adminDeleteCourse: { params: { courseId: at.courseId }, learner: 403, admin: 200 },
  adminListLessons: { params: { courseId: at.courseId }, learner: 403, admin: 200 },
  adminGetLesson: { params: { lessonId: at.lessonId }, learner: 403, admin: 200 },
  adminCreateLesson: { body: { title: "New", course_id: at.courseId }, learner: 403, admin: 201 },
  adminUpdateLesson: {
    params: { lessonId: at.lessonId },
    body: { title: "Changed" },
    learner: 403,
    admin: 200,
  },
  adminDeleteLesson: { params: { lessonId: at.lessonId }, learner: 403, admin: 200 },
  adminListChapters: { params: { lessonId: at.lessonId }, learner: 403, admin: 200 },
  adminGetChapter: { params: { chapterId: at.chapterId }, learner: 403, admin: 200 },
  adminCreateChapter: { body: { title: "New", lesson_id: at.lessonId }, learner: 403, admin: 201 },
  adminUpdateChapter: {
    params: { chapterId: at.chapterId },
    body: { title: "Changed" },
    learner: 403,
    admin: 200,
  },
  adminDeleteChapter: { params: { chapterId: at.chapterId }, learner: 403, admin: 200 },
  adminListExamples: { params: { chapterId: at.chapterId }, learner: 403, admin: 200 },
  adminGetExample: { params: { exampleId: at.exampleId }, learner: 403, admin: 200 },
  adminCreateExample: {
    body: { title: "New", code_content: "x;", chapter_id: at.chapterId },
    learner: 403,
    admin: 201,
  },
  adminUpdateExample: {
    params: { exampleId: at.exampleId },
    body: { code_content: "y;" },
    learner: 403,
    admin: 200,
  },
  adminDeleteExample: { params: { exampleId: at.exampleId }, learner: 403, admin: 200 },
  adminReorder: {
    body: { kind: "chapter", parent_id: at.lessonId, ids: [at.chapterId] },
    learner: 403,
    admin: 200,
  },
  adminColourCode: {
    body: { code_content: "let x = 1;", language: "javascript" },
    learner: 403,
    admin: 200,
  },
  importCourseMarkdown: { body: { markdown: "no course", dryRun: true }, learner: 403, admin: 422 },
  importCourseCsv: { body: { csvData: "no course", dryRun: true }, learner: 403, admin: 422 },
  importLesson: {
    body: { markdown: "no lesson", courseId: at.courseId, dryRun: true },
    learner: 403,
    admin: 422,
  },
  importLessonsCsv: {
    body: { csvData: "no lesson", courseId: at.courseId, dryRun: true },
    learner: 403,
    admin: 422,
  },
  getTemplateMarkdown: { learner: 403, admin: 200 },
  getTemplateCsv: { learner: 403, admin: 200 },
  exportMarkdown: { params: { courseId: at.courseId }, learner: 403, admin: 200 },
  exportCsv: { params: { courseId: at.courseId }, learner: 403, admin: 200 },
  test: { learner: 200 },
  testPost: { body: { a: 1 }, learner: 200 },
  health: { learner: 200 },
  ready: { learner: 200 },
});

function newAccount() {
  made++;
  return { username: `newcomer ${made}`, email: `newcomer-${made}@example.com`, password: "123456" };
}
