// The schemas of every call: what it takes, what it answers, which errors it may name.
//
// This is the whole interface, declared once, also for calls whose use case comes later: the server serves those that
// it has a handler for and prints exactly these at `/api/openapi.json`. Beside the named errors any call may answer
// 400, 413, 415, 429, 500 and 503, and a call with a token 401; see `errors.ts`.

import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { EndpointName, ParamNames, paths } from "./paths.ts";
import * as s from "./shapes.ts";
import { PathId, storableText } from "./text.ts";

type Schema = z.ZodMiniType;
type Declaration = {
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly body?: Schema;
  /** `json` unless said; `file` answers bytes, `multipart` takes one file in the field `profilePhoto`. */
  readonly kind?: "json" | "file" | "multipart";
  readonly status: 200 | 201;
  readonly answer: Schema;
  readonly errors: readonly ErrorCode[];
};

const anything = z.unknown();
const id = <Name extends string>(name: Name) => z.object({ [name]: PathId } as Record<Name, typeof PathId>);

export const calls = {
  register: {
    summary: "Make an account and sign in for 24 hours",
    body: s.Registration,
    status: 201,
    answer: s.SignedIn,
    errors: ["EMAIL_TAKEN", "USERNAME_TAKEN", "REGISTRATION_CLOSED"],
  },
  login: {
    summary: "Sign in, for 24 hours or, with rememberMe, 30 days",
    body: s.Credentials,
    status: 200,
    answer: s.SignedIn,
    errors: ["INVALID_CREDENTIALS"],
  },
  refresh: {
    summary: "Change a refresh token for a new pair",
    body: s.RefreshRequest,
    status: 200,
    answer: s.TokenPair,
    errors: ["REFRESH_INVALID"],
  },
  logout: { summary: "End this sign-in on the server", status: 200, answer: s.Message, errors: [] },
  forgotPassword: {
    summary: "Ask for a reset link by mail; the answer does not tell whether the address is known",
    body: s.ForgotPassword,
    status: 200,
    answer: s.Message,
    errors: [],
  },
  checkResetToken: {
    summary: "Whether a reset link is good",
    params: z.object({ token: storableText(1_000) }),
    status: 200,
    answer: z.object({ valid: z.literal(true) }),
    errors: ["RESET_TOKEN_INVALID"],
  },
  resetPassword: {
    summary: "Set a new password with a reset link; ends every sign-in of that account",
    body: s.ResetPassword,
    status: 200,
    answer: s.Message,
    errors: ["RESET_TOKEN_INVALID"],
  },
  changePassword: {
    summary: "Change one's password; ends every other sign-in",
    body: s.ChangePassword,
    status: 200,
    answer: s.Message,
    errors: ["WRONG_PASSWORD"],
  },
  getProfile: { summary: "One's own profile", status: 200, answer: s.Profile, errors: [] },
  uploadProfilePhoto: {
    summary: "Set the photo from a file of less than 2 MB",
    kind: "multipart",
    status: 200,
    answer: z.object({ profile_photo: s.ProfilePhoto }),
    errors: ["TOO_LARGE", "UNSUPPORTED_TYPE"],
  },
  updateProfilePhoto: {
    summary: "Set the photo from an address on an allowed host",
    body: z.object({ profilePhoto: storableText(2_000) }),
    status: 200,
    answer: z.object({ profile_photo: s.ProfilePhoto }),
    errors: [],
  },
  deleteProfilePhoto: { summary: "Remove the photo", status: 200, answer: s.Message, errors: [] },
  getCloudinarySignature: {
    summary: "What the Cloudinary upload widget needs",
    status: 200,
    answer: z.object({
      cloudName: z.string(),
      apiKey: z.string(),
      timestamp: z.number(),
      signature: z.string(),
      folder: z.string(),
      uploadPreset: z.string(),
    }),
    errors: ["NOT_CONFIGURED"],
  },
  listSessions: {
    summary: "Where one is signed in",
    status: 200,
    answer: z.object({ sessions: z.array(s.Session) }),
    errors: [],
  },
  endOtherSessions: { summary: "End all other sign-ins", status: 200, answer: s.Message, errors: [] },
  endSession: {
    summary: "End one of one's sign-ins",
    params: z.object({ sessionId: storableText(100) }),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },
  exportAccount: {
    summary: "One's own data as a JSON file",
    kind: "file",
    status: 200,
    answer: anything,
    errors: [],
  },
  deleteAccount: {
    summary: "Delete one's own account and all that belongs to it",
    body: z.object({ currentPassword: storableText() }),
    status: 200,
    answer: s.Message,
    errors: ["WRONG_PASSWORD", "LAST_ADMIN"],
  },

  saveProgress: {
    summary: "Save how far a run is, or that it is complete",
    body: s.ProgressRecord,
    status: 200,
    answer: z.object({ saved: z.literal(true) }),
    errors: ["NOT_FOUND"],
  },
  completeExample: {
    summary: "Complete an example with its time",
    params: id("exampleId"),
    body: s.Completion,
    status: 200,
    answer: s.CompletionResult,
    errors: ["NOT_FOUND"],
  },
  listCourses: {
    summary: "The published courses with one's own progress",
    status: 200,
    answer: z.object({ courses: z.array(s.CourseSummary) }),
    errors: [],
  },
  getCourse: {
    summary: "One course with its lessons",
    params: id("courseId"),
    status: 200,
    answer: s.Course,
    errors: ["NOT_FOUND"],
  },
  getLesson: {
    summary: "One lesson with its chapters, examples and colours",
    params: id("lessonId"),
    status: 200,
    answer: s.Lesson,
    errors: ["NOT_FOUND"],
  },
  getCourseOfLesson: {
    summary: "The course of a lesson",
    params: id("lessonId"),
    status: 200,
    answer: z.object({ id: s.Course.shape.id, title: z.string() }),
    errors: ["NOT_FOUND"],
  },
  getNextExample: {
    summary: "Where one goes on; nulls when nothing is left",
    status: 200,
    answer: z.object({ exampleId: z.nullable(s.Example.shape.id), lessonId: z.nullable(s.Example.shape.id) }),
    errors: [],
  },
  getNextLesson: {
    summary: "The lesson after this one in the same course",
    body: z.object({ currentLessonId: s.Example.shape.id }),
    status: 200,
    answer: z.object({ lessonId: z.nullable(s.Example.shape.id), courseTitle: z.string() }),
    errors: ["NOT_FOUND"],
  },
  getLeaderboard: {
    summary: "The ten best times of an example, and one's own rank",
    params: id("exampleId"),
    status: 200,
    answer: z.object({ leaderboard: z.array(s.LeaderboardEntry), userRank: z.nullable(s.UserRank) }),
    errors: ["NOT_FOUND"],
  },

  getDashboard: { summary: "All numbers and lists", status: 200, answer: s.Dashboard, errors: [] },
  getUserStats: { summary: "The numbers of users", status: 200, answer: s.UserStats, errors: [] },
  getCourseStats: { summary: "The numbers of courses", status: 200, answer: s.CourseStats, errors: [] },
  getLessonStats: { summary: "The numbers of lessons", status: 200, answer: s.LessonStats, errors: [] },
  getExampleStats: { summary: "The numbers of examples", status: 200, answer: s.ExampleStats, errors: [] },
  getInsights: { summary: "How every example fares", status: 200, answer: s.Insights, errors: [] },
  removeTime: {
    summary: "Take one learner's time off a board",
    params: z.object({ exampleId: PathId, userId: PathId }),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },

  adminListCourses: {
    summary: "All courses",
    status: 200,
    answer: z.object({ courses: z.array(s.AdminCourse) }),
    errors: [],
  },
  adminGetStructure: {
    summary: "All courses with lessons, chapters and counts of examples",
    status: 200,
    answer: s.Structure,
    errors: [],
  },
  adminGetCourse: {
    summary: "One course",
    params: id("courseId"),
    status: 200,
    answer: s.AdminCourse,
    errors: ["NOT_FOUND"],
  },
  adminCreateCourse: {
    summary: "Make a course",
    body: s.NewCourse,
    status: 201,
    answer: s.AdminCourse,
    errors: ["TOO_MANY"],
  },
  adminUpdateCourse: {
    summary: "Change a course",
    params: id("courseId"),
    body: s.CourseChange,
    status: 200,
    answer: s.AdminCourse,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  },
  adminDeleteCourse: {
    summary: "Delete a course with all in it",
    params: id("courseId"),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },
  adminListLessons: {
    summary: "The lessons of a course",
    params: id("courseId"),
    status: 200,
    answer: z.object({ lessons: z.array(s.AdminLesson) }),
    errors: ["NOT_FOUND"],
  },
  adminGetLesson: {
    summary: "One lesson",
    params: id("lessonId"),
    status: 200,
    answer: s.AdminLesson,
    errors: ["NOT_FOUND"],
  },
  adminCreateLesson: {
    summary: "Make a lesson",
    body: s.NewLesson,
    status: 201,
    answer: s.AdminLesson,
    errors: ["NOT_FOUND", "TOO_MANY"],
  },
  adminUpdateLesson: {
    summary: "Change or move a lesson",
    params: id("lessonId"),
    body: s.LessonChange,
    status: 200,
    answer: s.AdminLesson,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "TOO_MANY"],
  },
  adminDeleteLesson: {
    summary: "Delete a lesson with all in it",
    params: id("lessonId"),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },
  adminListChapters: {
    summary: "The chapters of a lesson",
    params: id("lessonId"),
    status: 200,
    answer: z.object({ chapters: z.array(s.AdminChapter) }),
    errors: ["NOT_FOUND"],
  },
  adminGetChapter: {
    summary: "One chapter",
    params: id("chapterId"),
    status: 200,
    answer: s.AdminChapter,
    errors: ["NOT_FOUND"],
  },
  adminCreateChapter: {
    summary: "Make a chapter",
    body: s.NewChapter,
    status: 201,
    answer: s.AdminChapter,
    errors: ["NOT_FOUND", "TOO_MANY"],
  },
  adminUpdateChapter: {
    summary: "Change or move a chapter",
    params: id("chapterId"),
    body: s.ChapterChange,
    status: 200,
    answer: s.AdminChapter,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "TOO_MANY"],
  },
  adminDeleteChapter: {
    summary: "Delete a chapter with all in it",
    params: id("chapterId"),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },
  adminListExamples: {
    summary: "The examples of a chapter",
    params: id("chapterId"),
    status: 200,
    answer: z.object({ examples: z.array(s.ListedExample) }),
    errors: ["NOT_FOUND"],
  },
  adminGetExample: {
    summary: "One example",
    params: id("exampleId"),
    status: 200,
    answer: s.AdminExample,
    errors: ["NOT_FOUND"],
  },
  adminCreateExample: {
    summary: "Make an example",
    body: s.NewExample,
    status: 201,
    answer: s.AdminExample,
    errors: ["NOT_FOUND", "TOO_MANY"],
  },
  adminUpdateExample: {
    summary: "Change or move an example; new code starts its board afresh",
    params: id("exampleId"),
    body: s.ExampleChange,
    status: 200,
    answer: s.AdminExample,
    errors: ["NOT_FOUND", "EDIT_CONFLICT", "TOO_MANY"],
  },
  adminDeleteExample: {
    summary: "Delete an example",
    params: id("exampleId"),
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND"],
  },
  adminReorder: {
    summary: "Put siblings into a new order; EDIT_CONFLICT when these are not the present ones",
    body: s.NewOrder,
    status: 200,
    answer: s.Message,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  },
  adminColourCode: {
    summary: "The colours of code that is still being written; nothing is saved. At most 120 a minute",
    body: s.UnsavedCode,
    status: 200,
    answer: z.object({ tokens: s.Example.shape.tokens }),
    errors: [],
  },
  importCourseMarkdown: {
    summary: "Import a course from Markdown",
    body: s.MarkdownImport,
    status: 200,
    answer: s.ImportResult,
    errors: ["IMPORT_INVALID"],
  },
  importCourseCsv: {
    summary: "Import a course from CSV",
    body: s.CsvImport,
    status: 200,
    answer: s.ImportResult,
    errors: ["IMPORT_INVALID"],
  },
  importLesson: {
    summary: "Add a lesson from Markdown to a course",
    body: s.LessonImport,
    status: 200,
    answer: s.ImportResult,
    errors: ["IMPORT_INVALID", "NOT_FOUND"],
  },
  importLessonsCsv: {
    summary: "Add lessons from CSV to a course",
    body: s.LessonsCsvImport,
    status: 200,
    answer: s.ImportResult,
    errors: ["IMPORT_INVALID", "NOT_FOUND"],
  },
  getTemplateMarkdown: {
    summary: "A course to start from, Markdown",
    kind: "file",
    status: 200,
    answer: anything,
    errors: [],
  },
  getTemplateCsv: {
    summary: "A course to start from, CSV",
    kind: "file",
    status: 200,
    answer: anything,
    errors: [],
  },
  exportMarkdown: {
    summary: "A course as Markdown",
    params: id("courseId"),
    kind: "file",
    status: 200,
    answer: anything,
    errors: ["NOT_FOUND"],
  },
  exportCsv: {
    summary: "A course as CSV",
    params: id("courseId"),
    kind: "file",
    status: 200,
    answer: anything,
    errors: ["NOT_FOUND"],
  },

  test: {
    summary: "Answers; for a first look",
    status: 200,
    answer: z.object({ message: z.string(), method: z.literal("GET"), time: z.string() }),
    errors: [],
  },
  testPost: {
    summary: "Answers with what it received",
    body: anything,
    status: 200,
    answer: z.object({
      message: z.string(),
      method: z.literal("POST"),
      time: z.string(),
      received: anything,
    }),
    errors: [],
  },
  health: {
    summary: "200 while the database answers, else 503",
    status: 200,
    answer: z.object({ status: z.literal("ok") }),
    errors: ["UNAVAILABLE"],
  },
} as const satisfies Record<EndpointName, Declaration>;

