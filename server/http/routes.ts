// Which use case answers which call. A call that is not in this table is not served and not in `/api/openapi.json`.

import type { Tokens } from "../accounts/sessions/tokens.ts";
import type { Passwords } from "../accounts/passwords/passwords.ts";
import { type CloudinaryAccount, getCloudinarySignature } from "../accounts/photo/cloudinary-signature.ts";
import { changePassword } from "../accounts/passwords/change-password.ts";
import type { PasswordRule } from "../accounts/passwords/common-passwords.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { exportAccount } from "../accounts/export-account.ts";
import { getProfile } from "../accounts/get-profile.ts";
import { logIn } from "../accounts/sessions/log-in.ts";
import { logOut } from "../accounts/sessions/log-out.ts";
import { notingStore } from "../accounts/note-admin-write.ts";
import { endOtherSessions, endSession, listOwnSessions } from "../accounts/sessions/own-sessions.ts";
import type { PhotoImages } from "../accounts/photo/photo-image.ts";
import {
  deleteProfilePhoto,
  updateProfilePhoto,
  uploadProfilePhoto,
} from "../accounts/photo/profile-photo.ts";
import { refresh } from "../accounts/sessions/refresh.ts";
import { type RegistrationRule, register } from "../accounts/register.ts";
import type { Throttle } from "../accounts/passwords/throttle.ts";
import { checkResetToken, forgotPassword, resetPassword } from "../accounts/passwords/reset-password.ts";
import type { CourseReader } from "../authoring/course-reader.ts";
import {
  adminCreateChapter,
  adminCreateCourse,
  adminCreateExample,
  adminCreateLesson,
} from "../authoring/create-content.ts";
import {
  adminDeleteChapter,
  adminDeleteCourse,
  adminDeleteExample,
  adminDeleteLesson,
} from "../authoring/delete-content.ts";
import {
  exportCsv,
  exportMarkdown,
  getTemplateCsv,
  getTemplateMarkdown,
} from "../authoring/export-course.ts";
import { importCourseCsv, importCourseMarkdown } from "../authoring/import-course.ts";
import { importLesson, importLessonsCsv } from "../authoring/import-lessons.ts";
import {
  adminGetChapter,
  adminGetCourse,
  adminGetExample,
  adminGetLesson,
  adminGetStructure,
  adminListChapters,
  adminListCourses,
  adminListExamples,
  adminListLessons,
} from "../authoring/read-content.ts";
import { adminReorder } from "../authoring/reorder.ts";
import {
  adminUpdateChapter,
  adminUpdateCourse,
  adminUpdateExample,
  adminUpdateLesson,
} from "../authoring/update-content.ts";
import { adminColourCode } from "../learning/colours/colour-code.ts";
import { completeExample } from "../learning/complete-example.ts";
import { getCourse } from "../learning/get-course.ts";
import { getCourseOfLesson } from "../learning/get-course-of-lesson.ts";
import { getLeaderboard } from "../learning/get-leaderboard.ts";
import { getLesson } from "../learning/get-lesson.ts";
import { getNextExample } from "../learning/get-next-example.ts";
import { getNextLesson } from "../learning/get-next-lesson.ts";
import type { Colours } from "../learning/colours/highlighter.ts";
import { listCourses } from "../learning/list-courses.ts";
import { saveProgress } from "../learning/save-progress.ts";
import { getCourseStats } from "../statistics/get-course-stats.ts";
import { getDashboard } from "../statistics/get-dashboard.ts";
import { getExampleStats } from "../statistics/get-example-stats.ts";
import { getInsights } from "../statistics/get-insights.ts";
import { getLessonStats } from "../statistics/get-lesson-stats.ts";
import { getUserStats } from "../statistics/get-user-stats.ts";
import { removeTime } from "../statistics/remove-time.ts";
import type { Store } from "../store/store.ts";
import type { Learner } from "../principal.ts";
import type { CallName } from "@tabstop/contract/paths";
import type { Handlers } from "./endpoints.ts";

/** What the use cases are given; each takes of it what it needs. */
export type Needs = {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly photoImages: PhotoImages;
  readonly photoHosts: readonly string[];
  readonly cloudinary: CloudinaryAccount | null;
  readonly registration: RegistrationRule;
  readonly passwordRule: PasswordRule;
  readonly reader: CourseReader;
  /** Called after COMMIT when there is code that has no colours yet. */
  readonly codeChanged: () => void;
  /** Of code that is not stored. */
  readonly colours: Colours;
  /** Called after COMMIT when there is mail to send. */
  readonly mailQueued: () => void;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
};

type AskedByAdmin = { readonly learner: Learner; readonly params: unknown; readonly body: unknown };

