// What it is: where every call of Tabstop's HTTP interface lives and who may make it.
//
// One literal a call, without schemas, so that the browser's client carries a few hundred bytes and no validator.
// `endpoints.ts` gives each of these names its schemas; a name that is only in one of the two files does not compile.
// Paths are written without the `/api` prefix; the server answers them with it and, as one rewrite at its edge, without.

/**
 * Who may call:
 * - `open`: anybody, no token is read;
 * - `learner`: a valid access token as bearer;
 * - `admin`: the same, of an account that is an admin at the moment of the call.
 */
export type Access = "open" | "learner" | "admin";
export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Path = { readonly method: Method; readonly path: string; readonly access: Access };

export const paths = {
  // Accounts
  register: { method: "POST", path: "/auth/register", access: "open" },
  login: { method: "POST", path: "/auth/login", access: "open" },
  refresh: { method: "POST", path: "/auth/refresh", access: "open" },
  logout: { method: "POST", path: "/auth/logout", access: "learner" },
  forgotPassword: { method: "POST", path: "/auth/forgot-password", access: "open" },
  checkResetToken: { method: "GET", path: "/auth/reset-password/:token", access: "open" },
  resetPassword: { method: "POST", path: "/auth/reset-password", access: "open" },
  changePassword: { method: "POST", path: "/auth/change-password", access: "learner" },
  getProfile: { method: "GET", path: "/auth/profile", access: "learner" },
  uploadProfilePhoto: { method: "POST", path: "/auth/profile-photo", access: "learner" },
  updateProfilePhoto: { method: "POST", path: "/auth/update-profile-photo", access: "learner" },
  deleteProfilePhoto: { method: "DELETE", path: "/auth/profile-photo", access: "learner" },
  getCloudinarySignature: { method: "GET", path: "/auth/cloudinary-signature", access: "learner" },
  listSessions: { method: "GET", path: "/auth/sessions", access: "learner" },
  endOtherSessions: { method: "DELETE", path: "/auth/sessions", access: "learner" },
  endSession: { method: "DELETE", path: "/auth/sessions/:sessionId", access: "learner" },
  exportAccount: { method: "GET", path: "/auth/export", access: "learner" },
  deleteAccount: { method: "DELETE", path: "/auth/account", access: "learner" },

  // Learning
  saveProgress: { method: "POST", path: "/courses/progress", access: "learner" },
  completeExample: { method: "POST", path: "/courses/progress/:exampleId", access: "learner" },
  listCourses: { method: "GET", path: "/courses/courses", access: "learner" },
  getCourse: { method: "GET", path: "/courses/courses/:courseId", access: "learner" },
  getLesson: { method: "GET", path: "/courses/lessons/:lessonId", access: "learner" },
  getCourseOfLesson: { method: "GET", path: "/courses/lesson/:lessonId/course", access: "learner" },
  getNextExample: { method: "GET", path: "/courses/next-lesson", access: "learner" },
  getNextLesson: { method: "POST", path: "/courses/next-lesson", access: "learner" },
  getLeaderboard: { method: "GET", path: "/courses/leaderboard/:exampleId", access: "learner" },

  // Statistics
  getDashboard: { method: "GET", path: "/admin/dashboard", access: "admin" },
  getUserStats: { method: "GET", path: "/admin/users/stats", access: "admin" },
  getCourseStats: { method: "GET", path: "/admin/courses/stats", access: "admin" },
  getLessonStats: { method: "GET", path: "/admin/lessons/stats", access: "admin" },
  getExampleStats: { method: "GET", path: "/admin/examples/stats", access: "admin" },
  getInsights: { method: "GET", path: "/admin/examples/insights", access: "admin" },
  removeTime: { method: "DELETE", path: "/admin/examples/:exampleId/times/:userId", access: "admin" },

  // Authoring
  adminListCourses: { method: "GET", path: "/admin/courses", access: "admin" },
  adminGetStructure: { method: "GET", path: "/admin/courses-structure", access: "admin" },
  adminGetCourse: { method: "GET", path: "/admin/courses/:courseId", access: "admin" },
  adminCreateCourse: { method: "POST", path: "/admin/courses", access: "admin" },
  adminUpdateCourse: { method: "PUT", path: "/admin/courses/:courseId", access: "admin" },
  adminDeleteCourse: { method: "DELETE", path: "/admin/courses/:courseId", access: "admin" },
  adminListLessons: { method: "GET", path: "/admin/courses/:courseId/lessons", access: "admin" },
  adminGetLesson: { method: "GET", path: "/admin/lessons/:lessonId", access: "admin" },
  adminCreateLesson: { method: "POST", path: "/admin/lessons", access: "admin" },
  adminUpdateLesson: { method: "PUT", path: "/admin/lessons/:lessonId", access: "admin" },
  adminDeleteLesson: { method: "DELETE", path: "/admin/lessons/:lessonId", access: "admin" },
  adminListChapters: { method: "GET", path: "/admin/lessons/:lessonId/chapters", access: "admin" },
  adminGetChapter: { method: "GET", path: "/admin/chapters/:chapterId", access: "admin" },
  adminCreateChapter: { method: "POST", path: "/admin/chapters", access: "admin" },
  adminUpdateChapter: { method: "PUT", path: "/admin/chapters/:chapterId", access: "admin" },
  adminDeleteChapter: { method: "DELETE", path: "/admin/chapters/:chapterId", access: "admin" },
  adminListExamples: { method: "GET", path: "/admin/chapters/:chapterId/examples", access: "admin" },
  adminGetExample: { method: "GET", path: "/admin/examples/:exampleId", access: "admin" },
  adminCreateExample: { method: "POST", path: "/admin/examples", access: "admin" },
  adminUpdateExample: { method: "PUT", path: "/admin/examples/:exampleId", access: "admin" },
  adminDeleteExample: { method: "DELETE", path: "/admin/examples/:exampleId", access: "admin" },
  adminReorder: { method: "PUT", path: "/admin/order", access: "admin" },
  adminColourCode: { method: "POST", path: "/admin/colours", access: "admin" },
  importCourseMarkdown: { method: "POST", path: "/admin/courses/import/markdown", access: "admin" },
  importCourseCsv: { method: "POST", path: "/admin/courses/import/csv", access: "admin" },
  importLesson: { method: "POST", path: "/admin/courses/import/lesson", access: "admin" },
  importLessonsCsv: { method: "POST", path: "/admin/courses/import/lessons-csv", access: "admin" },
  getTemplateMarkdown: { method: "GET", path: "/admin/courses/templates/markdown", access: "admin" },
  getTemplateCsv: { method: "GET", path: "/admin/courses/templates/csv", access: "admin" },
  exportMarkdown: { method: "GET", path: "/admin/courses/:courseId/export/markdown", access: "admin" },
  exportCsv: { method: "GET", path: "/admin/courses/:courseId/export/csv", access: "admin" },

  // For developers and operators
  test: { method: "GET", path: "/test", access: "open" },
  testPost: { method: "POST", path: "/test-post", access: "open" },
  health: { method: "GET", path: "/health", access: "open" },
} as const satisfies Record<string, Path>;

export type EndpointName = keyof typeof paths;

/** The names in a path template: `/admin/examples/:exampleId/times/:userId` gives `"exampleId" | "userId"`. */
export type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** Fills a template's names in, each encoded; throws RangeError when one is missing. */
export function fillPath(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new RangeError(`Path ${template} needs ${name}, but only ${Object.keys(params)} given`);
    return encodeURIComponent(String(value));
  });
}
