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
import type { Principal } from "../principal.ts";
import type { EndpointName } from "@tabstop/contract/endpoints";
import type { Handlers } from "./endpoints.ts";

/** What the use cases are given; each takes of it what it needs. */
export type Deps = {
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

type AskedByAdmin = { readonly principal: Principal; readonly params: unknown; readonly body: unknown };

export function routes(deps: Deps): Handlers {
  const { store, now } = deps;
  /** For what admins change. */
  const noting = (name: EndpointName, request: AskedByAdmin) => ({
    ...deps,
    store: notingStore(deps, {
      userId: request.principal.userId,
      name,
      about: [request.params, request.body],
    }),
  });
  return {
    register: ({ body, userAgent, address }) => register(deps, { ...body, userAgent, address }),
    login: ({ body, userAgent, address }) => logIn(deps, { ...body, userAgent, address }),
    refresh: ({ body }) => refresh(deps, body),
    logout: ({ principal }) => logOut(deps, principal),
    forgotPassword: ({ body, address }) => forgotPassword(deps, { ...body, address }),
    checkResetToken: ({ params }) => checkResetToken(deps, params),
    resetPassword: ({ body }) => resetPassword(deps, body),
    changePassword: ({ principal, body, address }) => changePassword(deps, principal, { ...body, address }),
    getProfile: ({ principal }) => getProfile(deps, principal),
    uploadProfilePhoto: ({ principal, file }) => uploadProfilePhoto(deps, principal, { file }),
    updateProfilePhoto: ({ principal, body }) => updateProfilePhoto(deps, principal, body),
    deleteProfilePhoto: ({ principal }) => deleteProfilePhoto(deps, principal),
    getCloudinarySignature: ({ query }) => getCloudinarySignature(deps, query),
    listSessions: ({ principal }) => listOwnSessions(deps, principal),
    endOtherSessions: ({ principal }) => endOtherSessions(deps, principal),
    endSession: ({ principal, params }) => endSession(deps, principal, params),
    exportAccount: ({ principal }) => exportAccount(deps, principal),
    deleteAccount: ({ principal, body, address }) => deleteAccount(deps, principal, { ...body, address }),

    saveProgress: ({ principal, body }) => saveProgress(deps, principal, body),
    completeExample: ({ principal, params, body }) =>
      completeExample(deps, principal, { ...params, ...body }),
    listCourses: ({ principal }) => listCourses(deps, principal),
    getCourse: ({ principal, params }) => getCourse(deps, principal, params),
    getLesson: ({ principal, params }) => getLesson(deps, principal, params),
    getCourseOfLesson: ({ params }) => getCourseOfLesson(deps, params),
    getNextExample: ({ principal }) => getNextExample(deps, principal),
    getNextLesson: ({ body }) => getNextLesson(deps, body),
    getLeaderboard: ({ principal, params }) => getLeaderboard(deps, principal, params),

    getDashboard: () => getDashboard(deps),
    getUserStats: () => getUserStats(deps),
    getCourseStats: () => getCourseStats(deps),
    getLessonStats: () => getLessonStats(deps),
    getExampleStats: () => getExampleStats(deps),
    getInsights: () => getInsights(deps),
    removeTime: (request) => removeTime(noting("removeTime", request), request.params),

    adminListCourses: () => adminListCourses(deps),
    adminGetStructure: () => adminGetStructure(deps),
    adminGetCourse: ({ params }) => adminGetCourse(deps, params),
    adminCreateCourse: (request) => adminCreateCourse(noting("adminCreateCourse", request), request.body),
    adminUpdateCourse: (request) =>
      adminUpdateCourse(noting("adminUpdateCourse", request), { ...request.body, ...request.params }),
    adminDeleteCourse: (request) => adminDeleteCourse(noting("adminDeleteCourse", request), request.params),
    adminListLessons: ({ params }) => adminListLessons(deps, params),
    adminGetLesson: ({ params }) => adminGetLesson(deps, params),
    adminCreateLesson: (request) => adminCreateLesson(noting("adminCreateLesson", request), request.body),
    adminUpdateLesson: (request) =>
      adminUpdateLesson(noting("adminUpdateLesson", request), { ...request.body, ...request.params }),
    adminDeleteLesson: (request) => adminDeleteLesson(noting("adminDeleteLesson", request), request.params),
    adminListChapters: ({ params }) => adminListChapters(deps, params),
    adminGetChapter: ({ params }) => adminGetChapter(deps, params),
    adminCreateChapter: (request) => adminCreateChapter(noting("adminCreateChapter", request), request.body),
    adminUpdateChapter: (request) =>
      adminUpdateChapter(noting("adminUpdateChapter", request), { ...request.body, ...request.params }),
    adminDeleteChapter: (request) =>
      adminDeleteChapter(noting("adminDeleteChapter", request), request.params),
    adminListExamples: ({ params }) => adminListExamples(deps, params),
    adminGetExample: ({ params }) => adminGetExample(deps, params),
    adminCreateExample: (request) => adminCreateExample(noting("adminCreateExample", request), request.body),
    adminUpdateExample: (request) =>
      adminUpdateExample(noting("adminUpdateExample", request), { ...request.body, ...request.params }),
    adminDeleteExample: (request) =>
      adminDeleteExample(noting("adminDeleteExample", request), request.params),
    adminReorder: (request) => adminReorder(noting("adminReorder", request), request.body),
    adminColourCode: ({ body }) => adminColourCode(deps, body),

    importCourseMarkdown: (request) =>
      importCourseMarkdown(noting("importCourseMarkdown", request), request.body),
    importCourseCsv: (request) => importCourseCsv(noting("importCourseCsv", request), request.body),
    importLesson: (request) => importLesson(noting("importLesson", request), request.body),
    importLessonsCsv: (request) => importLessonsCsv(noting("importLessonsCsv", request), request.body),
    getTemplateMarkdown: () => getTemplateMarkdown(),
    getTemplateCsv: () => getTemplateCsv(),
    exportMarkdown: ({ params }) => exportMarkdown(deps, params),
    exportCsv: ({ params }) => exportCsv(deps, params),

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