export function routes(needs: Needs): Handlers {
  const { store, now } = needs;
  /** For what admins change. */
  const noting = (name: CallName, asked: AskedByAdmin) => ({
    ...needs,
    store: notingStore(needs, { userId: asked.learner.userId, name, about: [asked.params, asked.body] }),
  });
  return {
    register: ({ body, userAgent, address }) => register(needs, { ...body, userAgent, address }),
    login: ({ body, userAgent, address }) => logIn(needs, { ...body, userAgent, address }),
    refresh: ({ body }) => refresh(needs, body),
    logout: ({ learner }) => logOut(needs, learner),
    forgotPassword: ({ body, address }) => forgotPassword(needs, { ...body, address }),
    checkResetToken: ({ params }) => checkResetToken(needs, params),
    resetPassword: ({ body }) => resetPassword(needs, body),
    changePassword: ({ learner, body, address }) => changePassword(needs, learner, { ...body, address }),
    getProfile: ({ learner }) => getProfile(needs, learner),
    uploadProfilePhoto: ({ learner, file }) => uploadProfilePhoto(needs, learner, { file }),
    updateProfilePhoto: ({ learner, body }) => updateProfilePhoto(needs, learner, body),
    deleteProfilePhoto: ({ learner }) => deleteProfilePhoto(needs, learner),
    getCloudinarySignature: ({ query }) => getCloudinarySignature(needs, query),
    listSessions: ({ learner }) => listOwnSessions(needs, learner),
    endOtherSessions: ({ learner }) => endOtherSessions(needs, learner),
    endSession: ({ learner, params }) => endSession(needs, learner, params),
    exportAccount: ({ learner }) => exportAccount(needs, learner),
    deleteAccount: ({ learner, body, address }) => deleteAccount(needs, learner, { ...body, address }),

    saveProgress: ({ learner, body }) => saveProgress(needs, learner, body),
    completeExample: ({ learner, params, body }) => completeExample(needs, learner, { ...params, ...body }),
    listCourses: ({ learner }) => listCourses(needs, learner),
    getCourse: ({ learner, params }) => getCourse(needs, learner, params),
    getLesson: ({ learner, params }) => getLesson(needs, learner, params),
    getCourseOfLesson: ({ params }) => getCourseOfLesson(needs, params),
    getNextExample: ({ learner }) => getNextExample(needs, learner),
    getNextLesson: ({ body }) => getNextLesson(needs, body),
    getLeaderboard: ({ learner, params }) => getLeaderboard(needs, learner, params),

    getDashboard: () => getDashboard(needs),
    getUserStats: () => getUserStats(needs),
    getCourseStats: () => getCourseStats(needs),
    getLessonStats: () => getLessonStats(needs),
    getExampleStats: () => getExampleStats(needs),
    getInsights: () => getInsights(needs),
    removeTime: (asked) => removeTime(noting("removeTime", asked), asked.params),

    adminListCourses: () => adminListCourses(needs),
    adminGetStructure: () => adminGetStructure(needs),
    adminGetCourse: ({ params }) => adminGetCourse(needs, params),
    adminCreateCourse: (asked) => adminCreateCourse(noting("adminCreateCourse", asked), asked.body),
    adminUpdateCourse: (asked) =>
      adminUpdateCourse(noting("adminUpdateCourse", asked), { ...asked.body, ...asked.params }),
    adminDeleteCourse: (asked) => adminDeleteCourse(noting("adminDeleteCourse", asked), asked.params),
    adminListLessons: ({ params }) => adminListLessons(needs, params),
    adminGetLesson: ({ params }) => adminGetLesson(needs, params),
    adminCreateLesson: (asked) => adminCreateLesson(noting("adminCreateLesson", asked), asked.body),
    adminUpdateLesson: (asked) =>
      adminUpdateLesson(noting("adminUpdateLesson", asked), { ...asked.body, ...asked.params }),
    adminDeleteLesson: (asked) => adminDeleteLesson(noting("adminDeleteLesson", asked), asked.params),
    adminListChapters: ({ params }) => adminListChapters(needs, params),
    adminGetChapter: ({ params }) => adminGetChapter(needs, params),
    adminCreateChapter: (asked) => adminCreateChapter(noting("adminCreateChapter", asked), asked.body),
    adminUpdateChapter: (asked) =>
      adminUpdateChapter(noting("adminUpdateChapter", asked), { ...asked.body, ...asked.params }),
    adminDeleteChapter: (asked) => adminDeleteChapter(noting("adminDeleteChapter", asked), asked.params),
    adminListExamples: ({ params }) => adminListExamples(needs, params),
    adminGetExample: ({ params }) => adminGetExample(needs, params),
    adminCreateExample: (asked) => adminCreateExample(noting("adminCreateExample", asked), asked.body),
    adminUpdateExample: (asked) =>
      adminUpdateExample(noting("adminUpdateExample", asked), { ...asked.body, ...asked.params }),
    adminDeleteExample: (asked) => adminDeleteExample(noting("adminDeleteExample", asked), asked.params),
    adminReorder: (asked) => adminReorder(noting("adminReorder", asked), asked.body),
    adminColourCode: ({ body }) => adminColourCode(needs, body),

    importCourseMarkdown: (asked) => importCourseMarkdown(noting("importCourseMarkdown", asked), asked.body),
    importCourseCsv: (asked) => importCourseCsv(noting("importCourseCsv", asked), asked.body),
    importLesson: (asked) => importLesson(noting("importLesson", asked), asked.body),
    importLessonsCsv: (asked) => importLessonsCsv(noting("importLessonsCsv", asked), asked.body),
    getTemplateMarkdown: () => getTemplateMarkdown(),
    getTemplateCsv: () => getTemplateCsv(),
    exportMarkdown: ({ params }) => exportMarkdown(needs, params),
    exportCsv: ({ params }) => exportCsv(needs, params),

    test: async () => ({ message: "Tabstop answers.", method: "GET", time: new Date(now()).toISOString() }),
    testPost: async ({ body }) => ({
      message: "Tabstop answers.",
      method: "POST",
      time: new Date(now()).toISOString(),
      received: body,
    }),
    health: async () => {
      await store.ping();
      return { status: "ok" };
    },
  };
}
