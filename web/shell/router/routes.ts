// Every route of the web app: its gate, its screen, and the head of its page. Any other path is redirected to `/`. The
// build gives the list to the server, which writes the heads of the pages from it.

type Gate = "public" | "signed-in" | "admin";

export type ScreenName =
  | "landing"
  | "login"
  | "register"
  | "forgot-password"
  | "reset-password"
  | "practice"
  | "replay"
  | "review"
  | "progress"
  | "knowledge"
  | "profile"
  | "test-api"
  | "seo-test"
  | "admin-dashboard"
  | "admin-courses"
  | "admin-course"
  | "admin-lesson"
  | "admin-chapter"
  | "admin-examples"
  | "admin-example";

export type Route = {
  readonly path: string;
  readonly gate: Gate;
  readonly screen: ScreenName;
  /** The page's title before ' | Tabstop'. */
  readonly title: string;
  /** The page's description; `defaultDescription` by default. */
  readonly description?: string;
  /** Search engines may list it. Not set for pages behind a gate, and for pages of no use to a searcher. */
  readonly isIndexed?: true;
};

export const defaultDescription =
  "Practise programming syntax by typing real code examples, character by character.";
/** The product's description, for pages without their own. */
export const defaultOpenGraphDescription = "Learn programming through interactive exercises";

export const routes: readonly Route[] = [
  {
    path: "/",
    gate: "public",
    screen: "landing",
    title: "Tabstop | Programming Syntax Practice",
    isIndexed: true,
  },
  {
    path: "/login",
    gate: "public",
    screen: "login",
    title: "Login",
    description: "Log in to Tabstop and continue with the example where you stopped typing.",
    isIndexed: true,
  },
  {
    path: "/register",
    gate: "public",
    screen: "register",
    title: "Register",
    description: "Create an account and practise programming syntax by typing real code examples.",
    isIndexed: true,
  },
  {
    path: "/forgot-password",
    gate: "public",
    screen: "forgot-password",
    title: "Forgot Password",
    description: "Request an email with a link to choose a new password for Tabstop.",
    isIndexed: true,
  },
  { path: "/reset-password", gate: "public", screen: "reset-password", title: "Reset Password" },
  { path: "/test-api", gate: "public", screen: "test-api", title: "API Test" },
  { path: "/seo-test", gate: "public", screen: "seo-test", title: "SEO Test" },

  { path: "/courses", gate: "signed-in", screen: "practice", title: "Courses" },
  { path: "/replay/:exampleId", gate: "signed-in", screen: "replay", title: "Replay" },
  { path: "/review", gate: "signed-in", screen: "review", title: "Review" },
  { path: "/progress", gate: "signed-in", screen: "progress", title: "Progress" },
  { path: "/progress/:language", gate: "signed-in", screen: "knowledge", title: "What you know" },
  { path: "/profile", gate: "signed-in", screen: "profile", title: "Profile" },

  { path: "/admin", gate: "admin", screen: "admin-dashboard", title: "Admin Dashboard" },
  { path: "/admin/courses", gate: "admin", screen: "admin-courses", title: "Manage Courses" },
  { path: "/admin/courses/new", gate: "admin", screen: "admin-course", title: "Create New Course" },
  { path: "/admin/courses/:courseId", gate: "admin", screen: "admin-course", title: "Edit Course" },
  { path: "/admin/courses/:courseId/edit", gate: "admin", screen: "admin-course", title: "Edit Course" },
  {
    path: "/admin/courses/:courseId/lessons/new",
    gate: "admin",
    screen: "admin-lesson",
    title: "Create New Lesson",
  },
  {
    path: "/admin/courses/:courseId/lessons/:lessonId",
    gate: "admin",
    screen: "admin-lesson",
    title: "Edit Lesson",
  },
  { path: "/admin/lessons/:lessonId/edit", gate: "admin", screen: "admin-lesson", title: "Edit Lesson" },
  {
    path: "/admin/lessons/:lessonId/chapters/new",
    gate: "admin",
    screen: "admin-chapter",
    title: "Create New Chapter",
  },
  {
    path: "/admin/lessons/:lessonId/chapters/:chapterId",
    gate: "admin",
    screen: "admin-chapter",
    title: "Edit Chapter",
  },
  { path: "/admin/chapters/:chapterId/edit", gate: "admin", screen: "admin-chapter", title: "Edit Chapter" },
  { path: "/admin/chapters/:chapterId/examples", gate: "admin", screen: "admin-examples", title: "Examples" },
  { path: "/admin/examples", gate: "admin", screen: "admin-examples", title: "Examples" },
  {
    path: "/admin/chapters/:chapterId/examples/new",
    gate: "admin",
    screen: "admin-example",
    title: "Create New Example",
  },
  {
    path: "/admin/chapters/:chapterId/examples/:exampleId",
    gate: "admin",
    screen: "admin-example",
    title: "Edit Example",
  },
  { path: "/admin/examples/:exampleId/edit", gate: "admin", screen: "admin-example", title: "Edit Example" },
];