type Calls = typeof calls;
type Paths = typeof paths;

/** What a caller writes: defaults may be left out. `undefined` where the call has no body. */
export type Body<N extends EndpointName> = Calls[N] extends { body: infer B extends Schema }
  ? z.input<B>
  : undefined;
/** What the use case receives: checked, defaults filled in. */
export type ParsedBody<N extends EndpointName> = Calls[N] extends { body: infer B extends Schema }
  ? z.output<B>
  : undefined;
export type ParsedParams<N extends EndpointName> = Calls[N] extends { params: infer P extends Schema }
  ? z.output<P>
  : Record<never, never>;
export type Params<N extends EndpointName> = {
  readonly [K in ParamNames<Paths[N]["path"]>]: string | number;
};
/** What a client receives. */
export type ResponseOf<N extends EndpointName> = z.output<Calls[N]["answer"]>;
/** What a handler returns: moments in milliseconds and flags as 0 or 1, which the schema turns into text and booleans. */
export type HandlerResult<N extends EndpointName> = Immutable<z.input<Calls[N]["answer"]>>;
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;
/** The calls that answer a file to save instead of JSON. */
export type FileEndpoint = {
  [N in EndpointName]: Calls[N] extends { readonly kind: "file" } ? N : never;
}[EndpointName];
